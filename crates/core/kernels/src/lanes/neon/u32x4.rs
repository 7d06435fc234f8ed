//! 4 lanes of 32 bits.

use std::arch::aarch64::*;

use super::Neon;
use crate::lanes::Lanes32;

/// 4 lanes.
#[derive(Clone, Copy)]
pub(crate) struct U32x4(pub(super) uint32x4_t);

operators! {
    U32x4:
    Add add vaddq_u32,
    Sub sub vsubq_u32,
    BitXor bitxor veorq_u32,
    BitAnd bitand vandq_u32,
    BitOr bitor vorrq_u32,
}

/// Calls an intrinsic with a constant from 1 to 31. Intrinsics take an `i32`, to which a generic
/// constant can't be converted.
macro_rules! by_constant {
    ($n:expr, $k:ident => $call:expr) => {
        by_constant!(@ $n, $k, $call,
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
    };
    (@ $n:expr, $k:ident, $call:expr, $($value:literal)*) => {
        match $n {
            $($value => {
                const $k: i32 = $value;
                $call
            })*
            _ => unreachable!("shifts are by 1 to 31"),
        }
    };
}

/// The bytes of each lane in the order that four indexes give for lane 0.
#[inline(always)]
fn shuffle(x: uint32x4_t, order: u32) -> uint32x4_t {
    unsafe {
        let lanes: [u32; 4] = [0, 0x0404_0404, 0x0808_0808, 0x0c0c_0c0c];
        let order = vaddq_u32(vld1q_u32(lanes.as_ptr()), vdupq_n_u32(order));
        vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), vreinterpretq_u8_u32(order)))
    }
}

/// The counts, those over 32 as 32: the instruction reads a count as a signed byte.
#[inline(always)]
fn count(n: U32x4) -> int32x4_t {
    unsafe { vreinterpretq_s32_u32(vminq_u32(n.0, vdupq_n_u32(32))) }
}

impl Lanes32 for U32x4 {
    type Simd = Neon;
    /// All ones in a lane that is true.
    type Mask = uint32x4_t;
    type Each<T: Copy> = [T; 4];
    const LANES: usize = 4;
    const REGISTERS: usize = 32;
    const IN_A_ROW: bool = true;

    #[inline(always)]
    fn each<T: Copy>(of: impl FnMut(usize) -> T) -> [T; 4] {
        std::array::from_fn(of)
    }

    #[inline(always)]
    fn first<T: Copy>(values: &[T]) -> [T; 4] {
        *values.first_chunk().expect("4 values")
    }

    #[inline(always)]
    fn splat(_: Neon, x: u32) -> Self {
        U32x4(unsafe { vdupq_n_u32(x) })
    }

    #[inline(always)]
    fn read_again<T>(value: &T) -> &T {
        let mut at = std::ptr::from_ref(value);
        // SAFETY: the assembly is a comment, which leaves the reference as it is.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg) at, options(nomem, nostack, preserves_flags));
            &*at
        }
    }

    #[inline(always)]
    fn splat_each(_: Neon, values: &[u32; 64], first: usize) -> [Self; 4] {
        let values: &[u32; 4] = values[first..].first_chunk().expect("4 values");
        unsafe {
            let values = vld1q_u32(values.as_ptr());
            [
                U32x4(vdupq_laneq_u32::<0>(values)),
                U32x4(vdupq_laneq_u32::<1>(values)),
                U32x4(vdupq_laneq_u32::<2>(values)),
                U32x4(vdupq_laneq_u32::<3>(values)),
            ]
        }
    }

    #[inline(always)]
    fn load(_: Neon, values: &[u32]) -> Self {
        let values: &[u32; 4] = values.first_chunk().expect("4 values");
        U32x4(unsafe { vld1q_u32(values.as_ptr()) })
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        U32x4(unsafe { by_constant!(N, K => vshlq_n_u32::<K>(self.0)) })
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        U32x4(unsafe { by_constant!(N, K => vshrq_n_u32::<K>(self.0)) })
    }

    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        U32x4(unsafe {
            match N {
                8 => shuffle(self.0, 0x0201_0003),
                16 => vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(self.0))),
                24 => shuffle(self.0, 0x0003_0201),
                _ => by_constant!(N, K => {
                    vsriq_n_u32::<{ 32 - K }>(vshlq_n_u32::<K>(self.0), self.0)
                }),
            }
        })
    }

    #[inline(always)]
    fn shl_by(self, n: Self) -> Self {
        U32x4(unsafe { vshlq_u32(self.0, count(n)) })
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        U32x4(unsafe { vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(self.0))) })
    }

    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        U32x4(unsafe { vbslq_u32(self.0, yes.0, no.0) })
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        (self ^ b).choose(c, b)
    }

    #[inline(always)]
    fn xor_or_not(self, b: Self, c: Self) -> Self {
        self ^ U32x4(unsafe { vornq_u32(b.0, c.0) })
    }

    #[inline(always)]
    fn gt(self, other: Self) -> uint32x4_t {
        unsafe { vcgtq_u32(self.0, other.0) }
    }

    #[inline(always)]
    fn eq(self, other: Self) -> uint32x4_t {
        unsafe { vceqq_u32(self.0, other.0) }
    }

    #[inline(always)]
    fn any(mask: uint32x4_t) -> bool {
        unsafe { vmaxvq_u32(mask) != 0 }
    }

    #[inline(always)]
    fn select(mask: uint32x4_t, yes: Self, no: Self) -> Self {
        U32x4(unsafe { vbslq_u32(mask, yes.0, no.0) })
    }
}
