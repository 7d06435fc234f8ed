//! NEON: 4 lanes of 32 bits, 2 lanes of 64 bits.
//!
//! Every 64-bit ARM CPU has NEON. The instructions for SHA-1, SHA-256, CRC and carry-less products
//! are extensions, which are detected one by one.

// SAFETY, of every block here: NEON is part of the architecture, and a token of an extension is
// proof that this machine has it; anything else that an operation requires is stated next to it.
#![allow(clippy::undocumented_unsafe_blocks)]

mod carryless;
mod partition;
mod rows32;
mod sha;
mod sha1;
mod sha256;
mod stripes;
mod u32x4;
mod u64x2;

pub(crate) use sha::{Sha, Sha1};
pub(crate) use u32x4::U32x4;
pub(crate) use u64x2::U64x2;

use super::{Blake3Lanes, Kernel, Kernel32, Simd, Simd32};

/// NEON.
#[derive(Clone, Copy, Debug)]
pub struct Neon(());

/// NEON has no 64-bit multiplication: a kernel that needs many is faster one row at a time.
impl Simd for Neon {
    type U64 = U64x2;
    type Stripes = stripes::NeonSums;
}

impl Simd32 for Neon {
    type U32 = U32x4;
}

impl Blake3Lanes for U32x4 {}

impl Neon {
    /// A token, if this CPU has the instructions.
    pub fn detect() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }

    /// Runs a kernel over 64-bit lanes.
    #[inline(always)]
    pub(crate) fn vectorize<K: Kernel>(self, kernel: K) -> K::Output {
        // Each kernel gets a function, as for instruction sets outside the baseline: the compiler
        // stops inlining in a function that has several kernels.
        #[inline(never)]
        fn compiled<K: Kernel>(simd: Neon, kernel: K) -> K::Output {
            kernel.with_simd(simd)
        }
        compiled(self, kernel)
    }

    /// Runs a kernel over 32-bit lanes.
    #[inline(always)]
    pub(crate) fn vectorize32<K: Kernel32>(self, kernel: K) -> K::Output {
        #[inline(never)]
        fn compiled<K: Kernel32>(simd: Neon, kernel: K) -> K::Output {
            kernel.with_simd(simd)
        }
        compiled(self, kernel)
    }
}
