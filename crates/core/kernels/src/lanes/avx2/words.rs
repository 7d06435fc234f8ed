//! How 8 lanes read their rows: on AMD, gathers are slower than loads and transpositions.

// SAFETY, of every block here: a vector is made from a token, which is proof that this machine has
// AVX2; anything else that an operation requires is stated next to it.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::x86_64::*;

use super::{Avx2, U32x8};
use crate::lanes::{Lanes32, Words};

/// Read in place of what a mask excludes.
static ZEROS: [u8; 16] = [0; 16];

impl Words for U32x8 {
    type Starts = [*const u8; 8];

    #[inline(always)]
    fn both(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    unsafe fn load_rows(
        _: Avx2,
        starts: *const *const u8,
        lens: *const usize,
    ) -> ([*const u8; 8], Self) {
        // SAFETY: the caller vouches for 8 entries.
        unsafe {
            let low = _mm256_loadu_ps(lens.cast());
            let high = _mm256_loadu_ps(lens.add(4).cast());
            let halves = _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(low, high));
            (
                starts.cast::<[*const u8; 8]>().read(),
                U32x8(_mm256_permute4x64_epi64::<0xD8>(halves)),
            )
        }
    }

    #[inline(always)]
    unsafe fn pick_rows(
        simd: Avx2,
        starts: *const *const u8,
        lens: *const usize,
        ids: *const u8,
    ) -> ([*const u8; 8], Self) {
        let mut picked = ([std::ptr::null(); 8], [0; 8]);
        for lane in 0..8 {
            // SAFETY: the caller vouches for 8 indices, and that they are in bounds.
            unsafe {
                let id = usize::from(*ids.add(lane));
                (picked.0[lane], picked.1[lane]) = (*starts.add(id), *lens.add(id) as u32);
            }
        }
        (picked.0, U32x8::load(simd, &picked.1))
    }

    #[inline(always)]
    unsafe fn read8(starts: [*const u8; 8], offsets: Self) -> [Self; 2] {
        let mut at = [0; 8];
        offsets.store(&mut at);
        let [a, b, c, d, e, f, g, h] = starts;
        // SAFETY: the caller vouches for the bytes.
        unsafe {
            let (ab, cd) = (pair(a, at[0], b, at[1]), pair(c, at[2], d, at[3]));
            let (ef, gh) = (pair(e, at[4], f, at[5]), pair(g, at[6], h, at[7]));
            let (abef, cdgh) = (_mm256_set_m128(ef, ab), _mm256_set_m128(gh, cd));
            let first = _mm256_shuffle_ps::<0x88>(abef, cdgh);
            let second = _mm256_shuffle_ps::<0xDD>(abef, cdgh);
            [U32x8(_mm256_castps_si256(first)), U32x8(_mm256_castps_si256(second))]
        }
    }

    #[inline(always)]
    unsafe fn read16(starts: [*const u8; 8], offset: usize, mask: __m256i) -> [Self; 4] {
        let bits = unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(mask)) };
        let mut rows = starts.map(|start| start.wrapping_add(offset));
        if bits != 0xff {
            for (lane, row) in rows.iter_mut().enumerate() {
                *row = if bits >> lane & 1 != 0 { *row } else { ZEROS.as_ptr() };
            }
        }
        let [a, b, c, d, e, f, g, h] = rows;
        // SAFETY: the caller vouches for the bytes where `mask`; the others have become ZEROS'.
        unsafe { transpose([two(a, e), two(b, f), two(c, g), two(d, h)]) }
    }
}

/// The 8 bytes at two places.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn pair(a: *const u8, a_offset: u32, b: *const u8, b_offset: u32) -> __m128 {
    // SAFETY: the caller vouches for the bytes.
    unsafe {
        let a = _mm_loadl_epi64(a.add(a_offset as usize).cast());
        let b = _mm_loadl_epi64(b.add(b_offset as usize).cast());
        _mm_castsi128_ps(_mm_unpacklo_epi64(a, b))
    }
}

/// The 16 bytes at two places.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn two(low: *const u8, high: *const u8) -> __m256i {
    // SAFETY: the caller vouches for the bytes.
    unsafe { _mm256_loadu2_m128i(high.cast(), low.cast()) }
}

/// Words of rows (0, 4), (1, 5), (2, 6) and (3, 7) as a vector of each word.
#[inline(always)]
fn transpose([a, b, c, d]: [__m256i; 4]) -> [U32x8; 4] {
    unsafe {
        let (ab01, ab23) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let (cd01, cd23) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
        [
            U32x8(_mm256_unpacklo_epi64(ab01, cd01)),
            U32x8(_mm256_unpackhi_epi64(ab01, cd01)),
            U32x8(_mm256_unpacklo_epi64(ab23, cd23)),
            U32x8(_mm256_unpackhi_epi64(ab23, cd23)),
        ]
    }
}
