//! 4 lanes of 64 bits, whose multiplications are made of 32-bit ones.

// SAFETY, of every block here: a vector is made from a token, which is proof that this machine has
// AVX2; anything else that an operation requires is stated next to it.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::x86_64::*;
use std::ops::Mul;

use super::Avx2;
use crate::lanes::Lanes64;

/// 4 lanes.
#[derive(Clone, Copy)]
pub(crate) struct U64x4(__m256i);

operators! {
    U64x4:
    Add add _mm256_add_epi64,
    Sub sub _mm256_sub_epi64,
    BitXor bitxor _mm256_xor_si256,
    BitAnd bitand _mm256_and_si256,
    BitOr bitor _mm256_or_si256,
}

#[inline(always)]
fn all(x: u64) -> __m256i {
    unsafe { _mm256_set1_epi64x(x as i64) }
}

impl Mul for U64x4 {
    type Output = U64x4;

    #[inline(always)]
    fn mul(self, other: U64x4) -> U64x4 {
        let (a, b) = (self.0, other.0);
        unsafe {
            let low_high = _mm256_mul_epu32(a, _mm256_srli_epi64::<32>(b));
            let high_low = _mm256_mul_epu32(_mm256_srli_epi64::<32>(a), b);
            let middle = _mm256_slli_epi64::<32>(_mm256_add_epi64(low_high, high_low));
            U64x4(_mm256_add_epi64(_mm256_mul_epu32(a, b), middle))
        }
    }
}

impl Lanes64 for U64x4 {
    type Simd = Avx2;
    /// All ones in a lane that is true.
    type Mask = __m256i;
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(_: Avx2, x: u64) -> Self {
        U64x4(all(x))
    }

    #[inline(always)]
    fn lens(_: Avx2, lens: &[usize]) -> Self {
        let lens: &[usize; 4] = lens.first_chunk().expect("4 lengths");
        // The compiler would merge an ordinary load with those of single lengths, and so move these
        // through a vector.
        U64x4(unsafe { _mm256_lddqu_si256(lens.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn pick_lens(_: Avx2, lens: &[usize], ids: &[u8]) -> Self {
        let ids: &[u8; 4] = ids.first_chunk().expect("4 ids");
        // SAFETY: the caller vouches for the ids.
        let len = |i: usize| unsafe { *lens.get_unchecked(usize::from(ids[i])) as i64 };
        U64x4(unsafe { _mm256_setr_epi64x(len(0), len(1), len(2), len(3)) })
    }

    #[inline(always)]
    fn load_pairs(_: Avx2, pairs: &[[u64; 2]]) -> [Self; 2] {
        let pairs: &[[u64; 2]; 4] = pairs.first_chunk().expect("4 pairs");
        let from = pairs.as_ptr().cast::<__m256i>();
        unsafe {
            let (ab, cd) = (_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1)));
            let in_order = |lanes| U64x4(_mm256_permute4x64_epi64::<0b11_01_10_00>(lanes));
            [in_order(_mm256_unpacklo_epi64(ab, cd)), in_order(_mm256_unpackhi_epi64(ab, cd))]
        }
    }

    #[inline(always)]
    fn load(_: Avx2, values: &[u64]) -> Self {
        let values: &[u64; 4] = values.first_chunk().expect("4 values");
        U64x4(unsafe { _mm256_loadu_si256(values.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        let out: &mut [u64; 4] = out.try_into().expect("4 places");
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn widening_mul(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        unsafe {
            let (a_high, b_high) = (_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
            let low_low = _mm256_mul_epu32(a, b);
            let low_high = _mm256_mul_epu32(a, b_high);
            let high_low = _mm256_mul_epu32(a_high, b);
            let high_high = _mm256_mul_epu32(a_high, b_high);
            let t = _mm256_add_epi64(high_low, _mm256_srli_epi64::<32>(low_low));
            let u = _mm256_add_epi64(_mm256_blend_epi32::<0xaa>(t, all(0)), low_high);
            let high = _mm256_add_epi64(high_high, _mm256_srli_epi64::<32>(t));
            let high = _mm256_add_epi64(high, _mm256_srli_epi64::<32>(u));
            let low = _mm256_blend_epi32::<0xaa>(low_low, _mm256_slli_epi64::<32>(u));
            (U64x4(low), U64x4(high))
        }
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        U64x4(unsafe { _mm256_sllv_epi64(self.0, all(u64::from(N))) })
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        U64x4(unsafe { _mm256_srlv_epi64(self.0, all(u64::from(N))) })
    }

    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        let right = unsafe { _mm256_srlv_epi64(self.0, all(u64::from(64 - N))) };
        self.shl::<N>() | U64x4(right)
    }

    #[inline(always)]
    fn shr_by(self, n: Self) -> Self {
        // Without the mask, the compiler can't see that the count is below 64 and adds a
        // comparison.
        U64x4(unsafe { _mm256_srlv_epi64(self.0, _mm256_and_si256(n.0, all(63))) })
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        unsafe {
            let reversed = _mm256_set_epi64x(
                0x0809_0a0b_0c0d_0e0f,
                0x0001_0203_0405_0607,
                0x0809_0a0b_0c0d_0e0f,
                0x0001_0203_0405_0607,
            );
            U64x4(_mm256_shuffle_epi8(self.0, reversed))
        }
    }

    #[inline(always)]
    fn gt(self, other: Self) -> __m256i {
        unsafe { _mm256_cmpgt_epi64(self.0, other.0) }
    }

    #[inline(always)]
    fn eq(self, other: Self) -> __m256i {
        unsafe { _mm256_cmpeq_epi64(self.0, other.0) }
    }

    #[inline(always)]
    fn any(mask: __m256i) -> bool {
        unsafe { _mm256_testz_si256(mask, mask) == 0 }
    }

    #[inline(always)]
    fn select(mask: __m256i, yes: Self, no: Self) -> Self {
        U64x4(unsafe { _mm256_blendv_epi8(no.0, yes.0, mask) })
    }

    /// In general registers, for four loads: the gather instruction is several times slower on AMD.
    type Addresses = [*const u8; 4];

    #[inline(always)]
    fn addresses(_: Avx2, pointers: &[*const u8]) -> [*const u8; 4] {
        *pointers.first_chunk().expect("4 pointers")
    }

    #[inline(always)]
    fn advance(self, addresses: [*const u8; 4], lens: &[usize]) -> [*const u8; 4] {
        let mut addresses = addresses;
        for (address, len) in addresses.iter_mut().zip(lens) {
            *address = address.wrapping_add(*len);
        }
        addresses
    }

    #[inline(always)]
    unsafe fn gather(addresses: [*const u8; 4], displacement: isize) -> Self {
        // SAFETY: the caller vouches for the bytes.
        U64x4(unsafe {
            let load = |i: usize| {
                let bytes = addresses[i].wrapping_offset(displacement);
                _mm_loadl_epi64(bytes.cast())
            };
            let low = _mm_unpacklo_epi64(load(0), load(1));
            let high = _mm_unpacklo_epi64(load(2), load(3));
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        })
    }

    #[inline(always)]
    unsafe fn rearranged<const ROOM: bool>(
        self,
        starts: [*const u8; 4],
        ends: [*const u8; 4],
        orders: &[[u8; 16]; 17],
    ) -> Option<[Self; 2]> {
        let has_none = self.gt(U64x4(all(orders.len() as u64 - 1)));
        assert!(!Self::any(has_none), "a row is longer");
        let [a, b, c, d] = starts;
        let [a_end, b_end, c_end, d_end] = ends;
        // SAFETY: the caller vouches for the bytes, and each length has an order.
        unsafe {
            let ac = rearrange::<ROOM>([a, c], [a_end, c_end], orders);
            let bd = rearrange::<ROOM>([b, d], [b_end, d_end], orders);
            let (low, high) = (_mm256_unpacklo_epi64(ac, bd), _mm256_unpackhi_epi64(ac, bd));
            Some([U64x4(low), U64x4(high)])
        }
    }

    #[inline(always)]
    unsafe fn gather_where(mask: __m256i, addresses: [*const u8; 4], displacement: isize) -> Self {
        let mut reads = [0; 4];
        Self::store(U64x4(mask), &mut reads);
        let mut words = [0; 4];
        for ((word, address), reads) in words.iter_mut().zip(addresses).zip(reads) {
            if reads != 0 {
                let bytes = address.wrapping_offset(displacement).cast::<u64>();
                // SAFETY: the caller vouches for the bytes where `mask`.
                *word = unsafe { bytes.read_unaligned() };
            }
        }
        U64x4(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn gather_each(
        mask: __m256i,
        addresses: [*const u8; 4],
        positions: Self,
        displacement: isize,
    ) -> Self {
        let mut offsets = [0; 4];
        positions.store(&mut offsets);
        let addresses = positions.advance(addresses, &offsets.map(|offset| offset as usize));
        // SAFETY: the caller vouches for the bytes where `mask`.
        unsafe { Self::gather_where(mask, addresses, displacement) }
    }
}

/// [`Lanes64::rearranged`] of two rows.
///
/// # Safety
/// As there, and there is an order for each length.
#[inline(always)]
unsafe fn rearrange<const ROOM: bool>(
    starts: [*const u8; 2],
    ends: [*const u8; 2],
    orders: &[[u8; 16]; 17],
) -> __m256i {
    let (low, high) = (ends[0].addr() - starts[0].addr(), ends[1].addr() - starts[1].addr());
    // SAFETY: the caller vouches for the bytes and the orders.
    unsafe {
        let (low, high) = (orders.get_unchecked(low), orders.get_unchecked(high));
        let orders = _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast());
        let rows = match ROOM {
            true => _mm256_loadu2_m128i(starts[1].cast(), starts[0].cast()),
            false => _mm256_set_m128i(both_ends(starts[1], ends[1]), both_ends(starts[0], ends[0])),
        };
        _mm256_shuffle_epi8(rows, orders)
    }
}

/// The first 8 and the last 8 bytes of a row.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn both_ends(start: *const u8, end: *const u8) -> __m128i {
    // SAFETY: the caller vouches for the bytes.
    unsafe {
        let first = _mm_castsi128_pd(_mm_loadl_epi64(start.cast()));
        _mm_castpd_si128(_mm_loadh_pd(first, end.wrapping_sub(8).cast()))
    }
}
