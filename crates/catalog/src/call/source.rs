//! Where the bytes come from that a call works on.

use std::cell::RefCell;

use hashlane_kernels::isa::Isa;
use hashlane_kernels::row::{self, Encoder, OutOfMemory, Part};
use hashlane_kernels::rows::{self, Block, Rows};

/// The values of a call over a batch.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A column of texts or bytes.
    Rows(Rows<'a>),
    /// Columns of any types, each row of which is encoded.
    Row {
        /// One for each argument; each has at least `len` rows.
        columns: &'a [row::Column<'a>],
        /// Number of rows.
        len: usize,
    },
    /// A column of lists, each element of which counts as a row.
    Lists {
        /// Has at least `len` rows.
        column: &'a row::Column<'a>,
        /// Number of lists.
        len: usize,
    },
}

impl<'a> From<Rows<'a>> for Source<'a> {
    fn from(rows: Rows<'a>) -> Self {
        Source::Rows(rows)
    }
}

thread_local! {
    /// This thread's memory for encoded rows, which outlives batches and queries.
    static ENCODER: RefCell<Encoder> = RefCell::default();
}

/// Calls `kernel` with one run of encoded rows after the other, and after each with the values in it of
/// every column that is to be read `alone`.
pub(super) fn parts(
    isa: Isa,
    columns: &[row::Column<'_>],
    alone: impl Fn(usize) -> bool,
    len: usize,
    mut kernel: impl FnMut(Part, &Block<'_>),
) -> Result<(), OutOfMemory> {
    ENCODER.with_borrow_mut(|encoder| {
        encoder.parts(isa, columns, alone, len, |part, _, block| kernel(part, block))
    })
}

/// Calls `kernel` with the rows `ids` of columns, encoded, a block at a time, and the place of its first
/// among them.
pub(super) fn gathered(
    isa: Isa,
    columns: &[row::Column<'_>],
    ids: &[usize],
    kernel: impl FnMut(usize, &Block<'_>),
) -> Result<(), OutOfMemory> {
    ENCODER.with_borrow_mut(|encoder| encoder.gathered(isa, columns, ids, kernel))
}

impl Source<'_> {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Source::Rows(rows) => rows.len(),
            Source::Row { len, .. } | Source::Lists { len, .. } => *len,
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many arguments of a call it is.
    pub(super) fn arguments(&self) -> usize {
        match self {
            Source::Rows(_) | Source::Lists { .. } => 1,
            Source::Row { columns, .. } => columns.len(),
        }
    }

    /// Calls `kernel` with the first row and the block of one run of rows after the other. Only a
    /// source of columns can fail.
    ///
    /// # Panics
    /// Panics if the source is of lists.
    pub fn blocks(
        &self,
        isa: Isa,
        kernel: impl FnMut(usize, &Block<'_>),
    ) -> Result<(), OutOfMemory> {
        match self {
            Source::Rows(rows) => {
                rows::blocks(isa, rows, kernel);
                Ok(())
            }
            Source::Row { columns, len } => {
                ENCODER.with_borrow_mut(|encoder| encoder.blocks(isa, columns, *len, kernel))
            }
            Source::Lists { .. } => unreachable!("a call reads lists element by element"),
        }
    }

    /// Calls `each` with every row and its bytes, until it fails.
    pub(super) fn rows<E>(
        &self,
        mut each: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<Result<(), E>, OutOfMemory> {
        if let Source::Rows(rows) = self {
            return Ok((0..rows.len()).try_for_each(|i| each(i, rows.row(i))));
        }
        let mut result = Ok(());
        self.blocks(Isa::current(), |first, block| {
            if result.is_ok() {
                result = block.rows().enumerate().try_for_each(|(i, row)| each(first + i, row));
            }
        })?;
        Ok(result)
    }
}
