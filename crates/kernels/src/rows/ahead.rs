//! The rows of the next block, on their way to the cache while those of this one are hashed.

use std::fmt;
use std::ops::Range;

use super::{Block, Layout};

/// Blocks of more bytes have rows of which the first and the last line say little.
const MOST: usize = 32 << 10;

/// Rows of shorter blocks come in time, if the processor foresees where they lie.
const LEAST: usize = 6 << 10;

/// The same, if it does not.
const LEAST_SCATTERED: usize = 2 << 10;

/// It does not if each lies further from the one before it.
const FORESEEN: usize = 4 << 10;

/// Rows to come.
pub(crate) trait Ahead {
    /// Asks for rows of the next block, by their numbers there: as many as are hashed until the next call.
    ///
    /// A few at a time, they come while the group is hashed: on Zen 4 texts of 20 to 120 bytes take XXH3 7.8 ns, and
    /// without it 9.3. Asked for all at once, they took 15.
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
        let end = (self.first + rows.end).min(self.layout.len());
        for i in self.first + rows.start..end {
            let row = self.layout.row(i);
            prefetch(row.as_ptr());
            prefetch(row.as_ptr().wrapping_add(row.len().saturating_sub(1)));
        }
    }
}

impl<'a> Block<'a> {
    /// The rows to come, where it is worth to fetch them, for a kernel that visits rows in order or not.
    #[inline(always)]
    pub(crate) fn ahead(&self, is_in_order: bool) -> Option<&'a dyn Ahead> {
        let ahead = self.ahead?;
        let bytes = match self.span {
            Some(span) => span.len(),
            None => self.lens().iter().sum(),
        };
        let is_worth = !is_in_order && bytes >= LEAST;
        (bytes <= MOST && (is_worth || bytes >= LEAST_SCATTERED && self.is_scattered()))
            .then_some(ahead)
    }

    /// Whether rows lie in another order, as a sort or a join leaves them.
    #[inline(always)]
    fn is_scattered(&self) -> bool {
        const SAMPLED: usize = 16;
        let is_far = |pair: &&[*const u8]| pair[1].addr().abs_diff(pair[0].addr()) > FORESEEN;
        let pairs = self.starts[..self.len()].windows(2).step_by(SAMPLED);
        self.span.is_none() && 2 * pairs.clone().filter(is_far).count() > pairs.len()
    }
}

/// Asks for rows to come each time that `done` rows of a block, `lanes` at a time, have got so far.
///
/// One row at a time, the call took longer than what it gained.
#[inline(always)]
pub(crate) fn fetch(ahead: Option<&dyn Ahead>, done: usize, lanes: usize) {
    const AT_ONCE: usize = 8;
    if let Some(ahead) = ahead
        && done % AT_ONCE < lanes
    {
        ahead.fetch(done..done + AT_ONCE.max(lanes));
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
