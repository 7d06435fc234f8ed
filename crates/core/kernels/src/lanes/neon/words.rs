//! How 4 lanes read their rows.

use std::arch::aarch64::*;

use super::rows32::transpose;
use super::{Neon, U32x4};
use crate::lanes::{Lanes32, Words};

/// Read in place of what a mask excludes.
static ZEROS: [u8; 16] = [0; 16];

impl Words for U32x4 {
    type Starts = [*const u8; 4];

    #[inline(always)]
    fn both(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        unsafe { vandq_u32(a, b) }
    }

    #[inline(always)]
    unsafe fn load_rows(
        _: Neon,
        starts: *const *const u8,
        lens: *const usize,
    ) -> ([*const u8; 4], Self) {
        // SAFETY: the caller vouches for 4 entries.
        unsafe {
            let low = vld1q_u32(lens.cast());
            let high = vld1q_u32(lens.add(2).cast());
            (starts.cast::<[*const u8; 4]>().read(), U32x4(vuzp1q_u32(low, high)))
        }
    }

    #[inline(always)]
    unsafe fn pick_rows(
        simd: Neon,
        starts: *const *const u8,
        lens: *const usize,
        ids: *const u8,
    ) -> ([*const u8; 4], Self) {
        let mut picked = ([std::ptr::null(); 4], [0; 4]);
        for lane in 0..4 {
            // SAFETY: the caller vouches for 4 indexes, and that they are in bounds.
            unsafe {
                let id = usize::from(*ids.add(lane));
                (picked.0[lane], picked.1[lane]) = (*starts.add(id), *lens.add(id) as u32);
            }
        }
        (picked.0, U32x4::load(simd, &picked.1))
    }

    #[inline(always)]
    unsafe fn read8([a, b, c, d]: [*const u8; 4], offsets: Self) -> [Self; 2] {
        let mut at = [0; 4];
        offsets.store(&mut at);
        let [e, f, g, h] = at.map(|offset| offset as usize);
        // SAFETY: the caller vouches for the bytes.
        unsafe {
            let (ab, cd) = (pair(a.add(e), b.add(f)), pair(c.add(g), d.add(h)));
            [U32x4(vuzp1q_u32(ab, cd)), U32x4(vuzp2q_u32(ab, cd))]
        }
    }

    #[inline(always)]
    unsafe fn read16(starts: [*const u8; 4], offset: usize, mask: uint32x4_t) -> [Self; 4] {
        let mut rows = starts.map(|start| start.wrapping_add(offset));
        if unsafe { vminvq_u32(mask) } == 0 {
            let mut reads = [0; 4];
            U32x4(mask).store(&mut reads);
            for (row, reads) in rows.iter_mut().zip(reads) {
                *row = if reads != 0 { *row } else { ZEROS.as_ptr() };
            }
        }
        // SAFETY: the caller vouches for the bytes where `mask`; the others have become ZEROS'.
        unsafe { transpose(rows.map(|row| vld1q_u32(row.cast()))) }
    }
}

/// The 8 bytes at two places.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn pair(a: *const u8, b: *const u8) -> uint32x4_t {
    // SAFETY: the caller vouches for the bytes.
    unsafe { vreinterpretq_u32_u8(vcombine_u8(vld1_u8(a), vld1_u8(b))) }
}
