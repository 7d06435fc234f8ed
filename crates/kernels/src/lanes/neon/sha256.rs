//! SHA-256 of two rows by the CPU's instructions.

use std::arch::aarch64::*;

use super::U32x4;
use super::big_endian::{bytes, words};
use crate::lanes::Lanes32;
use crate::lanes::sha_blocks::{Message, SHA256};

/// The words A to D, and E to H.
type State = [uint32x4_t; 2];

#[target_feature(enable = "sha2")]
pub(super) fn pair(initial: &[u32; 8], rows: [&[u8]; 2]) -> [[u8; 32]; 2] {
    let (low, high) = initial.split_at(4);
    // SAFETY: each half has four words.
    let initial = unsafe { [vld1q_u32(low.as_ptr()), vld1q_u32(high.as_ptr())] };
    let mut states = [initial; 2];
    let mut ends = [[[0; 64]; 2]; 2];
    let [end_x, end_y] = &mut ends;
    let messages = [Message::of(rows[0], end_x), Message::of(rows[1], end_y)];
    let [x, y] = &messages;
    // Whole blocks apart, which need no choice between the row and its padding.
    let whole = rows.map(|row| row.as_chunks::<64>().0);
    let whole_pairs = whole[0].len().min(whole[1].len());
    for (x, y) in whole[0].iter().zip(whole[1]) {
        compress(&mut states, [x, y]);
    }
    let both = x.blocks().min(y.blocks());
    for i in whole_pairs..both {
        compress(&mut states, [x.block(i), y.block(i)]);
    }
    for ((state, message), whole) in states.iter_mut().zip(&messages).zip(whole) {
        let state = std::array::from_mut(state);
        for block in whole.iter().skip(both) {
            compress(state, [block]);
        }
        for i in both.max(whole.len())..message.blocks() {
            compress(state, [message.block(i)]);
        }
    }
    states.map(|[low, high]| {
        let mut digest = [0; 32];
        digest[..16].copy_from_slice(&bytes(low));
        digest[16..].copy_from_slice(&bytes(high));
        digest
    })
}

/// Adds one block of each row to its state.
#[inline]
#[target_feature(enable = "sha2")]
fn compress<const ROWS: usize>(states: &mut [State; ROWS], blocks: [&[u8; 64]; ROWS]) {
    let before = *states;
    let mut message = blocks.map(words);
    // Not a loop, whose counter takes 7 of 107 instructions of a block. Constants that are kept for the next block
    // would be spilled: 12 more.
    let [a, b, c, d] = U32x4::read_again(&SHA256);
    sixteen_steps::<ROWS, true>(states, &mut message, a);
    sixteen_steps::<ROWS, true>(states, &mut message, b);
    sixteen_steps::<ROWS, true>(states, &mut message, c);
    sixteen_steps::<ROWS, false>(states, &mut message, d);
    for (state, before) in states.iter_mut().zip(before) {
        *state = [vaddq_u32(state[0], before[0]), vaddq_u32(state[1], before[1])];
    }
}

/// Sixteen steps of each row and, if there is a `NEXT` four times four, the words for it.
#[inline]
#[target_feature(enable = "sha2")]
fn sixteen_steps<const ROWS: usize, const NEXT: bool>(
    states: &mut [State; ROWS],
    words: &mut [[uint32x4_t; 4]; ROWS],
    constants: &[[u32; 4]; 4],
) {
    steps::<ROWS, 0, NEXT>(states, words, constants);
    steps::<ROWS, 1, NEXT>(states, words, constants);
    steps::<ROWS, 2, NEXT>(states, words, constants);
    steps::<ROWS, 3, NEXT>(states, words, constants);
}

/// Four steps of each row, the `Q`-th of four times four, and, if there is a `NEXT` four times four, the words for it.
#[inline]
#[target_feature(enable = "sha2")]
fn steps<const ROWS: usize, const Q: usize, const NEXT: bool>(
    states: &mut [State; ROWS],
    words: &mut [[uint32x4_t; 4]; ROWS],
    constants: &[[u32; 4]; 4],
) {
    let [p, q, r, s] = [Q, (Q + 1) % 4, (Q + 2) % 4, (Q + 3) % 4];
    // SAFETY: there are four words.
    let constants = unsafe { vld1q_u32(constants[p].as_ptr()) };
    for ([abcd, efgh], w) in states.iter_mut().zip(words) {
        let sum = vaddq_u32(w[p], constants);
        let before = *abcd;
        *abcd = vsha256hq_u32(before, *efgh, sum);
        *efgh = vsha256h2q_u32(*efgh, before, sum);
        if NEXT {
            w[p] = vsha256su1q_u32(vsha256su0q_u32(w[p], w[q]), w[r], w[s]);
        }
    }
}
