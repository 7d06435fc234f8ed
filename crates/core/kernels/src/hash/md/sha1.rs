//! SHA-1. Spec: <https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.180-4.pdf>, section 6.1

use super::CompressionFunction;
use crate::lanes::{Lanes32, Sha};

/// The compression function of SHA-1.
pub(super) struct Sha1Compression;

impl CompressionFunction<5> for Sha1Compression {
    const INITIAL: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    const BIG_ENDIAN: bool = true;
    // On Zen 5 rows of up to 55 bytes take 6.6 ns with two groups and 8.0 with one.
    const GROUPS: usize = 2;
    type OneRow = ::sha1::Sha1;

    // A group takes 170 to 200 ns a block; the crate with the SHA extensions takes 38 to 65.
    fn break_even() -> u16 {
        if Sha::detect().is_some() { 5 } else { 2 }
    }

    #[inline(always)]
    fn compress<V: Lanes32, const GROUPS: usize>(
        simd: V::Simd,
        states: &mut [[V; 5]; GROUPS],
        words: &mut [[V; 16]; GROUPS],
    ) {
        let before = *states;
        sixteen_times!(|i| { step(simd, states, words, i) });
        sixteen_times!(|i| { step(simd, states, words, 16 + i) });
        sixteen_times!(|i| { step(simd, states, words, 32 + i) });
        sixteen_times!(|i| { step(simd, states, words, 48 + i) });
        sixteen_times!(|i| { step(simd, states, words, 64 + i) });
        for (state, before) in states.iter_mut().zip(&before) {
            for (word, before) in state.iter_mut().zip(before) {
                *word = *word + *before;
            }
        }
    }
}

/// Step `i` of each group, with the message schedule in place: word `i` replaces word `i - 16`.
#[inline(always)]
fn step<V: Lanes32, const GROUPS: usize>(
    simd: V::Simd,
    states: &mut [[V; 5]; GROUPS],
    words: &mut [[V; 16]; GROUPS],
    i: usize,
) {
    let at = i % 16;
    for (state, words) in states.iter_mut().zip(words) {
        if i >= 16 {
            let far = words[(i + 13) % 16].xor3(words[(i + 8) % 16], words[(i + 2) % 16]);
            words[at] = (far ^ words[at]).rotl::<1>();
        }
        let [a, b, c, d, e] = *state;
        let (f, constant) = match i / 20 {
            0 => (b.choose(c, d), 0x5a82_7999),
            1 => (b.xor3(c, d), 0x6ed9_eba1),
            2 => (b.majority(c, d), 0x8f1b_bcdc),
            _ => (b.xor3(c, d), 0xca62_c1d6),
        };
        let sum = (e + (words[at] + V::splat(simd, constant))) + f + a.rotl::<5>();
        *state = [sum, a, b.rotl::<30>(), c, d];
    }
}
