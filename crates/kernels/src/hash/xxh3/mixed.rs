//! Rows of 17 to 128 bytes without a branch on the length, for columns in which it can't be predicted.
//!
//! XXH3 reads pairs of 16 bytes, one from either end: one pair up to 32 bytes, two up to 64, three up to 96 and four up to 128.
//! Here all are read, and those that a row doesn't have are left out of the sum.

use std::hint::select_unpredictable;

use super::mix::{avalanche, mix16};
use super::secret::{PRIME64_1, Seed};
use crate::lanes::{Lanes64, Scalar, Simd};

type Lane = <Scalar as Simd>::U64;

/// The pair with this index: bytes from the start and from the end, or others of the row if it has no such pair.
#[inline(always)]
fn pair(row: &[u8], index: usize) -> [[Lane; 2]; 2] {
    let last = row.len() - 16;
    [(16 * index).min(last), last.saturating_sub(16 * index)].map(|at| {
        let words = row[at..at + 16].as_chunks::<8>().0;
        [words[0], words[1]].map(|word| Lane::splat(Scalar, u64::from_le_bytes(word)))
    })
}

/// XXH3-64 of a row of 17 to 96 bytes, or of 17 to 128 if there may be a `fourth` pair.
#[inline(always)]
pub(super) fn hash<const SEEDS: u8>(row: &[u8], seed: Seed<'_, Lane, SEEDS>, fourth: bool) -> Lane {
    let sum = |index| {
        let [first, second] = pair(row, index);
        mix16(seed, first, 32 * index) + mix16(seed, second, 32 * index + 16)
    };
    let sum_if_any =
        |index| select_unpredictable(row.len() > 32 * index, sum(index), seed.splat(0));
    let mut acc = seed.splat(row.len() as u64) * seed.splat(PRIME64_1) + sum(0);
    acc = acc + sum_if_any(1) + sum_if_any(2);
    if fourth {
        acc = acc + sum_if_any(3);
    }
    avalanche(seed, acc)
}
