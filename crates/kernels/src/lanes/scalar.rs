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
}

/// One lane.
#[derive(Clone, Copy)]
pub(crate) struct U64(u64);

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
    fn shl_by(self, n: Self) -> Self {
        U64(select_unpredictable(n.0 < 64, self.0.wrapping_shl(n.0 as u32), 0))
    }

    #[inline(always)]
    fn shr_by(self, n: Self) -> Self {
        U64(select_unpredictable(n.0 < 64, self.0.wrapping_shr(n.0 as u32), 0))
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
    fn and(a: bool, b: bool) -> bool {
        a & b
    }

    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }

    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        U64(select_unpredictable(mask, yes.0, no.0))
    }

    #[inline(always)]
    unsafe fn gather(addresses: Self, mask: bool) -> Self {
        // SAFETY: the caller vouches for the address where `mask`.
        if mask { unsafe { Self::gather_all(addresses) } } else { U64(0) }
    }

    #[inline(always)]
    unsafe fn gather_all(addresses: Self) -> Self {
        let address = std::ptr::with_exposed_provenance::<[u8; 8]>(addresses.0 as usize);
        // SAFETY: the caller vouches for the address.
        U64(u64::from_le_bytes(unsafe { *address }))
    }

    #[inline(always)]
    unsafe fn load_pointers(_: Scalar, pointers: *const *const u8) -> Self {
        // SAFETY: the caller vouches for the pointer.
        U64(unsafe { *pointers }.expose_provenance() as u64)
    }

    #[inline(always)]
    unsafe fn pick_pointers(simd: Scalar, pointers: *const *const u8, indices: *const u8) -> Self {
        // SAFETY: the caller vouches for the index.
        unsafe { Self::load_pointers(simd, pointers.add(usize::from(*indices))) }
    }
}
