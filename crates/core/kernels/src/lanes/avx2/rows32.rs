//! Rows of bytes to 8 lanes of 32 bits and back.

// SAFETY, of every block here: a vector is made from a token, which is proof that this machine has
// AVX2; anything else that an operation requires is stated next to it.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::x86_64::*;

use super::{Avx2, U32x8};
use crate::lanes::{LaneSpans, Lanes32, Rows32};
use crate::limits::MAX_LANES;

/// 16 entries from `16 - n` on are all ones up to entry `n`, then zeros.
static WHOLE: [u32; 32] = mask(0, 16);
/// 16 entries from `16 - n` on are zeros except entry `n`.
static SINGLE: [u32; 32] = mask(16, 17);

const fn mask(first: usize, end: usize) -> [u32; 32] {
    let mut mask = [0; 32];
    let mut i = first;
    while i < end {
        mask[i] = u32::MAX;
        i += 1;
    }
    mask
}

impl Rows32 for U32x8 {
    #[inline(always)]
    fn narrow(_: Avx2, lens: &[usize; 8]) -> Self {
        // SAFETY: there are 8 lengths.
        U32x8(unsafe {
            let a = _mm256_castsi256_ps(_mm256_loadu_si256(lens.as_ptr().cast()));
            let b = _mm256_castsi256_ps(_mm256_loadu_si256(lens.as_ptr().add(4).cast()));
            let low = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(a, b));
            let high = _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(a, b));
            let fits = _mm256_cmpeq_epi32(high, _mm256_setzero_si256());
            let saturated = _mm256_or_si256(low, _mm256_andnot_si256(fits, _mm256_set1_epi32(-1)));
            _mm256_permute4x64_epi64::<0b11_01_10_00>(saturated)
        })
    }

    #[inline(always)]
    unsafe fn load_full(_: Avx2, spans: &LaneSpans<U32x8>, offset: usize) -> [Self; 16] {
        // SAFETY: the caller vouches for 64 bytes.
        unsafe { both(half(spans, offset), half(spans, offset + 32)) }
    }

    /// AVX2 has no byte masks. Whole words are loaded under a mask of words, and the bytes after
    /// the last whole word come from the last word of the row.
    #[inline(always)]
    unsafe fn load_part<const PAD: bool>(
        _: Avx2,
        spans: &LaneSpans<U32x8>,
        offset: usize,
    ) -> [Self; 16] {
        let (mut low, mut high) = ([zero(); 8], [zero(); 8]);
        let mut lane = 0;
        while lane < 8 {
            let (start, len) = (spans.starts[lane], spans.lens[lane]);
            let position = spans.positions[lane] + offset;
            let rest = len.saturating_sub(position);
            // SAFETY: the caller vouches for the row.
            let mut last = unsafe { last_bytes(start, len, rest % 4) };
            if PAD {
                last |= u32::from(position <= len) << (rest % 4 * 8 + 7);
            }
            let whole = (rest / 4).min(16);
            // SAFETY: `whole` words are in the row from `position` on, and no other is read; the
            // masks are 16 entries longer than any place in them.
            unsafe {
                let from = start.wrapping_add(position);
                let (mask, single) =
                    (WHOLE.as_ptr().add(16 - whole), SINGLE.as_ptr().add(16 - whole));
                low[lane] = load_masked(from, mask, single, last);
                let from = from.wrapping_add(32);
                high[lane] = load_masked(from, mask.add(8), single.add(8), last);
            }
            lane += 1;
        }
        both(transpose(low), transpose(high))
    }

    /// Takes a third of the instructions of [`Rows32::load_part`].
    #[inline(always)]
    unsafe fn load_and_cut<const PAD: bool>(
        simd: Avx2,
        spans: &LaneSpans<U32x8>,
        lens: U32x8,
        offset: usize,
    ) -> [Self; 16] {
        let before = Self::splat(simd, offset as u32);
        let cut_off = CutOff::<PAD> { rest: saturating_sub(lens, before), end: lens - before };
        // SAFETY: the caller vouches for 64 bytes.
        let low = unsafe { half(spans, offset) };
        // Words of zeros need no loads. Padding can follow a row of 31 bytes.
        let high = match Self::any(cut_off.rest.gt(Self::splat(simd, 31))) {
            // SAFETY: the caller vouches for 64 bytes.
            true => cut_off.apply(unsafe { half(spans, offset + 32) }, 8),
            false => [zero(); 8],
        };
        both(cut_off.apply(low, 0), high)
    }

    #[inline(always)]
    unsafe fn load_short(_: Avx2, spans: &LaneSpans<U32x8>) -> [Self; 4] {
        // SAFETY: the caller vouches for the rows.
        let (a, b) =
            unsafe { (sixteen_bytes(spans, [0, 1, 4, 5]), sixteen_bytes(spans, [2, 3, 6, 7])) };
        let [w0, w1] = even_and_odd(a[0], b[0]);
        let [w2, w3] = even_and_odd(a[1], b[1]);
        [w0, w1, w2, w3]
    }

    #[inline(always)]
    unsafe fn load_short_and_cut(_: Avx2, spans: &LaneSpans<U32x8>, lens: U32x8) -> [Self; 4] {
        // SAFETY: the caller vouches for 16 bytes.
        let words = unsafe { quarter(spans, 0) };
        CutOff::<false> { rest: lens, end: lens }.apply(words, 0)
    }

    #[inline(always)]
    fn store_rows(words: [Self; 8], rows: &mut [[u8; 32]; MAX_LANES]) {
        let digests = transpose(words);
        let mut lane = 0;
        while lane < 8 {
            unsafe { _mm256_storeu_si256(rows[lane].as_mut_ptr().cast(), digests[lane].0) }
            lane += 1;
        }
    }
}

/// The last `count` bytes of a row, at most 3, as a word.
///
/// # Safety
/// The row is readable, and the first 4 bytes from its start are.
#[inline(always)]
unsafe fn last_bytes(start: *const u8, len: usize, count: usize) -> u32 {
    let missing = 4 - len.min(4);
    // SAFETY: the last 4 bytes of the row, or the first 4 if it has fewer.
    let word = unsafe { start.add(len + missing - 4).cast::<u32>().read_unaligned() };
    let aligned = (u64::from(word) << (8 * missing)) as u32;
    (u64::from(aligned) >> (32 - 8 * count)) as u32
}

/// The 8 words at an address where `mask` has ones, `last` where `single` has, zeros elsewhere.
///
/// # Safety
/// The words under the mask are readable; the masks have 8 entries.
#[inline(always)]
unsafe fn load_masked(from: *const u8, mask: *const u32, single: *const u32, last: u32) -> U32x8 {
    // SAFETY: the caller vouches for what is read: a masked load reads nothing else.
    unsafe {
        let whole = _mm256_maskload_epi32(from.cast(), _mm256_loadu_si256(mask.cast()));
        let single = _mm256_loadu_si256(single.cast());
        let last = _mm256_and_si256(single, _mm256_set1_epi32(last as i32));
        U32x8(_mm256_or_si256(whole, last))
    }
}

/// The first and the second 8 bytes of four rows of at most 16 bytes, with zeros after their ends.
///
/// # Safety
/// The rows are readable, and the first 8 bytes from their starts are.
#[inline(always)]
unsafe fn sixteen_bytes(spans: &LaneSpans<U32x8>, lanes: [usize; 4]) -> [__m256i; 2] {
    let [a, b, c, d] = lanes;
    let bits = |lane: usize| (spans.lens[lane] * 8) as i64;
    // SAFETY: the caller vouches for the rows.
    unsafe {
        let bits = _mm256_set_epi64x(bits(d), bits(c), bits(b), bits(a));
        let low = _mm256_set_epi64x(
            first8(spans, d),
            first8(spans, c),
            first8(spans, b),
            first8(spans, a),
        );
        let high =
            _mm256_set_epi64x(last8(spans, d), last8(spans, c), last8(spans, b), last8(spans, a));
        // A shift by 64 or more leaves nothing.
        let past = _mm256_sllv_epi64(_mm256_set1_epi64x(-1), bits);
        let unused = _mm256_sub_epi64(_mm256_set1_epi64x(128), bits);
        [_mm256_andnot_si256(past, low), _mm256_srlv_epi64(high, unused)]
    }
}

/// # Safety
/// The first 8 bytes from the row's start are readable.
#[inline(always)]
unsafe fn first8(spans: &LaneSpans<U32x8>, lane: usize) -> i64 {
    // SAFETY: the caller vouches for them.
    unsafe { spans.starts[lane].cast::<i64>().read_unaligned() }
}

/// The last 8 bytes of a row, or the first 8 if it has fewer.
///
/// # Safety
/// The row is readable, and the first 8 bytes from its start are.
#[inline(always)]
unsafe fn last8(spans: &LaneSpans<U32x8>, lane: usize) -> i64 {
    // SAFETY: the caller vouches for them.
    unsafe { spans.starts[lane].add(spans.lens[lane].max(8) - 8).cast::<i64>().read_unaligned() }
}

/// The first words, and the second, of rows 0, 1, 4, 5 and 2, 3, 6, 7 of two words each.
#[inline(always)]
fn even_and_odd(a: __m256i, b: __m256i) -> [U32x8; 2] {
    unsafe {
        let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
        [
            U32x8(_mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(a, b))),
            U32x8(_mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(a, b))),
        ]
    }
}

#[inline(always)]
fn saturating_sub(a: U32x8, b: U32x8) -> U32x8 {
    U32x8(unsafe { _mm256_max_epu32(a.0, b.0) }) - b
}

/// Cuts off what follows rows of up to 64 bytes, or the first 64 bytes of rows. `PAD` puts 0x80
/// after the last byte of a row.
struct CutOff<const PAD: bool> {
    /// The number of bytes of each row.
    rest: U32x8,
    /// Where each row ends. Rows that ended before the 64 bytes have huge ends.
    end: U32x8,
}

impl<const PAD: bool> CutOff<PAD> {
    /// Cuts words from word `first` of the row on.
    #[inline(always)]
    fn apply<const W: usize>(&self, mut words: [U32x8; W], first: usize) -> [U32x8; W] {
        unsafe {
            let bits =
                |n: U32x8| _mm256_slli_epi32::<3>(_mm256_min_epu32(n.0, _mm256_set1_epi32(64)));
            let (rest, end) = (bits(self.rest), bits(self.end));
            let mut w = 0;
            while w < W {
                // The numbers are below 2^16. A shift by 32 or more leaves nothing.
                let before = _mm256_set1_epi32(32 * (first + w) as i32);
                let past =
                    _mm256_sllv_epi32(_mm256_set1_epi32(-1), _mm256_subs_epu16(rest, before));
                words[w].0 = _mm256_andnot_si256(past, words[w].0);
                if PAD {
                    let end = _mm256_sub_epi32(end, before);
                    let end = _mm256_sllv_epi32(_mm256_set1_epi32(0x80), end);
                    words[w].0 = _mm256_or_si256(words[w].0, end);
                }
                w += 1;
            }
        }
        words
    }
}

/// Transposes 4 by 4 words in each half.
#[inline(always)]
fn transpose4(rows: [U32x8; 4]) -> [U32x8; 4] {
    let [a, b, c, d] = rows.map(|row| row.0);
    unsafe {
        let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
        let (ef, gh) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
        [
            U32x8(_mm256_unpacklo_epi64(ab, cd)),
            U32x8(_mm256_unpackhi_epi64(ab, cd)),
            U32x8(_mm256_unpacklo_epi64(ef, gh)),
            U32x8(_mm256_unpackhi_epi64(ef, gh)),
        ]
    }
}

#[inline(always)]
fn zero() -> U32x8 {
    U32x8(unsafe { _mm256_setzero_si256() })
}

/// The words of 32 bytes of each row from `offset` on.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn half(spans: &LaneSpans<U32x8>, offset: usize) -> [U32x8; 8] {
    let mut words = [zero(); 8];
    // SAFETY: the caller vouches for 32 bytes.
    let (low, high) = unsafe { (quarter(spans, offset), quarter(spans, offset + 16)) };
    words[..4].copy_from_slice(&low);
    words[4..].copy_from_slice(&high);
    words
}

/// The words of 16 bytes of each row from `offset` on.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn quarter(spans: &LaneSpans<U32x8>, offset: usize) -> [U32x8; 4] {
    let mut rows = [zero(); 4];
    let mut lane = 0;
    while lane < 4 {
        let start = |lane: usize| spans.starts[lane].wrapping_add(spans.positions[lane] + offset);
        // SAFETY: the caller vouches for 16 bytes.
        rows[lane].0 = unsafe { _mm256_loadu2_m128i(start(lane + 4).cast(), start(lane).cast()) };
        lane += 1;
    }
    transpose4(rows)
}

#[inline(always)]
fn both(low: [U32x8; 8], high: [U32x8; 8]) -> [U32x8; 16] {
    let mut words = [zero(); 16];
    words[..8].copy_from_slice(&low);
    words[8..].copy_from_slice(&high);
    words
}

/// Transposes 8 by 8 words.
#[inline(always)]
fn transpose(rows: [U32x8; 8]) -> [U32x8; 8] {
    let (mut pairs, mut quads, mut columns) = (rows, rows, rows);
    let mut i = 0;
    while i < 8 {
        let (a, b) = (rows[i].0, rows[i + 1].0);
        unsafe {
            pairs[i].0 = _mm256_unpacklo_epi32(a, b);
            pairs[i + 1].0 = _mm256_unpackhi_epi32(a, b);
        }
        i += 2;
    }
    i = 0;
    while i < 8 {
        let [a, b, c, d] = [pairs[i].0, pairs[i + 1].0, pairs[i + 2].0, pairs[i + 3].0];
        unsafe {
            quads[i].0 = _mm256_unpacklo_epi64(a, c);
            quads[i + 1].0 = _mm256_unpackhi_epi64(a, c);
            quads[i + 2].0 = _mm256_unpacklo_epi64(b, d);
            quads[i + 3].0 = _mm256_unpackhi_epi64(b, d);
        }
        i += 4;
    }
    i = 0;
    while i < 4 {
        let (a, b) = (quads[i].0, quads[i + 4].0);
        unsafe {
            columns[i].0 = _mm256_permute2x128_si256::<0x20>(a, b);
            columns[i + 4].0 = _mm256_permute2x128_si256::<0x31>(a, b);
        }
        i += 1;
    }
    columns
}
