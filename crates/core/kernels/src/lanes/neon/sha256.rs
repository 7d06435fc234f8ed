//! SHA-256 of two rows by the CPU's instructions.
//!
//! A step waits for the one before it, so two rows take turns. The constants of both don't fit in
//! the registers, and are loaded again for each block.

use std::arch::aarch64::*;

use ::sha2::block_api::compress256;

use super::U32x4;
use super::sha::{bytes, words};
use crate::lanes::Lanes32;
use crate::lanes::sha_blocks::{PaddedMessage, SHA256};

/// The words A to D, and E to H.
type NeonSha256State = [uint32x4_t; 2];

/// From this many bytes on, the crate executes fewer instructions for a row, because it keeps the
/// constants in registers: 0.92 times as many for a row of 1 MiB. Only a measurement can show
/// whether waiting costs more than that.
const LONG: usize = 1024;

#[target_feature(enable = "sha2")]
pub(super) fn pair(initial: &[u32; 8], rows: [&[u8]; 2]) -> [[u8; 32]; 2] {
    if rows.iter().any(|row| row.len() >= LONG) {
        return rows.map(|row| one(initial, row));
    }
    in_turns(initial, rows)
}

fn one(initial: &[u32; 8], row: &[u8]) -> [u8; 32] {
    let mut state = *initial;
    let mut end = [[0; 64]; 2];
    for blocks in PaddedMessage::padded(row, &mut end).parts() {
        compress256(&mut state, blocks);
    }
    let mut digest = [0; 32];
    for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    digest
}

#[target_feature(enable = "sha2")]
fn in_turns(initial: &[u32; 8], rows: [&[u8]; 2]) -> [[u8; 32]; 2] {
    let (low, high) = initial.split_at(4);
    // SAFETY: each half has four words.
    let initial = unsafe { [vld1q_u32(low.as_ptr()), vld1q_u32(high.as_ptr())] };
    let mut states = [initial; 2];
    let mut ends = [[[0; 64]; 2]; 2];
    let [end_x, end_y] = &mut ends;
    let messages = [PaddedMessage::padded(rows[0], end_x), PaddedMessage::padded(rows[1], end_y)];
    let [x, y] = &messages;
    let both = x.blocks().min(y.blocks());
    for i in 0..both {
        compress(&mut states, [x.block(i), y.block(i)]);
    }
    for (state, message) in states.iter_mut().zip(&messages) {
        for i in both..message.blocks() {
            compress(std::array::from_mut(state), [message.block(i)]);
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
fn compress<const ROWS: usize>(states: &mut [NeonSha256State; ROWS], blocks: [&[u8; 64]; ROWS]) {
    let before = *states;
    let mut message = blocks.map(words);
    // If the constants were kept for the next block, they would be spilled: 20 of 221 instructions
    // for a row of one block.
    let (last, first) = U32x4::read_again(&SHA256).split_last().expect("four of them");
    for constants in first {
        steps::<ROWS, 0, true>(states, &mut message, constants);
        steps::<ROWS, 1, true>(states, &mut message, constants);
        steps::<ROWS, 2, true>(states, &mut message, constants);
        steps::<ROWS, 3, true>(states, &mut message, constants);
    }
    steps::<ROWS, 0, false>(states, &mut message, last);
    steps::<ROWS, 1, false>(states, &mut message, last);
    steps::<ROWS, 2, false>(states, &mut message, last);
    steps::<ROWS, 3, false>(states, &mut message, last);
    for (state, before) in states.iter_mut().zip(before) {
        *state = [vaddq_u32(state[0], before[0]), vaddq_u32(state[1], before[1])];
    }
}

/// Four steps of each row, the `Q`-th of four such calls. If there are `NEXT` four calls, computes
/// the words for them.
#[inline]
#[target_feature(enable = "sha2")]
fn steps<const ROWS: usize, const Q: usize, const NEXT: bool>(
    states: &mut [NeonSha256State; ROWS],
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
