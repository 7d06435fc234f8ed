//! The input of a call.

use std::cell::RefCell;

use hashlane_kernels::blocks::{self, Block, Rows};
use hashlane_kernels::encoding::{self, BlockPart, Encoder, OutOfMemory};
use hashlane_kernels::isa::Isa;

use crate::CallError;
use crate::function::Function;

/// The values of a call over a batch.
#[derive(Clone, Copy, Debug)]
pub enum ValueSource<'a> {
    /// A column of strings or bytes.
    Rows(Rows<'a>),
    /// Columns of any types. Each row of them is encoded.
    Row {
        /// One for each argument; each has at least `len` rows.
        columns: &'a [encoding::Column<'a>],
        /// Number of rows.
        len: usize,
    },
    /// A column of lists. Each element counts as a row.
    Lists {
        /// The column, with at least `len` rows.
        column: &'a encoding::Column<'a>,
        /// Number of lists.
        len: usize,
    },
}

impl<'a> From<Rows<'a>> for ValueSource<'a> {
    fn from(rows: Rows<'a>) -> Self {
        ValueSource::Rows(rows)
    }
}

thread_local! {
    /// This thread's memory for encoded rows, which outlives batches and queries.
    static ENCODER: RefCell<Encoder> = RefCell::default();
}

/// Calls `kernel` with each block of encoded rows in turn, and after each block with its values of every column
/// that is to be read `alone`.
pub(crate) fn parts(
    isa: Isa,
    columns: &[encoding::Column<'_>],
    alone: impl Fn(usize) -> bool,
    len: usize,
    mut kernel: impl FnMut(BlockPart, &Block<'_>),
) -> Result<(), OutOfMemory> {
    ENCODER.with_borrow_mut(|encoder| {
        encoder.parts(isa, columns, alone, len, |part, _, block| kernel(part, block))
    })
}

/// Encodes the rows `ids` of columns. Calls `kernel` with each block of them and the index in `ids` of its
/// first row.
pub(crate) fn gathered(
    isa: Isa,
    columns: &[encoding::Column<'_>],
    ids: &[usize],
    kernel: impl FnMut(usize, &Block<'_>),
) -> Result<(), OutOfMemory> {
    ENCODER.with_borrow_mut(|encoder| encoder.gathered(isa, columns, ids, kernel))
}

impl ValueSource<'_> {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            ValueSource::Rows(rows) => rows.len(),
            ValueSource::Row { len, .. } | ValueSource::Lists { len, .. } => *len,
        }
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the call's arguments that the source is.
    pub(crate) fn arguments(&self) -> usize {
        match self {
            ValueSource::Rows(_) | ValueSource::Lists { .. } => 1,
            ValueSource::Row { columns, .. } => columns.len(),
        }
    }

    /// Calls `kernel` with each block of rows in turn and the number of its first row. Only a source of columns can
    /// fail.
    ///
    /// # Panics
    /// Panics if the source is of lists.
    pub fn blocks(
        &self,
        isa: Isa,
        kernel: impl FnMut(usize, &Block<'_>),
    ) -> Result<(), OutOfMemory> {
        match self {
            ValueSource::Rows(rows) => {
                blocks::blocks(isa, rows, kernel);
                Ok(())
            }
            ValueSource::Row { columns, len } => {
                ENCODER.with_borrow_mut(|encoder| encoder.blocks(isa, columns, *len, kernel))
            }
            ValueSource::Lists { .. } => unreachable!("a call reads lists element by element"),
        }
    }

    /// Calls `each` with every row and its bytes until it fails.
    pub(crate) fn each_row(
        &self,
        function: &Function,
        mut each: impl FnMut(usize, &[u8]) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        if let ValueSource::Rows(rows) = self {
            return (0..rows.len()).try_for_each(|i| each(i, rows.row(i)));
        }
        let mut result = Ok(());
        let encoded = self.blocks(Isa::current(), |first, block| {
            let mut rows = block.rows().enumerate();
            if result.is_ok() {
                result = rows.try_for_each(|(i, row)| each(first + i, row));
            }
        });
        encoded.map_err(|e| CallError::out_of_memory(function, e.bytes))?;
        result
    }
}
