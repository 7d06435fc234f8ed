//! Multiplication of polynomials over GF(2), and the instruction for CRC-32C.

/// An instruction set with both.
pub(crate) trait Carryless: Copy {
    /// 16 bytes: two words, the low one first.
    type Pair: Copy;
    /// Whether [`Carryless::fold_fours`] multiplies several pairs in one instruction.
    const WIDE: bool = false;
    /// Rows of at least this length are giants: the crate takes less time for them.
    const GIANT: usize = 1 << 10;

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
    /// Byte `i` of the result is byte `order[i]`, or 0 if that is 128 or more.
    fn shuffle(self, pair: Self::Pair, order: &[u8; 16]) -> Self::Pair;
    /// `a ^ b`.
    fn xor(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;
    /// `yes` or `no`, without a branch.
    fn select(self, choice: bool, yes: Self::Pair, no: Self::Pair) -> Self::Pair;
    /// The product of the low words.
    fn mul_low(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;
    /// The product of the high words.
    fn mul_high(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;

    /// Folds groups of four pieces of 16 bytes into four chains: multiplies the words of each chain
    /// with one factor each and XORs the piece.
    #[inline(always)]
    fn fold_fours(
        self,
        mut chains: [Self::Pair; 4],
        fours: &[[[u8; 16]; 4]],
        [low, high]: [u64; 2],
    ) -> [Self::Pair; 4] {
        let factors = self.pair(low, high);
        for four in fours {
            for (chain, piece) in chains.iter_mut().zip(four) {
                let (low, high) = (self.mul_low(*chain, factors), self.mul_high(*chain, factors));
                *chain = self.xor(self.xor(low, high), self.load(piece));
            }
        }
        chains
    }
}

/// A computation over [`Carryless`].
pub(crate) trait CarrylessKernel {
    /// Must be `#[inline(always)]`.
    fn with_simd<S: Carryless>(self, simd: S);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    // SAFETY, of every block here: the token is proof that this machine has the instructions.
    #![allow(clippy::undocumented_unsafe_blocks)]

    use std::arch::x86_64::*;

    use super::{Carryless, CarrylessKernel};
    use crate::lanes::{Avx2, Avx512};

    /// AVX2 with VPCLMULQDQ: AMD from Zen 3 on, Intel from Alder Lake on.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2Wide(());

    impl Avx2 {
        /// A token for products of two pairs at once, if this CPU has them.
        pub(crate) fn wide(self) -> Option<Avx2Wide> {
            is_x86_feature_detected!("vpclmulqdq").then_some(Avx2Wide(()))
        }
    }

    /// How far ahead [`fold_pairs`] prefetches memory. On Zen 3, CRC-32 of JSON of 900 bytes takes
    /// 67 ns without and 63 with it; a MiB that streams takes 58 and 48 µs.
    const AHEAD: usize = 2 << 10;

    /// [`Carryless::fold_fours`] in two vectors. On Zen 3, a product of two pairs takes as long as
    /// that of one pair: CRC-32 of JSON takes 68 ns, and 119 with single pairs.
    #[inline]
    #[target_feature(enable = "avx2,vpclmulqdq")]
    fn fold_pairs(
        chains: [__m128i; 4],
        fours: &[[[u8; 16]; 4]],
        [low, high]: [u64; 2],
    ) -> [__m128i; 4] {
        let factors = _mm256_broadcastsi128_si256(_mm_set_epi64x(high as i64, low as i64));
        let [a, b, c, d] = chains;
        let mut pairs = [_mm256_set_m128i(b, a), _mm256_set_m128i(d, c)];
        for four in fours {
            _mm_prefetch::<_MM_HINT_T0>(four.as_ptr().wrapping_byte_add(AHEAD).cast());
            for (pair, pieces) in pairs.iter_mut().zip(four.as_chunks::<2>().0) {
                let low = _mm256_clmulepi64_epi128::<0x00>(*pair, factors);
                let high = _mm256_clmulepi64_epi128::<0x11>(*pair, factors);
                let pieces = unsafe { _mm256_loadu_si256(pieces.as_ptr().cast()) };
                *pair = _mm256_xor_si256(_mm256_xor_si256(low, high), pieces);
            }
        }
        let [low, high] = pairs;
        [
            _mm256_castsi256_si128(low),
            _mm256_extracti128_si256::<1>(low),
            _mm256_castsi256_si128(high),
            _mm256_extracti128_si256::<1>(high),
        ]
    }

    /// AVX-512 with VPCLMULQDQ: Intel from Ice Lake on, AMD from Zen 4 on.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512Wide(());

    impl Avx512 {
        /// A token for products of four pairs at once, if this CPU has them.
        pub(crate) fn wide(self) -> Option<Avx512Wide> {
            is_x86_feature_detected!("vpclmulqdq").then_some(Avx512Wide(()))
        }
    }

    /// [`Carryless::fold_fours`] in one vector. On Zen 5, a product of four pairs takes as long as
    /// that of one pair, 2 cycles.
    #[inline]
    #[target_feature(enable = "avx512f,vpclmulqdq")]
    fn fold_fours(
        chains: [__m128i; 4],
        fours: &[[[u8; 16]; 4]],
        [low, high]: [u64; 2],
    ) -> [__m128i; 4] {
        let factors = _mm512_broadcast_i32x4(_mm_set_epi64x(high as i64, low as i64));
        let mut all = _mm512_castsi128_si512(chains[0]);
        all = _mm512_inserti32x4::<1>(all, chains[1]);
        all = _mm512_inserti32x4::<2>(all, chains[2]);
        all = _mm512_inserti32x4::<3>(all, chains[3]);
        for four in fours {
            let low = _mm512_clmulepi64_epi128::<0x00>(all, factors);
            let high = _mm512_clmulepi64_epi128::<0x11>(all, factors);
            let pieces = unsafe { _mm512_loadu_si512(four.as_ptr().cast()) };
            all = _mm512_ternarylogic_epi64::<0x96>(low, high, pieces);
        }
        [
            _mm512_castsi512_si128(all),
            _mm512_extracti32x4_epi32::<1>(all),
            _mm512_extracti32x4_epi32::<2>(all),
            _mm512_extracti32x4_epi32::<3>(all),
        ]
    }

    macro_rules! carryless {
        ($Token:ident, $features:literal $(, $fold:ident below $giant:expr)?) => {
            impl $Token {
                /// Runs a kernel compiled for these instructions.
                #[inline(always)]
                pub(crate) fn vectorize_carryless<K: CarrylessKernel>(self, kernel: K) {
                    #[target_feature(enable = $features)]
                    fn compiled<K: CarrylessKernel>(simd: $Token, kernel: K) {
                        kernel.with_simd(simd);
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

                $(
                    const WIDE: bool = true;
                    const GIANT: usize = $giant;

                    #[inline(always)]
                    fn fold_fours(
                        self,
                        chains: [__m128i; 4],
                        fours: &[[[u8; 16]; 4]],
                        factors: [u64; 2],
                    ) -> [__m128i; 4] {
                        unsafe { $fold(chains, fours, factors) }
                    }
                )?
            }
        };
    }

    carryless!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt,sse4.2,pclmulqdq");
    carryless!(
        Avx2Wide,
        "avx2,bmi1,bmi2,lzcnt,popcnt,sse4.2,pclmulqdq,vpclmulqdq",
        fold_pairs below usize::MAX
    );
    carryless!(
        Avx512,
        "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt,sse4.2,pclmulqdq"
    );
    carryless!(
        Avx512Wide,
        "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt,sse4.2,pclmulqdq,vpclmulqdq",
        // Rows of 1,500 to 2,500 bytes take 67 ns, and 120 ns with the crate.
        fold_fours below 4 << 10
    );
}
