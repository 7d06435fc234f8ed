//! Blocks, the input of a kernel.

use std::hint::select_unpredictable;

use super::ahead::{RowsAhead, prefetch};
use crate::limits::{MAX_LANES, PADDED};

/// The seed of each row.
#[derive(Clone, Copy, Debug)]
pub enum Seeds<'a, S> {
    /// One seed for all rows.
    Constant(S),
    /// A seed for each row.
    Column(&'a [S]),
}

impl<S: Copy> Seeds<'_, S> {
    /// The seeds of `len` rows from `first` on.
    pub fn part(&self, first: usize, len: usize) -> Self {
        match self {
            Seeds::Constant(seed) => Seeds::Constant(*seed),
            Seeds::Column(seeds) => Seeds::Column(&seeds[first..first + len]),
        }
    }

    /// The seed of all rows, if they have one.
    #[inline(always)]
    pub fn constant(&self) -> Option<S> {
        match self {
            Seeds::Constant(seed) => Some(*seed),
            Seeds::Column(_) => None,
        }
    }

    /// The seed of row `i`.
    #[inline(always)]
    pub fn seed(&self, i: usize) -> S {
        match self {
            Seeds::Constant(seed) => *seed,
            Seeds::Column(seeds) => seeds[i],
        }
    }
}

/// A run of at most [`BLOCK_ROWS`](crate::blocks::BLOCK_ROWS) rows: the start and the length of each,
/// as vectors of lanes read them.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    // Invariant: both have MAX_LANES entries more than there are rows. Each entry describes bytes
    // that are readable for 'a. PADDED bytes are readable from the start and up to the end, even if
    // the row is shorter.
    pub(super) starts: &'a [*const u8],
    pub(super) lens: &'a [usize],
    /// The bytes of all rows, if they are known to lie one after the other.
    pub(super) span: Option<&'a [u8]>,
    /// Invariant: this many bytes are readable from every start, even if the row is shorter.
    pub(super) room: usize,
    /// The rows after this block, if there are any.
    pub(super) ahead: Option<&'a dyn RowsAhead>,
}

impl<'a> Block<'a> {
    /// The number of rows.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.lens.len() - MAX_LANES
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of row `i`. Panics if `i` is not below [`Block::len`].
    #[inline(always)]
    pub fn row(&self, i: usize) -> &'a [u8] {
        assert!(i < self.len());
        // SAFETY: every entry describes readable bytes.
        unsafe { std::slice::from_raw_parts(self.starts[i], self.lens[i]) }
    }

    /// The rows in order.
    #[inline(always)]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        let len = self.len();
        self.starts[..len].iter().zip(&self.lens[..len]).map(|(start, len)| {
            // SAFETY: every entry describes readable bytes.
            unsafe { std::slice::from_raw_parts(*start, *len) }
        })
    }

    /// Copies the first `len` bytes of row `i` to the start of `to` and leaves the 16 bytes after
    /// them undefined. Panics if the row has fewer bytes, or if `to` is not 16 bytes longer.
    ///
    /// A call of `memcpy` costs more than copying the bytes of a short row, and so does a
    /// mispredicted branch on the length. `LONG` is best for blocks with rows over 32 bytes, and
    /// with nothing to copy of some of them.
    #[inline(always)]
    pub(crate) fn copy<const LONG: bool>(&self, i: usize, len: usize, to: &mut [u8]) {
        static EMPTY: [u8; 16] = [0; 16];
        assert!(i < self.len() && len <= self.lens[i] && to.len() >= len + 16);
        let is_empty = len == 0;
        let from = self.starts[i];
        let from = if LONG { select_unpredictable(is_empty, EMPTY.as_ptr(), from) } else { from };
        let to = to.as_mut_ptr();
        // SAFETY: `len` bytes are readable, and so are PADDED bytes from the start of the row, that
        // is up to `last` and PADDED bytes more, and all bytes of EMPTY. `to` has as many bytes and
        // 16 more, and is borrowed mutably, so it doesn't overlap the row.
        unsafe {
            let copy8 = |at: usize| {
                from.add(at).cast::<[u8; 8]>().copy_to_nonoverlapping(to.add(at).cast(), 1);
            };
            let copy16 = |at: usize| {
                from.add(at).cast::<[u8; 16]>().copy_to_nonoverlapping(to.add(at).cast(), 1);
            };
            if LONG && (is_empty | (16..=64).contains(&len)) {
                let last = len.saturating_sub(16);
                copy16(0);
                copy16(last.min(16));
                copy16(len.saturating_sub(32));
                copy16(last);
            } else if len <= 32 {
                let last = len.saturating_sub(PADDED);
                copy8(0);
                copy8(last.min(8));
                copy8(last.saturating_sub(8));
                copy8(last);
            } else {
                from.copy_to_nonoverlapping(to, len);
            }
        }
    }

    /// The number of bytes from the start of the first row to that of the last. If rows lie one
    /// after the other, the rows of the next block lie about as far after these.
    pub(crate) fn distance(&self) -> isize {
        match self.len() {
            0 => 0,
            len => self.starts[len - 1].addr().wrapping_sub(self.starts[0].addr()) as isize,
        }
    }

    /// Prefetches the cache line `distance` bytes after the start of row `i`.
    #[inline(always)]
    pub(crate) fn prefetch_behind(&self, i: usize, distance: isize) {
        prefetch(self.starts[i].wrapping_offset(distance));
    }

    /// The lengths of the rows in bytes.
    #[inline(always)]
    pub fn lens(&self) -> &'a [usize] {
        &self.lens[..self.len()]
    }

    /// The block of `len` rows from `first` on. Panics if there are fewer.
    pub fn part(&self, first: usize, len: usize) -> Block<'a> {
        assert!(first + len <= self.len());
        let entries = first..first + len + MAX_LANES;
        let (starts, lens) = (&self.starts[entries.clone()], &self.lens[entries]);
        Block { starts, lens, span: None, room: self.room, ahead: None }
    }

    /// The number of bytes that can be read from every start of [`Block::entries`], even if the row
    /// is shorter.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// The starts and the lengths of the rows, with [`MAX_LANES`] entries more than there are rows.
    /// [`PADDED`] bytes can be read from every start and before every end.
    #[inline(always)]
    pub(crate) fn entries(&self) -> (&'a [*const u8], &'a [usize]) {
        (self.starts, self.lens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{Rows, blocks};
    use crate::isa::Isa;
    use crate::limits::BLOCK_ROWS;

    #[test]
    fn copies_of_any_length_are_the_row() {
        let bytes: Vec<u8> = (0..200).collect();
        // Rows that end where their buffer does.
        let slices: Vec<&[u8]> = (0..=200).map(|len| &bytes[200 - len..]).collect();
        blocks(Isa::current(), &Rows::Slices(&slices), |_, block| {
            for (i, row) in slices.iter().enumerate() {
                let mut to = vec![0; row.len() + 16];
                block.copy::<false>(i, i, &mut to);
                assert_eq!(&to[..i], *row);
                for len in [i, i / 2, 0] {
                    to.fill(0);
                    block.copy::<true>(i, len, &mut to);
                    assert_eq!(to[..len], row[..len]);
                }
            }
        });
    }

    #[test]
    fn the_entries_past_a_block_are_empty_rows() {
        let slices = [&b"a long enough row"[..]; BLOCK_ROWS + 3];
        blocks(Isa::current(), &Rows::Slices(&slices), |_, block| {
            let (starts, lens) = block.entries();
            assert_eq!(
                (starts.len(), lens.len()),
                (block.len() + MAX_LANES, block.len() + MAX_LANES)
            );
            assert_eq!(lens[block.len()..], [0; MAX_LANES]);
            let part = block.part(1, 1);
            assert_eq!((part.len(), part.row(0)), (1, slices[0]));
        });
    }
}
