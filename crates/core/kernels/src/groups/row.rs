//! One row of a block, and loads from it that need no branch on its length.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use crate::blocks::Block;
use crate::limits::PADDED;

/// One row.
#[derive(Clone, Copy)]
pub(crate) struct SingleRow<'a> {
    // Invariant: `len` bytes are readable for 'a, and at least PADDED.
    start: *const u8,
    len: usize,
    row: PhantomData<&'a [u8]>,
}

impl<'a> SingleRow<'a> {
    /// Row `i` of a block. Panics if the block has fewer rows.
    #[inline(always)]
    pub(crate) fn new(block: &Block<'a>, i: usize) -> Self {
        let (starts, lens) = block.entries();
        SingleRow { start: starts[i], len: lens[i], row: PhantomData }
    }

    /// Its length.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// Its bytes.
    #[inline(always)]
    pub(crate) fn bytes(self) -> &'a [u8] {
        // SAFETY: `len` bytes are readable for 'a.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }

    /// The last `len % 8` bytes, as the low bytes of a number. The bytes above them are arbitrary.
    #[inline(always)]
    pub(crate) fn rest8(self) -> u64 {
        const { assert!(PADDED >= 8) };
        let long = self.len >= 8;
        let before = select_unpredictable(long, self.len.wrapping_sub(8), 0);
        // SAFETY: a row of 8 bytes or more has 8 before its end; of a shorter one, PADDED bytes can
        // be read from the start.
        let word = unsafe { self.start.add(before).cast::<[u8; 8]>().read() };
        let unwanted = select_unpredictable(long, 64 - 8 * (self.len % 8), 0);
        u64::from_le_bytes(word).wrapping_shr(unwanted as u32)
    }

    /// The 8 bytes from `position` on, as a little-endian number, if the row has them; otherwise
    /// the first 8. Bytes after a shorter row's end are arbitrary.
    #[inline(always)]
    pub(crate) fn at8_or_first(self, position: usize) -> u64 {
        const { assert!(PADDED >= 8) };
        let fits = position < self.len.saturating_sub(7);
        let position = select_unpredictable(fits, position, 0);
        // SAFETY: where `fits`, position + 8 <= len; PADDED bytes are readable from the start.
        let word = unsafe { self.start.add(position).cast::<[u8; 8]>().read() };
        u64::from_le_bytes(word)
    }
}
