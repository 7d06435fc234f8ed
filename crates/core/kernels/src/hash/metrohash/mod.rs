//! MetroHash64 and MetroHash128, as the reference's classes of these names compute them. The
//! functions `metrohash64_1` and the like compute other hashes. Reference:
//! <https://github.com/jandrewrogers/MetroHash>
//!
//! The crate buffers its input, for streams, so we have our own implementation, one row at a time.

mod hash128;
mod hash64;

use std::num::Wrapping;

use super::per_row::{per_row, u64_at};
use crate::blocks::HashKernel;

/// MetroHash64 of each row under its seed.
pub const METROHASH64: HashKernel<u64, u64> = per_row!(hash64::metrohash64);

/// MetroHash128 of each row under its seed: its two words in order, both big-endian. In the bytes
/// that the reference writes, each word is little-endian.
pub const METROHASH128: HashKernel<u64, [u8; 16]> = per_row!(|row, seed| {
    let [first, second] = hash128::metrohash128(row, seed);
    (u128::from(first) << 64 | u128::from(second)).to_be_bytes()
});

type MetroWord = Wrapping<u64>;

/// The four multipliers of a variant.
type MetroConstants = [MetroWord; 4];

#[inline(always)]
fn rotr(word: MetroWord, bits: u32) -> MetroWord {
    Wrapping(word.0.rotate_right(bits))
}

/// Adds all whole stripes of 32 bytes to the state, and returns the remaining bytes.
#[inline(always)]
fn stripes<'a>(k: &MetroConstants, state: &mut [MetroWord; 4], row: &'a [u8]) -> &'a [u8] {
    let (stripes, rest) = row.as_chunks::<32>();
    for stripe in stripes {
        for i in 0..4 {
            state[i] += Wrapping(u64_at(stripe, 8 * i)) * k[i];
            state[i] = rotr(state[i], 29) + state[(i + 2) % 4];
        }
    }
    rest
}

/// Mixes the state after the stripes of a row that has any.
#[inline(always)]
fn end_stripes(k: &MetroConstants, v: &mut [MetroWord; 4], bits: u32) {
    v[2] ^= rotr((v[0] + v[3]) * k[0] + v[1], bits) * k[1];
    v[3] ^= rotr((v[1] + v[2]) * k[1] + v[0], bits) * k[0];
    v[0] ^= rotr((v[0] + v[2]) * k[0] + v[3], bits) * k[1];
    v[1] ^= rotr((v[1] + v[3]) * k[1] + v[2], bits) * k[0];
}

/// Splits the first `N` bytes off `rest` as a word, if there are as many.
#[inline(always)]
fn take<const N: usize>(rest: &mut &[u8]) -> Option<MetroWord> {
    let (bytes, tail) = rest.split_first_chunk::<N>()?;
    *rest = tail;
    let mut word = [0; 8];
    word[..N].copy_from_slice(bytes);
    Some(Wrapping(u64::from_le_bytes(word)))
}
