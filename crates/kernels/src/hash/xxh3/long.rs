//! Rows over 240 bytes, one by one: stripes of 64 bytes into eight accumulators.

use super::secret::*;
use crate::lanes::{Simd, Stripes};

/// Stripes before the secret is used up and the accumulators are scrambled.
const STRIPES: usize = (SECRET.len() - 64) / 8;

#[inline(always)]
fn read(bytes: &[u8], i: usize) -> u64 {
    u64::from_le_bytes(*bytes[8 * i..].first_chunk().expect("8 bytes"))
}

#[inline(always)]
fn key(secret: &[u8; 192], at: usize) -> &[u8; 64] {
    secret[at..].first_chunk().expect("64 bytes of the secret")
}

/// The accumulators after all of a row.
#[inline(always)]
fn accumulators<S: Simd>(simd: S, row: &[u8], secret: &[u8; 192]) -> [u64; 8] {
    let mut acc = S::Stripes::new(
        simd,
        [PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1],
    );
    // The last stripe is apart, even where it is a whole one.
    let stripes = row[..row.len() - 1].as_chunks::<64>().0;
    let (blocks, rest) = stripes.as_chunks::<STRIPES>();
    for block in blocks {
        for (i, stripe) in block.iter().enumerate() {
            acc = acc.accumulate(stripe, key(secret, 8 * i));
        }
        acc = acc.scramble(key(secret, 128));
    }
    for (i, stripe) in rest.iter().enumerate() {
        acc = acc.accumulate(stripe, key(secret, 8 * i));
    }
    let last = row.last_chunk().expect("a long row has a stripe");
    acc.accumulate(last, key(secret, 128 - 7)).sums()
}

/// `XXH3_mergeAccs`, with the secret from `at` on.
#[inline(always)]
fn merge(acc: &[u64; 8], secret: &[u8; 192], at: usize, start: u64) -> u64 {
    let mut h = start;
    for (i, pair) in acc.as_chunks::<2>().0.iter().enumerate() {
        let key = &secret[at + 16 * i..];
        let product = u128::from(pair[0] ^ read(key, 0)) * u128::from(pair[1] ^ read(key, 1));
        h = h.wrapping_add(product as u64 ^ (product >> 64) as u64);
    }
    h = (h ^ (h >> 37)).wrapping_mul(PRIME_MX1);
    h ^ (h >> 32)
}

/// The hash of a row over 240 bytes under a secret, in as many words as it has: the low one first.
#[inline(always)]
pub(super) fn hash<S: Simd, const WORDS: usize>(
    simd: S,
    row: &[u8],
    secret: &[u8; 192],
) -> [u64; WORDS] {
    let acc = accumulators(simd, row, secret);
    let len = row.len() as u64;
    let mut words = [0; WORDS];
    words[0] = merge(&acc, secret, 11, len.wrapping_mul(PRIME64_1));
    if WORDS == 2 {
        words[1] = merge(&acc, secret, 192 - 64 - 11, !len.wrapping_mul(PRIME64_2));
    }
    words
}
