//! The compression function, on one input a lane.

use std::array::from_ref;

use super::Blake3Mode;
use crate::lanes::{Blake3Lanes, Lanes32, Simd32};

/// Flags: a chunk's first block, its last block, a parent node, the root node.
pub(super) const CHUNK_START: u32 = 1;
pub(super) const CHUNK_END: u32 = 2;
pub(super) const PARENT: u32 = 4;
pub(super) const ROOT: u32 = 8;
const KEYED_HASH: u32 = 16;
const DERIVE_KEY_MATERIAL: u32 = 64;

/// The bytes in a block.
pub(super) const BLOCK: usize = 64;

const IV: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The word of the message that each place takes, round by round.
const SCHEDULE: [[usize; 16]; 7] = {
    const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
    let mut schedule = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]; 7];
    let mut round = 1;
    while round < 7 {
        let mut i = 0;
        while i < 16 {
            schedule[round][i] = schedule[round - 1][PERMUTATION[i]];
            i += 1;
        }
        round += 1;
    }
    schedule
};

/// The parts that depend on the mode: the first chaining value of every chunk and parent, and a
/// flag.
#[derive(Clone, Copy)]
pub(super) struct Blake3Key<S: Simd32> {
    pub words: [S::U32; 8],
    pub flags: u32,
}

impl<S: Simd32> Blake3Key<S> {
    #[inline(always)]
    pub(crate) fn splat(simd: S, mode: &Blake3Mode) -> Self {
        let (key, flags) = match mode {
            Blake3Mode::Hash => (IV, 0),
            Blake3Mode::Keyed(key) => (words(key), KEYED_HASH),
            Blake3Mode::DeriveKey(key) => (words(key), DERIVE_KEY_MATERIAL),
        };
        let mut words = [S::U32::splat(simd, 0); 8];
        let mut i = 0;
        while i < 8 {
            words[i] = S::U32::splat(simd, key[i]);
            i += 1;
        }
        Blake3Key { words, flags }
    }
}

fn words(key: &[u8; 32]) -> [u32; 8] {
    std::array::from_fn(|i| u32::from_le_bytes(key.as_chunks().0[i]))
}

/// The inputs of a compression other than the chaining value and the message.
#[derive(Clone, Copy)]
pub(super) struct BlockTweak<S: Simd32> {
    /// The low half of the chunk's number; the high half is 0.
    pub counter: S::U32,
    /// Bytes in the block.
    pub len: S::U32,
    pub flags: S::U32,
}

/// The chaining value after a message whose words from `WORDS` on are zero.
#[inline(always)]
pub(super) fn compress<S: Simd32, const WORDS: usize>(
    simd: S,
    chaining: &[S::U32; 8],
    message: &[S::U32; WORDS],
    tweak: BlockTweak<S>,
) -> [S::U32; 8] {
    let last = [tweak.counter, S::U32::splat(simd, 0), tweak.len, tweak.flags];
    if let Some(chaining) = Blake3Lanes::compress(chaining, &last, message) {
        return chaining;
    }
    let [chaining] = compress_groups(simd, from_ref(chaining), from_ref(message), &[tweak]);
    chaining
}

/// [`compress`] for several groups at a time.
#[inline(always)]
pub(super) fn compress_groups<S: Simd32, const WORDS: usize, const GROUPS: usize>(
    simd: S,
    chaining: &[[S::U32; 8]; GROUPS],
    messages: &[[S::U32; WORDS]; GROUPS],
    tweaks: &[BlockTweak<S>; GROUPS],
) -> [[S::U32; 8]; GROUPS] {
    let zero = S::U32::splat(simd, 0);
    let mut states = [[zero; 16]; GROUPS];
    for ((state, chaining), tweak) in states.iter_mut().zip(chaining).zip(tweaks) {
        state[..8].copy_from_slice(chaining);
        for (word, iv) in state[8..12].iter_mut().zip(IV) {
            *word = S::U32::splat(simd, iv);
        }
        [state[12], state[14], state[15]] = [tweak.counter, tweak.len, tweak.flags];
    }
    // Not a loop: the schedule must be known when the rounds are compiled.
    round::<S, WORDS, GROUPS>(&mut states, messages, &SCHEDULE[0]);
    round::<S, WORDS, GROUPS>(&mut states, messages, &SCHEDULE[1]);
    round::<S, WORDS, GROUPS>(&mut states, messages, &SCHEDULE[2]);
    round::<S, WORDS, GROUPS>(&mut states, messages, &SCHEDULE[3]);
    round::<S, WORDS, GROUPS>(&mut states, messages, &SCHEDULE[4]);
    round::<S, WORDS, GROUPS>(&mut states, messages, &SCHEDULE[5]);
    round::<S, WORDS, GROUPS>(&mut states, messages, &SCHEDULE[6]);
    let mut out = [[zero; 8]; GROUPS];
    for (out, state) in out.iter_mut().zip(&states) {
        let mut i = 0;
        while i < 8 {
            out[i] = state[i] ^ state[8 + i];
            i += 1;
        }
    }
    out
}

#[inline(always)]
fn round<S: Simd32, const WORDS: usize, const GROUPS: usize>(
    states: &mut [[S::U32; 16]; GROUPS],
    messages: &[[S::U32; WORDS]; GROUPS],
    schedule: &[usize; 16],
) {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *schedule;
    mix::<S, WORDS, GROUPS, 16, 20>(states, messages, [a, c, e, g], 0);
    mix::<S, WORDS, GROUPS, 24, 25>(states, messages, [b, d, f, h], 0);
    mix::<S, WORDS, GROUPS, 16, 20>(states, messages, [i, k, m, o], 1);
    mix::<S, WORDS, GROUPS, 24, 25>(states, messages, [j, l, n, p], 1);
}

/// Half of a quarter round on each of four columns or, if `turn` is 1, diagonals of the state. All
/// indices are constants once this is inlined.
#[inline(always)]
fn mix<S: Simd32, const WORDS: usize, const GROUPS: usize, const D: u32, const B: u32>(
    states: &mut [[S::U32; 16]; GROUPS],
    messages: &[[S::U32; WORDS]; GROUPS],
    words: [usize; 4],
    turn: usize,
) {
    let at = |row: usize, i: usize| 4 * row + (i + row * turn) % 4;
    for (v, message) in states.iter_mut().zip(messages) {
        for i in 0..4 {
            if words[i] < WORDS {
                v[at(0, i)] = v[at(0, i)] + message[words[i]];
            }
            v[at(0, i)] = v[at(0, i)] + v[at(1, i)];
        }
        for i in 0..4 {
            v[at(3, i)] = (v[at(3, i)] ^ v[at(0, i)]).rotl::<D>();
        }
        for i in 0..4 {
            v[at(2, i)] = v[at(2, i)] + v[at(3, i)];
        }
        for i in 0..4 {
            v[at(1, i)] = (v[at(1, i)] ^ v[at(2, i)]).rotl::<B>();
        }
    }
}
