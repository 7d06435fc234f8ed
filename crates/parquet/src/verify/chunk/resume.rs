//! Where a walk goes on behind a page whose header can't be read: at the next one that the offset index
//! names.

use std::ops::Range;

use crate::page::Page;
use crate::verify::page_index::Location;

/// The page that a walk goes on at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next {
    pub offset: u64,
    /// Its number in the chunk, from 0; a dictionary counts.
    pub page: u64,
    /// Its number among the data pages, from 0.
    pub data_page: usize,
}

/// The pages that an offset index names, and how far the walk has come.
pub(super) struct Resume {
    /// Where data pages begin, in rising order.
    offsets: Vec<u64>,
    /// Pages in front of the first of them.
    before: u64,
    /// No page that begins here or before is gone on at.
    floor: u64,
    /// Bytes of pages that may still be read. A sound index makes no byte read twice; one whose pages
    /// overlap must not make a chunk be read once for each.
    left: u64,
}

impl Resume {
    /// For a chunk that lies in `range`. An index whose pages overlap or lie elsewhere names none.
    pub(super) fn new(range: Range<u64>, locations: Vec<Location>) -> Self {
        let mut offsets = Vec::with_capacity(locations.len());
        let mut end = range.start;
        for location in locations {
            let place = u64::try_from(location.offset).ok().zip(u64::try_from(location.size).ok());
            let Some((offset, size)) = place.filter(|(offset, size)| {
                *offset >= end && offset.checked_add(*size).is_some_and(|end| end <= range.end)
            }) else {
                offsets.clear();
                break;
            };
            offsets.push(offset);
            end = offset + size;
        }
        let before = u64::from(offsets.first().is_some_and(|first| *first > range.start));
        let left = 2 * (range.end - range.start);
        Resume { offsets, before, floor: 0, left }
    }

    /// A page has been read.
    pub(super) fn passed(&mut self, page: &Page) {
        self.floor = page.offset;
        self.left = self.left.saturating_sub(page.body.end - page.offset);
    }

    /// The page behind a bad header at `offset`. Where the page before it has a wrong size, that may be
    /// none that the index names, and the next one lie in front of it.
    pub(super) fn behind(&mut self, offset: u64) -> Option<Next> {
        if self.offsets.binary_search(&offset).is_ok() {
            self.floor = self.floor.max(offset);
        }
        if self.left == 0 {
            return None;
        }
        let data_page = self.offsets.partition_point(|start| *start <= self.floor);
        let offset = *self.offsets.get(data_page)?;
        self.floor = offset;
        Some(Next { offset, page: self.before + data_page as u64, data_page })
    }
}
