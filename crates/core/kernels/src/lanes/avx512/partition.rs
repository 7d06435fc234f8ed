//! Rows by length class, 16 at a time: a comparison gives a mask for each class, which compresses
//! the ids.

use std::arch::x86_64::*;

use super::Avx512;
use crate::lanes::{ClassBounds, ClassLists};

impl Avx512 {
    /// Lists rows by the class of their length.
    #[inline]
    pub(crate) fn partition(self, lens: &[usize], bounds: &ClassBounds, lists: &mut ClassLists) {
        // SAFETY: the token is proof that this machine has the instructions.
        unsafe { partition(lens, bounds, lists) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn partition(lens: &[usize], bounds: &ClassBounds, lists: &mut ClassLists) {
    let (whole, rest) = lens.as_chunks::<16>();
    for (i, lens) in whole.iter().enumerate() {
        list_rows(saturated(lens), !0, 16 * i, bounds, lists);
    }
    if !rest.is_empty() {
        let mut lens = [0; 16];
        lens[..rest.len()].copy_from_slice(rest);
        list_rows(saturated(&lens), !(!0 << rest.len()), 16 * whole.len(), bounds, lists);
    }
}

/// The lengths as bytes, those over 255.
#[target_feature(enable = "avx512f")]
fn saturated(lens: &[usize; 16]) -> __m128i {
    // SAFETY: 8 lengths from 0 and from 8 on are in the array.
    let (low, high) = unsafe {
        (_mm512_loadu_si512(lens.as_ptr().cast()), _mm512_loadu_si512(lens.as_ptr().add(8).cast()))
    };
    _mm_unpacklo_epi64(_mm512_cvtusepi64_epi8(low), _mm512_cvtusepi64_epi8(high))
}

/// Lists the 16 rows from `first` on whose bit is set in `rows`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
fn list_rows(lens: __m128i, rows: u16, first: usize, bounds: &ClassBounds, lists: &mut ClassLists) {
    let numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let ids = _mm512_add_epi32(numbers, _mm512_set1_epi32(first as i32));
    // The rows whose class is not known yet: those longer than the last bound.
    let mut left = rows;
    for (class, bound) in bounds.iter().enumerate() {
        let fits = _mm_cmple_epu8_mask(lens, _mm_set1_epi8(*bound as i8));
        append(left & fits, ids, class, lists);
        left &= !fits;
        if left == 0 {
            return;
        }
    }
    append(left, ids, bounds.len(), lists);
}

/// Appends the ids whose bit is set to the list of a class.
#[target_feature(enable = "avx512f,popcnt")]
fn append(mask: u16, ids: __m512i, class: usize, lists: &mut ClassLists) {
    if mask == 0 {
        return;
    }
    let packed = _mm512_cvtepi32_epi8(_mm512_maskz_compress_epi32(mask, ids));
    let mut ids = [0; 16];
    // SAFETY: there is place for 16 ids.
    unsafe { _mm_storeu_si128(ids.as_mut_ptr().cast(), packed) };
    lists.append(class, ids, mask.count_ones() as usize);
}
