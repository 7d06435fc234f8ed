//! MD5, SHA-1, SHA-224 and SHA-256: Merkle–Damgård hashes of 32-bit words and 64-byte blocks, on
//! one row in each lane.

/// Repeats statements with a constant from 0 to 15. A loop would be the optimiser's to unroll, and
/// vectors that a variable picks from an array stay in memory.
macro_rules! sixteen_times {
    (|$i:ident| $body:block) => {
        sixteen_times!(@ $i $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (@ $i:ident $body:block $($value:literal)*) => {
        $({
            let $i: usize = $value;
            $body
        })*
    };
}

mod lanes;
mod md5;
mod order;
mod sha1;
mod sha256;

use sha2::Digest;

use crate::isa::Isa;
use crate::lanes::{Avx2, Avx512, Lanes32, Simd32};
use crate::rows::Block;
use lanes::Laned;
use order::Order;

/// MD5 of each row, one after the other in `out`.
pub fn md5(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    digest::<md5::Md5, 4>(isa, block, out);
}

/// SHA-1 of each row, one after the other in `out`.
pub fn sha1(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    digest::<sha1::Sha1, 5>(isa, block, out);
}

/// SHA-224 of each row, one after the other in `out`.
pub fn sha224(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    digest::<sha256::Sha224, 8>(isa, block, out);
}

/// SHA-256 of each row, one after the other in `out`.
pub fn sha256(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    digest::<sha256::Sha256, 8>(isa, block, out);
}

/// A compression function with what makes a hash of it; `N` words of state.
trait Compression<const N: usize> {
    /// The state before the first block.
    const INITIAL: [u32; N];
    /// Whether words are big-endian.
    const BIG_ENDIAN: bool;
    /// Whether two groups at a time are faster than one after the other.
    const PAIRED: bool;
    /// One row at a time.
    type OneRow: Digest;

    /// So many busy lanes take as long as [`Compression::OneRow`].
    fn break_even() -> usize;

    /// Takes a block of each lane's row into the states of some groups. `words` is anything then.
    /// Must be `#[inline(always)]`.
    fn compress<V: Lanes32, const GROUPS: usize>(
        simd: V::Simd,
        states: &mut [[V; N]; GROUPS],
        words: &mut [[V; 16]; GROUPS],
    );
}

fn digest<C: Compression<N>, const N: usize>(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    let width = <C::OneRow as Digest>::output_size();
    let order = match isa {
        Isa::Portable => Order::without_lanes(),
        Isa::Avx2(_) => Order::of(block, <Avx2 as Simd32>::U32::LANES, C::break_even()),
        Isa::Avx512(_) => Order::of(block, <Avx512 as Simd32>::U32::LANES, C::break_even()),
    };
    if order.laned() > 0 {
        let laned = Laned::<C, N>::new(block, &order, width, out);
        match isa {
            Isa::Portable => {}
            Isa::Avx2(simd) => simd.vectorize32(laned),
            Isa::Avx512(simd) => simd.vectorize32(laned),
        }
    }
    for row in order.rest(block.len()) {
        out[row * width..][..width].copy_from_slice(&C::OneRow::digest(block.row(row)));
    }
}
