//! The vector operations that hashes need, and how a kernel gets to run on them.
//!
//! A kernel is written once, over [`Lanes64`] or [`Lanes32`]: so many rows side by side, one in each
//! lane. A token ([`Avx2`], [`Avx512`], [`Scalar`]) stands for an instruction set; only detection
//! makes one, and only a token makes vectors, so operations on vectors are safe functions.
//!
//! A kernel reaches its instructions through `vectorize`, which calls [`Kernel::run`] inside a
//! function that is compiled for them. All that such a kernel calls must be `#[inline(always)]`: what
//! is not inlined is compiled for the baseline, and each of its intrinsics becomes a call (155
//! instead of 8 ns a row where it was a closure).

mod carryless;
mod group64;
mod row;
mod scalar;
mod words;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(not(target_arch = "x86_64"))]
mod absent;

#[cfg(not(target_arch = "x86_64"))]
pub use absent::{Avx2, Avx512};
#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub(crate) use carryless::{Carryless, CarrylessKernel};
#[expect(unused_imports)]
pub(crate) use group64::AtLeast;
pub(crate) use group64::Group64;
pub(crate) use row::Row;
pub(crate) use scalar::Scalar;
pub(crate) use words::{GroupOfWords, Words};

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

/// A computation over an instruction set.
pub(crate) trait Kernel {
    /// What comes out.
    type Output;

    /// Must be `#[inline(always)]`.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// A computation over an instruction set's 32-bit lanes.
pub(crate) trait Kernel32 {
    /// What comes out.
    type Output;

    /// Must be `#[inline(always)]`.
    fn run<S: Simd32>(self, simd: S) -> Self::Output;
}

/// An instruction set's lanes of 32 bits.
pub(crate) trait Simd32: Copy {
    /// A vector of them.
    type U32: Lanes32<Simd = Self> + Words;
}

/// A vector of 32-bit lanes. Arithmetic wraps.
pub(crate) trait Lanes32:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
{
    /// The instruction set.
    type Simd: Simd32<U32 = Self>;
    /// One truth value a lane.
    type Mask: Copy;
    /// Number of lanes.
    const LANES: usize;

    /// `x` in every lane.
    fn splat(simd: Self::Simd, x: u32) -> Self;
    /// The first values, one a lane; panics where there are fewer.
    fn load(simd: Self::Simd, values: &[u32]) -> Self;
    /// Writes one value a lane; panics where `out` has another length than there are lanes.
    fn store(self, out: &mut [u32]);

    /// Each lane shifted left by a constant below 32.
    fn shl<const N: u32>(self) -> Self;
    /// Each lane shifted right by a constant below 32.
    fn shr<const N: u32>(self) -> Self;
    /// Each lane rotated left by a constant from 1 to 31.
    fn rotl<const N: u32>(self) -> Self;
    /// Each lane shifted left by that lane of `n`; 32 and more give 0.
    fn shl_by(self, n: Self) -> Self;
    /// Each lane shifted right by that lane of `n`; 32 and more give 0.
    fn shr_by(self, n: Self) -> Self;
    /// The bytes of each lane in reverse.
    fn swap_bytes(self) -> Self;

    /// `self ^ b ^ c`.
    fn xor3(self, b: Self, c: Self) -> Self;
    /// Bit by bit, `yes` where `self` has a 1, else `no`.
    fn choose(self, yes: Self, no: Self) -> Self;
    /// Bit by bit, what at least two of the three have.
    fn majority(self, b: Self, c: Self) -> Self;
    /// `self ^ (b | !c)`.
    fn xor_or_not(self, b: Self, c: Self) -> Self;

    /// Where `self > other`, unsigned.
    fn gt(self, other: Self) -> Self::Mask;
    /// Where `self == other`.
    fn eq(self, other: Self) -> Self::Mask;
    /// Whether any lane.
    fn any(mask: Self::Mask) -> bool;
    /// `yes` where `mask`, else `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
}

/// An instruction set's lanes of 64 bits.
pub(crate) trait Simd: Copy {
    /// A vector of them.
    type U64: Lanes64<Simd = Self>;
}

/// A vector of 64-bit lanes. Arithmetic wraps.
pub(crate) trait Lanes64:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
{
    /// The instruction set.
    type Simd: Simd<U64 = Self>;
    /// One truth value a lane.
    type Mask: Copy;
    /// Number of lanes.
    const LANES: usize;

    /// `x` in every lane.
    fn splat(simd: Self::Simd, x: u64) -> Self;
    /// The first values, one a lane; panics where there are fewer.
    fn load(simd: Self::Simd, values: &[u64]) -> Self;
    /// Writes one value a lane; panics where `out` has another length than there are lanes.
    fn store(self, out: &mut [u64]);

    /// The full product of each lane: its low and its high half.
    fn widening_mul(self, other: Self) -> (Self, Self);
    /// The low XOR the high half of the full product, XXH3's `mul128_fold64`.
    #[inline(always)]
    fn fold(self, other: Self) -> Self {
        let (low, high) = self.widening_mul(other);
        low ^ high
    }
    /// Each lane shifted left by a constant below 64.
    fn shl<const N: u32>(self) -> Self;
    /// Each lane shifted right by a constant below 64.
    fn shr<const N: u32>(self) -> Self;
    /// Each lane rotated left by a constant from 1 to 63.
    fn rotl<const N: u32>(self) -> Self;
    /// Each lane shifted left by that lane of `n`; 64 and more give 0.
    fn shl_by(self, n: Self) -> Self;
    /// Each lane shifted right by that lane of `n`; 64 and more give 0.
    fn shr_by(self, n: Self) -> Self;
    /// The bytes of each lane in reverse.
    fn swap_bytes(self) -> Self;

    /// Where `self > other`, unsigned.
    fn gt(self, other: Self) -> Self::Mask;
    /// Where `self == other`.
    fn eq(self, other: Self) -> Self::Mask;
    /// Where both.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Whether any lane.
    fn any(mask: Self::Mask) -> bool;
    /// `yes` where `mask`, else `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// 8 little-endian bytes from each lane's address where `mask`, else 0.
    ///
    /// # Safety
    /// Where `mask`, the 8 bytes at the address are readable.
    unsafe fn gather(addresses: Self, mask: Self::Mask) -> Self;
    /// [`Lanes64::gather`] in every lane.
    ///
    /// # Safety
    /// The 8 bytes at each address are readable.
    unsafe fn gather_all(addresses: Self) -> Self;
    /// The addresses of the first pointers, one a lane.
    ///
    /// # Safety
    /// `pointers` has as many readable pointers as there are lanes.
    unsafe fn load_pointers(simd: Self::Simd, pointers: *const *const u8) -> Self;
    /// The pointer at each index.
    ///
    /// # Safety
    /// Every one of `indices` is in bounds, and there are as many as lanes.
    unsafe fn pick_pointers(
        simd: Self::Simd,
        pointers: *const *const u8,
        indices: *const u8,
    ) -> Self;
}
