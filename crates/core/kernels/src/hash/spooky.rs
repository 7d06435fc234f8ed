//! SpookyHash V2. Reference: Bob Jenkins, <https://burtleburtle.net/bob/hash/spooky.html>.

use super::per_row::{low_bytes, per_row, u64_at};
use crate::blocks::HashKernel;

/// 32-bit SpookyHash V2 of each row: the low half of the 64-bit one.
pub const SPOOKYHASH_V2_32: HashKernel<u32, u32> =
    per_row!(|row, seed: u32| hash(row, seed.into())[0] as u32);

/// 64-bit SpookyHash V2 of each row: the first half of the 128-bit one.
pub const SPOOKYHASH_V2_64: HashKernel<u64, u64> = per_row!(|row, seed| hash(row, seed)[0]);

/// 128-bit SpookyHash V2 of each row, whose two seeds are both the seed: the first half, then the
/// second, each big-endian.
pub const SPOOKYHASH_V2_128: HashKernel<u64, [u8; 16]> = per_row!(|row, seed| {
    let [first, second] = hash(row, seed);
    (u128::from(first) << 64 | u128::from(second)).to_be_bytes()
});

/// An odd number that is neither zero nor symmetric.
const CONST: u64 = 0xdead_beef_dead_beef;

/// Words in the state of a long row.
const WORDS: usize = 12;

/// Bytes in a block of a long row.
const BLOCK: usize = 8 * WORDS;

/// Rows of fewer bytes are short.
const LONG: usize = 2 * BLOCK;

#[inline(always)]
fn hash(row: &[u8], seed: u64) -> [u64; 2] {
    if row.len() < LONG { short(row, seed) } else { long(row, seed) }
}

#[inline(always)]
fn short(row: &[u8], seed: u64) -> [u64; 2] {
    let mut state = [seed, seed, CONST, CONST];
    let add = |state: &mut [u64; 4], first: usize, words: [u64; 2]| {
        state[first] = state[first].wrapping_add(words[0]);
        state[first + 1] = state[first + 1].wrapping_add(words[1]);
    };
    let (blocks, mut tail) = row.as_chunks::<32>();
    for block in blocks {
        add(&mut state, 2, [u64_at(block, 0), u64_at(block, 8)]);
        short_mix(&mut state);
        add(&mut state, 0, [u64_at(block, 16), u64_at(block, 24)]);
    }
    if let Some((block, rest)) = tail.split_first_chunk::<16>() {
        add(&mut state, 2, [u64_at(block, 0), u64_at(block, 8)]);
        short_mix(&mut state);
        tail = rest;
    }
    let length = (row.len() as u64) << 56;
    if tail.is_empty() {
        add(&mut state, 2, [CONST, CONST.wrapping_add(length)]);
    } else {
        let (low, high) = tail.split_at(tail.len().min(8));
        add(&mut state, 2, [low_bytes(low), low_bytes(high).wrapping_add(length)]);
    }
    short_end(&mut state);
    [state[0], state[1]]
}

#[inline(always)]
fn short_mix(state: &mut [u64; 4]) {
    let [a, b, c, d] = state;
    for bits in [50, 52, 30, 41, 54, 48, 38, 37, 62, 34, 5, 36] {
        *c = c.rotate_left(bits).wrapping_add(*d);
        *a ^= *c;
        (*a, *b, *c, *d) = (*b, *c, *d, *a);
    }
}

#[inline(always)]
fn short_end(state: &mut [u64; 4]) {
    let [a, b, c, d] = state;
    for bits in [15, 52, 26, 51, 28, 9, 47, 54, 32, 25, 63] {
        *d ^= *c;
        *c = c.rotate_left(bits);
        *d = d.wrapping_add(*c);
        (*a, *b, *c, *d) = (*b, *c, *d, *a);
    }
    (*a, *b, *c, *d) = (*b, *c, *d, *a);
}

/// Not inlined, so that short rows don't pay for its state.
#[inline(never)]
fn long(row: &[u8], seed: u64) -> [u64; 2] {
    let mut state = std::array::from_fn(|i| if i % 3 == 2 { CONST } else { seed });
    let (blocks, tail) = row.as_chunks::<BLOCK>();
    for block in blocks {
        long_mix(&mut state, block);
    }
    let mut last = [0; BLOCK];
    last[..tail.len()].copy_from_slice(tail);
    last[BLOCK - 1] = tail.len() as u8;
    for (i, word) in state.iter_mut().enumerate() {
        *word = word.wrapping_add(u64_at(&last, 8 * i));
    }
    for _ in 0..3 {
        long_end(&mut state);
    }
    [state[0], state[1]]
}

#[inline(always)]
fn long_mix(state: &mut [u64; WORDS], block: &[u8; BLOCK]) {
    const BITS: [u32; WORDS] = [11, 32, 43, 31, 17, 28, 39, 57, 55, 54, 22, 46];
    for (i, bits) in BITS.into_iter().enumerate() {
        let at = |offset| (i + offset) % WORDS;
        state[i] = state[i].wrapping_add(u64_at(block, 8 * i));
        state[at(2)] ^= state[at(10)];
        state[at(11)] ^= state[i];
        state[i] = state[i].rotate_left(bits);
        state[at(11)] = state[at(11)].wrapping_add(state[at(1)]);
    }
}

#[inline(always)]
fn long_end(state: &mut [u64; WORDS]) {
    const BITS: [u32; WORDS] = [44, 15, 34, 21, 38, 33, 10, 13, 38, 53, 42, 54];
    for (i, bits) in BITS.into_iter().enumerate() {
        let at = |offset| (i + offset) % WORDS;
        state[at(11)] = state[at(11)].wrapping_add(state[at(1)]);
        state[at(2)] ^= state[at(11)];
        state[at(1)] = state[at(1)].rotate_left(bits);
    }
}
