//! The rows of the next block, on their way to the cache while those of this one are hashed.

use std::fmt;
use std::ops::Range;

use super::{Block, Layout, MAX_LANES};

/// Blocks of more bytes have rows of which the first and the last line say little.
const MOST: usize = 32 << 10;

/// Rows of shorter blocks come in time.
const LEAST: usize = 2 << 10;

/// The processor does not foresee where a row is that lies further from the one before it.
const FORESEEN: usize = 4 << 10;

/// So many rows are asked for at once. A multiple of the lanes of any instruction set.
///
/// A loop over groups that asks in each of them can't keep its constants in registers, and takes 1 ns a row longer.
pub(crate) const AT_ONCE: usize = 16;

const _: () = assert!(AT_ONCE.is_multiple_of(MAX_LANES));

/// Rows to come.
pub(crate) trait Ahead {
    /// Asks for rows of the next block, by their numbers there: as many as are hashed until the next call.
    ///
    /// A few at a time, they come while the group is hashed. On Zen 4, UUIDs that lie in any order take XXH3 9 ns, and
    /// without it 17.
    fn fetch(&self, rows: Range<usize>);
}

impl fmt::Debug for dyn Ahead + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ahead")
    }
}

/// The rows of a layout from one on.
///
/// They are read as the layout has them. To write down where they lie, a block earlier than needed, cost 0.7 ns a UUID:
/// the cache has no room for it.
pub(super) struct RowsFrom<'l, L> {
    pub layout: &'l L,
    pub first: usize,
}

impl<'a, L: Layout<'a>> Ahead for RowsFrom<'_, L> {
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

impl<'a> Block<'a> {
    /// The rows to come, where it is worth to fetch them: where the processor does not foresee where they lie.
    ///
    /// It foresees rows that lie in order. To fetch those, too, took texts of 20 to 120 bytes from 8.8 to 8.0 ns where
    /// they came from memory, and from 5.8 to 7.1 where they were in the cache, as they are in engines.
    #[inline(always)]
    pub(crate) fn ahead(&self) -> Option<&'a dyn Ahead> {
        let ahead = self.ahead?;
        let is_worth =
            self.span.is_none() && self.is_scattered() && (LEAST..=MOST).contains(&self.bytes());
        is_worth.then_some(ahead)
    }

    /// Whether rows lie in another order, as a sort or a join leaves them.
    #[inline(always)]
    fn is_scattered(&self) -> bool {
        const SAMPLED: usize = 16;
        let is_far = |pair: &&[*const u8]| pair[1].addr().abs_diff(pair[0].addr()) > FORESEEN;
        let pairs = self.starts[..self.len()].windows(2).step_by(SAMPLED);
        2 * pairs.clone().filter(is_far).count() > pairs.len()
    }
}

/// Asks for a cache line.
#[inline(always)]
fn prefetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of the baseline, and reads nothing, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
