//! 8 lanes of 64 bits.

// SAFETY, of every block here: a vector is made from a token, which is proof that this machine has
// AVX-512; anything else that an operation requires is stated next to it.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::x86_64::*;

use super::Avx512;
use crate::lanes::Lanes64;

/// 8 lanes.
#[derive(Clone, Copy)]
pub(crate) struct U64x8(__m512i);

/// One address per lane: as an array for loads, and as a vector for gathers. On Zen 5, a gather of
/// 8 words takes 8.2 cycles, 8 loads with their inserts take 5.7, and 32 bytes of 8 rows, as four
/// words, 6.4.
#[derive(Clone, Copy)]
pub(crate) struct LaneAddresses {
    each: [*const u8; 8],
    all: __m512i,
}

/// Joins four quarters.
#[inline(always)]
pub(super) fn join([a, b, c, d]: [__m128i; 4]) -> __m512i {
    unsafe {
        let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b);
        let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(c), d);
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
    }
}

operators! {
    U64x8:
    Add add _mm512_add_epi64,
    Sub sub _mm512_sub_epi64,
    Mul mul _mm512_mullo_epi64,
    BitXor bitxor _mm512_xor_si512,
    BitAnd bitand _mm512_and_si512,
    BitOr bitor _mm512_or_si512,
}

#[inline(always)]
fn all(x: u64) -> __m512i {
    unsafe { _mm512_set1_epi64(x as i64) }
}

impl Lanes64 for U64x8 {
    type Simd = Avx512;
    type Mask = __mmask8;
    const LANES: usize = 8;

    #[inline(always)]
    fn splat(_: Avx512, x: u64) -> Self {
        U64x8(all(x))
    }

    #[inline(always)]
    fn lens(_: Avx512, lens: &[usize]) -> Self {
        let lens: &[usize; 8] = lens.first_chunk().expect("8 lengths");
        U64x8(unsafe { _mm512_loadu_si512(lens.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn pick_lens(_: Avx512, lens: &[usize], ids: &[u8]) -> Self {
        let ids: &[u8; 8] = ids.first_chunk().expect("8 ids");
        // SAFETY: the caller vouches for the ids.
        U64x8(unsafe {
            let ids = _mm512_cvtepu8_epi64(_mm_loadl_epi64(ids.as_ptr().cast()));
            _mm512_i64gather_epi64::<8>(ids, lens.as_ptr().cast())
        })
    }

    #[inline(always)]
    fn load_pairs(_: Avx512, pairs: &[[u64; 2]]) -> [Self; 2] {
        let pairs: &[[u64; 2]; 8] = pairs.first_chunk().expect("8 pairs");
        let from = pairs.as_ptr().cast::<__m512i>();
        unsafe {
            let (low, high) = (_mm512_loadu_si512(from), _mm512_loadu_si512(from.add(1)));
            let even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
            let odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
            let pick = |lanes| U64x8(_mm512_permutex2var_epi64(low, lanes, high));
            [pick(even), pick(odd)]
        }
    }

    #[inline(always)]
    fn load(_: Avx512, values: &[u64]) -> Self {
        let values: &[u64; 8] = values.first_chunk().expect("8 values");
        U64x8(unsafe { _mm512_loadu_si512(values.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        let out: &mut [u64; 8] = out.try_into().expect("8 places");
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), self.0) }
    }

    /// Four products of 32-bit halves; AVX-512 has no wider multiplication.
    #[inline(always)]
    fn widening_mul(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        unsafe {
            let (a_high, b_high) = (_mm512_srli_epi64::<32>(a), _mm512_srli_epi64::<32>(b));
            let low_low = _mm512_mul_epu32(a, b);
            let low_high = _mm512_mul_epu32(a, b_high);
            let high_low = _mm512_mul_epu32(a_high, b);
            let high_high = _mm512_mul_epu32(a_high, b_high);
            let t = _mm512_add_epi64(high_low, _mm512_srli_epi64::<32>(low_low));
            let u = _mm512_add_epi64(_mm512_and_si512(t, all(0xffff_ffff)), low_high);
            let high = _mm512_add_epi64(high_high, _mm512_srli_epi64::<32>(t));
            let high = _mm512_add_epi64(high, _mm512_srli_epi64::<32>(u));
            let low = _mm512_mask_blend_epi32(0x5555, _mm512_slli_epi64::<32>(u), low_low);
            (U64x8(low), U64x8(high))
        }
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        U64x8(unsafe { _mm512_slli_epi64::<N>(self.0) })
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        U64x8(unsafe { _mm512_srli_epi64::<N>(self.0) })
    }

    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        // The intrinsic takes an i32. A rotation by a constant vector becomes the same instruction.
        U64x8(unsafe { _mm512_rolv_epi64(self.0, all(u64::from(N))) })
    }

    #[inline(always)]
    fn shr_by(self, n: Self) -> Self {
        // Without the mask, the compiler can't see that the count is below 64 and adds a
        // comparison.
        U64x8(unsafe { _mm512_srlv_epi64(self.0, _mm512_and_si512(n.0, all(63))) })
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        unsafe {
            let reversed = _mm512_set4_epi32(0x0809_0a0b, 0x0c0d_0e0f, 0x0001_0203, 0x0405_0607);
            U64x8(_mm512_shuffle_epi8(self.0, reversed))
        }
    }

    #[inline(always)]
    fn gt(self, other: Self) -> __mmask8 {
        unsafe { _mm512_cmpgt_epi64_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn eq(self, other: Self) -> __mmask8 {
        unsafe { _mm512_cmpeq_epu64_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn any(mask: __mmask8) -> bool {
        mask != 0
    }

    #[inline(always)]
    fn select(mask: __mmask8, yes: Self, no: Self) -> Self {
        U64x8(unsafe { _mm512_mask_mov_epi64(no.0, mask, yes.0) })
    }

    type Addresses = LaneAddresses;

    #[inline(always)]
    fn addresses(_: Avx512, pointers: &[*const u8]) -> LaneAddresses {
        let each: &[*const u8; 8] = pointers.first_chunk().expect("8 pointers");
        LaneAddresses { each: *each, all: unsafe { _mm512_loadu_si512(each.as_ptr().cast()) } }
    }

    #[inline(always)]
    fn advance(self, addresses: LaneAddresses, lens: &[usize]) -> LaneAddresses {
        let LaneAddresses { mut each, all } = addresses;
        for (address, len) in each.iter_mut().zip(lens) {
            *address = address.wrapping_add(*len);
        }
        LaneAddresses { each, all: unsafe { _mm512_add_epi64(all, self.0) } }
    }

    #[inline(always)]
    unsafe fn gather(addresses: LaneAddresses, displacement: isize) -> Self {
        // SAFETY: the caller vouches for the bytes.
        unsafe {
            let two = |i: usize| {
                let [a, b] = [i, i + 1].map(|i| addresses.each[i].wrapping_offset(displacement));
                let low = _mm_castsi128_pd(_mm_loadl_epi64(a.cast()));
                _mm_castpd_si128(_mm_loadh_pd(low, b.cast()))
            };
            U64x8(join([two(0), two(2), two(4), two(6)]))
        }
    }

    #[inline(always)]
    unsafe fn gather2(addresses: LaneAddresses, displacement: isize) -> [Self; 2] {
        // SAFETY: the caller vouches for the bytes.
        unsafe {
            let load =
                |i: usize| _mm_loadu_si128(addresses.each[i].wrapping_offset(displacement).cast());
            let even = join([load(0), load(2), load(4), load(6)]);
            let odd = join([load(1), load(3), load(5), load(7)]);
            [U64x8(_mm512_unpacklo_epi64(even, odd)), U64x8(_mm512_unpackhi_epi64(even, odd))]
        }
    }

    #[inline(always)]
    unsafe fn gather4(addresses: LaneAddresses, displacement: isize) -> [Self; 4] {
        // SAFETY: the caller vouches for the bytes.
        unsafe {
            let load = |i: usize| {
                _mm256_loadu_si256(addresses.each[i].wrapping_offset(displacement).cast())
            };
            let rows =
                |i: usize| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(load(i)), load(i + 4));
            let (a, b, c, d) = (rows(0), rows(1), rows(2), rows(3));
            let (ab_even, cd_even) = (_mm512_unpacklo_epi64(a, b), _mm512_unpacklo_epi64(c, d));
            let (ab_odd, cd_odd) = (_mm512_unpackhi_epi64(a, b), _mm512_unpackhi_epi64(c, d));
            let low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            [
                U64x8(_mm512_permutex2var_epi64(ab_even, low, cd_even)),
                U64x8(_mm512_permutex2var_epi64(ab_odd, low, cd_odd)),
                U64x8(_mm512_permutex2var_epi64(ab_even, high, cd_even)),
                U64x8(_mm512_permutex2var_epi64(ab_odd, high, cd_odd)),
            ]
        }
    }

    #[inline(always)]
    unsafe fn gather_where(mask: __mmask8, addresses: LaneAddresses, displacement: isize) -> Self {
        // SAFETY: the caller vouches for the bytes where `mask`; the others are not read.
        U64x8(unsafe {
            let base = std::ptr::without_provenance(displacement as usize);
            _mm512_mask_i64gather_epi64::<1>(_mm512_setzero_si512(), mask, addresses.all, base)
        })
    }

    #[inline(always)]
    unsafe fn gather4_where(
        mask: __mmask8,
        addresses: LaneAddresses,
        displacement: isize,
    ) -> [Self; 4] {
        // SAFETY: the caller vouches for the bytes where `mask`.
        unsafe {
            if mask == !0 {
                return Self::gather4(addresses, displacement);
            }
            [
                Self::gather_where(mask, addresses, displacement),
                Self::gather_where(mask, addresses, displacement + 8),
                Self::gather_where(mask, addresses, displacement + 16),
                Self::gather_where(mask, addresses, displacement + 24),
            ]
        }
    }

    #[inline(always)]
    unsafe fn gather_each(
        mask: __mmask8,
        addresses: LaneAddresses,
        positions: Self,
        displacement: isize,
    ) -> Self {
        // SAFETY: the caller vouches for the bytes where `mask`.
        unsafe { Self::gather_where(mask, positions.advance(addresses, &[]), displacement) }
    }
}
