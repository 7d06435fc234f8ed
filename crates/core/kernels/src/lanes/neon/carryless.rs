//! Products without carry, and the instructions for CRCs.

use std::arch::aarch64::*;

use super::Neon;
use crate::lanes::{Carryless, CarrylessKernel};

/// NEON with PMULL and the instructions for CRCs: all 64-bit CPUs from Apple and those in servers,
/// most of those in phones.
#[derive(Clone, Copy)]
pub(crate) struct NeonCarryless(());

impl Neon {
    /// A token of the extensions, if this CPU has them.
    pub(crate) fn carryless(self) -> Option<NeonCarryless> {
        // "aes" comes with PMULL.
        let found = std::arch::is_aarch64_feature_detected!("crc")
            && std::arch::is_aarch64_feature_detected!("aes")
            && std::arch::is_aarch64_feature_detected!("pmull");
        found.then_some(NeonCarryless(()))
    }
}

impl NeonCarryless {
    /// Runs a kernel compiled for these instructions.
    #[inline(always)]
    pub(crate) fn vectorize_carryless<K: CarrylessKernel>(self, kernel: K) {
        #[target_feature(enable = "neon,crc,aes")]
        fn compiled<K: CarrylessKernel>(simd: NeonCarryless, kernel: K) {
            kernel.with_simd(simd);
        }
        unsafe { compiled(self, kernel) }
    }
}

// They are inlined into `compiled`, which has these features. Rust 1.97 has no such lint any more.
#[allow(renamed_and_removed_lints, inline_always_mismatching_target_features)]
impl Carryless for NeonCarryless {
    type Pair = uint64x2_t;

    #[inline(always)]
    fn crc32c(self, crc: u32, word: u64) -> u32 {
        unsafe { __crc32cd(crc, word) }
    }

    #[inline(always)]
    fn pair(self, low: u64, high: u64) -> uint64x2_t {
        unsafe { vcombine_u64(vcreate_u64(low), vcreate_u64(high)) }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; 16]) -> uint64x2_t {
        unsafe { vreinterpretq_u64_u8(vld1q_u8(bytes.as_ptr())) }
    }

    #[inline(always)]
    fn low(self, pair: uint64x2_t) -> u64 {
        unsafe { vgetq_lane_u64::<0>(pair) }
    }

    #[inline(always)]
    fn high(self, pair: uint64x2_t) -> u64 {
        unsafe { vgetq_lane_u64::<1>(pair) }
    }

    #[inline(always)]
    fn shuffle(self, pair: uint64x2_t, order: &[u8; 16]) -> uint64x2_t {
        unsafe {
            vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(pair), vld1q_u8(order.as_ptr())))
        }
    }

    #[inline(always)]
    fn xor(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        unsafe { veorq_u64(a, b) }
    }

    #[inline(always)]
    fn select(self, choice: bool, yes: uint64x2_t, no: uint64x2_t) -> uint64x2_t {
        unsafe { vbslq_u64(vdupq_n_u64(u64::from(choice).wrapping_neg()), yes, no) }
    }

    #[inline(always)]
    fn mul_low(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        unsafe { vreinterpretq_u64_p128(vmull_p64(self.low(a), self.low(b))) }
    }

    #[inline(always)]
    fn mul_high(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        unsafe {
            let (a, b) = (vreinterpretq_p64_u64(a), vreinterpretq_p64_u64(b));
            vreinterpretq_u64_p128(vmull_high_p64(a, b))
        }
    }
}
