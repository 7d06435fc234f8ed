//! One lane of 64 bits in a general register: kernels that sort rows by length and then run without
//! branches, on any machine.

use std::hint::select_unpredictable;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

use super::{Lanes64, Simd};

/// The token of plain 64-bit arithmetic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar;

impl Simd for Scalar {
    type U64 = U64;
    type Stripes = [u64; 8];
}

/// One lane.
#[derive(Clone, Copy)]
pub(crate) struct U64(u64);

impl From<U64> for u64 {
    #[inline(always)]
    fn from(lane: U64) -> u64 {
        lane.0
    }
}

/// Implements an operator by a method of `u64`.
macro_rules! operator {
    ($($Trait:ident $method:ident $wrapping:ident),*) => {$(
        impl $Trait for U64 {
            type Output = U64;
            #[inline(always)]
            fn $method(self, other: U64) -> U64 {
                U64(self.0.$wrapping(other.0))
            }
        }
    )*};
}
operator!(Add add wrapping_add, Sub sub wrapping_sub, Mul mul wrapping_mul);
operator!(BitXor bitxor bitxor, BitAnd bitand bitand, BitOr bitor bitor);

impl Lanes64 for U64 {
    type Simd = Scalar;
    type Mask = bool;
    const LANES: usize = 1;

    #[inline(always)]
    fn splat(_: Scalar, x: u64) -> Self {
        U64(x)
    }

    #[inline(always)]
    fn load_pairs(_: Scalar, pairs: &[[u64; 2]]) -> [Self; 2] {
        pairs[0].map(U64)
    }

    #[inline(always)]
    fn lens(_: Scalar, lens: &[usize]) -> Self {
        U64(lens[0] as u64)
    }

    #[inline(always)]
    fn load(_: Scalar, values: &[u64]) -> Self {
        U64(values[0])
    }

    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        assert_eq!(out.len(), 1);
        out[0] = self.0;
    }

    #[inline(always)]
    fn widening_mul(self, other: Self) -> (Self, Self) {
        let product = u128::from(self.0) * u128::from(other.0);
        (U64(product as u64), U64((product >> 64) as u64))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        U64(self.0 << N)
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        U64(self.0 >> N)
    }

    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        U64(self.0.rotate_left(N))
    }

    #[inline(always)]
    fn shr_by(self, n: Self) -> Self {
        U64(self.0.wrapping_shr(n.0 as u32))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        U64(self.0.swap_bytes())
    }

    #[inline(always)]
    fn gt(self, other: Self) -> bool {
        self.0 > other.0
    }

    #[inline(always)]
    fn eq(self, other: Self) -> bool {
        self.0 == other.0
    }

    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }

    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        U64(select_unpredictable(mask, yes.0, no.0))
    }

    type Addresses = *const u8;

    #[inline(always)]
    fn addresses(_: Scalar, pointers: &[*const u8]) -> *const u8 {
        pointers[0]
    }

    #[inline(always)]
    fn advance(self, address: *const u8, _: &[usize]) -> *const u8 {
        address.wrapping_add(self.0 as usize)
    }

    #[inline(always)]
    unsafe fn gather(address: *const u8, displacement: isize) -> Self {
        let bytes = address.wrapping_offset(displacement).cast::<[u8; 8]>();
        // SAFETY: the caller vouches for the bytes.
        U64(u64::from_le_bytes(unsafe { *bytes }))
    }

    #[inline(always)]
    unsafe fn gather_where(mask: bool, address: *const u8, displacement: isize) -> Self {
        // SAFETY: the caller vouches for the bytes where `mask`.
        if mask { unsafe { Self::gather(address, displacement) } } else { U64(0) }
    }

    #[inline(always)]
    unsafe fn gather_each(
        mask: bool,
        address: *const u8,
        position: Self,
        displacement: isize,
    ) -> Self {
        // SAFETY: the caller vouches for the bytes where `mask`.
        unsafe { Self::gather_where(mask, position.advance(address, &[]), displacement) }
    }
}
