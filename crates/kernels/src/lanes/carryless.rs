//! Multiplication of polynomials over GF(2), and the instruction for CRC-32C.

/// An instruction set that has both.
pub(crate) trait Carryless: Copy {
    /// 16 bytes: two words, the low one first.
    type Pair: Copy;

    /// The CRC-32C register after the 8 bytes of a little-endian word.
    fn crc32c(self, crc: u32, word: u64) -> u32;

    /// Two words.
    fn pair(self, low: u64, high: u64) -> Self::Pair;
    /// Little-endian words.
    fn load(self, bytes: &[u8; 16]) -> Self::Pair;
    /// The low word.
    fn low(self, pair: Self::Pair) -> u64;
    /// The high word.
    fn high(self, pair: Self::Pair) -> u64;
    /// Byte `i` of the result is byte `order[i]`, or 0 where that is 128 and more.
    fn shuffle(self, pair: Self::Pair, order: &[u8; 16]) -> Self::Pair;
    /// `a ^ b`.
    fn xor(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;
    /// `yes` or `no`, without a branch.
    fn select(self, choice: bool, yes: Self::Pair, no: Self::Pair) -> Self::Pair;
    /// The product of the low words.
    fn mul_low(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;
    /// The product of the high words.
    fn mul_high(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;
}

/// A computation over [`Carryless`].
pub(crate) trait CarrylessKernel {
    /// Must be `#[inline(always)]`.
    fn run<S: Carryless>(self, simd: S);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    // SAFETY, of every block here: the token is proof that this machine has the instructions.
    #![allow(clippy::undocumented_unsafe_blocks)]

    use std::arch::x86_64::*;

    use super::{Carryless, CarrylessKernel};
    use crate::lanes::{Avx2, Avx512};

    macro_rules! carryless {
        ($Token:ident, $features:literal) => {
            impl $Token {
                /// Runs a kernel compiled for these instructions.
                #[inline(always)]
                pub(crate) fn vectorize_carryless<K: CarrylessKernel>(self, kernel: K) {
                    #[target_feature(enable = $features)]
                    fn compiled<K: CarrylessKernel>(simd: $Token, kernel: K) {
                        kernel.run(simd);
                    }
                    unsafe { compiled(self, kernel) }
                }
            }

            impl Carryless for $Token {
                type Pair = __m128i;

                #[inline(always)]
                fn crc32c(self, crc: u32, word: u64) -> u32 {
                    unsafe { _mm_crc32_u64(u64::from(crc), word) as u32 }
                }

                #[inline(always)]
                fn pair(self, low: u64, high: u64) -> __m128i {
                    unsafe { _mm_set_epi64x(high as i64, low as i64) }
                }

                #[inline(always)]
                fn load(self, bytes: &[u8; 16]) -> __m128i {
                    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
                }

                #[inline(always)]
                fn low(self, pair: __m128i) -> u64 {
                    unsafe { _mm_cvtsi128_si64(pair) as u64 }
                }

                #[inline(always)]
                fn high(self, pair: __m128i) -> u64 {
                    unsafe { _mm_extract_epi64::<1>(pair) as u64 }
                }

                #[inline(always)]
                fn shuffle(self, pair: __m128i, order: &[u8; 16]) -> __m128i {
                    unsafe { _mm_shuffle_epi8(pair, _mm_loadu_si128(order.as_ptr().cast())) }
                }

                #[inline(always)]
                fn xor(self, a: __m128i, b: __m128i) -> __m128i {
                    unsafe { _mm_xor_si128(a, b) }
                }

                #[inline(always)]
                fn select(self, choice: bool, yes: __m128i, no: __m128i) -> __m128i {
                    unsafe {
                        let mask = _mm_set1_epi64x(-i64::from(choice));
                        _mm_blendv_epi8(no, yes, mask)
                    }
                }

                #[inline(always)]
                fn mul_low(self, a: __m128i, b: __m128i) -> __m128i {
                    unsafe { _mm_clmulepi64_si128::<0x00>(a, b) }
                }

                #[inline(always)]
                fn mul_high(self, a: __m128i, b: __m128i) -> __m128i {
                    unsafe { _mm_clmulepi64_si128::<0x11>(a, b) }
                }
            }
        };
    }

    carryless!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt,sse4.2,pclmulqdq");
    carryless!(
        Avx512,
        "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt,sse4.2,pclmulqdq"
    );
}
