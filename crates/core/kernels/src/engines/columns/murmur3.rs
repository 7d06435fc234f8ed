//! Spark's variant of 32-bit Murmur3.
//!
//! Spec: Spark's `org.apache.spark.unsafe.hash.Murmur3_x86_32`. It differs from MurmurHash3_x86_32
//! in the bytes after the last whole word: each counts as a signed word of its own.

use super::spark::SparkHasher;

/// Spark's Murmur3.
pub(super) struct SparkMurmur3;

impl SparkHasher for SparkMurmur3 {
    type Hash = i32;
    const SEED: i32 = 42;

    #[inline(always)]
    fn int(value: i32, seed: i32) -> i32 {
        finish(mix(seed as u32, value as u32), 4)
    }

    #[inline(always)]
    fn long(value: i64, seed: i32) -> i32 {
        let low = mix(seed as u32, value as u32);
        finish(mix(low, (value >> 32) as u32), 8)
    }

    #[inline(always)]
    fn bytes(value: &[u8], seed: i32) -> i32 {
        let (words, tail) = value.as_chunks::<4>();
        let hash =
            words.iter().fold(seed as u32, |hash, word| mix(hash, u32::from_le_bytes(*word)));
        let hash = tail.iter().fold(hash, |hash, byte| mix(hash, i32::from(*byte as i8) as u32));
        finish(hash, value.len() as u32)
    }
}

#[inline(always)]
fn mix(hash: u32, word: u32) -> u32 {
    let word = word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    (hash ^ word).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
}

#[inline(always)]
fn finish(hash: u32, len: u32) -> i32 {
    let hash = hash ^ len;
    let hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    (hash ^ hash >> 16) as i32
}
