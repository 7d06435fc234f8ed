//! Rows of 17 to 240 bytes, one after the other.
//!
//! XXH3-64 adds products of pairs of 16 bytes, one of a pair from either end of the row: one pair up to 32 bytes, two up to 64,
//! three up to 96 and four up to 128. If lengths vary, a branch on the number of pairs is mispredicted. So the loop below takes as
//! many pairs of each row as the longest rows of the column have, and leaves those that a row lacks out of the sum:
//!
//! ```text
//! sum = len * PRIME64_1
//! for i in 0..pairs:
//!     product = mix16(row[16 i..], secret[32 i..]) + mix16(row[len - 16 i - 16..], secret[32 i + 16..])
//!     sum += if len > 32 i { product } else { 0 }
//! hash = avalanche(sum)
//! ```
//!
//! Rows of 129 to 240 bytes go to the crate.

use std::hint::{black_box, select_unpredictable};

use super::long::{PRIME_MX1, PRIME64_1, Secret, derive, fold, read};
use super::{Hash, MEDIUM, long};
use crate::isa::Isa;
use crate::lanes::{Kernel, Simd};
use crate::rows::Seeds;

/// The pairs of the longest row that [`hash`] takes.
const MOST_PAIRS: usize = 4;

/// Hashes the rows `ids` one after the other. Over columns that stream, this loop has 1.03 to 1.29 times the speed of the
/// crate's (texts of 19 to 120 bytes, Zen 3), since it waits for lengths, rows and hashes at the same time.
pub(super) struct RowByRow<'a, T, I, R> {
    pub isa: Isa,
    pub ids: I,
    /// The row with an id.
    pub row: R,
    pub seeds: Seeds<'a, u64>,
    /// The number of pairs of most of the longest rows: [`pairs`].
    pub pairs: usize,
    /// The hash of each row, by its id.
    pub out: &'a mut [T],
}

impl<'r, T: Hash, I: Iterator<Item = usize>, R: Fn(usize) -> &'r [u8]> Kernel
    for RowByRow<'_, T, I, R>
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let RowByRow { isa, ids, row, seeds, pairs, out } = self;
        match seeds {
            Seeds::Constant(seed) => {
                // Hidden from the compiler, which would turn it into immediate operands.
                let secret = &black_box(derive(seed));
                for id in ids {
                    let row = row(id);
                    out[id] = match T::of_medium(row, secret, pairs) {
                        Some(hash) => hash,
                        None => hash_row(isa, row, seed),
                    };
                }
            }
            Seeds::Column(seeds) => {
                for id in ids {
                    out[id] = hash_row(isa, row(id), seeds[id]);
                }
            }
        }
    }
}

/// The hash of a row of any length.
#[inline(always)]
pub(super) fn hash_row<T: Hash>(isa: Isa, row: &[u8], seed: u64) -> T {
    if row.len() > MEDIUM { long::hash_row(isa, row, seed) } else { T::of(row, seed) }
}

/// The number of pairs of a row, from 1 to [`MOST_PAIRS`].
pub(super) fn pairs(len: usize) -> usize {
    len.div_ceil(32).clamp(1, MOST_PAIRS)
}

/// XXH3-64 of a row of 17 to 128 bytes, which is most likely to have at most so many `pairs`. `None` for other rows.
#[inline(always)]
pub(super) fn hash(row: &[u8], secret: &Secret, pairs: usize) -> Option<u64> {
    if !(17..=32 * MOST_PAIRS).contains(&row.len()) {
        return None;
    }
    let pairs = if row.len() > 32 * pairs { MOST_PAIRS } else { pairs };
    let product = |i| select_unpredictable(row.len() > 32 * i, product(row, secret, i), 0);
    let mut sum = (row.len() as u64).wrapping_mul(PRIME64_1).wrapping_add(product(0));
    // A loop is not unrolled.
    if pairs > 1 {
        sum = sum.wrapping_add(product(1));
    }
    if pairs > 2 {
        sum = sum.wrapping_add(product(2));
    }
    if pairs > 3 {
        sum = sum.wrapping_add(product(3));
    }
    let hash = (sum ^ (sum >> 37)).wrapping_mul(PRIME_MX1);
    Some(hash ^ (hash >> 32))
}

/// The product of pair `i`; of other bytes of the row if it has no such pair.
#[inline(always)]
fn product(row: &[u8], secret: &Secret, i: usize) -> u64 {
    let last = row.len() - 16;
    let (first, second) = ((16 * i).min(last), last.saturating_sub(16 * i));
    mix16(&row[first..first + 16], secret, 32 * i).wrapping_add(mix16(
        &row[second..second + 16],
        secret,
        32 * i + 16,
    ))
}

/// `XXH3_mix16B` of 16 bytes, with the secret from `at` on.
#[inline(always)]
fn mix16(bytes: &[u8], secret: &Secret, at: usize) -> u64 {
    fold(read(bytes, 0) ^ read(secret, at), read(bytes, 8) ^ read(secret, at + 8))
}
