//! One row at a time.

use xxhash_rust::xxh64::xxh64;

use super::super::per_row;
use super::long::{LONG, LongRow};
use super::{P1, P2, P3, P4, P5, STRIPE};
use crate::groups::{Row, order};
use crate::lanes::{Kernel, Lanes64, Simd};
use crate::rows::{Block, Seeds};

/// Rows sorted by length, so that the CPU can predict the branches on it.
pub(super) struct Sorted<'a, 'b> {
    pub block: &'a Block<'b>,
    pub seeds: Seeds<'a, u64>,
    pub out: &'a mut [u64],
}

/// Sorting fewer rows takes longer than the branches it saves: 16 strings of 20 to 120 bytes took 47 ns each, and 26
/// with the crate.
const FEW: usize = 128;

/// If no row is this short, sorting takes as long as it saves: rows of 19 to 78 bytes take 25 ns with the crate, and 28 sorted
/// (Zen 3).
pub(super) const SHORT: usize = 16;

/// Sorting distinguishes lengths below this.
pub(super) const SORTED: usize = 128;

impl Kernel for Sorted<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Sorted { block, seeds, out } = self;
        let (lens, len) = (block.lens(), block.len());
        let out = &mut out[..len];
        if len < FEW || order::is_steady(lens, |len| len) || lens.iter().all(|len| *len > SHORT) {
            if lens.iter().fold(0, |bits, len| bits | len) < STRIPE {
                for (i, out) in out.iter_mut().enumerate() {
                    let row = Row::of(block, i);
                    let hash = seeds.of(i).wrapping_add(P5).wrapping_add(row.len() as u64);
                    *out = finish(hash, row.bytes(), row.rest8());
                }
            } else if S::U64::LANES > 2 {
                for (i, out) in out.iter_mut().enumerate() {
                    let (row, seed) = (block.row(i), seeds.of(i));
                    *out = if row.len() >= LONG {
                        LongRow { row, seed }.run(simd)
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
            out[i] = hash(Row::of(block, i), seeds.of(i));
        }
    }
}

/// Hashes one row. Not inlined, and not next to a branch for short rows: UUIDs take 5.9 ns instead of 6.7 (Zen 5).
#[inline(never)]
fn alone(row: &[u8], seed: u64) -> u64 {
    xxh64(row, seed)
}

#[inline(always)]
fn hash(row: Row<'_>, seed: u64) -> u64 {
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

/// The accumulators before any input.
#[inline(always)]
pub(super) fn initial(seed: u64) -> [u64; 4] {
    let second = seed.wrapping_add(P2);
    [second.wrapping_add(P1), second, seed, seed.wrapping_sub(P1)]
}

#[inline(always)]
fn round(acc: u64, word: u64) -> u64 {
    add(acc, word.wrapping_mul(P2))
}

/// Returns an accumulator after a word, given its product with [`P2`].
#[inline(always)]
pub(super) fn add(acc: u64, product: u64) -> u64 {
    acc.wrapping_add(product).rotate_left(31).wrapping_mul(P1)
}

/// The hash of the stripes.
#[inline(always)]
pub(super) fn merge(acc: [u64; 4]) -> u64 {
    let mut hash = 0u64;
    for (acc, rotation) in acc.iter().zip([1, 7, 12, 18]) {
        hash = hash.wrapping_add(acc.rotate_left(rotation));
    }
    for acc in acc {
        hash = (hash ^ round(0, acc)).wrapping_mul(P1).wrapping_add(P4);
    }
    hash
}

/// Returns the hash with the bytes after the last stripe. `bytes` starts with the last `rest.len() % 8` of them.
#[inline(always)]
pub(super) fn finish(mut hash: u64, rest: &[u8], mut bytes: u64) -> u64 {
    for word in rest.as_chunks::<8>().0 {
        let mixed = hash ^ round(0, u64::from_le_bytes(*word));
        hash = mixed.rotate_left(27).wrapping_mul(P1).wrapping_add(P4);
    }
    if rest.len() & 4 != 0 {
        let mixed = hash ^ (bytes & 0xffff_ffff).wrapping_mul(P1);
        hash = mixed.rotate_left(23).wrapping_mul(P2).wrapping_add(P3);
        bytes >>= 32;
    }
    for _ in 0..rest.len() & 3 {
        hash = (hash ^ (bytes & 0xff).wrapping_mul(P5)).rotate_left(11).wrapping_mul(P1);
        bytes >>= 8;
    }
    hash = (hash ^ hash >> 33).wrapping_mul(P2);
    hash = (hash ^ hash >> 29).wrapping_mul(P3);
    hash ^ hash >> 32
}
