//! XXH64 of Spark's values: a number is its little-endian bytes.
//!
//! Spec: Spark's `org.apache.spark.sql.catalyst.expressions.XXH64`, which is XXH64.

use super::spark::SparkHasher;
use crate::hash::xxh64::one;

/// XXH64.
pub(super) struct SparkXxh64;

impl SparkHasher for SparkXxh64 {
    type Hash = i64;
    const SEED: i64 = 42;

    #[inline(always)]
    fn int(value: i32, seed: i64) -> i64 {
        one::word32(value as u32, seed as u64) as i64
    }

    #[inline(always)]
    fn long(value: i64, seed: i64) -> i64 {
        one::word64(value as u64, seed as u64) as i64
    }

    #[inline(always)]
    fn bytes(value: &[u8], seed: i64) -> i64 {
        xxhash_rust::xxh64::xxh64(value, seed as u64) as i64
    }
}
