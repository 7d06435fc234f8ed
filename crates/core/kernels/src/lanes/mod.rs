//! The vector operations of hashes, and how kernels run on them.
//!
//! A kernel is written once, over `Lanes64` or `Lanes32`, with one row in each lane. A token
//! ([`Avx2`], [`Avx512`], [`Neon`], `Scalar`) stands for an instruction set. Only detection makes
//! tokens and only a token makes vectors, so operations on vectors are safe functions.
//!
//! A kernel runs through `vectorize`, which calls `Kernel::with_simd` inside a function compiled
//! for the instruction set. Everything that such a kernel calls must be `#[inline(always)]`. A
//! function that isn't inlined is compiled for the baseline, and each of its intrinsics becomes a
//! call: a closure took 155 instead of 8 ns a row.
//!
//! # NEON
//!
//! NEON has 4 lanes of 32 bits, and no multiplication of 64 bits, like AVX2. On ARM, SHA-1 and SHA-256 take the
//! CPU's instructions on two rows side by side, the CRCs `crc32cx` and PMULL, and XXH3 rows over 16 bytes one
//! at a time. Targets that are big-endian or have pointers of other than 64 bits don't compile:
//! `kernels/src/lib.rs` refuses them.

/// Implements operators of a vector by intrinsics.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! operators {
    ($Vector:ident: $($Trait:ident $method:ident $intrinsic:ident),* $(,)?) => {$(
        impl std::ops::$Trait for $Vector {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: a token makes vectors. It is proof that this machine has the
                // instructions.
                $Vector(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    )*};
}

mod carryless;
mod lists;
mod rows32;
mod scalar;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod sha_blocks;
mod stripes;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sha_ni;

mod absent;

#[cfg(not(target_arch = "aarch64"))]
pub use absent::Neon;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) use absent::Sha;
#[cfg(not(target_arch = "aarch64"))]
pub(crate) use absent::Sha1;
#[cfg(not(target_arch = "x86_64"))]
pub use absent::{Avx2, Avx512};
#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub(crate) use carryless::{Carryless, CarrylessKernel};
pub(crate) use lists::{CLASSES, ClassBounds, ClassLists};
#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
#[cfg(target_arch = "aarch64")]
pub(crate) use neon::{Sha, Sha1};
pub(crate) use rows32::{LaneSpans, Rows32};
pub(crate) use scalar::Scalar;
#[cfg(target_arch = "x86_64")]
pub(crate) use sha_ni::Sha;
pub(crate) use stripes::Stripes;

use std::ops::{Add, BitAnd, BitOr, BitXor, IndexMut, Mul, Sub};

use crate::limits::MAX_LANES;

/// A computation over an instruction set.
pub(crate) trait Kernel {
    /// The result.
    type Output;

    /// Must be `#[inline(always)]`.
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output;
}

/// A computation over an instruction set's 32-bit lanes.
pub(crate) trait Kernel32 {
    /// The result.
    type Output;

    /// Must be `#[inline(always)]`.
    fn with_simd<S: Simd32>(self, simd: S) -> Self::Output;
}

/// An instruction set's lanes of 32 bits.
pub(crate) trait Simd32: Copy {
    /// A vector of them.
    type U32: Rows32<Simd = Self> + Blake3Lanes;
}

/// A vector of 32-bit lanes. Arithmetic wraps.
pub(crate) trait Lanes32:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
{
    /// The instruction set.
    type Simd: Simd32<U32 = Self>;
    /// One truth value a lane.
    type Mask: Copy;
    /// An array with an entry for each lane.
    type Each<T: Copy>: Copy + AsRef<[T]> + AsMut<[T]> + IndexMut<usize, Output = T>;
    /// Number of lanes.
    const LANES: usize;
    /// Number of vectors that registers hold.
    const REGISTERS: usize;
    /// Whether the compiler interleaves groups even in hundreds of operations without a loop.
    const IN_A_ROW: bool = false;

    /// The value of a function for each lane.
    fn each<T: Copy>(of: impl FnMut(usize) -> T) -> Self::Each<T>;
    /// The first values, one for each lane. Panics if there are fewer.
    fn first<T: Copy>(values: &[T]) -> Self::Each<T>;

    /// `x` in every lane.
    fn splat(simd: Self::Simd, x: u32) -> Self;
    /// Returns the same reference. With NEON, the compiler takes it for another one, and reads the
    /// value again instead of keeping what it has read.
    #[inline(always)]
    fn read_again<T>(value: &T) -> &T {
        value
    }
    /// A vector for each of the four values from `first` on, with that value in every lane. Panics
    /// if there are fewer.
    #[inline(always)]
    fn splat_each(simd: Self::Simd, values: &[u32; 64], first: usize) -> [Self; 4] {
        let [a, b, c, d] = *values[first..].first_chunk().expect("4 values");
        [Self::splat(simd, a), Self::splat(simd, b), Self::splat(simd, c), Self::splat(simd, d)]
    }
    /// The first values, one per lane. Panics if there are fewer.
    fn load(simd: Self::Simd, values: &[u32]) -> Self;

    /// Each lane shifted left by a constant below 32.
    fn shl<const N: u32>(self) -> Self;
    /// Each lane shifted right by a constant below 32.
    fn shr<const N: u32>(self) -> Self;
    /// Each lane rotated left by a constant from 1 to 31.
    fn rotl<const N: u32>(self) -> Self;
    /// Each lane shifted left by that lane of `n`; 32 and more give 0.
    fn shl_by(self, n: Self) -> Self;
    /// The bytes of each lane in reverse.
    fn swap_bytes(self) -> Self;

    /// `self ^ b ^ c`.
    fn xor3(self, b: Self, c: Self) -> Self;
    /// Bit by bit, `yes` where `self` has a 1, else `no`.
    fn choose(self, yes: Self, no: Self) -> Self;
    /// Bit by bit, the value that at least two of the three have.
    fn majority(self, b: Self, c: Self) -> Self;
    /// `self ^ (b | !c)`.
    fn xor_or_not(self, b: Self, c: Self) -> Self;

    /// The lanes where `self > other`, unsigned.
    fn gt(self, other: Self) -> Self::Mask;
    /// The lanes where `self == other`.
    fn eq(self, other: Self) -> Self::Mask;
    /// Whether `mask` has any lane.
    fn any(mask: Self::Mask) -> bool;
    /// `yes` in the lanes of `mask`, `no` in the others.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
}

/// BLAKE3's compression of a block in each lane, in the way of each instruction set.
pub(crate) trait Blake3Lanes: Lanes32 {
    /// The chaining value after a message whose words from `WORDS` on are zero; `last` has the last
    /// four words of the state before the first round. `None` if the compiler orders the operations
    /// as well.
    #[inline(always)]
    fn compress<const WORDS: usize>(
        _chaining: &[Self; 8],
        _last: &[Self; 4],
        _message: &[Self; WORDS],
    ) -> Option<[Self; 8]> {
        None
    }
}

/// An instruction set's lanes of 64 bits.
pub(crate) trait Simd: Copy {
    /// A vector of them.
    type U64: Lanes64<Simd = Self>;
    /// XXH3's accumulators.
    type Stripes: Stripes<Simd = Self>;
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
    /// The first lengths, one per lane. Panics if there are fewer.
    fn lens(simd: Self::Simd, lens: &[usize]) -> Self;
    /// The lengths that the first of `ids` name, one per lane. Panics if there are fewer.
    ///
    /// # Safety
    /// Each id is below the number of lengths.
    #[inline(always)]
    unsafe fn pick_lens(simd: Self::Simd, lens: &[usize], ids: &[u8]) -> Self {
        let mut picked = [0; MAX_LANES];
        for (picked, id) in picked.iter_mut().zip(&ids[..Self::LANES]) {
            // SAFETY: the caller vouches for the id.
            *picked = unsafe { *lens.get_unchecked(usize::from(*id)) };
        }
        Self::lens(simd, &picked)
    }
    /// The first and the second of each pair, one pair per lane. Panics if there are fewer.
    fn load_pairs(simd: Self::Simd, pairs: &[[u64; 2]]) -> [Self; 2];
    /// The first values, one per lane. Panics if there are fewer.
    fn load(simd: Self::Simd, values: &[u64]) -> Self;
    /// Writes one value per lane. Panics if the length of `out` isn't the number of lanes.
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
    /// Each lane shifted right by that lane of `n` modulo 64.
    fn shr_by(self, n: Self) -> Self;
    /// The bytes of each lane in reverse.
    fn swap_bytes(self) -> Self;

    /// The lanes where `self > other`; both are below 2^63.
    fn gt(self, other: Self) -> Self::Mask;
    /// The lanes where `self == other`.
    fn eq(self, other: Self) -> Self::Mask;
    /// Whether `mask` has any lane.
    fn any(mask: Self::Mask) -> bool;
    /// `yes` in the lanes of `mask`, `no` in the others.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// One address per lane, in the form that loads need.
    type Addresses: Copy;
    /// The first pointers, one per lane. Panics if there are fewer.
    fn addresses(simd: Self::Simd, pointers: &[*const u8]) -> Self::Addresses;
    /// Adds that lane of `lens` to each address. `self` is the vector of `lens`.
    fn advance(self, addresses: Self::Addresses, lens: &[usize]) -> Self::Addresses;
    /// 8 little-endian bytes at a displacement from each lane's address.
    ///
    /// # Safety
    /// They are readable.
    unsafe fn gather(addresses: Self::Addresses, displacement: isize) -> Self;
    /// The two words from there on, by one load of 16 bytes per lane instead of two of
    /// [`Lanes64::gather`].
    ///
    /// # Safety
    /// 16 bytes are readable.
    #[inline(always)]
    unsafe fn gather2(addresses: Self::Addresses, displacement: isize) -> [Self; 2] {
        // SAFETY: the caller vouches for the bytes.
        unsafe {
            [Self::gather(addresses, displacement), Self::gather(addresses, displacement + 8)]
        }
    }
    /// 16 bytes of each lane's row, in the order for its length, as two words: byte `i` is the one
    /// numbered `orders[len][i]`, or 0 if that is 0x80. They are the first 16 if `ROOM`, otherwise
    /// the first 8 and the last 8. `self` are the lengths. `None` if the instruction set has
    /// nothing faster than shifts. Panics if a length has no order.
    ///
    /// # Safety
    /// The bytes are readable, and each end is as far from its start as the length says.
    #[inline(always)]
    unsafe fn rearranged<const ROOM: bool>(
        self,
        _starts: Self::Addresses,
        _ends: Self::Addresses,
        _orders: &[[u8; 16]; 17],
    ) -> Option<[Self; 2]> {
        None
    }
    /// The four words from there on.
    ///
    /// # Safety
    /// 32 bytes are readable.
    #[inline(always)]
    unsafe fn gather4(addresses: Self::Addresses, displacement: isize) -> [Self; 4] {
        // SAFETY: the caller vouches for the bytes.
        let [low, high] = unsafe {
            [Self::gather2(addresses, displacement), Self::gather2(addresses, displacement + 16)]
        };
        [low[0], low[1], high[0], high[1]]
    }
    /// [`Lanes64::gather`] in the lanes of `mask`, 0 in the others.
    ///
    /// # Safety
    /// They are readable where `mask`.
    unsafe fn gather_where(
        mask: Self::Mask,
        addresses: Self::Addresses,
        displacement: isize,
    ) -> Self;
    /// [`Lanes64::gather4`] in the lanes of `mask`, zeros in the others.
    ///
    /// # Safety
    /// 32 bytes are readable where `mask`.
    #[inline(always)]
    unsafe fn gather4_where(
        mask: Self::Mask,
        addresses: Self::Addresses,
        displacement: isize,
    ) -> [Self; 4] {
        // SAFETY: the caller vouches for the bytes.
        unsafe {
            [
                Self::gather_where(mask, addresses, displacement),
                Self::gather_where(mask, addresses, displacement + 8),
                Self::gather_where(mask, addresses, displacement + 16),
                Self::gather_where(mask, addresses, displacement + 24),
            ]
        }
    }
    /// [`Lanes64::gather_where`], from each lane's entry of `positions` on.
    ///
    /// # Safety
    /// The bytes are readable where `mask`.
    unsafe fn gather_each(
        mask: Self::Mask,
        addresses: Self::Addresses,
        positions: Self,
        displacement: isize,
    ) -> Self;
}
