//! Loads of rows of bytes into lanes of 32 bits, and stores of digests.

use super::Lanes32;
use crate::limits::{MAX_LANES, PADDED};

/// Where the row of each lane lies. Entries past the lanes of the instruction set are arbitrary.
#[derive(Clone, Copy)]
pub(crate) struct Spans {
    /// Where the row starts. [`PADDED`] bytes can be read from there, even if the row is shorter.
    pub starts: [*const u8; MAX_LANES],
    /// The length of the row. This many bytes can be read.
    pub lens: [usize; MAX_LANES],
    /// Where the lane's part of the row starts. Not past the row's end.
    pub positions: [usize; MAX_LANES],
}

/// Moves bytes between rows and lanes of 32 bits, in the way of each instruction set.
pub(crate) trait Rows32: Lanes32 {
    /// The first lengths, one a lane. Lengths of more than 32 bits become `u32::MAX`.
    fn narrow(simd: Self::Simd, lens: &[usize; MAX_LANES]) -> Self;

    /// The little-endian words of 64 bytes a lane: vector `w` holds word `w` of every lane.
    ///
    /// # Safety
    /// In every lane, 64 bytes are readable `offset` bytes after the lane's part starts.
    unsafe fn load_full(simd: Self::Simd, spans: &Spans, offset: usize) -> [Self; 16];

    /// Like [`Rows32::load_full`], with zeros after the end of each row. `PAD` puts 0x80 after each row's last byte,
    /// if that is within the 64 bytes.
    ///
    /// # Safety
    /// Every lane's span satisfies the description of [`Spans`].
    unsafe fn load_part<const PAD: bool>(
        simd: Self::Simd,
        spans: &Spans,
        offset: usize,
    ) -> [Self; 16];

    /// The words of rows of up to 16 bytes, with zeros after a row's end. For longer rows and parts of rows, the words
    /// are arbitrary.
    ///
    /// # Safety
    /// Every lane's span satisfies the description of [`Spans`].
    unsafe fn load_short(simd: Self::Simd, spans: &Spans) -> [Self; 4];

    /// Writes the eight words of each lane as a row of bytes, little-endian.
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
