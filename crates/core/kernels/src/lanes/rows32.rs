//! Loads of rows of bytes into lanes of 32 bits, and stores of digests.

use super::Lanes32;
use crate::limits::{MAX_LANES, PADDED};

/// Where the row of each lane lies.
#[derive(Clone, Copy)]
pub(crate) struct LaneSpans<V: Lanes32> {
    /// Where the row starts. [`PADDED`] bytes can be read from there, even if the row is shorter.
    pub starts: V::Each<*const u8>,
    /// The length of the row. This many bytes can be read.
    pub lens: V::Each<usize>,
    /// Where the lane's part of the row starts. Not past the row's end.
    pub positions: V::Each<usize>,
}

/// Moves bytes between rows and lanes of 32 bits, in the way of each instruction set.
pub(crate) trait Rows32: Lanes32 {
    /// Lengths as 32 bits. Greater ones become `u32::MAX`.
    fn narrow(simd: Self::Simd, lens: &Self::Each<usize>) -> Self;

    /// The little-endian words of 64 bytes a lane: vector `w` holds word `w` of every lane.
    ///
    /// # Safety
    /// In every lane, 64 bytes are readable `offset` bytes after the lane's part starts.
    unsafe fn load_full(simd: Self::Simd, spans: &LaneSpans<Self>, offset: usize) -> [Self; 16];

    /// Like [`Rows32::load_full`], with zeros after the end of each row. `PAD` puts 0x80 after each
    /// row's last byte, if that is within the 64 bytes.
    ///
    /// # Safety
    /// Every lane's span satisfies the description of [`LaneSpans`].
    unsafe fn load_part<const PAD: bool>(
        simd: Self::Simd,
        spans: &LaneSpans<Self>,
        offset: usize,
    ) -> [Self; 16];

    /// Like [`Rows32::load_part`]. `lens` has the bytes of each lane's part.
    ///
    /// # Safety
    /// As for [`Rows32::load_full`] and for [`Rows32::load_part`].
    #[inline(always)]
    unsafe fn load_and_cut<const PAD: bool>(
        simd: Self::Simd,
        spans: &LaneSpans<Self>,
        _lens: Self,
        offset: usize,
    ) -> [Self; 16] {
        // SAFETY: the caller vouches for the spans.
        unsafe { Self::load_part::<PAD>(simd, spans, offset) }
    }

    /// The words of rows of up to 16 bytes, with zeros after a row's end. For longer rows and parts
    /// of rows, the words are arbitrary.
    ///
    /// # Safety
    /// Every lane's span satisfies the description of [`LaneSpans`].
    unsafe fn load_short(simd: Self::Simd, spans: &LaneSpans<Self>) -> [Self; 4];

    /// Like [`Rows32::load_short`]. `lens` has the length of each row.
    ///
    /// # Safety
    /// Every lane's span satisfies the description of [`LaneSpans`], and 16 bytes are readable from its
    /// start.
    #[inline(always)]
    unsafe fn load_short_and_cut(
        simd: Self::Simd,
        spans: &LaneSpans<Self>,
        _lens: Self,
    ) -> [Self; 4] {
        // SAFETY: the caller vouches for the spans.
        unsafe { Self::load_short(simd, spans) }
    }

    /// The four words of each lane as little-endian bytes, or `None` if [`Rows32::store_rows`] is
    /// as fast.
    #[inline(always)]
    fn four_words(_: [Self; 4]) -> Option<Self::Each<[u8; 16]>> {
        None
    }

    /// Writes the eight words of each lane as a row of bytes, little-endian.
    fn store_rows(words: [Self; 8], rows: &mut [[u8; 32]; MAX_LANES]);
}

impl<V: Lanes32> LaneSpans<V> {
    /// Empty rows.
    #[inline(always)]
    pub(crate) fn of_no_rows() -> Self {
        static EMPTY: [u8; PADDED] = [0; PADDED];
        LaneSpans {
            starts: V::each(|_| EMPTY.as_ptr()),
            lens: V::each(|_| 0),
            positions: V::each(|_| 0),
        }
    }
}
