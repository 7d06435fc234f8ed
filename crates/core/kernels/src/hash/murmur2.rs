//! MurmurHash2 of 32 bits, and MurmurHash64A.
//! Reference: <https://github.com/aappleby/smhasher/blob/master/src/MurmurHash2.cpp>

use super::per_row::{low_bytes, per_row};
use crate::blocks::HashKernel;

/// MurmurHash2 of each row under its seed.
pub const MURMUR2_32: HashKernel<u32, u32> = per_row!(murmur2_32);

/// MurmurHash64A of each row under its seed.
pub const MURMUR2_64: HashKernel<u64, u64> = per_row!(murmur2_64);

/// The factor of [`murmur2_32`].
pub(crate) const FACTOR_32: u32 = 0x5bd1_e995;

/// MurmurHash2 of one row.
#[inline(always)]
pub(crate) fn murmur2_32(row: &[u8], seed: u32) -> u32 {
    let (words, tail) = row.as_chunks();
    // The reference counts in 32 bits.
    let mut hash = seed ^ row.len() as u32;
    for word in words {
        let word = u32::from_le_bytes(*word).wrapping_mul(FACTOR_32);
        hash = hash.wrapping_mul(FACTOR_32) ^ (word ^ word >> 24).wrapping_mul(FACTOR_32);
    }
    if !tail.is_empty() {
        hash = (hash ^ low_bytes(tail) as u32).wrapping_mul(FACTOR_32);
    }
    hash = (hash ^ hash >> 13).wrapping_mul(FACTOR_32);
    hash ^ hash >> 15
}

/// MurmurHash64A of one row.
#[inline(always)]
fn murmur2_64(row: &[u8], seed: u64) -> u64 {
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    let (words, tail) = row.as_chunks();
    let mut hash = seed ^ (row.len() as u64).wrapping_mul(FACTOR);
    for word in words {
        let word = u64::from_le_bytes(*word).wrapping_mul(FACTOR);
        hash = (hash ^ (word ^ word >> 47).wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
    }
    if !tail.is_empty() {
        hash = (hash ^ low_bytes(tail)).wrapping_mul(FACTOR);
    }
    hash = (hash ^ hash >> 47).wrapping_mul(FACTOR);
    hash ^ hash >> 47
}
