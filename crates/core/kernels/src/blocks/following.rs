//! Prefetching what follows in memory while rows are hashed.

use std::cell::Cell;

use super::Block;
use super::ahead::prefetch;
use crate::limits::{LINE, MAX_INLINE};

/// The most bytes of a block that is read in order before its rows are visited out of order.
const TOUCHED: usize = 32 << 10;

/// How far ahead of a group of rows memory is prefetched, in bytes.
const AHEAD: usize = 4 << 10;

/// The most bytes of a group for which as many are prefetched. Over longer rows, the CPU's own
/// prefetcher gets going.
const GROUP: usize = 2 << 10;

/// The bytes that follow a block: in a column in order, the next block.
///
/// For kernels that visit rows out of order and finish a group in less time than its bytes take to
/// arrive. With AVX-512 on Zen 5, JSON of 900 bytes that streams takes 48 ns in XXH64 where it took
/// 73; in the cache it loses 5 %. Prefetched all at once before a group, the bytes arrive late:
/// XXH64 takes 67 ns.
pub(crate) struct FollowingBytes {
    next: Cell<*const u8>,
    /// The distance to the line after that.
    step: usize,
}

impl FollowingBytes {
    /// Whether there are such bytes.
    #[inline(always)]
    pub(crate) fn are_ahead(&self) -> bool {
        self.step != 0
    }

    /// Prefetches the next lines.
    #[inline(always)]
    pub(crate) fn fetch(&self, lines: usize) {
        let mut next = self.next.get();
        for _ in 0..lines {
            prefetch(next);
            next = next.wrapping_add(self.step);
        }
        self.next.set(next);
    }
}

impl Block<'_> {
    /// How many bytes a group of `lanes` rows should prefetch by [`Block::prefetch_after`]; 0 for
    /// longer rows, and for those inside views and `string_t`s. No row has more than `longest`
    /// bytes.
    #[inline(always)]
    pub(crate) fn bytes_ahead(&self, lanes: usize, longest: usize) -> usize {
        let is_inside = self.span.is_none() && longest <= MAX_INLINE;
        let bytes = longest.saturating_mul(lanes);
        if is_inside || bytes > GROUP { 0 } else { bytes }
    }

    /// Prefetches so many bytes some way behind row `first`.
    ///
    /// For kernels with 16 lanes, which read rows in an order in which the CPU's own prefetcher is
    /// not to be relied on. With AVX-512 on Zen 5, UUIDs that stream take 7.6 ns in BLAKE3 where
    /// they took 12 to 13, in MD5 7.3 instead of 11, in SHA-1 8.3 instead of 13. The number of
    /// bytes should be the same for all groups of a block: one that varies is mispredicted, which
    /// costs BLAKE3 a nanosecond per row.
    #[inline(always)]
    pub(crate) fn prefetch_after(&self, first: usize, bytes: usize) {
        let start = self.starts[first].wrapping_add(AHEAD);
        for at in (0..bytes).step_by(LINE) {
            prefetch(start.wrapping_add(at));
        }
    }

    /// The bytes that follow this block, if its rows are long and lie about one after the other.
    /// Else one line of the block, over and over, which costs less than a branch.
    #[inline(always)]
    pub(crate) fn following(&self) -> FollowingBytes {
        self.following_from(TOUCHED + 1)
    }

    /// The same for a block of at least `least` bytes.
    #[inline(always)]
    pub(crate) fn following_from(&self, least: usize) -> FollowingBytes {
        match self.end_in_order(least) {
            Some(end) => FollowingBytes { next: Cell::new(end), step: LINE },
            None => FollowingBytes { next: Cell::new(std::ptr::from_ref(self).cast()), step: 0 },
        }
    }

    /// The end of the last row of a block of at least `least` bytes, if its rows lie about one
    /// after the other.
    ///
    /// The strings of views and `string_t`s do so where a writer appended them to its buffers, row
    /// by row: then what lies between the rows is small. Short ones lie elsewhere.
    #[inline(always)]
    fn end_in_order(&self, least: usize) -> Option<*const u8> {
        let bytes = self.bytes();
        if bytes < least {
            return None;
        }
        let is_apart = |i: &usize| self.span.is_some() || self.lens[*i] > MAX_INLINE;
        let first = (0..self.len()).find(is_apart)?;
        let last = (0..self.len()).rfind(is_apart)?;
        let end = self.starts[last].wrapping_add(self.lens[last]);
        let spanned = end.addr().wrapping_sub(self.starts[first].addr());
        (spanned <= bytes + bytes / 4).then_some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{Rows, blocks};
    use crate::isa::Isa;

    fn are_ahead(rows: &[&[u8]], least: usize) -> bool {
        let mut are_ahead = Vec::new();
        blocks(Isa::Portable, &Rows::Slices(rows), |_, block| {
            are_ahead.push(block.following_from(least).are_ahead());
        });
        are_ahead == [true]
    }

    /// Short strings lie inside views and `string_t`s, wherever those are.
    #[test]
    fn what_follows_long_rows_in_order_is_known() {
        let (buffer, elsewhere) = (vec![0; 8 << 10], vec![0; MAX_INLINE]);
        let mut rows = Vec::new();
        let mut at = 0;
        for len in (0..200).map(|i| i % 25) {
            match len {
                ..=MAX_INLINE => rows.push(&elsewhere[..len]),
                _ => {
                    rows.push(&buffer[at..at + len]);
                    at += len;
                }
            }
        }
        assert!(are_ahead(&rows, 1 << 10));
        assert!(!are_ahead(&rows, 1 << 20));
        rows.reverse();
        assert!(!are_ahead(&rows, 1 << 10));
        assert!(!are_ahead(&[&[0; MAX_INLINE][..]; 200], 1 << 10));
    }
}
