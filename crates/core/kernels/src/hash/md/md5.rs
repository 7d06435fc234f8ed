//! MD5. Spec: <https://www.rfc-editor.org/rfc/rfc1321>

use super::CompressionFunction;
use crate::lanes::Lanes32;

/// The compression function of MD5.
pub(super) struct Md5Compression;

impl CompressionFunction<4> for Md5Compression {
    const INITIAL: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    const BIG_ENDIAN: bool = false;
    // On Zen 5, whose vector operations take two cycles but start four at a time, rows of up to 55
    // bytes take 5.1 ns with four groups and 9.1 with two.
    const GROUPS: usize = 4;
    type OneRow = ::md5::Md5;

    // A group takes 180 ns a block; the crate takes 114 to 140.
    fn break_even() -> u16 {
        2
    }

    #[inline(always)]
    fn compress<V: Lanes32, const GROUPS: usize>(
        simd: V::Simd,
        states: &mut [[V; 4]; GROUPS],
        words: &mut [[V; 16]; GROUPS],
    ) {
        let before = *states;
        round::<F, V, GROUPS, 0, 0, 1, 7, 12, 17, 22>(simd, states, words);
        round::<G, V, GROUPS, 16, 1, 5, 5, 9, 14, 20>(simd, states, words);
        round::<H, V, GROUPS, 32, 5, 3, 4, 11, 16, 23>(simd, states, words);
        round::<I, V, GROUPS, 48, 0, 7, 6, 10, 15, 21>(simd, states, words);
        for (state, before) in states.iter_mut().zip(&before) {
            for (word, before) in state.iter_mut().zip(before) {
                *word = *word + *before;
            }
        }
    }
}

/// A round's function of three words.
trait Md5Function {
    fn apply<V: Lanes32>(x: V, y: V, z: V) -> V;
}

struct F;
struct G;
struct H;
struct I;

impl Md5Function for F {
    #[inline(always)]
    fn apply<V: Lanes32>(x: V, y: V, z: V) -> V {
        x.choose(y, z)
    }
}

impl Md5Function for G {
    #[inline(always)]
    fn apply<V: Lanes32>(x: V, y: V, z: V) -> V {
        z.choose(x, y)
    }
}

impl Md5Function for H {
    #[inline(always)]
    fn apply<V: Lanes32>(x: V, y: V, z: V) -> V {
        x.xor3(y, z)
    }
}

impl Md5Function for I {
    #[inline(always)]
    fn apply<V: Lanes32>(x: V, y: V, z: V) -> V {
        y.xor_or_not(x, z)
    }
}

/// Sixteen steps from step `FIRST` on, over the words `START`, `START + STRIDE`, ….
#[inline(always)]
#[rustfmt::skip]
fn round<
    Fun: Md5Function, V: Lanes32, const GROUPS: usize,
    const FIRST: usize, const START: usize, const STRIDE: usize,
    const S0: u32, const S1: u32, const S2: u32, const S3: u32,
>(
    simd: V::Simd, states: &mut [[V; 4]; GROUPS], words: &[[V; 16]; GROUPS],
) {
    if V::IN_A_ROW {
        // The compiler would keep the words of one round for the next. The words of four groups
        // don't fit in the registers, so it would write them to the stack a second time: 80
        // instructions for a block of 16 rows.
        let words = V::read_again(words);
        four_steps::<Fun, V, GROUPS, S0, S1, S2, S3>(simd, states, words, FIRST, START, STRIDE);
        four_steps::<Fun, V, GROUPS, S0, S1, S2, S3>(simd, states, words, FIRST + 4, START + 4 * STRIDE, STRIDE);
        four_steps::<Fun, V, GROUPS, S0, S1, S2, S3>(simd, states, words, FIRST + 8, START + 8 * STRIDE, STRIDE);
        four_steps::<Fun, V, GROUPS, S0, S1, S2, S3>(simd, states, words, FIRST + 12, START + 12 * STRIDE, STRIDE);
        return;
    }
    // A loop: if all 64 steps are in a row, the compiler places those of one group after those of
    // the other, too far apart to run at the same time (31 instead of 18 ns a row).
    for i in (0..16).step_by(4) {
        four_steps::<Fun, V, GROUPS, S0, S1, S2, S3>(simd, states, words, FIRST + i, START + STRIDE * i, STRIDE);
    }
}

/// Four steps from step `first` on, over the words `start`, `start + stride`, ….
#[inline(always)]
#[rustfmt::skip]
fn four_steps<
    Fun: Md5Function, V: Lanes32, const GROUPS: usize,
    const S0: u32, const S1: u32, const S2: u32, const S3: u32,
>(
    simd: V::Simd, states: &mut [[V; 4]; GROUPS], words: &[[V; 16]; GROUPS],
    first: usize, start: usize, stride: usize,
) {
    let word = |k| (start + stride * k) % 16;
    let constants = V::splat_each(simd, V::read_again(&CONSTANTS), first);
    step::<Fun, V, GROUPS, S0>(states, words, word(0), constants[0]);
    step::<Fun, V, GROUPS, S1>(states, words, word(1), constants[1]);
    step::<Fun, V, GROUPS, S2>(states, words, word(2), constants[2]);
    step::<Fun, V, GROUPS, S3>(states, words, word(3), constants[3]);
}

/// One step of each group. Each step waits for the one before it, so the steps of several groups
/// run in the time of one.
#[inline(always)]
fn step<Fun: Md5Function, V: Lanes32, const GROUPS: usize, const S: u32>(
    states: &mut [[V; 4]; GROUPS],
    words: &[[V; 16]; GROUPS],
    word: usize,
    constant: V,
) {
    for (state, words) in states.iter_mut().zip(words) {
        let [a, b, c, d] = *state;
        let sum = (a + (words[word] + constant)) + Fun::apply(b, c, d);
        *state = [d, b + sum.rotl::<S>(), b, c];
    }
}

/// The table T of section 3.4: the integer part of 2³² · |sin(i + 1)|.
#[rustfmt::skip]
static CONSTANTS: [u32; 64] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];
