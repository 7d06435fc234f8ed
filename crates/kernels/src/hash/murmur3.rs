//! MurmurHash3, the variants x86_32 and x64_128.
//! Reference: <https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp>
//!
//! The crates read from an `io::Read`, so this is our own, a row at a time.

use super::per_row;
use super::read::{low_bytes, u64_at};
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// MurmurHash3_x86_32 of each row under its seed.
pub fn murmur3_32(_: Isa, block: &Block<'_>, seeds: Seeds<'_, u32>, out: &mut [u32]) {
    per_row::seeded(block, seeds, out, x86_32);
}

/// MurmurHash3_x64_128 of each row: h1 and then h2, big-endian both. The reference's seeds have 32
/// bits; the high half of a seed is not read.
pub fn murmur3_128(_: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [[u8; 16]]) {
    per_row::seeded(block, seeds, out, |row, seed| {
        let [h1, h2] = x64_128(row, seed as u32);
        (u128::from(h1) << 64 | u128::from(h2)).to_be_bytes()
    });
}

/// MurmurHash3_x86_32 of one row.
#[inline(always)]
pub(crate) fn x86_32(row: &[u8], seed: u32) -> u32 {
    let scramble =
        |word: u32| word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    let (words, tail) = row.as_chunks();
    let mut hash = seed;
    for word in words {
        hash = (hash ^ scramble(u32::from_le_bytes(*word))).rotate_left(13);
        hash = hash.wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    // No bytes scramble to zero, so that a row without a tail needs no branch.
    hash ^= scramble(low_bytes(tail) as u32);
    // The reference counts in 32 bits.
    hash ^= row.len() as u32;
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}

fn x64_128(row: &[u8], seed: u32) -> [u64; 2] {
    let (chunks, tail) = row.as_chunks::<16>();
    let [mut h1, mut h2] = [u64::from(seed); 2];
    for chunk in chunks {
        h1 = (h1 ^ scramble1(u64_at(chunk, 0))).rotate_left(27).wrapping_add(h2);
        h1 = h1.wrapping_mul(5).wrapping_add(0x52dc_e729);
        h2 = (h2 ^ scramble2(u64_at(chunk, 8))).rotate_left(31).wrapping_add(h1);
        h2 = h2.wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }
    let (low, high) = tail.split_at(tail.len().min(8));
    h1 ^= scramble1(low_bytes(low));
    h2 ^= scramble2(low_bytes(high));
    h1 ^= row.len() as u64;
    h2 ^= row.len() as u64;
    h1 = h1.wrapping_add(h2);
    h2 = h2.wrapping_add(h1);
    h1 = avalanche(h1);
    h2 = avalanche(h2);
    h1 = h1.wrapping_add(h2);
    [h1, h2.wrapping_add(h1)]
}

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

#[inline(always)]
fn scramble1(word: u64) -> u64 {
    word.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

#[inline(always)]
fn scramble2(word: u64) -> u64 {
    word.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

#[inline(always)]
fn avalanche(mut word: u64) -> u64 {
    word = (word ^ word >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    word = (word ^ word >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ word >> 33
}
