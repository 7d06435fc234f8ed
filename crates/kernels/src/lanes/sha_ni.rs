//! The SHA extensions: SHA-256 of two rows side by side.
//!
//! The instructions for one row wait for each other half of the time. A second row fills the gaps.

use std::arch::x86_64::*;

/// SHA extensions with SSSE3 and SSE 4.1: Intel from Ice Lake on, AMD from Zen on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShaNi(());

impl ShaNi {
    /// A token, if this CPU has the instructions.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("sha")
            && is_x86_feature_detected!("ssse3")
            && is_x86_feature_detected!("sse4.1");
        found.then_some(ShaNi(()))
    }

    /// The final states of SHA-256 over two rows, starting at `initial`, as big-endian bytes.
    #[inline(always)]
    pub fn sha256(self, initial: &[u32; 8], rows: [&[u8]; 2]) -> [[u8; 32]; 2] {
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { sha256(initial, rows) }
    }
}

/// The words of a state in the order of the instructions: A, B, E, F and C, D, G, H, the first in the highest place.
type State = [__m128i; 2];

// Without AVX: the instructions have no VEX form, and after 512-bit vectors each of them would wait
// for the upper halves of its registers.
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn sha256(initial: &[u32; 8], rows: [&[u8]; 2]) -> [[u8; 32]; 2] {
    let [a, b, c, d, e, f, g, h] = initial.map(|word| word as i32);
    let initial = [_mm_set_epi32(a, b, e, f), _mm_set_epi32(c, d, g, h)];
    let mut states = [initial; 2];
    let mut ends = [[[0; 64]; 2]; 2];
    let [end_x, end_y] = &mut ends;
    let messages = [Message::of(rows[0], end_x), Message::of(rows[1], end_y)];
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

/// A row with its padding. Its end is stored elsewhere, because moving it costs 8 ns: vectors would be loaded right
/// after they were stored in smaller pieces.
struct Message<'a> {
    whole: &'a [[u8; 64]],
    end: &'a [[u8; 64]],
}

impl<'a> Message<'a> {
    /// `row`, with its last bytes in `end`, which must be zeros.
    #[inline(always)]
    fn of(row: &'a [u8], end: &'a mut [[u8; 64]; 2]) -> Self {
        let (whole, rest) = row.as_chunks::<64>();
        let blocks = 1 + usize::from(rest.len() > 55);
        end[0][..rest.len()].copy_from_slice(rest);
        end[0][rest.len()] = 0x80;
        end[blocks - 1][56..].copy_from_slice(&(8 * row.len() as u64).to_be_bytes());
        Message { whole, end: &end[..blocks] }
    }

    #[inline(always)]
    fn blocks(&self) -> usize {
        self.whole.len() + self.end.len()
    }

    #[inline(always)]
    fn block(&self, i: usize) -> &[u8; 64] {
        match i.checked_sub(self.whole.len()) {
            None => &self.whole[i],
            Some(i) => &self.end[i],
        }
    }
}

/// Adds one block of each row to its state.
#[inline]
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn compress<const ROWS: usize>(states: &mut [State; ROWS], blocks: [&[u8; 64]; ROWS]) {
    let before = *states;
    let mut words = [[_mm_setzero_si128(); 4]; ROWS];
    for (words, block) in words.iter_mut().zip(blocks) {
        for (word, bytes) in words.iter_mut().zip(block.as_chunks::<16>().0) {
            *word = big_endian(load(bytes));
        }
    }
    let (last, first) = CONSTANTS.split_last().expect("four of them");
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

/// Four steps of each row, the `Q`-th of four times four, and, if there is a `NEXT` four times four, the words for it.
#[inline]
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn steps<const ROWS: usize, const Q: usize, const NEXT: bool>(
    states: &mut [State; ROWS],
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
fn digest(state: State) -> [u8; 32] {
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

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
static CONSTANTS: [[[u32; 4]; 4]; 4] = [
    [
        [0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5], [0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5],
        [0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3], [0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174],
    ],
    [
        [0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc], [0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da],
        [0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7], [0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967],
    ],
    [
        [0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13], [0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85],
        [0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3], [0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070],
    ],
    [
        [0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5], [0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3],
        [0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208], [0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2],
    ],
];
