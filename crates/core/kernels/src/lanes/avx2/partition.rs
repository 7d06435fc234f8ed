//! Rows by length class, 32 at a time: a comparison of bytes gives a mask for each class, and a
//! table turns 8 bits of a mask into the ids of up to 8 rows.

use std::arch::x86_64::*;

use super::Avx2;
use crate::lanes::{ClassBounds, ClassLists};

/// The positions of the 1 bits of each byte, the lowest first, one in each byte of a word.
static POSITIONS: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut i, mut at) = (0, 0);
        while i < 8 {
            if bits >> i & 1 == 1 {
                table[bits] |= i << (8 * at);
                at += 1;
            }
            i += 1;
        }
        bits += 1;
    }
    table
};

impl Avx2 {
    /// Lists rows by the class of their length.
    #[inline]
    pub(crate) fn partition(self, lens: &[usize], bounds: &ClassBounds, lists: &mut ClassLists) {
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { partition(lens, bounds, lists) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn partition(lens: &[usize], bounds: &ClassBounds, lists: &mut ClassLists) {
    let (whole, rest) = lens.as_chunks::<32>();
    for (i, lens) in whole.iter().enumerate() {
        list_rows(saturated(lens), !0, 32 * i, bounds, lists);
    }
    if !rest.is_empty() {
        let mut lens = [0; 32];
        lens[..rest.len()].copy_from_slice(rest);
        list_rows(saturated(&lens), !(!0 << rest.len()), 32 * whole.len(), bounds, lists);
    }
}

/// The lengths as bytes, those over 255.
#[target_feature(enable = "avx2")]
fn saturated(lens: &[usize; 32]) -> __m256i {
    let most = _mm256_set1_epi64x(255);
    let load = |i: usize| {
        // SAFETY: 4 lengths from 4 * i on are in the array, since i is below 8.
        let lens = unsafe { _mm256_loadu_si256(lens.as_ptr().add(4 * i).cast()) };
        _mm256_blendv_epi8(lens, most, _mm256_cmpgt_epi64(lens, most))
    };
    // Each step halves the lanes, inside the halves of the vector.
    let pairs = |i: usize| _mm256_packus_epi32(load(2 * i), load(2 * i + 1));
    let quads = |i: usize| _mm256_packus_epi32(pairs(2 * i), pairs(2 * i + 1));
    let bytes = _mm256_packus_epi16(quads(0), quads(1));
    // Each half has 2 of every 4 lengths. Put them in pairs with those of the other half.
    let low = _mm256_castsi256_si128(bytes);
    let high = _mm256_extracti128_si256::<1>(bytes);
    let (first, second) = (_mm_unpacklo_epi16(low, high), _mm_unpackhi_epi16(low, high));
    _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(first), second)
}

/// Lists the 32 rows from `first` on whose bit is set in `rows`.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn list_rows(lens: __m256i, rows: u32, first: usize, bounds: &ClassBounds, lists: &mut ClassLists) {
    // The rows whose class is not known yet: those longer than the last bound.
    let mut left = rows;
    for (class, bound) in bounds.iter().enumerate() {
        let bound = _mm256_set1_epi8(*bound as i8);
        let fits = _mm256_cmpeq_epi8(_mm256_max_epu8(lens, bound), bound);
        let fits = _mm256_movemask_epi8(fits) as u32;
        append(left & fits, first, class, lists);
        left &= !fits;
        if left == 0 {
            return;
        }
    }
    append(left, first, bounds.len(), lists);
}

/// Appends the rows whose bit is set to the list of a class.
#[target_feature(enable = "popcnt")]
fn append(mask: u32, first: usize, class: usize, lists: &mut ClassLists) {
    if mask == 0 {
        return;
    }
    for (i, bits) in mask.to_le_bytes().into_iter().enumerate() {
        let base = (first + 8 * i) as u64 * 0x0101_0101_0101_0101;
        let ids = POSITIONS[usize::from(bits)].wrapping_add(base);
        lists.append(class, ids.to_le_bytes(), bits.count_ones() as usize);
    }
}
