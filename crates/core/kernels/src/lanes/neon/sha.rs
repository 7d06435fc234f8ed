//! The instructions for SHA-1 and SHA-256, on two rows side by side.
//!
//! The instructions for one row wait for each other most of the time. A second row fills the gaps.

use std::arch::aarch64::*;

use super::{sha1, sha256};

/// The instructions for SHA-1 and SHA-256.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sha(());

impl Sha {
    /// A token, if this CPU has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        // One name for both: no CPU has one without the other.
        std::arch::is_aarch64_feature_detected!("sha2").then_some(Sha(()))
    }

    /// The final states of SHA-256 over two rows, starting at `initial`, as big-endian bytes.
    #[inline(always)]
    pub(crate) fn sha256(self, initial: &[u32; 8], rows: [&[u8]; 2]) -> [[u8; 32]; 2] {
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { sha256::pair(initial, rows) }
    }
}

/// The instructions for SHA-1. On x86-64, lanes take less time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sha1(());

impl Sha1 {
    /// A token, if this CPU has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        Sha::detect().map(|_| Sha1(()))
    }

    /// SHA-1 of two rows.
    #[inline(always)]
    pub(crate) fn hash(self, rows: [&[u8]; 2]) -> [[u8; 20]; 2] {
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { sha1::pair(rows) }
    }
}

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
