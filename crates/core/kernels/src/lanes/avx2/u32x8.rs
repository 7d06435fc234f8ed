//! 8 lanes of 32 bits.

// SAFETY, of every block here: a vector is made from a token, which is proof that this machine has
// AVX2; anything else that an operation requires is stated next to it.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::asm;
use std::arch::x86_64::*;

use super::Avx2;
use crate::lanes::Lanes32;

/// 8 lanes.
#[derive(Clone, Copy)]
pub(crate) struct U32x8(pub(super) __m256i);

operators! {
    U32x8:
    Add add _mm256_add_epi32,
    Sub sub _mm256_sub_epi32,
    BitXor bitxor _mm256_xor_si256,
    BitAnd bitand _mm256_and_si256,
    BitOr bitor _mm256_or_si256,
}

#[inline(always)]
fn all(x: u32) -> __m256i {
    unsafe { _mm256_set1_epi32(x as i32) }
}

/// The bytes of each lane in the order that four indices give for lane 0, the last byte first.
#[inline(always)]
fn shuffle(x: __m256i, order: i32) -> __m256i {
    unsafe {
        let lanes = _mm256_setr_epi32(
            0,
            0x0404_0404,
            0x0808_0808,
            0x0c0c_0c0c,
            0,
            0x0404_0404,
            0x0808_0808,
            0x0c0c_0c0c,
        );
        _mm256_shuffle_epi8(x, _mm256_add_epi32(lanes, _mm256_set1_epi32(order)))
    }
}

/// Swaps the two halves of each lane in one instruction. If the compiler knows the order of a
/// shuffle, it makes two.
#[inline(always)]
fn swap_halves(x: __m256i) -> __m256i {
    unsafe {
        let mut order = _mm_setr_epi32(0x0100_0302, 0x0504_0706, 0x0908_0b0a, 0x0d0c_0f0e);
        // SAFETY: it does nothing.
        asm!("/* {0} */", inout(xmm_reg) order, options(pure, nomem, nostack, preserves_flags));
        _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(order))
    }
}

impl Lanes32 for U32x8 {
    type Simd = Avx2;
    /// All ones in a lane that is true.
    type Mask = __m256i;
    type Each<T: Copy> = [T; 8];
    const LANES: usize = 8;
    const REGISTERS: usize = 16;

    #[inline(always)]
    fn each<T: Copy>(of: impl FnMut(usize) -> T) -> [T; 8] {
        std::array::from_fn(of)
    }

    #[inline(always)]
    fn first<T: Copy>(values: &[T]) -> [T; 8] {
        *values.first_chunk().expect("8 values")
    }

    #[inline(always)]
    fn splat(_: Avx2, x: u32) -> Self {
        U32x8(all(x))
    }

    #[inline(always)]
    fn load(_: Avx2, values: &[u32]) -> Self {
        let values: &[u32; 8] = values.first_chunk().expect("8 values");
        U32x8(unsafe { _mm256_loadu_si256(values.as_ptr().cast()) })
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        U32x8(unsafe { _mm256_sllv_epi32(self.0, all(N)) })
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        U32x8(unsafe { _mm256_srlv_epi32(self.0, all(N)) })
    }

    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        match N {
            8 => U32x8(shuffle(self.0, 0x0201_0003)),
            16 => U32x8(swap_halves(self.0)),
            24 => U32x8(shuffle(self.0, 0x0003_0201)),
            _ => {
                let right = unsafe { _mm256_srlv_epi32(self.0, all(32 - N)) };
                U32x8(unsafe { _mm256_or_si256(_mm256_sllv_epi32(self.0, all(N)), right) })
            }
        }
    }

    #[inline(always)]
    fn shl_by(self, n: Self) -> Self {
        U32x8(unsafe { _mm256_sllv_epi32(self.0, n.0) })
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        U32x8(shuffle(self.0, 0x0001_0203))
    }

    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        no ^ (self & (yes ^ no))
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        (self & b) | (c & (self | b))
    }

    #[inline(always)]
    fn xor_or_not(self, b: Self, c: Self) -> Self {
        let not_c = U32x8(unsafe { _mm256_xor_si256(c.0, _mm256_set1_epi32(-1)) });
        self ^ (b | not_c)
    }

    /// AVX2 has no unsigned comparison: flip the signs.
    #[inline(always)]
    fn gt(self, other: Self) -> __m256i {
        let sign = all(1 << 31);
        unsafe {
            let (a, b) = (_mm256_xor_si256(self.0, sign), _mm256_xor_si256(other.0, sign));
            _mm256_cmpgt_epi32(a, b)
        }
    }

    #[inline(always)]
    fn eq(self, other: Self) -> __m256i {
        unsafe { _mm256_cmpeq_epi32(self.0, other.0) }
    }

    #[inline(always)]
    fn any(mask: __m256i) -> bool {
        unsafe { _mm256_testz_si256(mask, mask) == 0 }
    }

    #[inline(always)]
    fn select(mask: __m256i, yes: Self, no: Self) -> Self {
        U32x8(unsafe { _mm256_blendv_epi8(no.0, yes.0, mask) })
    }
}
