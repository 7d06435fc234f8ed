//! Hashes rows over 240 bytes one by one: stripes of 64 bytes into eight accumulators.

use std::hint::black_box;

use super::secret::*;
use crate::lanes::{Kernel, Simd, Stripes};

/// The number of stripes after which the secret is used up and the accumulators are scrambled.
pub(super) const STRIPES: usize = (SECRET.len() - 64) / 8;

#[inline(always)]
fn read(bytes: &[u8], i: usize) -> u64 {
    u64::from_le_bytes(*bytes[8 * i..].first_chunk().expect("8 bytes"))
}

#[inline(always)]
fn key(secret: &[u8; 192], at: usize) -> &[u8; 64] {
    secret[at..].first_chunk().expect("64 bytes of the secret")
}

/// The sums before any input.
pub(super) const INITIAL: [u64; 8] =
    [PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1];

/// Adds stripes to sums at the start of a block.
#[inline(always)]
fn from_block<A: Stripes>(mut acc: A, stripes: &[[u8; 64]], secret: &[u8; 192]) -> A {
    let (blocks, rest) = stripes.as_chunks::<STRIPES>();
    for block in blocks {
        acc = within_block(acc, 0, block, secret).scramble(key(secret, 128));
    }
    within_block(acc, 0, rest, secret)
}

/// Adds stripes to sums that have `held` stripes of a block that is not complete, or not scrambled yet.
#[inline(always)]
fn within_block<A: Stripes>(
    mut acc: A,
    held: usize,
    stripes: &[[u8; 64]],
    secret: &[u8; 192],
) -> A {
    for (i, stripe) in stripes.iter().enumerate() {
        acc = acc.accumulate(stripe, key(secret, 8 * (held + i)));
    }
    acc
}

/// Adds stripes to sums that have `held` stripes of their block, fewer than [`STRIPES`].
#[inline(always)]
pub(super) fn absorb<A: Stripes>(
    acc: A,
    held: usize,
    stripes: &[[u8; 64]],
    secret: &[u8; 192],
) -> A {
    let Some((first, others)) = stripes.split_at_checked(STRIPES - held) else {
        return within_block(acc, held, stripes, secret);
    };
    let acc = within_block(acc, held, first, secret).scramble(key(secret, 128));
    from_block(acc, others, secret)
}

/// `XXH3_mergeAccs` for a hash of `WORDS` words, with the secret from `at` on.
#[inline(always)]
fn merge<const WORDS: usize>(sums: &[u64; 8], secret: &[u8; 192], at: usize, start: u64) -> u64 {
    let secret = &secret[at..];
    let mut h = start;
    if WORDS == 1 {
        let mut keyed = *sums;
        for (i, word) in keyed.iter_mut().enumerate() {
            *word ^= read(secret, i);
        }
        // Through memory: otherwise the compiler extracts each word from a vector, and JSON of 900 bytes takes 39.7 instead
        // of 37.5 ns (AVX2, Zen 3). Two words share what is extracted: JSON takes 40, and 45 through memory.
        for [a, b] in black_box(&keyed).as_chunks().0 {
            h = h.wrapping_add(fold(*a, *b));
        }
    } else {
        for (i, [a, b]) in sums.as_chunks().0.iter().enumerate() {
            h = h.wrapping_add(fold(a ^ read(secret, 2 * i), b ^ read(secret, 2 * i + 1)));
        }
    }
    h = (h ^ (h >> 37)).wrapping_mul(PRIME_MX1);
    h ^ (h >> 32)
}

/// The halves of a product, XORed.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Hashes a row over 240 bytes under a secret. The result has `WORDS` words, the low one first.
#[inline(always)]
pub(super) fn hash<S: Simd, const WORDS: usize>(
    simd: S,
    row: &[u8],
    secret: &[u8; 192],
) -> [u64; WORDS] {
    let (stripes, last) = stripes(row);
    let acc = from_block(S::Stripes::new(simd, INITIAL), stripes, secret);
    finish(acc, last, row.len() as u64, secret)
}

/// XXH3 of one row under a secret, in `WORDS` words.
pub(super) struct LongRow<'a, const WORDS: usize> {
    pub row: &'a [u8],
    pub secret: &'a [u8; 192],
}

impl<const WORDS: usize> Kernel for LongRow<'_, WORDS> {
    type Output = [u64; WORDS];

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> [u64; WORDS] {
        hash(simd, self.row, self.secret)
    }
}

/// Splits the end of an input into stripes and its last 64 bytes, which are separate even if they are a whole stripe.
#[inline(always)]
pub(super) fn stripes(end: &[u8]) -> (&[[u8; 64]], &[u8; 64]) {
    let last = end.last_chunk().expect("a long row has a stripe");
    (end[..end.len() - 1].as_chunks().0, last)
}

/// The hash of an input over 240 bytes: the sums of its stripes, its last 64 bytes and its length.
#[inline(always)]
pub(super) fn finish<A: Stripes, const WORDS: usize>(
    acc: A,
    last: &[u8; 64],
    len: u64,
    secret: &[u8; 192],
) -> [u64; WORDS] {
    let sums = acc.accumulate(last, key(secret, 128 - 7)).sums();
    let mut words = [0; WORDS];
    words[0] = merge::<WORDS>(&sums, secret, 11, len.wrapping_mul(PRIME64_1));
    if WORDS == 2 {
        words[1] = merge::<WORDS>(&sums, secret, 192 - 64 - 11, !len.wrapping_mul(PRIME64_2));
    }
    words
}
