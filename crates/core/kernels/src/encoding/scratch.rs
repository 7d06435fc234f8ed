//! The buffer in which rows are encoded side by side.

use super::RowWriter;
use super::bytes::RowSpans;
use super::numbers::NumberChunk;
use super::out_of_memory::OutOfMemory;
use crate::blocks::{BlockEntries, PADDED};

/// The most bytes that an encoder keeps for its next batch.
pub(super) const MAX_IDLE: usize = 1 << 20;

/// Kernels load rows of up to this many bytes as whole vectors, also the last one.
const ROOM: usize = 128;

/// Rows that are encoded side by side in one buffer.
#[derive(Default)]
pub(super) struct RowScratch {
    /// The rows, with [`PADDED`] bytes before the first row, [`SLACK`](super::SLACK) bytes after
    /// each, and [`ROOM`] bytes after the last.
    pub buffer: Vec<u8>,
    /// The start of each row.
    pub starts: Vec<usize>,
    /// The end of each row.
    pub ends: Vec<usize>,
    /// For the elements of lists in the rows.
    child: Option<Box<RowScratch>>,
    /// For the strings among the values: at most one.
    spans: Vec<RowSpans>,
    /// For the numbers among the values: at most one.
    numbers: Vec<NumberChunk>,
}

impl RowScratch {
    /// Entries for a block of strings.
    pub(crate) fn spans(&mut self) -> Result<&mut RowSpans, OutOfMemory> {
        OutOfMemory::unless_kept(&mut self.spans, BlockEntries::new)
    }

    /// A chunk of numbers.
    pub(crate) fn numbers(&mut self) -> Result<&mut NumberChunk, OutOfMemory> {
        OutOfMemory::unless_kept(&mut self.numbers, NumberChunk::new)
    }

    /// The encoded row `i`.
    #[inline(always)]
    pub(crate) fn row(&self, i: usize) -> &[u8] {
        &self.buffer[self.starts[i]..self.ends[i]]
    }

    /// Gives each row the room in `bounds`, until the total exceeds `limit`. The rows are empty.
    /// Returns the number of rows that have room, which is at least one if there are any.
    pub(crate) fn place(&mut self, bounds: &[usize], limit: usize) -> Result<usize, OutOfMemory> {
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
        let len = next + ROOM;
        if self.buffer.len() < len {
            let more = len - self.buffer.len();
            OutOfMemory::unless_reserved(&mut self.buffer, more)?;
            self.buffer.resize(len, 0);
        }
        Ok(rows)
    }

    /// Calls `columns` with a writer of the rows, and a scratch for the elements of lists.
    pub(crate) fn write(
        &mut self,
        columns: impl FnOnce(&mut RowWriter<'_>, &mut RowScratch) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        // Taken out, so that a list can write here while it reads from it.
        let mut nested = self.child.take().unwrap_or_default();
        let mut to = RowWriter { buffer: &mut self.buffer, cursors: &mut self.ends };
        let result = columns(&mut to, &mut nested);
        self.child = Some(nested);
        result
    }

    /// Frees the memory that a batch of huge rows took.
    pub(crate) fn trim(&mut self) {
        if self.buffer.len() > MAX_IDLE {
            *self = RowScratch::default();
        } else if let Some(child) = &mut self.child {
            child.trim();
        }
    }
}
