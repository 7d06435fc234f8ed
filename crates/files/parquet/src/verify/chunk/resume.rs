//! Where a walk continues after a page whose header can't be read: at the next page of the offset index.

use std::ops::Range;

use crate::page::Page;
use crate::verify::page_index::PageLocation;

/// The page at which a walk continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NextPage {
    pub offset: u64,
    /// Its number in the chunk, from 0. A dictionary page counts.
    pub page: u64,
    /// Its number among the data pages, from 0.
    pub data_page: usize,
}

/// The pages of an offset index, and the position of the walk.
pub(super) struct ResumedWalk {
    /// The offsets of the data pages, in ascending order.
    offsets: Vec<u64>,
    /// The number of pages before the first of them.
    before: u64,
    /// The walk never continues at a page that starts at or before this offset.
    floor: u64,
    /// The bytes of pages that may still be read. A valid index makes no byte read twice. An index with overlapping
    /// pages must not cause the chunk to be read once per page.
    left: u64,
}

impl ResumedWalk {
    /// Prepares for a chunk in `range`. If the pages of the index overlap or lie elsewhere, it names no page.
    pub(super) fn new(range: Range<u64>, locations: Vec<PageLocation>) -> Self {
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
        ResumedWalk { offsets, before, floor: 0, left }
    }

    /// Records that a page has been read.
    pub(super) fn passed(&mut self, page: &Page) {
        self.floor = page.offset;
        self.left = self.left.saturating_sub(page.body.end - page.offset);
    }

    /// Returns the page after a bad header at `offset`. If the page before the header has a wrong size, the index may
    /// have no page at `offset`, and the next page may start before it.
    pub(super) fn behind(&mut self, offset: u64) -> Option<NextPage> {
        if self.offsets.binary_search(&offset).is_ok() {
            self.floor = self.floor.max(offset);
        }
        if self.left == 0 {
            return None;
        }
        let data_page = self.offsets.partition_point(|start| *start <= self.floor);
        let offset = *self.offsets.get(data_page)?;
        self.floor = offset;
        Some(NextPage { offset, page: self.before + data_page as u64, data_page })
    }
}
