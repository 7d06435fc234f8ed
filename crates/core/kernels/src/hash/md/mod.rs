//! MD5, SHA-1, SHA-224 and SHA-256: Merkle–Damgård hashes of 32-bit words and 64-byte blocks, on
//! one row in each lane.
//!
//! Rows that would leave too many lanes idle, such as a long one among short ones, and those of
//! [`Isa::Portable`] go through the crates, one at a time.

/// Repeats statements with a constant from 0 to 15. A loop might not be unrolled, and vectors that
/// a variable picks from an array stay in memory.
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

mod lane_order;
mod lanes;
mod md5;
mod sha1;
mod sha256;

use std::marker::PhantomData;

use sha2::Digest;

use super::algorithm::{Algorithm, CurrentDigest, digest_block};
use crate::blocks::{Block, FewLimits};
use crate::groups::LengthExtent;
use crate::isa::Isa;
use crate::lanes::{Avx2, Lanes32, Sha, Sha1};
use lane_order::LaneOrder;
use lanes::LanedRows;

/// MD5, called `name`.
pub(super) const fn md5(name: &'static str) -> Algorithm {
    Algorithm::with_mac::<CurrentDigest<::md5::Md5>>(name)
        .with_lanes(few::<md5::Md5Compression, 4>, digest::<md5::Md5Compression, 4>)
}

/// SHA-1, called `name`.
pub(super) const fn sha1(name: &'static str) -> Algorithm {
    Algorithm::with_mac::<CurrentDigest<::sha1::Sha1>>(name)
        .with_lanes(few::<sha1::Sha1Compression, 5>, sha1_of_rows)
}

/// SHA-224, called `name`.
pub(super) const fn sha224(name: &'static str) -> Algorithm {
    Algorithm::with_mac::<CurrentDigest<::sha2::Sha224>>(name)
        .with_lanes(few_of_two, sha2::<sha256::Sha224Compression>)
}

/// SHA-256, called `name`.
pub(super) const fn sha256(name: &'static str) -> Algorithm {
    Algorithm::with_mac::<CurrentDigest<::sha2::Sha256>>(name)
        .with_lanes(few_of_two, sha2::<sha256::Sha256Compression>)
}

/// Batches of fewer rows need no block: they don't pay in lanes. On Zen 4 SHA-1 takes 62 ns for a
/// row by itself and 113 for a block of it, 57 and 65 for each of 4 UUIDs, and 56 and 36 for each
/// of 6.
fn few<C: CompressionFunction<N>, const N: usize>() -> FewLimits {
    FewLimits::by_isa(32, C::break_even(), C::break_even())
}

/// The limit if two rows pay, side by side or in lanes. On Zen 4 SHA-256 takes 60 ns for a UUID by
/// itself and 113 for a block of it, and 58 and 55 for each of two.
fn few_of_two() -> FewLimits {
    FewLimits::by_isa(32, 2, 2)
}

/// A compression function and the constants of its hash; `N` words of state.
trait CompressionFunction<const N: usize> {
    /// The state before the first block.
    const INITIAL: [u32; N];
    /// Whether words are big-endian.
    const BIG_ENDIAN: bool;
    /// The fastest number of groups at a time on 16 lanes.
    const GROUPS: usize;
    /// One row at a time.
    type OneRow: Digest + Clone + Send + Sync + 'static;

    /// The number of busy lanes from which lanes are faster than [`CompressionFunction::OneRow`].
    fn break_even() -> u16;

    /// Takes a block of each lane's row into the states of the groups. Overwrites `words` with
    /// arbitrary values. Must be `#[inline(always)]`.
    fn compress<V: Lanes32, const GROUPS: usize>(
        simd: V::Simd,
        states: &mut [[V; N]; GROUPS],
        words: &mut [[V; 16]; GROUPS],
    );
}

fn digest<C: CompressionFunction<N>, const N: usize>(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    let width = <C::OneRow as Digest>::output_size();
    let Some(order) = laned::<C, N>(narrowest(isa, block), block, out) else {
        return digest_block::<CurrentDigest<C::OneRow>>(isa, block, out);
    };
    for row in order.rest(block.len()) {
        out[row * width..][..width].copy_from_slice(&C::OneRow::digest(block.row(row)));
    }
}

/// Returns AVX2 for a block that would leave half of AVX-512's lanes empty. On CPUs that execute
/// 512 bits in two halves, such as Zen 4, MD5 of 8 rows of 1 MiB takes 340 µs a row in 16 lanes and
/// 227 in 8.
fn narrowest(isa: Isa, block: &Block<'_>) -> Isa {
    match (isa, Avx2::detect()) {
        (Isa::Avx512(_), Some(simd)) if block.len() <= 8 => Isa::Avx2(simd),
        _ => isa,
    }
}

/// Writes the digests of the rows that pay in lanes, and returns which rows these are, if there are
/// lanes.
fn laned<C: CompressionFunction<N>, const N: usize>(
    isa: Isa,
    block: &Block<'_>,
    out: &mut [u8],
) -> Option<LaneOrder> {
    let width = <C::OneRow as Digest>::output_size();
    let laned = LanedRows::<C, N> { isa, block, width, out, compression: PhantomData };
    match isa {
        Isa::Portable => None,
        Isa::Avx2(simd) => Some(simd.vectorize32(laned)),
        Isa::Avx512(simd) => Some(simd.vectorize32(laned)),
        Isa::Neon(simd) => Some(simd.vectorize32(laned)),
    }
}

/// SHA-256 or SHA-224 of each row. With the SHA extensions, rows that don't pay in lanes go two at
/// a time. No rows pay in the lanes of AVX2: a row of up to 55 bytes takes 35 ns this way and 48 in
/// lanes. The crate, which runs the same instructions on one row, takes 70.
fn sha2<C: CompressionFunction<8>>(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    match (isa, Sha::detect()) {
        // Sorting takes a quarter of the instructions that a row of one block takes.
        (Isa::Neon(_), Some(simd)) => {
            let rows = 0..block.len();
            paired::<C::OneRow, _>(|rows| simd.sha256(&C::INITIAL, rows), block, rows, out);
        }
        (Isa::Avx2(_), Some(simd)) => {
            let order = LaneOrder::for_lanes(isa, block, LengthExtent::of_block(isa, block), 2, 1);
            let rows = (0..block.len()).map(|i| order.row(i));
            paired::<C::OneRow, _>(|rows| simd.sha256(&C::INITIAL, rows), block, rows, out);
        }
        (Isa::Avx512(_), Some(simd)) => {
            if let Some(order) = laned::<C, 8>(isa, block, out) {
                let rows = order.rest(block.len());
                paired::<C::OneRow, _>(|rows| simd.sha256(&C::INITIAL, rows), block, rows, out);
            }
        }
        _ => digest::<C, 8>(isa, block, out),
    }
}

/// SHA-1 of each row. With NEON's instructions for it, rows go two at a time: of the instructions
/// that lanes would execute, this takes a fifth.
fn sha1_of_rows(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    match (isa, Sha1::detect()) {
        (Isa::Neon(_), Some(simd)) => {
            paired::<::sha1::Sha1, _>(|rows| simd.hash(rows), block, 0..block.len(), out);
        }
        _ => digest::<sha1::Sha1Compression, 5>(isa, block, out),
    }
}

/// The hashes of some rows by the CPU's instructions, two at a time.
fn paired<OneRow: Digest, const N: usize>(
    hash: impl Fn([&[u8]; 2]) -> [[u8; N]; 2],
    block: &Block<'_>,
    mut rows: impl Iterator<Item = usize>,
    out: &mut [u8],
) {
    let width = <OneRow as Digest>::output_size();
    let mut write =
        |row: usize, digest: &[u8]| out[row * width..][..width].copy_from_slice(&digest[..width]);
    while let Some(a) = rows.next() {
        let Some(b) = rows.next() else {
            write(a, &OneRow::digest(block.row(a)));
            break;
        };
        let digests = hash([block.row(a), block.row(b)]);
        write(a, &digests[0]);
        write(b, &digests[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{self, Rows};

    /// SHA-256 in lanes, which CPUs with SHA extensions and without AVX-512 don't choose.
    #[test]
    fn lanes_agree_with_the_crate() {
        let text: Vec<u8> = (0..1000u32).map(|i| (i % 251) as u8).collect();
        let texts: Vec<&[u8]> = (0..500).map(|i| &text[i..i + i * 7 % 301]).collect();
        for isa in Isa::available() {
            for count in [16, 17, 33, 256, 500] {
                blocks::blocks(Isa::Portable, &Rows::Slices(&texts[..count]), |_, block| {
                    let mut out = [vec![0; block.len() * 32], vec![0; block.len() * 28]];
                    digest::<sha256::Sha256Compression, 8>(isa, block, &mut out[0]);
                    digest::<sha256::Sha224Compression, 8>(isa, block, &mut out[1]);
                    for (i, row) in block.rows().enumerate() {
                        assert_eq!(out[0][32 * i..][..32], *sha2::Sha256::digest(row), "{isa} {i}");
                        assert_eq!(out[1][28 * i..][..28], *sha2::Sha224::digest(row), "{isa} {i}");
                    }
                });
            }
        }
    }
}
