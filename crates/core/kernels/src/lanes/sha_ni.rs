//! The SHA extensions: SHA-256 of two rows side by side.
//!
//! The instructions for one row wait for each other half of the time. A second row fills the gaps.

use std::arch::x86_64::*;

use super::sha_blocks::{PaddedMessage, SHA256};

/// SHA extensions with SSSE3 and SSE 4.1: Intel from Ice Lake on, AMD from Zen on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sha(());

impl Sha {
    /// A token, if this CPU has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("sha")
            && is_x86_feature_detected!("ssse3")
            && is_x86_feature_detected!("sse4.1");
        found.then_some(Sha(()))
    }

    /// The final states of SHA-256 over two rows, starting at `initial`, as big-endian bytes.
    #[inline(always)]
    pub(crate) fn sha256(self, initial: &[u32; 8], rows: [&[u8]; 2]) -> [[u8; 32]; 2] {
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { sha256(initial, rows) }
    }
}

/// The words of a state in the order of the instructions: A, B, E, F and C, D, G, H, the first in
/// the highest place.
type ShaNiState = [__m128i; 2];

// Without AVX: the instructions have no VEX form, and after 512-bit vectors each would wait for the
// upper halves of its registers.
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn sha256(initial: &[u32; 8], rows: [&[u8]; 2]) -> [[u8; 32]; 2] {
    let [a, b, c, d, e, f, g, h] = initial.map(|word| word as i32);
    let initial = [_mm_set_epi32(a, b, e, f), _mm_set_epi32(c, d, g, h)];
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
    [digest(states[0]), digest(states[1])]
}

/// Adds one block of each row to its state.
#[inline]
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn compress<const ROWS: usize>(states: &mut [ShaNiState; ROWS], blocks: [&[u8; 64]; ROWS]) {
    let before = *states;
    let mut words = [[_mm_setzero_si128(); 4]; ROWS];
    for (words, block) in words.iter_mut().zip(blocks) {
        for (word, bytes) in words.iter_mut().zip(block.as_chunks::<16>().0) {
            *word = big_endian(load(bytes));
        }
    }
    let (last, first) = SHA256.split_last().expect("four of them");
    for constants in first {
        steps::<ROWS, 0, true>(states, &mut words, constants);
        steps::<ROWS, 1, true>(states, &mut words, constants);
        steps::<ROWS, 2, true>(states, &mut words, constants);
        steps::<ROWS, 3, true>(states, &mut words, constants);
    }
    steps::<ROWS, 0, false>(states, &mut words, last);
    steps::<ROWS, 1, false>(states, &mut words, last);
    steps::<ROWS, 2, false>(states, &mut words, last);
    steps::<ROWS, 3, false>(states, &mut words, last);
    for (state, before) in states.iter_mut().zip(before) {
        *state = [_mm_add_epi32(state[0], before[0]), _mm_add_epi32(state[1], before[1])];
    }
}

/// Four steps of each row, the `Q`-th of four such calls. If there are `NEXT` four calls, computes
/// the words for them.
#[inline]
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn steps<const ROWS: usize, const Q: usize, const NEXT: bool>(
    states: &mut [ShaNiState; ROWS],
    words: &mut [[__m128i; 4]; ROWS],
    constants: &[[u32; 4]; 4],
) {
    let [p, q, r, s] = [Q, (Q + 1) % 4, (Q + 2) % 4, (Q + 3) % 4];
    // SAFETY: there are four words.
    let constants = unsafe { _mm_loadu_si128(constants[p].as_ptr().cast()) };
    for (state, w) in states.iter_mut().zip(words) {
        let sum = _mm_add_epi32(w[p], constants);
        state[1] = _mm_sha256rnds2_epu32(state[1], state[0], sum);
        state[0] = _mm_sha256rnds2_epu32(state[0], state[1], _mm_shuffle_epi32::<0x0E>(sum));
        if NEXT {
            let seven_back = _mm_alignr_epi8::<4>(w[s], w[r]);
            let sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[p], w[q]), seven_back);
            w[p] = _mm_sha256msg2_epu32(sum, w[s]);
        }
    }
}

#[inline]
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn digest(state: ShaNiState) -> [u8; 32] {
    let mut out = [0; 32];
    let (first, second) = out.split_at_mut(16);
    // A, B, C, D, then E, F, G, H, the first in the lowest place.
    let abcd = _mm_shuffle_epi32::<0x1B>(_mm_unpackhi_epi64(state[1], state[0]));
    let efgh = _mm_shuffle_epi32::<0x1B>(_mm_unpacklo_epi64(state[1], state[0]));
    // SAFETY: each half is 16 bytes.
    unsafe {
        _mm_storeu_si128(first.as_mut_ptr().cast(), big_endian(abcd));
        _mm_storeu_si128(second.as_mut_ptr().cast(), big_endian(efgh));
    }
    out
}

/// Reverses the bytes of each word.
#[inline]
#[target_feature(enable = "ssse3")]
fn big_endian(words: __m128i) -> __m128i {
    let order = _mm_set_epi32(0x0c0d_0e0f, 0x0809_0a0b, 0x0405_0607, 0x0001_0203);
    _mm_shuffle_epi8(words, order)
}

#[inline]
#[target_feature(enable = "sse2")]
fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: there are 16 bytes.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}
