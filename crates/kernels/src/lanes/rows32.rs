//! Loads of rows of bytes into lanes of 32 bits, and stores of digests.

use super::Lanes32;
use crate::limits::{MAX_LANES, PADDED};

/// Where the row of each lane lies. Lanes that an instruction set has not are anything.
#[derive(Clone, Copy)]
pub(crate) struct Spans {
    /// Where the row starts. [`PADDED`] bytes can be read from there, however short it is.
    pub starts: [*const u8; MAX_LANES],
    /// How long the row is: so many bytes can be read.
    pub lens: [usize; MAX_LANES],
    /// How far into the row the lane's part of it starts; not past the row's end.
    pub positions: [usize; MAX_LANES],
}

/// Moves between rows of bytes and lanes of 32 bits: what each instruction set has its own way for.
pub(crate) trait Rows32: Lanes32 {
    /// The first lengths, one a lane, those that take more than 32 bits as `u32::MAX`.
    fn narrow(simd: Self::Simd, lens: &[usize; MAX_LANES]) -> Self;

    /// The little-endian words of 64 bytes a lane: vector `w` holds word `w` of every lane.
    ///
    /// # Safety
    /// In every lane, 64 bytes are readable `offset` bytes after the lane's part starts.
    unsafe fn load_full(simd: Self::Simd, spans: &Spans, offset: usize) -> [Self; 16];

    /// [`Rows32::load_full`] of the bytes that rows have there, then zeros; `PAD` puts 0x80 after
    /// each row's last byte, where the 64 bytes have a place for it.
    ///
    /// # Safety
    /// Every lane's span is what [`Spans`] says.
    unsafe fn load_part<const PAD: bool>(
        simd: Self::Simd,
        spans: &Spans,
        offset: usize,
    ) -> [Self; 16];

    /// The words of rows of up to 16 bytes, zeros past a row's end; of a longer row, or of a part of
    /// a row, anything.
    ///
    /// # Safety
    /// Every lane's span is what [`Spans`] says.
    unsafe fn load_short(simd: Self::Simd, spans: &Spans) -> [Self; 4];

    /// Writes the eight words of each lane as its row of bytes, little-endian.
    fn store_rows(words: [Self; 8], rows: &mut [[u8; 32]; MAX_LANES]);
}

impl Spans {
    /// Empty rows.
    pub fn of_no_rows() -> Spans {
        static EMPTY: [u8; PADDED] = [0; PADDED];
        let starts = [EMPTY.as_ptr(); MAX_LANES];
        Spans { starts, lens: [0; MAX_LANES], positions: [0; MAX_LANES] }
    }
}
