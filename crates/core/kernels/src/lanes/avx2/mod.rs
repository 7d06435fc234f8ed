//! AVX2: 8 lanes of 32 bits, 4 lanes of 64 bits.

mod blake3;
mod partition;
mod rows32;
mod stripes;
mod u32x8;
mod u64x4;

pub(crate) use u32x8::U32x8;
pub(crate) use u64x4::U64x4;

use super::{Kernel, Kernel32, Simd, Simd32};

/// AVX2, BMI 1 and 2, SSE 4.2, PCLMULQDQ: Intel from Haswell on, AMD from Excavator on.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

/// AVX2 has no 64-bit multiplication: a kernel that needs many is faster one row at a time.
impl Simd for Avx2 {
    type U64 = U64x4;
    type Stripes = stripes::Avx2Sums;
}

impl Simd32 for Avx2 {
    type U32 = U32x8;
}

impl Avx2 {
    /// A token, if this CPU has the instructions.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("sse4.2")
            && is_x86_feature_detected!("pclmulqdq");
        found.then_some(Avx2(()))
    }

    /// Runs a kernel over 64-bit lanes, compiled for these instructions.
    #[inline(always)]
    pub(crate) fn vectorize<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<K: Kernel>(simd: Avx2, kernel: K) -> K::Output {
            kernel.with_simd(simd)
        }
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { compiled(self, kernel) }
    }

    /// Runs a kernel over 32-bit lanes, compiled for these instructions.
    #[inline(always)]
    pub(crate) fn vectorize32<K: Kernel32>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<K: Kernel32>(simd: Avx2, kernel: K) -> K::Output {
            kernel.with_simd(simd)
        }
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { compiled(self, kernel) }
    }
}
