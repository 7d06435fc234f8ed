//! SHA-256 and SHA-224. Spec: <https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.180-4.pdf>,
//! sections 6.2 and 6.3

use super::CompressionFunction;
use crate::lanes::{Lanes32, Sha};

/// The compression function of SHA-256.
pub(super) struct Sha256Compression;

/// SHA-256 with another initial value, truncated to 7 words.
pub(super) struct Sha224Compression;

impl CompressionFunction<8> for Sha256Compression {
    const INITIAL: [u32; 8] = [
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19,
    ];
    const BIG_ENDIAN: bool = true;
    // One group fits in 32 registers. Its 1,616 operations take about 1,000 cycles on Zen 4, which
    // starts two at a time. Two groups would need 48 registers: rows of 20 to 120 bytes take 38 ns
    // with two on Zen 5, 30 with one.
    const GROUPS: usize = 1;
    type OneRow = ::sha2::Sha256;

    // A group takes 220 to 390 ns a block; two rows with the SHA extensions take 42 to 70.
    fn break_even() -> u16 {
        if Sha::detect().is_some() { 9 } else { 2 }
    }

    #[inline(always)]
    fn compress<V: Lanes32, const GROUPS: usize>(
        simd: V::Simd,
        states: &mut [[V; 8]; GROUPS],
        words: &mut [[V; 16]; GROUPS],
    ) {
        let before = *states;
        let (first, rest) = CONSTANTS.split_first_chunk().expect("64 of them");
        sixteen_steps(simd, states, words, first);
        // Not unrolled: 64 steps would be 20 KB of code.
        for constants in rest.as_chunks().0 {
            next_words(words);
            sixteen_steps(simd, states, words, constants);
        }
        for (state, before) in states.iter_mut().zip(&before) {
            for (word, before) in state.iter_mut().zip(before) {
                *word = *word + *before;
            }
        }
    }
}

impl CompressionFunction<8> for Sha224Compression {
    const INITIAL: [u32; 8] = [
        0xc105_9ed8,
        0x367c_d507,
        0x3070_dd17,
        0xf70e_5939,
        0xffc0_0b31,
        0x6858_1511,
        0x64f9_8fa7,
        0xbefa_4fa4,
    ];
    const BIG_ENDIAN: bool = true;
    const GROUPS: usize = 1;
    type OneRow = ::sha2::Sha224;

    fn break_even() -> u16 {
        Sha256Compression::break_even()
    }

    #[inline(always)]
    fn compress<V: Lanes32, const GROUPS: usize>(
        simd: V::Simd,
        states: &mut [[V; 8]; GROUPS],
        words: &mut [[V; 16]; GROUPS],
    ) {
        Sha256Compression::compress(simd, states, words);
    }
}

/// The next sixteen words of the message schedule, which replace the last sixteen.
#[inline(always)]
fn next_words<V: Lanes32, const GROUPS: usize>(words: &mut [[V; 16]; GROUPS]) {
    sixteen_times!(|i| {
        for words in &mut *words {
            let (x, y) = (words[(i + 1) % 16], words[(i + 14) % 16]);
            let s0 = x.rotl::<25>().xor3(x.rotl::<14>(), x.shr::<3>());
            let s1 = y.rotl::<15>().xor3(y.rotl::<13>(), y.shr::<10>());
            words[i] = (words[i] + s0) + (words[(i + 9) % 16] + s1);
        }
    });
}

#[inline(always)]
fn sixteen_steps<V: Lanes32, const GROUPS: usize>(
    simd: V::Simd,
    states: &mut [[V; 8]; GROUPS],
    words: &[[V; 16]; GROUPS],
    constants: &[u32; 16],
) {
    sixteen_times!(|i| {
        for (state, words) in states.iter_mut().zip(words) {
            let [a, b, c, d, e, f, g, h] = *state;
            let s1 = e.rotl::<26>().xor3(e.rotl::<21>(), e.rotl::<7>());
            let word = words[i] + V::splat(simd, constants[i]);
            let t1 = (h + word) + e.choose(f, g) + s1;
            let s0 = a.rotl::<30>().xor3(a.rotl::<19>(), a.rotl::<10>());
            let t2 = s0 + a.majority(b, c);
            *state = [t1 + t2, a, b, c, d + t1, e, f, g];
        }
    });
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
static CONSTANTS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];
