//! MetroHash64 and MetroHash128, as the classes of these names compute them; the functions
//! `metrohash64_1` and the like are other hashes.
//! Reference: <https://github.com/jandrewrogers/MetroHash>
//!
//! The crate takes a row through a buffer, for streams, so this is our own, a row at a time.

mod hash128;
mod hash64;

use std::num::Wrapping;

use super::per_row::per_row;
use super::read::u64_at;
use crate::rows::HashKernel;

/// MetroHash64 of each row under its seed.
pub const METROHASH64: HashKernel<u64, u64> = per_row!(hash64::of);

/// MetroHash128 of each row under its seed: its two words in order, big-endian both. In the bytes
/// that the reference writes, each word is little-endian.
pub const METROHASH128: HashKernel<u64, [u8; 16]> = per_row!(|row, seed| {
    let [first, second] = hash128::of(row, seed);
    (u128::from(first) << 64 | u128::from(second)).to_be_bytes()
});

type Word = Wrapping<u64>;

/// The four multipliers of a variant.
type Constants = [Word; 4];

#[inline(always)]
fn rotr(word: Word, bits: u32) -> Word {
    Wrapping(word.0.rotate_right(bits))
}

/// Takes all whole stripes of 32 bytes into the state, and gives the bytes that are left.
#[inline(always)]
fn stripes<'a>(k: &Constants, state: &mut [Word; 4], row: &'a [u8]) -> &'a [u8] {
    let (stripes, rest) = row.as_chunks::<32>();
    for stripe in stripes {
        for i in 0..4 {
            state[i] += Wrapping(u64_at(stripe, 8 * i)) * k[i];
            state[i] = rotr(state[i], 29) + state[(i + 2) % 4];
        }
    }
    rest
}

/// What follows the stripes, of a row that has one.
#[inline(always)]
fn end_stripes(k: &Constants, v: &mut [Word; 4], bits: u32) {
    v[2] ^= rotr((v[0] + v[3]) * k[0] + v[1], bits) * k[1];
    v[3] ^= rotr((v[1] + v[2]) * k[1] + v[0], bits) * k[0];
    v[0] ^= rotr((v[0] + v[2]) * k[0] + v[3], bits) * k[1];
    v[1] ^= rotr((v[1] + v[3]) * k[1] + v[2], bits) * k[0];
}

/// Takes `N` bytes off the front of `rest` as a word, where there are so many.
#[inline(always)]
fn take<const N: usize>(rest: &mut &[u8]) -> Option<Word> {
    let (bytes, tail) = rest.split_first_chunk::<N>()?;
    *rest = tail;
    let mut word = [0; 8];
    word[..N].copy_from_slice(bytes);
    Some(Wrapping(u64::from_le_bytes(word)))
}
