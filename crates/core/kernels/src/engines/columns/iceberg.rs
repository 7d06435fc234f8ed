//! Iceberg's hash of one value, which its bucket transform uses to partition.
//!
//! Spec: <https://iceberg.apache.org/spec/#appendix-b-32-bit-hash-requirements>. It is Murmur3 of
//! the value's bytes. Numbers and dates of any width count as 64 bits, so that a column can become
//! wider and keep its buckets.

use super::engine::{Engine, EngineTypes, big_integer, microseconds};
use super::error::Unrepresentable;
use crate::hash::murmur3;

/// Iceberg.
pub(super) struct IcebergEngine;

const MICROSECOND: u64 = 1000;

#[inline(always)]
fn bytes(value: &[u8]) -> i32 {
    murmur3::x86_32(value, 0).cast_signed()
}

/// A row has one value, so the preceding hash is that of no value.
impl Engine for IcebergEngine {
    type Hash = i32;
    const SEED: i32 = 0;
    const NAME: &'static str = "Iceberg";
    const TYPES: EngineTypes = EngineTypes {
        tiny: true,
        decimals_and_dates: true,
        // Iceberg has these types, but doesn't bucket by them.
        booleans_and_floats: false,
        times: true,
        uuids: true,
        ..EngineTypes::FEWEST
    };

    #[inline(always)]
    fn null(hash: i32) -> i32 {
        hash
    }

    #[inline(always)]
    fn int(value: i32, hash: i32) -> i32 {
        IcebergEngine::long(value.into(), hash)
    }

    #[inline(always)]
    fn long(value: i64, _: i32) -> i32 {
        bytes(&value.to_le_bytes())
    }

    #[inline(always)]
    fn text(value: &[u8], _: i32) -> i32 {
        bytes(value)
    }

    #[inline(always)]
    fn binary(value: &[u8], _: i32) -> i32 {
        bytes(value)
    }

    #[inline(always)]
    fn decimal(unscaled: i128, _: u8, _: u8, _: i32) -> Result<i32, Unrepresentable> {
        let (unscaled, first) = big_integer(unscaled);
        Ok(bytes(&unscaled[first..]))
    }

    /// In microseconds. Nanoseconds are rounded down, because in version 3 of the format a column
    /// may change from one to the other.
    #[inline(always)]
    fn timestamp(count: i64, unit: u64, hash: i32) -> Result<i32, Unrepresentable> {
        match unit {
            1 => Ok(IcebergEngine::long(count.div_euclid(MICROSECOND.cast_signed()), hash)),
            _ => Ok(IcebergEngine::long(microseconds(count, unit)?, hash)),
        }
    }

    /// Iceberg has no time of day in nanoseconds.
    #[inline(always)]
    fn time(count: i64, unit: u64, hash: i32) -> Result<i32, Unrepresentable> {
        Ok(IcebergEngine::long(microseconds(count, unit)?, hash))
    }

    #[inline(always)]
    fn uuid(value: u128, _: i32) -> i32 {
        bytes(&value.to_be_bytes())
    }
}
