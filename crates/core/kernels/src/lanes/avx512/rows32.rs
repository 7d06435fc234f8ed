//! Rows of bytes to 16 lanes of 32 bits and back.

// SAFETY, of every block here: a vector is made from a token, which is proof that this machine has
// AVX-512; anything else that an operation requires is stated next to it.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::x86_64::*;

use super::{Avx512, U32x16};
use crate::lanes::{LaneSpans, Rows32};
use crate::limits::MAX_LANES;

impl Rows32 for U32x16 {
    #[inline(always)]
    fn narrow(_: Avx512, lens: &[usize; 16]) -> Self {
        // SAFETY: there are 16 lengths.
        U32x16(unsafe {
            let low = _mm512_cvtusepi64_epi32(_mm512_loadu_si512(lens.as_ptr().cast()));
            let high = _mm512_cvtusepi64_epi32(_mm512_loadu_si512(lens.as_ptr().add(8).cast()));
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        })
    }

    #[inline(always)]
    unsafe fn load_full(_: Avx512, spans: &LaneSpans<U32x16>, offset: usize) -> [Self; 16] {
        let mut rows = [zero(); 16];
        let mut lane = 0;
        while lane < 16 {
            let start = spans.starts[lane].wrapping_add(spans.positions[lane] + offset);
            // SAFETY: the caller vouches for 64 bytes.
            rows[lane].0 = unsafe { _mm512_loadu_si512(start.cast()) };
            lane += 1;
        }
        transpose(rows)
    }

    #[inline(always)]
    unsafe fn load_part<const PAD: bool>(
        _: Avx512,
        spans: &LaneSpans<U32x16>,
        offset: usize,
    ) -> [Self; 16] {
        let mut rows = [zero(); 16];
        let mut lane = 0;
        while lane < 16 {
            let len = spans.lens[lane];
            let position = spans.positions[lane] + offset;
            let rest = len.saturating_sub(position);
            // Not past the end: a load of no bytes from an unmapped page is slow. With such loads,
            // SHA-1 of 8 rows of 1 MiB in 16 lanes takes 976 µs a row on Zen 5, and without them
            // 238.
            let start = spans.starts[lane].wrapping_add(position.min(len));
            // SAFETY: the bytes under the mask are in the row, and no other is read.
            let mut row = unsafe {
                let mask = _bzhi_u64(u64::MAX, rest.min(64) as u32);
                _mm512_maskz_loadu_epi8(mask, start.cast())
            };
            if PAD {
                let ends_here = position <= len && rest < 64;
                let place = u64::from(ends_here) << (rest % 64);
                row = unsafe { _mm512_mask_mov_epi8(row, place, _mm512_set1_epi8(-0x80)) };
            }
            rows[lane].0 = row;
            lane += 1;
        }
        transpose(rows)
    }

    #[inline(always)]
    unsafe fn load_short(_: Avx512, spans: &LaneSpans<U32x16>) -> [Self; 4] {
        // SAFETY: the caller vouches for the rows, and there are 16.
        let (a, b) = unsafe { (sixteen_bytes(spans, 0), sixteen_bytes(spans, 8)) };
        let [w0, w1] = even_and_odd(a[0], b[0]);
        let [w2, w3] = even_and_odd(a[1], b[1]);
        [w0, w1, w2, w3]
    }

    #[inline(always)]
    fn store_rows(words: [Self; 8], rows: &mut [[u8; 32]; MAX_LANES]) {
        let [a, b, c, d, e, f, g, h] = words;
        // Quarter q of vector i belongs to row 4 * q + i.
        let (low, high) = (quarters([a, b, c, d]), quarters([e, f, g, h]));
        let mut i = 0;
        while i < 4 {
            unsafe {
                let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
                let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
                let two = _mm512_permutex2var_epi64(low[i].0, first, high[i].0);
                store_two(two, rows, i);
                let two = _mm512_permutex2var_epi64(low[i].0, second, high[i].0);
                store_two(two, rows, i + 8);
            }
            i += 1;
        }
    }
}

/// Writes one half of `two` as row `i`, the other as row `i + 4`.
#[inline(always)]
fn store_two(two: __m512i, rows: &mut [[u8; 32]; MAX_LANES], i: usize) {
    unsafe {
        let (low, high) = (_mm512_castsi512_si256(two), _mm512_extracti64x4_epi64::<1>(two));
        _mm256_storeu_si256(rows[i].as_mut_ptr().cast(), low);
        _mm256_storeu_si256(rows[i + 4].as_mut_ptr().cast(), high);
    }
}

/// The first and the second 8 bytes of eight rows of at most 16 bytes, with zeros after their ends.
///
/// # Safety
/// The rows are readable, and the first 8 bytes from their starts are.
#[inline(always)]
unsafe fn sixteen_bytes(spans: &LaneSpans<U32x16>, first: usize) -> [__m512i; 2] {
    let (starts, lens) = (&spans.starts[first..first + 8], &spans.lens[first..first + 8]);
    // SAFETY: there are 8 starts and lengths; the first 8 bytes, and the last 8 bytes of the row or
    // the first 8 if it has fewer, are readable.
    unsafe {
        let starts = _mm512_loadu_si512(starts.as_ptr().cast());
        let lens = _mm512_loadu_si512(lens.as_ptr().cast());
        let low = _mm512_i64gather_epi64::<1>(starts, std::ptr::null());
        let eight = _mm512_set1_epi64(8);
        let last = _mm512_sub_epi64(_mm512_max_epu64(lens, eight), eight);
        let high = _mm512_i64gather_epi64::<1>(_mm512_add_epi64(starts, last), std::ptr::null());
        // A shift by 64 or more leaves nothing.
        let bits = _mm512_slli_epi64::<3>(lens);
        let past = _mm512_sllv_epi64(_mm512_set1_epi64(-1), bits);
        let unused = _mm512_sub_epi64(_mm512_set1_epi64(128), bits);
        [_mm512_andnot_si512(past, low), _mm512_srlv_epi64(high, unused)]
    }
}

/// The first words, and the second, of rows 0 to 7 and 8 to 15 of two words each.
#[inline(always)]
fn even_and_odd(a: __m512i, b: __m512i) -> [U32x16; 2] {
    unsafe {
        let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        let odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
        [
            U32x16(_mm512_permutex2var_epi32(a, even, b)),
            U32x16(_mm512_permutex2var_epi32(a, odd, b)),
        ]
    }
}

#[inline(always)]
fn zero() -> U32x16 {
    U32x16(unsafe { _mm512_setzero_si512() })
}

/// Transposes 4 by 4 words in each quarter.
#[inline(always)]
fn quarters(rows: [U32x16; 4]) -> [U32x16; 4] {
    let [a, b, c, d] = [rows[0].0, rows[1].0, rows[2].0, rows[3].0];
    unsafe {
        let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
        let (ab_high, cd_high) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
        [
            U32x16(_mm512_unpacklo_epi64(ab, cd)),
            U32x16(_mm512_unpackhi_epi64(ab, cd)),
            U32x16(_mm512_unpacklo_epi64(ab_high, cd_high)),
            U32x16(_mm512_unpackhi_epi64(ab_high, cd_high)),
        ]
    }
}

/// Transposes 16 by 16 words.
#[inline(always)]
fn transpose(rows: [U32x16; 16]) -> [U32x16; 16] {
    // Quarter q of vector i in the result of rows r to r + 3 has word 4 * q + i of these rows.
    let first = quarters([rows[0], rows[1], rows[2], rows[3]]);
    let second = quarters([rows[4], rows[5], rows[6], rows[7]]);
    let third = quarters([rows[8], rows[9], rows[10], rows[11]]);
    let fourth = quarters([rows[12], rows[13], rows[14], rows[15]]);
    let mut columns = rows;
    let mut i = 0;
    while i < 4 {
        let [a, b, c, d] = [first[i].0, second[i].0, third[i].0, fourth[i].0];
        unsafe {
            let (ab, cd) = (_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0x44>(c, d));
            columns[i].0 = _mm512_shuffle_i32x4::<0x88>(ab, cd);
            columns[i + 4].0 = _mm512_shuffle_i32x4::<0xDD>(ab, cd);
            let (ab, cd) = (_mm512_shuffle_i32x4::<0xEE>(a, b), _mm512_shuffle_i32x4::<0xEE>(c, d));
            columns[i + 8].0 = _mm512_shuffle_i32x4::<0x88>(ab, cd);
            columns[i + 12].0 = _mm512_shuffle_i32x4::<0xDD>(ab, cd);
        }
        i += 1;
    }
    columns
}
