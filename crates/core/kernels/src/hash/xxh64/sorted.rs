//! One row at a time, sorted by length. In DuckDB, words take 14.7 ns and 8 to 24 bytes 13.0; in
//! their order, by the crate, 20.5 and 19.2 (AVX2, Zen 5).

use xxhash_rust::xxh64::xxh64;

use super::super::per_row;
use super::stripes::{LONG, Xxh64LongRow, finish, initial, merge, round};
use super::{P5, STRIPE};
use crate::blocks::{Block, Seeds};
use crate::groups::{SingleRow, order};
use crate::lanes::{Kernel, Lanes64, Simd};

/// Rows sorted by length, so that the CPU can predict the branches on it.
pub(super) struct SortedRows<'a, 'b> {
    pub block: &'a Block<'b>,
    pub seeds: Seeds<'a, u64>,
    pub out: &'a mut [u64],
}

/// Sorting fewer rows takes longer than the branches it saves: 16 strings of 20 to 120 bytes took
/// 47 ns each, and 26 with the crate.
const FEW: usize = 128;

/// If no row is this short, sorting takes as long as it saves: rows of 19 to 78 bytes take 25 ns
/// with the crate, and 28 sorted (Zen 3).
pub(super) const SHORT: usize = 16;

/// Sorting distinguishes lengths below this.
pub(super) const SORTED: usize = 128;

impl Kernel for SortedRows<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let SortedRows { block, seeds, out } = self;
        let (lens, len) = (block.lens(), block.len());
        let out = &mut out[..len];
        if len < FEW || order::is_steady(lens, |len| len) || lens.iter().all(|len| *len > SHORT) {
            if lens.iter().fold(0, |bits, len| bits | len) < STRIPE {
                for (i, out) in out.iter_mut().enumerate() {
                    let row = SingleRow::new(block, i);
                    let hash = seeds.seed(i).wrapping_add(P5).wrapping_add(row.len() as u64);
                    *out = finish(hash, row.bytes(), row.rest8());
                }
            } else if S::U64::LANES > 2 {
                for (i, out) in out.iter_mut().enumerate() {
                    let (row, seed) = (block.row(i), seeds.seed(i));
                    *out = if row.len() >= LONG {
                        Xxh64LongRow { row, seed }.with_simd(simd)
                    } else {
                        alone(row, seed)
                    };
                }
            } else {
                per_row::seeded(block, seeds, out, alone);
            }
            return;
        }
        block.touch();
        let mut ids = [0; _];
        order::sort::<{ SORTED + 1 }>(&mut ids, lens, |len| len);
        for id in &ids[..len] {
            let i = usize::from(*id);
            out[i] = hash(SingleRow::new(block, i), seeds.seed(i));
        }
    }
}

/// Hashes one row. Not inlined, and not next to a branch for short rows: UUIDs take 5.9 ns instead
/// of 6.7 (Zen 5).
#[inline(never)]
fn alone(row: &[u8], seed: u64) -> u64 {
    xxh64(row, seed)
}

#[inline(always)]
fn hash(row: SingleRow<'_>, seed: u64) -> u64 {
    let (stripes, rest) = row.bytes().as_chunks::<STRIPE>();
    let hash = if stripes.is_empty() { seed.wrapping_add(P5) } else { striped(stripes, seed) };
    finish(hash.wrapping_add(row.len() as u64), rest, row.rest8())
}

#[inline(always)]
fn striped(stripes: &[[u8; STRIPE]], seed: u64) -> u64 {
    let mut acc = initial(seed);
    for stripe in stripes {
        for (acc, word) in acc.iter_mut().zip(stripe.as_chunks::<8>().0) {
            *acc = round(*acc, u64::from_le_bytes(*word));
        }
    }
    merge(acc)
}
