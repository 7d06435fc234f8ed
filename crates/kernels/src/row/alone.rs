//! Values of a row as rows of their own.
//!
//! The row of one value is a header of two bytes and the value as it stands in the row of many. So who hashes
//! columns and rows alike need not have it encoded twice: while the values of a column are read, the
//! header takes the place of the two bytes before each.

use super::bytes::Spans;
use super::column::STRUCT;
use super::nested;
use super::write::Writer;
use crate::isa::Isa;
use crate::rows::{Block, Entries};

/// The bytes of `header(STRUCT, 1)`.
const HEADER: usize = 2;

/// What the rows of a block are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Rows of all columns.
    Row,
    /// Rows of one of the columns alone.
    Column(usize),
}

/// The values of one column of a block, which stand last in each of its rows.
#[derive(Default)]
pub(super) struct Alone {
    /// Where each row with its header starts.
    starts: Vec<usize>,
    /// What the headers stand in place of.
    before: Vec<[u8; HEADER]>,
    entries: Option<Box<Spans>>,
}

impl Alone {
    /// Values will be written next.
    pub fn start(&mut self, to: &Writer<'_>) {
        self.starts.clear();
        // The header of the whole row is as long at least.
        self.starts.extend(to.cursors.iter().map(|cursor| cursor - HEADER));
    }

    /// Calls `kernel` with what was written since, as rows of one column.
    pub fn read(&mut self, isa: Isa, to: &mut Writer<'_>, kernel: impl FnOnce(&Block<'_>)) {
        let header = nested::header(STRUCT, 1);
        let header: [u8; HEADER] = std::array::from_fn(|i| header.bytes.to_le_bytes()[i]);
        self.before.clear();
        self.before.extend(self.starts.iter().map(|start| {
            let place = slot(to.buffer, *start);
            std::mem::replace(place, header)
        }));
        let entries = self.entries.get_or_insert_with(|| Box::new(Entries::new()));
        kernel(&entries.spans(isa, to.buffer, &self.starts, to.cursors));
        for (start, before) in self.starts.iter().zip(&self.before) {
            *slot(to.buffer, *start) = *before;
        }
    }
}

#[inline(always)]
fn slot(buffer: &mut [u8], start: usize) -> &mut [u8; HEADER] {
    buffer[start..].first_chunk_mut().expect("a value stands behind it")
}
