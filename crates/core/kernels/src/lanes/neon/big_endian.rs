//! Blocks and digests of SHA as vectors of words.

use std::arch::aarch64::*;

/// The big-endian words of a block, four per vector.
#[inline(always)]
pub(super) fn words(block: &[u8; 64]) -> [uint32x4_t; 4] {
    let pieces = block.as_chunks::<16>().0;
    // SAFETY: each piece has 16 bytes.
    [0, 1, 2, 3].map(|i| unsafe { vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(pieces[i].as_ptr()))) })
}

/// Four words as big-endian bytes.
#[inline(always)]
pub(super) fn bytes(words: uint32x4_t) -> [u8; 16] {
    let mut bytes = [0; 16];
    // SAFETY: there are 16 bytes.
    unsafe { vst1q_u8(bytes.as_mut_ptr(), vrev32q_u8(vreinterpretq_u8_u32(words))) };
    bytes
}
