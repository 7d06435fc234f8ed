//! Rows into a buffer that is used again and again, column by column.
//!
//! First each row is given as much room as it can take at most, which for most types is known without a
//! look at the values; then every column is written behind the one before it, in all rows. The room that
//! is left over stays between the rows: a block of rows is starts and lengths.

use std::fmt;

use super::bytes::Spans;
use super::column::{Column, STRUCT, Values};
use super::write::{From, Ids, SLACK, Writer};
use super::{bytes, nested, numbers, scalar};
use crate::isa::Isa;
use crate::rows::{BLOCK_ROWS, Block, Entries, PADDED};

/// A block ends with the row that fills so many bytes, which the L2 cache holds.
const BLOCK_BYTES: usize = 256 << 10;

/// What an encoder keeps for its next batch.
const MAX_IDLE: usize = 1 << 20;

/// Memory for a row that the machine does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// How much was asked for.
    pub bytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for {} bytes of encoded rows", self.bytes)
    }
}

impl std::error::Error for OutOfMemory {}

/// Encodes rows. It keeps its memory, so one for each thread is best.
#[derive(Default)]
pub struct Encoder {
    scratch: Scratch,
    entries: Option<Box<Spans>>,
}

impl Encoder {
    /// Calls `kernel` with the first row and the block of one run of encoded rows after the other.
    /// Row `i` is the struct of row `i` of each column of `row`.
    ///
    /// # Errors
    /// Where there is no memory for a row; `kernel` has then been called for those before it.
    ///
    /// # Panics
    /// Where a column has fewer than `len` rows.
    pub fn blocks(
        &mut self,
        isa: Isa,
        row: &[Column<'_>],
        len: usize,
        mut kernel: impl FnMut(usize, &Block<'_>),
    ) -> Result<(), OutOfMemory> {
        assert!(row.iter().all(|column| column.len >= len));
        let entries = self.entries.get_or_insert_with(|| Box::new(Entries::new()));
        let mut first = 0;
        while first < len {
            let rows = self.scratch.encode_rows(isa, row, first, BLOCK_ROWS.min(len - first))?;
            let Scratch { buffer, starts, ends, .. } = &self.scratch;
            kernel(first, &entries.spans(buffer, starts, ends));
            first += rows;
        }
        self.scratch.trim();
        Ok(())
    }
}

/// Rows that are encoded side by side.
#[derive(Default)]
pub(super) struct Scratch {
    /// With [`PADDED`] bytes before the first row, and [`SLACK`] after each.
    buffer: Vec<u8>,
    /// Where each row starts.
    starts: Vec<usize>,
    /// Where each row ends.
    ends: Vec<usize>,
    /// For the elements of the lists among the rows.
    child: Option<Box<Scratch>>,
    /// For the texts among the values.
    spans: Option<Box<Spans>>,
}

impl Scratch {
    fn spans(&mut self) -> &mut Spans {
        self.spans.get_or_insert_with(|| Box::new(Entries::new()))
    }

    /// An encoded row.
    #[inline(always)]
    pub fn row(&self, i: usize) -> &[u8] {
        &self.buffer[self.starts[i]..self.ends[i]]
    }

    /// Encodes the rows of one column.
    pub fn encode(
        &mut self,
        isa: Isa,
        column: &Column<'_>,
        ids: impl Ids,
        len: usize,
    ) -> Result<(), OutOfMemory> {
        self.ends.clear();
        self.ends.resize(len, SLACK);
        add_bounds(column, ids, &mut self.ends);
        self.place(usize::MAX)?;
        self.write(|to, scratch| write_column(isa, column, ids, to, scratch))
    }

    /// Encodes rows from `first` on: at most `most`, at least one. Returns how many.
    fn encode_rows(
        &mut self,
        isa: Isa,
        row: &[Column<'_>],
        first: usize,
        most: usize,
    ) -> Result<usize, OutOfMemory> {
        let header = nested::header(STRUCT, row.len());
        self.ends.clear();
        self.ends.resize(most, header.len + SLACK);
        row.iter().for_each(|column| add_bounds(column, From(first), &mut self.ends));
        let rows = self.place(BLOCK_BYTES)?;
        self.write(|to, scratch| {
            for at in 0..to.cursors.len() {
                to.short(at, header);
            }
            row.iter().try_for_each(|column| write_column(isa, column, From(first), to, scratch))
        })?;
        Ok(rows)
    }

    /// Gives each row the room that `ends` says it needs, as long as all of it is less than `limit`, and
    /// has the rows end where they start. Returns how many rows there are.
    fn place(&mut self, limit: usize) -> Result<usize, OutOfMemory> {
        self.starts.resize(self.ends.len(), 0);
        let (mut next, mut rows) = (PADDED, 0);
        for (start, end) in self.starts.iter_mut().zip(&mut self.ends) {
            *start = next;
            next += std::mem::replace(end, next);
            rows += 1;
            if next > limit {
                break;
            }
        }
        self.starts.truncate(rows);
        self.ends.truncate(rows);
        if self.buffer.len() < next {
            let more = next - self.buffer.len();
            self.buffer.try_reserve(more).map_err(|_| OutOfMemory { bytes: next })?;
            self.buffer.resize(next, 0);
        }
        Ok(rows)
    }

    fn write(
        &mut self,
        columns: impl FnOnce(&mut Writer<'_>, &mut Scratch) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        // Out of the way, so that a list can use what is in it while it writes here.
        let mut nested = self.child.take().unwrap_or_default();
        let mut to = Writer { buffer: &mut self.buffer, cursors: &mut self.ends };
        let result = columns(&mut to, &mut nested);
        self.child = Some(nested);
        result
    }

    /// Gives back what one batch of huge rows took.
    fn trim(&mut self) {
        if self.buffer.len() > MAX_IDLE {
            *self = Scratch::default();
        } else if let Some(child) = &mut self.child {
            child.trim();
        }
    }
}

/// Adds what each row takes at most.
pub(super) fn add_bounds(column: &Column<'_>, ids: impl Ids, bounds: &mut [usize]) {
    let widest = match &column.values {
        Values::Null | Values::Bits(_) | Values::Bools(_) => 1,
        Values::Integers(_, integers, 1) | Values::Decimals { unscaled: integers, .. }
            if !integers.are_wide() =>
        {
            scalar::WIDEST_64
        }
        Values::Integers(..) | Values::Decimals { .. } => scalar::WIDEST,
        Values::Floats(_) => 9,
        Values::Uuids(_) => scalar::UUID,
        Values::Bytes(_, rows) => return bytes::bound(column, rows, ids, bounds),
        Values::List(lists, child) | Values::Map(lists, child) => {
            return nested::bound_list(column, lists, child, ids, bounds);
        }
        Values::Struct(fields) => return nested::bound_struct(column, fields, ids, bounds),
        Values::Indexed(keys, values) => {
            return nested::bound_indexed(column, keys, values, ids, bounds);
        }
    };
    bounds.iter_mut().for_each(|bound| *bound += widest);
}

/// Writes a value to each row.
pub(super) fn write_column(
    isa: Isa,
    column: &Column<'_>,
    ids: impl Ids,
    to: &mut Writer<'_>,
    scratch: &mut Scratch,
) -> Result<(), OutOfMemory> {
    match &column.values {
        Values::Null => scalar::nulls(to),
        Values::Bits(bits) => {
            scalar::bools(column, ids, to, |id| bits[id / 64] >> (id % 64) & 1 == 1);
        }
        Values::Bools(bools) => scalar::bools(column, ids, to, |id| bools[id] != 0),
        Values::Integers(class, integers, unit) => {
            numbers::integers(isa, column, *class, integers, *unit, ids, to);
        }
        Values::Floats(values) => scalar::floats(column, values, ids, to),
        Values::Decimals { unscaled, scale, .. } => {
            numbers::decimals(isa, column, unscaled, *scale, ids, to)
        }
        Values::Bytes(class, rows) => {
            bytes::write(isa, column, *class, rows, ids, to, scratch.spans());
        }
        Values::Uuids(values) => scalar::uuids(column, values, ids, to),
        Values::List(lists, child) | Values::Map(lists, child) => {
            return nested::write_list(isa, column, lists, child, ids, to, scratch);
        }
        Values::Struct(fields) => {
            return nested::write_struct(isa, column, fields, ids, to, scratch);
        }
        Values::Indexed(keys, values) => {
            return nested::write_indexed(isa, column, keys, values, ids, to, scratch);
        }
    }
    Ok(())
}
