//! Rows by length class, 16 at a time: a comparison of bytes gives a mask for each class, and a
//! table turns 8 bits of a mask into the ids of up to 8 rows.

use std::arch::aarch64::*;

use super::Neon;
use crate::lanes::{ClassBounds, ClassLists};

/// The positions of the 1 bits of each byte, the lowest first, one in each byte of a word, and
/// their number.
static POSITIONS: [([u8; 8], u8); 256] = {
    let mut table = [([0; 8], 0); 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut i, mut at) = (0, 0);
        while i < 8 {
            if bits >> i & 1 == 1 {
                table[bits].0[at] = i;
                at += 1;
            }
            i += 1;
        }
        table[bits].1 = at as u8;
        bits += 1;
    }
    table
};

impl Neon {
    /// Lists rows by the class of their length.
    #[inline]
    pub(crate) fn partition(self, lens: &[usize], bounds: &ClassBounds, lists: &mut ClassLists) {
        let (whole, rest) = lens.as_chunks::<16>();
        for (i, lens) in whole.iter().enumerate() {
            list_rows(saturated(lens), 16, 16 * i, bounds, lists);
        }
        if !rest.is_empty() {
            let mut lens = [0; 16];
            lens[..rest.len()].copy_from_slice(rest);
            list_rows(saturated(&lens), rest.len(), 16 * whole.len(), bounds, lists);
        }
    }
}

/// The lengths as bytes, those over 255.
#[inline(always)]
fn saturated(lens: &[usize; 16]) -> uint8x16_t {
    let lens = lens.as_ptr().cast::<u64>();
    // SAFETY: 2 lengths from 2 * i on are in the array, since i is below 8.
    let load = |i: usize| unsafe { vld1q_u64(lens.add(2 * i)) };
    let four = |i: usize| unsafe { vqmovn_high_u64(vqmovn_u64(load(2 * i)), load(2 * i + 1)) };
    let eight = |i: usize| unsafe { vqmovn_high_u32(vqmovn_u32(four(2 * i)), four(2 * i + 1)) };
    unsafe { vqmovn_high_u16(vqmovn_u16(eight(0)), eight(1)) }
}

/// Lists the first `count` of the 16 rows from `first` on.
#[inline(always)]
fn list_rows(
    lens: uint8x16_t,
    count: usize,
    first: usize,
    bounds: &ClassBounds,
    lists: &mut ClassLists,
) {
    let places: [u8; 16] = std::array::from_fn(|i| i as u8);
    unsafe {
        // The rows whose class is not known yet: those longer than the last bound.
        let mut left = vcltq_u8(vld1q_u8(places.as_ptr()), vdupq_n_u8(count as u8));
        for (class, bound) in bounds.iter().enumerate() {
            let fits = vandq_u8(left, vcleq_u8(lens, vdupq_n_u8(*bound)));
            append(fits, first, class, lists);
            left = vbicq_u8(left, fits);
            if vmaxvq_u8(left) == 0 {
                return;
            }
        }
        append(left, first, bounds.len(), lists);
    }
}

/// Appends the rows where `mask` is all ones to the list of a class.
#[inline(always)]
fn append(mask: uint8x16_t, first: usize, class: usize, lists: &mut ClassLists) {
    let weights: [u8; 16] = std::array::from_fn(|i| 1 << (i % 8));
    let bits = unsafe {
        // Each addition of neighbors halves the number of bytes.
        let bits = vandq_u8(mask, vld1q_u8(weights.as_ptr()));
        let bits = vpaddq_u8(bits, bits);
        let bits = vpaddq_u8(bits, bits);
        let bits = vpaddq_u8(bits, bits);
        vgetq_lane_u16::<0>(vreinterpretq_u16_u8(bits))
    };
    if bits == 0 {
        return;
    }
    for (i, bits) in bits.to_le_bytes().into_iter().enumerate() {
        let base = (first + 8 * i) as u64 * 0x0101_0101_0101_0101;
        let (positions, count) = POSITIONS[usize::from(bits)];
        let ids = u64::from_le_bytes(positions).wrapping_add(base);
        lists.append(class, ids.to_le_bytes(), count.into());
    }
}
