//! XXH3's accumulators in four vectors.

use std::arch::aarch64::*;

use super::Neon;
use crate::lanes::stripes::{PRIME32_1, Stripes};

/// Eight sums.
#[derive(Clone, Copy)]
pub(crate) struct NeonSums([uint64x2_t; 4]);

/// Quarter `i` of 64 bytes.
#[inline(always)]
fn load(bytes: &[u8; 64], i: usize) -> uint64x2_t {
    let quarter: &[u8; 16] = bytes[16 * i..].first_chunk().expect("16 bytes");
    unsafe { vreinterpretq_u64_u8(vld1q_u8(quarter.as_ptr())) }
}

impl Stripes for NeonSums {
    type Simd = Neon;
    /// Several were not timed.
    const RUNS: usize = 1;

    #[inline(always)]
    fn new(_: Neon, sums: [u64; 8]) -> Self {
        let sums = sums.as_chunks::<2>().0;
        NeonSums([0, 1, 2, 3].map(|i| unsafe { vld1q_u64(sums[i].as_ptr()) }))
    }

    #[inline(always)]
    fn accumulate(mut self, stripe: &[u8; 64], key: &[u8; 64]) -> Self {
        for (i, [a, b]) in self.0.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let data = [load(stripe, 2 * i), load(stripe, 2 * i + 1)];
            unsafe {
                let keyed = [
                    vreinterpretq_u32_u64(veorq_u64(data[0], load(key, 2 * i))),
                    vreinterpretq_u32_u64(veorq_u64(data[1], load(key, 2 * i + 1))),
                ];
                // The low and the high halves of four words.
                let low = vuzp1q_u32(keyed[0], keyed[1]);
                let high = vuzp2q_u32(keyed[0], keyed[1]);
                *a = vaddq_u64(*a, vextq_u64::<1>(data[0], data[0]));
                *b = vaddq_u64(*b, vextq_u64::<1>(data[1], data[1]));
                *a = vmlal_u32(*a, vget_low_u32(low), vget_low_u32(high));
                *b = vmlal_high_u32(*b, low, high);
            }
        }
        self
    }

    #[inline(always)]
    fn scramble(mut self, key: &[u8; 64]) -> Self {
        for (i, sums) in self.0.iter_mut().enumerate() {
            unsafe {
                let prime = vdup_n_u32(PRIME32_1);
                let mixed = veorq_u64(*sums, vshrq_n_u64::<47>(*sums));
                let mixed = veorq_u64(mixed, load(key, i));
                let high = vmull_u32(vshrn_n_u64::<32>(mixed), prime);
                *sums = vmlal_u32(vshlq_n_u64::<32>(high), vmovn_u64(mixed), prime);
            }
        }
        self
    }

    #[inline(always)]
    fn sums(self) -> [u64; 8] {
        let mut sums = [0; 8];
        for (sums, pair) in sums.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            unsafe { vst1q_u64(sums.as_mut_ptr(), pair) }
        }
        sums
    }
}
