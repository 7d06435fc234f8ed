//! 2 lanes of 64 bits, whose multiplications take place in general registers.

use std::arch::aarch64::*;
use std::ops::Mul;

use super::Neon;
use crate::lanes::Lanes64;

/// 2 lanes.
#[derive(Clone, Copy)]
pub(crate) struct U64x2(uint64x2_t);

operators! {
    U64x2:
    Add add vaddq_u64,
    Sub sub vsubq_u64,
    BitXor bitxor veorq_u64,
    BitAnd bitand vandq_u64,
    BitOr bitor vorrq_u64,
}

#[inline(always)]
fn pair(lanes: [u64; 2]) -> U64x2 {
    U64x2(unsafe { vcombine_u64(vcreate_u64(lanes[0]), vcreate_u64(lanes[1])) })
}

#[inline(always)]
fn lanes(pair: U64x2) -> [u64; 2] {
    unsafe { [vgetq_lane_u64::<0>(pair.0), vgetq_lane_u64::<1>(pair.0)] }
}

/// Shifts each lane left by that lane of `counts`, or right if it is negative.
#[inline(always)]
fn shift(x: uint64x2_t, counts: int64x2_t) -> U64x2 {
    U64x2(unsafe { vshlq_u64(x, counts) })
}

impl Mul for U64x2 {
    type Output = U64x2;

    #[inline(always)]
    fn mul(self, other: U64x2) -> U64x2 {
        let (a, b) = (lanes(self), lanes(other));
        pair([a[0].wrapping_mul(b[0]), a[1].wrapping_mul(b[1])])
    }
}

impl Lanes64 for U64x2 {
    type Simd = Neon;
    /// All ones in a lane that is true.
    type Mask = uint64x2_t;
    const LANES: usize = 2;

    #[inline(always)]
    fn splat(_: Neon, x: u64) -> Self {
        U64x2(unsafe { vdupq_n_u64(x) })
    }

    #[inline(always)]
    fn lens(_: Neon, lens: &[usize]) -> Self {
        let lens: &[usize; 2] = lens.first_chunk().expect("2 lengths");
        pair(lens.map(|len| len as u64))
    }

    #[inline(always)]
    fn load_pairs(_: Neon, pairs: &[[u64; 2]]) -> [Self; 2] {
        let [[a, b], [c, d]] = pairs.first_chunk().expect("2 pairs");
        [pair([*a, *c]), pair([*b, *d])]
    }

    #[inline(always)]
    fn load(_: Neon, values: &[u64]) -> Self {
        let values: &[u64; 2] = values.first_chunk().expect("2 values");
        U64x2(unsafe { vld1q_u64(values.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        let out: &mut [u64; 2] = out.try_into().expect("2 places");
        unsafe { vst1q_u64(out.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn widening_mul(self, other: Self) -> (Self, Self) {
        let (a, b) = (lanes(self), lanes(other));
        let products = [u128::from(a[0]) * u128::from(b[0]), u128::from(a[1]) * u128::from(b[1])];
        (pair(products.map(|product| product as u64)), pair(products.map(|p| (p >> 64) as u64)))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        shift(self.0, unsafe { vdupq_n_s64(i64::from(N)) })
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        shift(self.0, unsafe { vdupq_n_s64(-i64::from(N)) })
    }

    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        self.shl::<N>() | shift(self.0, unsafe { vdupq_n_s64(i64::from(N) - 64) })
    }

    #[inline(always)]
    fn shr_by(self, n: Self) -> Self {
        let counts = unsafe { vreinterpretq_s64_u64(vandq_u64(n.0, vdupq_n_u64(63))) };
        shift(self.0, unsafe { vnegq_s64(counts) })
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        U64x2(unsafe { vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(self.0))) })
    }

    #[inline(always)]
    fn gt(self, other: Self) -> uint64x2_t {
        unsafe { vcgtq_u64(self.0, other.0) }
    }

    #[inline(always)]
    fn eq(self, other: Self) -> uint64x2_t {
        unsafe { vceqq_u64(self.0, other.0) }
    }

    #[inline(always)]
    fn any(mask: uint64x2_t) -> bool {
        unsafe { vmaxvq_u32(vreinterpretq_u32_u64(mask)) != 0 }
    }

    #[inline(always)]
    fn select(mask: uint64x2_t, yes: Self, no: Self) -> Self {
        U64x2(unsafe { vbslq_u64(mask, yes.0, no.0) })
    }

    type Addresses = [*const u8; 2];

    #[inline(always)]
    fn addresses(_: Neon, pointers: &[*const u8]) -> [*const u8; 2] {
        *pointers.first_chunk().expect("2 pointers")
    }

    #[inline(always)]
    fn advance(self, addresses: [*const u8; 2], lens: &[usize]) -> [*const u8; 2] {
        [addresses[0].wrapping_add(lens[0]), addresses[1].wrapping_add(lens[1])]
    }

    #[inline(always)]
    unsafe fn gather(addresses: [*const u8; 2], displacement: isize) -> Self {
        let load = |address: *const u8| {
            let bytes = address.wrapping_offset(displacement).cast::<u64>();
            // SAFETY: the caller vouches for the bytes.
            unsafe { bytes.read_unaligned() }
        };
        pair([load(addresses[0]), load(addresses[1])])
    }

    #[inline(always)]
    unsafe fn gather_where(
        mask: uint64x2_t,
        addresses: [*const u8; 2],
        displacement: isize,
    ) -> Self {
        let mut words = [0; 2];
        for ((word, address), reads) in words.iter_mut().zip(addresses).zip(lanes(U64x2(mask))) {
            if reads != 0 {
                let bytes = address.wrapping_offset(displacement).cast::<u64>();
                // SAFETY: the caller vouches for the bytes where `mask`.
                *word = unsafe { bytes.read_unaligned() };
            }
        }
        pair(words)
    }

    #[inline(always)]
    unsafe fn gather_each(
        mask: uint64x2_t,
        addresses: [*const u8; 2],
        positions: Self,
        displacement: isize,
    ) -> Self {
        let offsets = lanes(positions).map(|offset| offset as usize);
        // SAFETY: the caller vouches for the bytes where `mask`.
        unsafe { Self::gather_where(mask, positions.advance(addresses, &offsets), displacement) }
    }
}
