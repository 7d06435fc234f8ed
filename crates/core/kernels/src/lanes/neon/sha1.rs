//! SHA-1 of two rows by the CPU's instructions.

use std::arch::aarch64::*;

use super::sha::{bytes, words};
use crate::lanes::sha_blocks::PaddedMessage;

/// The words A to D, and E.
type NeonSha1State = (uint32x4_t, u32);

const ABCD: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
const E: u32 = 0xc3d2_e1f0;

#[target_feature(enable = "sha2")]
pub(super) fn pair(rows: [&[u8]; 2]) -> [[u8; 20]; 2] {
    let mut states = [(unsafe { vld1q_u32(ABCD.as_ptr()) }, E); 2];
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
    states.map(|(abcd, e)| {
        let mut digest = [0; 20];
        digest[..16].copy_from_slice(&bytes(abcd));
        digest[16..].copy_from_slice(&e.to_be_bytes());
        digest
    })
}

/// Adds one block of each row to its state.
#[inline]
#[target_feature(enable = "sha2")]
fn compress<const ROWS: usize>(states: &mut [NeonSha1State; ROWS], blocks: [&[u8; 64]; ROWS]) {
    let before = *states;
    let mut message = blocks.map(words);
    // Twenty times four steps, five for each of the four functions. The last sixteen steps find
    // their words computed.
    macro_rules! steps {
        ($($function:literal $p:literal $next:literal),*) => {
            $(steps::<ROWS, $function, $p, $next>(states, &mut message);)*
        };
    }
    steps!(0 0 true, 0 1 true, 0 2 true, 0 3 true, 0 0 true);
    steps!(1 1 true, 1 2 true, 1 3 true, 1 0 true, 1 1 true);
    steps!(2 2 true, 2 3 true, 2 0 true, 2 1 true, 2 2 true);
    steps!(3 3 true, 3 0 false, 3 1 false, 3 2 false, 3 3 false);
    for (state, before) in states.iter_mut().zip(before) {
        *state = (vaddq_u32(state.0, before.0), state.1.wrapping_add(before.1));
    }
}

/// Four steps of each row by one of the functions. If vector `P` of the words has a `NEXT` use,
/// computes the words for it.
#[inline]
#[target_feature(enable = "sha2")]
fn steps<const ROWS: usize, const FUNCTION: usize, const P: usize, const NEXT: bool>(
    states: &mut [NeonSha1State; ROWS],
    words: &mut [[uint32x4_t; 4]; ROWS],
) {
    let constant = vdupq_n_u32([0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6][FUNCTION]);
    let [p, q, r, s] = [P, (P + 1) % 4, (P + 2) % 4, (P + 3) % 4];
    for ((abcd, e), w) in states.iter_mut().zip(words) {
        let sum = vaddq_u32(w[p], constant);
        let next = vsha1h_u32(vgetq_lane_u32::<0>(*abcd));
        *abcd = match FUNCTION {
            0 => vsha1cq_u32(*abcd, *e, sum),
            2 => vsha1mq_u32(*abcd, *e, sum),
            _ => vsha1pq_u32(*abcd, *e, sum),
        };
        *e = next;
        if NEXT {
            w[p] = vsha1su1q_u32(vsha1su0q_u32(w[p], w[q], w[r]), w[s]);
        }
    }
}
