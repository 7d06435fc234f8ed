//! Blocks, the input of a kernel.

use super::ahead::Ahead;
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

    /// The seed of row `i`.
    #[inline(always)]
    pub fn of(&self, i: usize) -> S {
        match self {
            Seeds::Constant(seed) => *seed,
            Seeds::Column(seeds) => seeds[i],
        }
    }
}

/// A run of at most [`BLOCK_ROWS`](crate::rows::BLOCK_ROWS) rows: the start and the length of each, as vectors of lanes
/// read them.
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
    pub(super) ahead: Option<&'a dyn Ahead>,
}

impl<'a> Block<'a> {
    /// The number of rows.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.lens.len() - MAX_LANES
    }

    /// Whether there are no rows.
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

    /// Copies row `i` to the start of `to` and leaves the 16 bytes after it undefined. Panics if `to` is not
    /// 16 bytes longer than the row.
    ///
    /// A call of `memcpy` costs more than copying the bytes of a short row, and so does a mispredicted branch
    /// on the length. `LONG` is best for blocks with rows over 32 bytes.
    #[inline(always)]
    pub(crate) fn copy<const LONG: bool>(&self, i: usize, to: &mut [u8]) {
        let (from, len) = (self.starts[i], self.lens[i]);
        assert!(i < self.len() && to.len() >= len + 16);
        let to = to.as_mut_ptr();
        // SAFETY: the row is readable, and so are PADDED bytes from its start, that is up to `last` and
        // PADDED bytes more. The other copies are of bytes of the row. `to` has as many bytes and 16 more,
        // and is borrowed mutably, so it doesn't overlap the row.
        unsafe {
            let copy8 = |at: usize| {
                from.add(at).cast::<[u8; 8]>().copy_to_nonoverlapping(to.add(at).cast(), 1);
            };
            let copy16 = |at: usize| {
                from.add(at).cast::<[u8; 16]>().copy_to_nonoverlapping(to.add(at).cast(), 1);
            };
            match len {
                16..=64 if LONG => {
                    copy16(0);
                    copy16((len - 16).min(16));
                    copy16(len.max(32) - 32);
                    copy16(len - 16);
                }
                0..=32 => {
                    let last = len.max(PADDED) - PADDED;
                    copy8(0);
                    copy8(last.min(8));
                    copy8(last.saturating_sub(8));
                    copy8(last);
                }
                _ => from.copy_to_nonoverlapping(to, len),
            }
        }
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

    /// The number of bytes that can be read from every start of [`Block::entries`], even if the row is shorter.
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
    use crate::isa::Isa;
    use crate::limits::BLOCK_ROWS;
    use crate::rows::{Rows, blocks};

    #[test]
    fn copies_of_any_length_are_the_row() {
        let bytes: Vec<u8> = (0..200).collect();
        // Rows that end where their buffer does.
        let slices: Vec<&[u8]> = (0..=200).map(|len| &bytes[200 - len..]).collect();
        blocks(Isa::current(), &Rows::Slices(&slices), |_, block| {
            for (i, row) in slices.iter().enumerate() {
                let mut to = vec![0; row.len() + 16];
                block.copy::<false>(i, &mut to);
                assert_eq!(&to[..i], *row);
                to.fill(0);
                block.copy::<true>(i, &mut to);
                assert_eq!(&to[..i], *row);
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
