//! 16 lanes of 32 bits.

// SAFETY, of every block here: a vector is made from a token, which is proof that this machine has
// AVX-512; anything else that an operation requires is stated next to it.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::x86_64::*;

use super::Avx512;
use crate::lanes::Lanes32;

/// 16 lanes.
#[derive(Clone, Copy)]
pub(crate) struct U32x16(pub(super) __m512i);

operators! {
    U32x16:
    Add add _mm512_add_epi32,
    Sub sub _mm512_sub_epi32,
    BitXor bitxor _mm512_xor_si512,
    BitAnd bitand _mm512_and_si512,
    BitOr bitor _mm512_or_si512,
}

#[inline(always)]
fn all(x: u32) -> __m512i {
    unsafe { _mm512_set1_epi32(x as i32) }
}

impl Lanes32 for U32x16 {
    type Simd = Avx512;
    type Mask = __mmask16;
    type Each<T: Copy> = [T; 16];
    const LANES: usize = 16;
    const REGISTERS: usize = 32;

    #[inline(always)]
    fn each<T: Copy>(of: impl FnMut(usize) -> T) -> [T; 16] {
        std::array::from_fn(of)
    }

    #[inline(always)]
    fn first<T: Copy>(values: &[T]) -> [T; 16] {
        *values.first_chunk().expect("16 values")
    }

    #[inline(always)]
    fn splat(_: Avx512, x: u32) -> Self {
        U32x16(all(x))
    }

    #[inline(always)]
    fn load(_: Avx512, values: &[u32]) -> Self {
        let values: &[u32; 16] = values.first_chunk().expect("16 values");
        U32x16(unsafe { _mm512_loadu_si512(values.as_ptr().cast()) })
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        U32x16(unsafe { _mm512_slli_epi32::<N>(self.0) })
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        U32x16(unsafe { _mm512_srli_epi32::<N>(self.0) })
    }

    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        // A rotation by a constant vector becomes the instruction with an immediate.
        U32x16(unsafe { _mm512_rolv_epi32(self.0, all(N)) })
    }

    #[inline(always)]
    fn shl_by(self, n: Self) -> Self {
        U32x16(unsafe { _mm512_sllv_epi32(self.0, n.0) })
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        unsafe {
            let reversed = _mm512_set4_epi32(0x0c0d_0e0f, 0x0809_0a0b, 0x0405_0607, 0x0001_0203);
            U32x16(_mm512_shuffle_epi8(self.0, reversed))
        }
    }

    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        U32x16(unsafe { _mm512_ternarylogic_epi32::<0x96>(self.0, b.0, c.0) })
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        U32x16(unsafe { _mm512_ternarylogic_epi32::<0xCA>(self.0, yes.0, no.0) })
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        U32x16(unsafe { _mm512_ternarylogic_epi32::<0xE8>(self.0, b.0, c.0) })
    }

    #[inline(always)]
    fn xor_or_not(self, b: Self, c: Self) -> Self {
        U32x16(unsafe { _mm512_ternarylogic_epi32::<0x2D>(self.0, b.0, c.0) })
    }

    #[inline(always)]
    fn gt(self, other: Self) -> __mmask16 {
        unsafe { _mm512_cmpgt_epu32_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn eq(self, other: Self) -> __mmask16 {
        unsafe { _mm512_cmpeq_epu32_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn any(mask: __mmask16) -> bool {
        mask != 0
    }

    #[inline(always)]
    fn select(mask: __mmask16, yes: Self, no: Self) -> Self {
        U32x16(unsafe { _mm512_mask_mov_epi32(no.0, mask, yes.0) })
    }
}
