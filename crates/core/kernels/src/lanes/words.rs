//! Reads of 8 or 16 bytes of each row into lanes of 32 bits.

use super::Lanes32;

/// Reads the rows of 32-bit lanes, in the way of each instruction set.
pub(crate) trait Words: Lanes32 {
    /// An address for each lane.
    type Starts: Copy;

    /// The lanes that are in both masks.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;

    /// The addresses and the low halves of the lengths of consecutive rows.
    ///
    /// # Safety
    /// Both have as many readable entries as there are lanes.
    unsafe fn load_rows(
        simd: Self::Simd,
        starts: *const *const u8,
        lens: *const usize,
    ) -> (Self::Starts, Self);
    /// The addresses and the low halves of the lengths of the rows at the given indexes.
    ///
    /// # Safety
    /// Every one of `ids` is in bounds, and there is one for each lane.
    unsafe fn pick_rows(
        simd: Self::Simd,
        starts: *const *const u8,
        lens: *const usize,
        ids: *const u8,
    ) -> (Self::Starts, Self);
    /// The 8 bytes at each lane's offset, as little-endian words.
    ///
    /// # Safety
    /// They are readable.
    unsafe fn read8(starts: Self::Starts, offsets: Self) -> [Self; 2];
    /// 16 bytes at one offset in all lanes, as little-endian words; zeros in lanes outside `mask`.
    ///
    /// # Safety
    /// In the lanes of `mask`, they are readable.
    unsafe fn read16(starts: Self::Starts, offset: usize, mask: Self::Mask) -> [Self; 4];
}
