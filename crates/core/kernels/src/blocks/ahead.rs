//! Prefetching the rows of the next block while the rows of this one are hashed, if it pays.

use std::fmt;
use std::ops::Range;

use super::{Block, Layout};
use crate::limits::MAX_LANES;

/// The number of rows prefetched at once. A multiple of the lanes of any instruction set.
///
/// A loop over groups that prefetches in each of them can't keep its constants in registers: 1 ns
/// more per row.
pub(crate) const AT_ONCE: usize = 16;

const _: () = assert!(AT_ONCE.is_multiple_of(MAX_LANES));

/// The most bytes of a block. The rows of a larger block are so long that their first and last line
/// say little.
const MOST: usize = 32 << 10;

/// The fewest bytes of a block. The rows of a smaller block arrive in time without a prefetch.
const LEAST: usize = 2 << 10;

/// The CPU doesn't predict where a row lies if it is further than this from the row before it.
pub(crate) const FORESEEN: usize = 4 << 10;

/// The rows of the next block.
pub(crate) trait RowsAhead {
    /// Prefetches rows of the next block, by their numbers there: as many as are hashed until the
    /// next call.
    ///
    /// A few at a time arrive while the group is hashed. On Zen 4, XXH3 takes 9 ns per UUID in
    /// random order, and 17 without prefetching.
    fn fetch(&self, rows: Range<usize>);
}

impl fmt::Debug for dyn RowsAhead + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ahead")
    }
}

/// The rows of a layout from `first` on.
///
/// Their places are read from the layout. Storing the places a block before they are needed cost
/// 0.7 ns per UUID, because the cache has no room for them.
pub(super) struct RowsFrom<'l, L> {
    pub layout: &'l L,
    pub first: usize,
}

impl<'a, L: Layout<'a>> RowsAhead for RowsFrom<'_, L> {
    fn fetch(&self, rows: Range<usize>) {
        let (first, end) = (self.first + rows.start, self.first + rows.end);
        let end = end.min(self.layout.len());
        for i in first..end {
            let row = self.layout.row(i);
            prefetch(row.as_ptr());
            prefetch(row.as_ptr().wrapping_add(row.len().saturating_sub(1)));
        }
    }
}

/// Prefetches a cache line.
#[inline(always)]
pub(crate) fn prefetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of the baseline, and accesses no memory, whatever the
        // address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

impl<'a> Block<'a> {
    /// The rows of the next block, if prefetching them pays: if the CPU doesn't predict where they
    /// lie.
    ///
    /// The CPU predicts rows that lie in order. Prefetching those as well sped up strings of 20 to
    /// 120 bytes from 8.8 to 8.0 ns if they came from memory, and slowed them down from 5.8 to 7.1
    /// ns if they were in the cache, as in engines.
    #[inline(always)]
    pub(crate) fn ahead(&self) -> Option<&'a dyn RowsAhead> {
        let ahead = self.ahead?;
        let is_worth =
            self.span.is_none() && self.is_scattered() && (LEAST..=MOST).contains(&self.bytes());
        is_worth.then_some(ahead)
    }

    /// Whether the rows lie out of order, as a sort or a join leaves them.
    #[inline(always)]
    fn is_scattered(&self) -> bool {
        const SAMPLED: usize = 16;
        let is_far = |pair: &&[*const u8]| pair[1].addr().abs_diff(pair[0].addr()) > FORESEEN;
        let pairs = self.starts[..self.len()].windows(2).step_by(SAMPLED);
        2 * pairs.clone().filter(is_far).count() > pairs.len()
    }
}
