//! Four rows of four words to a vector of each word.

use std::arch::aarch64::*;

use super::U32x4;

/// 4 by 4 words. Its own inverse.
#[inline(always)]
pub(super) fn transpose([a, b, c, d]: [uint32x4_t; 4]) -> [U32x4; 4] {
    unsafe {
        let wide = |x| vreinterpretq_u64_u32(x);
        let (ab02, ab13) = (wide(vtrn1q_u32(a, b)), wide(vtrn2q_u32(a, b)));
        let (cd02, cd13) = (wide(vtrn1q_u32(c, d)), wide(vtrn2q_u32(c, d)));
        [
            U32x4(vreinterpretq_u32_u64(vtrn1q_u64(ab02, cd02))),
            U32x4(vreinterpretq_u32_u64(vtrn1q_u64(ab13, cd13))),
            U32x4(vreinterpretq_u32_u64(vtrn2q_u64(ab02, cd02))),
            U32x4(vreinterpretq_u32_u64(vtrn2q_u64(ab13, cd13))),
        ]
    }
}
