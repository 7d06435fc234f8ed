//! Lists of rows by length class.

use std::mem::MaybeUninit;

use crate::limits::{BLOCK_ROWS, MAX_LANES};

/// The most classes.
pub(crate) const CLASSES: usize = 10;

/// The longest row of each class but the last, ascending.
pub(crate) type ClassBounds = [u8];

/// Rows of each class.
pub(crate) struct ClassLists {
    /// Not zeroed first, which would take a third of the time of a hash. Invariant: the first
    /// `lens[class]` ids are written.
    ids: [[MaybeUninit<u8>; BLOCK_ROWS + MAX_LANES]; CLASSES],
    lens: [usize; CLASSES],
}

impl ClassLists {
    /// Empty lists. Construct them in place: moving them takes 50 ns a block.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        ClassLists {
            ids: [[MaybeUninit::uninit(); BLOCK_ROWS + MAX_LANES]; CLASSES],
            lens: [0; CLASSES],
        }
    }

    /// Appends the first `len` of `ids` to a class, by writing all of them. Panics after
    /// [`BLOCK_ROWS`] ids.
    #[inline(always)]
    pub(crate) fn append<const N: usize>(&mut self, class: usize, ids: [u8; N], len: usize) {
        assert!(len <= N);
        let at = self.lens[class];
        let place = &mut self.ids[class][at..at + N];
        place.copy_from_slice(&ids.map(MaybeUninit::new));
        self.lens[class] = at + len;
    }

    /// Removes all rows.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.lens = [0; CLASSES];
    }

    /// The rows of a class.
    #[inline(always)]
    pub(crate) fn rows(&self, class: usize) -> &[u8] {
        let ids = &self.ids[class][..self.lens[class]];
        // SAFETY: this many ids are written.
        unsafe { std::slice::from_raw_parts(ids.as_ptr().cast(), ids.len()) }
    }
}
