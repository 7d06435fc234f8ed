//! AVX-512: 8 lanes of 64 bits, 16 lanes of 32 bits.

mod partition;
mod rows32;
mod stripes;
mod u32x16;
mod u64x8;

pub(crate) use u32x16::U32x16;
pub(crate) use u64x8::U64x8;

use super::{Blake3Lanes, Kernel, Kernel32, Simd, Simd32};

/// AVX-512 F, BW, DQ and VL, with AVX2, BMI and PCLMULQDQ: Intel from Skylake-X on, AMD from Zen 4
/// on.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Simd for Avx512 {
    type U64 = U64x8;
    type Stripes = stripes::Avx512Sums;
}

impl Simd32 for Avx512 {
    type U32 = U32x16;
}

impl Blake3Lanes for U32x16 {}

impl Avx512 {
    /// A token, if this CPU has the instructions.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("sse4.2")
            && is_x86_feature_detected!("pclmulqdq");
        found.then_some(Avx512(()))
    }

    /// Runs a kernel over 64-bit lanes, compiled for these instructions.
    #[inline(always)]
    pub(crate) fn vectorize<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<K: Kernel>(simd: Avx512, kernel: K) -> K::Output {
            kernel.with_simd(simd)
        }
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { compiled(self, kernel) }
    }

    /// Runs a kernel over 32-bit lanes, compiled for these instructions.
    #[inline(always)]
    pub(crate) fn vectorize32<K: Kernel32>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<K: Kernel32>(simd: Avx512, kernel: K) -> K::Output {
            kernel.with_simd(simd)
        }
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { compiled(self, kernel) }
    }
}
