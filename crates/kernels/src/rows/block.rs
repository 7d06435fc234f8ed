//! Blocks: what a kernel reads.

use super::ahead::{Ahead, RowsFrom};
use super::{Entries, Layout, Rows, with_layout};
use crate::isa::Isa;

/// The most rows in a block: where they start and how long they are takes 4 KiB of the stack and
/// stays in the L1 cache.
pub const BLOCK_ROWS: usize = 256;

/// The widest group of lanes. So many entries past a block's last row can be read, too.
pub(crate) const MAX_LANES: usize = 16;

/// So many bytes can be read from the start of every row, and before its end, however short it is.
pub(crate) const PADDED: usize = 8;

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

/// A run of at most [`BLOCK_ROWS`] rows: where each starts and how long it is, as vectors of lanes
/// read them.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    // Invariant: both have MAX_LANES entries more than there are rows, and each entry describes
    // bytes that are readable for 'a; from the start and up to the end PADDED of them, even where
    // the row is shorter.
    pub(super) starts: &'a [*const u8],
    pub(super) lens: &'a [usize],
    /// The bytes of all rows, where it is known that they lie one after the other.
    pub(super) span: Option<&'a [u8]>,
    /// The rows behind it, if there are any.
    pub(super) ahead: Option<&'a dyn Ahead>,
}

impl<'a> Block<'a> {
    /// Number of rows.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.lens.len() - MAX_LANES
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of row `i`. Panics where there is no such row.
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

    /// Copies row `i` to the start of `to`, which must be 16 bytes longer: what follows the row there is
    /// anything. Panics where it is not.
    ///
    /// A call of `memcpy` costs more than the bytes of a short row, and so does a branch on the length that
    /// is mispredicted. `LONG` is best for blocks with rows over 32 bytes.
    #[inline(always)]
    pub(crate) fn copy<const LONG: bool>(&self, i: usize, to: &mut [u8]) {
        let (from, len) = (self.starts[i], self.lens[i]);
        assert!(i < self.len() && to.len() >= len + 16);
        let to = to.as_mut_ptr();
        // SAFETY: the row is readable, and PADDED bytes from its start are, so up to `last` and PADDED
        // bytes more; the other copies are of bytes of the row. `to` has as many and 16 more, and is
        // borrowed mutably, so it is not the row.
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

    /// The block of `len` rows from `first` on. Panics where there are fewer.
    pub fn part(&self, first: usize, len: usize) -> Block<'a> {
        assert!(first + len <= self.len());
        let entries = first..first + len + MAX_LANES;
        let (starts, lens) = (&self.starts[entries.clone()], &self.lens[entries]);
        Block { starts, lens, span: None, ahead: None }
    }

    /// Where the rows start and how long they are, with [`MAX_LANES`] entries more than there are
    /// rows. [`PADDED`] bytes can be read from every start, and before every end.
    #[inline(always)]
    pub(crate) fn entries(&self) -> (&'a [*const u8], &'a [usize]) {
        (self.starts, self.lens)
    }
}

/// Calls `kernel` with the first row and the block of one run of rows after the other.
pub fn blocks<'a>(isa: Isa, rows: &Rows<'a>, mut kernel: impl FnMut(usize, &Block<'_>)) {
    let mut entries = Entries::<{ BLOCK_ROWS + MAX_LANES }>::new();
    with_layout!(rows, layout => for first in (0..layout.len()).step_by(BLOCK_ROWS) {
        let len = BLOCK_ROWS.min(layout.len() - first);
        let next = RowsFrom { layout, first: first + len };
        let mut block = entries.fill(isa, layout, first, len);
        block.ahead = (next.first < layout.len()).then_some(&next);
        kernel(first, &block);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{HashKernel, hash};

    #[test]
    fn blocks_cover_the_column_in_order() {
        for len in [0, 1, 2, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, 3 * BLOCK_ROWS] {
            let texts: Vec<String> = (0..len).map(|i| i.to_string()).collect();
            let slices: Vec<&[u8]> = texts.iter().map(|t| t.as_bytes()).collect();
            let seeds: Vec<u64> = (0..len as u64).collect();
            let mut out = vec![(0, 0); len];
            let kernel = HashKernel::of_blocks(|_, block, seeds: Seeds<'_, u64>, out| {
                for (i, (out, row)) in out.iter_mut().zip(block.rows()).enumerate() {
                    assert_eq!(row, block.row(i));
                    *out = (std::str::from_utf8(row).unwrap().parse::<u64>().unwrap(), seeds.of(i));
                }
            });
            let rows = Rows::Slices(&slices);
            hash(Isa::Portable, &rows, Seeds::Column(&seeds), &mut out, kernel);
            assert!(out.iter().enumerate().all(|(i, &o)| o == (i as u64, i as u64)));
        }
    }

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
