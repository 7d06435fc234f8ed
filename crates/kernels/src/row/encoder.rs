//! Encodes rows into a reused buffer, column by column.
//!
//! First, each row gets as much room as it can take at most. For most types this is known without reading
//! the values. Then each column is written after the one before it, in all rows. The unused room stays
//! between the rows, since a block of rows is starts and lengths.

use std::fmt;

use super::alone::{Alone, Part};
use super::bytes::Spans;
use super::column::{Column, STRUCT, Values};
use super::write::{From, Ids, SLACK, Writer};
use super::{bytes, encoded, nested, numbers, scalar};
use crate::isa::Isa;
use crate::rows::{BLOCK_ROWS, Block, Entries, PADDED};

/// A block ends with the row that reaches this many bytes, which fit in the L2 cache.
const BLOCK_BYTES: usize = 256 << 10;

/// The most bytes that an encoder keeps for its next batch.
const MAX_IDLE: usize = 1 << 20;

/// The machine lacks memory for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The size of the request.
    pub bytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for {} bytes of encoded rows", self.bytes)
    }
}

impl std::error::Error for OutOfMemory {}

impl OutOfMemory {
    /// Makes room for `more` values.
    pub(super) fn unless_reserved<T>(values: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
        let bytes = (values.len().saturating_add(more)).saturating_mul(size_of::<T>());
        values.try_reserve(more).map_err(|_| OutOfMemory { bytes })
    }

    /// The one value of `kept`, made when it is first needed. A `Box` would end the process if memory ran
    /// out.
    pub(super) fn unless_kept<T>(
        kept: &mut Vec<T>,
        make: impl FnOnce() -> T,
    ) -> Result<&mut T, OutOfMemory> {
        if kept.is_empty() {
            OutOfMemory::unless_reserved(kept, 1)?;
            kept.push(make());
        }
        Ok(&mut kept[0])
    }
}

/// Encodes rows. It keeps its memory, so use one per thread.
#[derive(Default)]
pub struct Encoder {
    scratch: Scratch,
    /// The most bytes that each of the next rows can take.
    bounds: Vec<usize>,
    /// At most one.
    entries: Vec<Spans>,
    alone: Alone,
}

impl Encoder {
    /// Calls `kernel` with each block of encoded rows in turn and the number of its first row.
    /// Row `i` is the struct of row `i` of each column of `row`.
    ///
    /// # Errors
    /// Returns an error if there is no memory for a row; `kernel` has then been called for the rows before it.
    ///
    /// # Panics
    /// Panics if a column has fewer than `len` rows.
    pub fn blocks(
        &mut self,
        isa: Isa,
        row: &[Column<'_>],
        len: usize,
        mut kernel: impl FnMut(usize, &Block<'_>),
    ) -> Result<(), OutOfMemory> {
        self.parts(isa, row, |_| false, len, |_, first, block| kernel(first, block))
    }

    /// Like [`Encoder::blocks`], and after each block of rows also calls `kernel` with the block's values of
    /// every column that is to be read `alone`. They are encoded once for both.
    ///
    /// # Errors
    /// Returns an error if there is no memory for a row.
    ///
    /// # Panics
    /// Panics if a column has fewer than `len` rows.
    pub fn parts(
        &mut self,
        isa: Isa,
        row: &[Column<'_>],
        alone: impl Fn(usize) -> bool,
        len: usize,
        mut kernel: impl FnMut(Part, usize, &Block<'_>),
    ) -> Result<(), OutOfMemory> {
        assert!(row.iter().all(|column| column.len >= len));
        let result = (0..len).step_by(BLOCK_ROWS).try_for_each(|first| {
            let rows = BLOCK_ROWS.min(len - first);
            self.encode(isa, row, &alone, From(first), rows, |part, at, block| {
                kernel(part, first + at, block);
            })
        });
        self.trim();
        result
    }

    /// Encodes the rows `ids` of the columns, in this order. Calls `kernel` with the place in `ids` of the
    /// first row of each block, and the block. Runs of rows are encoded as [`Encoder::blocks`] encodes
    /// them.
    ///
    /// # Errors
    /// Returns an error if there is no memory for a row; `kernel` has then been called for the rows before it.
    ///
    /// # Panics
    /// Panics if a column has no row of that number.
    pub fn gathered(
        &mut self,
        isa: Isa,
        row: &[Column<'_>],
        ids: &[usize],
        mut kernel: impl FnMut(usize, &Block<'_>),
    ) -> Result<(), OutOfMemory> {
        assert!(row.iter().all(|column| ids.iter().all(|id| *id < column.len)));
        let result = ids.chunks(BLOCK_ROWS).enumerate().try_for_each(|(i, ids)| {
            let kernel = |_, at, block: &Block<'_>| kernel(i * BLOCK_ROWS + at, block);
            match ids.windows(2).all(|pair| pair[0] + 1 == pair[1]) {
                true => self.encode(isa, row, &|_| false, From(ids[0]), ids.len(), kernel),
                false => self.encode(isa, row, &|_| false, ids, ids.len(), kernel),
            }
        });
        self.trim();
        result
    }

    /// Encodes `len` rows of the columns, as one block, or as several if rows are long. `kernel` gets the
    /// index of each block's first row.
    fn encode(
        &mut self,
        isa: Isa,
        row: &[Column<'_>],
        alone: &impl Fn(usize) -> bool,
        ids: impl Ids,
        len: usize,
        mut kernel: impl FnMut(Part, usize, &Block<'_>),
    ) -> Result<(), OutOfMemory> {
        let header = nested::header(STRUCT, row.len());
        self.bounds.clear();
        OutOfMemory::unless_reserved(&mut self.bounds, len)?;
        self.bounds.resize(len, header.len + SLACK);
        row.iter().try_for_each(|column| add_bounds(isa, column, ids, &mut self.bounds))?;
        let mut done = 0;
        while done < len {
            let rows = self.scratch.place(&self.bounds[done..], BLOCK_BYTES)?;
            self.write(isa, row, alone, ids.after(done))?;
            let entries = OutOfMemory::unless_kept(&mut self.entries, Entries::new)?;
            let Scratch { buffer, starts, ends, .. } = &mut self.scratch;
            kernel(Part::Row, done, &entries.spans(isa, buffer, starts, ends));
            self.alone.read(isa, buffer, |i, block| kernel(Part::Column(i), done, block))?;
            done += rows;
        }
        Ok(())
    }

    /// Frees the memory that a batch of huge rows took.
    fn trim(&mut self) {
        self.scratch.trim();
        self.alone.trim(MAX_IDLE);
    }

    /// Writes the rows `ids` that have been given room.
    fn write(
        &mut self,
        isa: Isa,
        row: &[Column<'_>],
        alone: &impl Fn(usize) -> bool,
        ids: impl Ids,
    ) -> Result<(), OutOfMemory> {
        let header = nested::header(STRUCT, row.len());
        self.alone.clear();
        self.scratch.write(|to, scratch| {
            (0..to.cursors.len()).for_each(|at| to.short(at, header));
            row.iter().enumerate().try_for_each(|(i, column)| {
                if !alone(i) {
                    return write_column(isa, column, ids, to, scratch);
                }
                self.alone.start(i, to.cursors)?;
                write_column(isa, column, ids, to, scratch)?;
                self.alone.end(to.cursors);
                Ok(())
            })
        })
    }
}

/// Rows that are encoded side by side in one buffer.
#[derive(Default)]
pub(super) struct Scratch {
    /// With [`PADDED`] bytes before the first row, and [`SLACK`] after each.
    buffer: Vec<u8>,
    /// Where each row starts.
    starts: Vec<usize>,
    /// Where each row ends.
    ends: Vec<usize>,
    /// For the elements of lists in the rows.
    child: Option<Box<Scratch>>,
    /// For the strings among the values: at most one.
    spans: Vec<Spans>,
}

impl Scratch {
    fn spans(&mut self) -> Result<&mut Spans, OutOfMemory> {
        OutOfMemory::unless_kept(&mut self.spans, Entries::new)
    }

    /// An encoded row.
    #[inline(always)]
    pub fn row(&self, i: usize) -> &[u8] {
        &self.buffer[self.starts[i]..self.ends[i]]
    }

    /// Encodes rows of one column.
    pub fn encode(
        &mut self,
        isa: Isa,
        column: &Column<'_>,
        ids: &[usize],
    ) -> Result<(), OutOfMemory> {
        let mut bounds = nested::room(ids.len())?;
        bounds.resize(ids.len(), SLACK);
        add_bounds(isa, column, ids, &mut bounds)?;
        self.place(&bounds, usize::MAX)?;
        self.write(|to, scratch| write_column(isa, column, ids, to, scratch))
    }

    /// Gives each row the room that `bounds` says it needs, until the total exceeds `limit`. Each row starts
    /// there, empty. Returns the number of rows that have room, which is at least one if there are any.
    fn place(&mut self, bounds: &[usize], limit: usize) -> Result<usize, OutOfMemory> {
        for places in [&mut self.starts, &mut self.ends] {
            places.clear();
            OutOfMemory::unless_reserved(places, bounds.len())?;
        }
        self.starts.resize(bounds.len(), 0);
        let (mut next, mut rows) = (PADDED, 0);
        for (start, bound) in self.starts.iter_mut().zip(bounds) {
            *start = next;
            next += bound;
            rows += 1;
            if next > limit {
                break;
            }
        }
        self.starts.truncate(rows);
        self.ends.extend_from_slice(&self.starts);
        if self.buffer.len() < next {
            let more = next - self.buffer.len();
            OutOfMemory::unless_reserved(&mut self.buffer, more)?;
            self.buffer.resize(next, 0);
        }
        Ok(rows)
    }

    fn write(
        &mut self,
        columns: impl FnOnce(&mut Writer<'_>, &mut Scratch) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        // Taken out, so that a list can write here while it reads from it.
        let mut nested = self.child.take().unwrap_or_default();
        let mut to = Writer { buffer: &mut self.buffer, cursors: &mut self.ends };
        let result = columns(&mut to, &mut nested);
        self.child = Some(nested);
        result
    }

    /// Frees the memory that a batch of huge rows took.
    fn trim(&mut self) {
        if self.buffer.len() > MAX_IDLE {
            *self = Scratch::default();
        } else if let Some(child) = &mut self.child {
            child.trim();
        }
    }
}

/// The most bytes that a value can take; `None` if that depends on the value.
pub(super) fn widest(values: &Values<'_>) -> Option<usize> {
    Some(match values {
        Values::Null | Values::Bits(_) | Values::Bools(_) => 1,
        Values::Integers(_, integers, 1) | Values::Decimals { unscaled: integers, .. }
            if !integers.are_wide() =>
        {
            scalar::WIDEST_64
        }
        Values::Integers(..) | Values::Decimals { .. } => scalar::WIDEST,
        Values::Floats(_) => 9,
        Values::Uuids(_) => scalar::UUID,
        Values::Indexed(_, values) => return widest(&values.values),
        Values::Encoded(_, values) => values.widest(),
        Values::Struct(fields) => {
            let mut fields = fields.iter().map(|field| widest(&field.values));
            return fields.try_fold(nested::HEADER, |sum, field| Some(sum + field?));
        }
        Values::Bytes(..) | Values::List(..) | Values::Map(..) => return None,
    })
}

/// Adds the most bytes that each row can take.
pub(super) fn add_bounds(
    isa: Isa,
    column: &Column<'_>,
    ids: impl Ids,
    bounds: &mut [usize],
) -> Result<(), OutOfMemory> {
    match &column.values {
        Values::Bytes(_, rows) => bytes::bound(isa, column, rows, ids, bounds),
        Values::List(lists, child) | Values::Map(lists, child) => {
            return nested::bound_list(isa, column, lists, child, ids, bounds);
        }
        Values::Struct(fields) => return nested::bound_struct(isa, column, fields, ids, bounds),
        Values::Indexed(keys, values) => {
            return nested::bound_indexed(isa, column, keys, values, ids, bounds);
        }
        values => {
            let widest = widest(values).expect("the others were matched");
            bounds.iter_mut().for_each(|bound| *bound += widest);
        }
    }
    Ok(())
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
        Values::List(lists, child) | Values::Map(lists, child) => {
            nested::write_list(isa, column, lists, child, ids, to, scratch)
        }
        Values::Struct(fields) => nested::write_struct(isa, column, fields, ids, to, scratch),
        Values::Indexed(keys, values) => {
            nested::write_indexed(isa, column, keys, values, ids, to, scratch)
        }
        _ => write_flat(isa, column, ids, to, scratch),
    }
}

/// Writes values that have no values inside. A function of its own: otherwise every level of nesting would
/// take the stack that numbers and strings need, and types with a thousand levels must not overflow it.
#[inline(never)]
fn write_flat(
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
            numbers::decimals(isa, column, unscaled, *scale, ids, to);
        }
        Values::Bytes(class, rows) => {
            bytes::write(isa, column, *class, rows, ids, to, scratch.spans()?);
        }
        Values::Uuids(values) => scalar::uuids(column, values, ids, to),
        Values::Encoded(keys, values) => encoded::write(column, keys, values, ids, to),
        Values::List(..) | Values::Map(..) | Values::Struct(_) | Values::Indexed(..) => {
            unreachable!("they have values inside")
        }
    }
    Ok(())
}
