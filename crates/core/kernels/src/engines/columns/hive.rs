//! Hive's hash of a row, which chooses its bucket in the first version of bucketing.
//!
//! Spec: `ObjectInspectorUtils.getBucketHashCode` of Hive 2.3.10. The hash of a row is 31 times the
//! hash of the preceding values plus the hash of the next one; lists and structs work the same way.
//! Spark's `HiveHash` is meant to be the same, but differs for BLOB, for -0.0 and for fractions of
//! a second before 1970.

use super::engine::{Engine, EngineTypes, double_bits, float_bits};
use super::error::Unrepresentable;

/// Hive.
pub(super) struct HiveEngine;

const SECOND: u64 = 1_000_000_000;

/// Appends a value's hash to the hash of the row so far.
#[inline(always)]
fn then(hash: i32, value: i32) -> i32 {
    hash.wrapping_mul(31).wrapping_add(value)
}

/// XORs the halves of a 64-bit number.
#[inline(always)]
fn folded(value: i64) -> i32 {
    (value ^ value >> 32) as i32
}

/// The hash of bytes, each taken as signed.
#[inline(always)]
fn polynomial(start: i32, bytes: &[u8]) -> i32 {
    bytes.iter().fold(start, |hash, byte| then(hash, (*byte as i8).into()))
}

impl Engine for HiveEngine {
    type Hash = i32;
    const SEED: i32 = 0;
    const NAME: &'static str = "Hive";
    const TYPES: EngineTypes = EngineTypes {
        tiny: true,
        decimals_and_dates: true,
        booleans_and_floats: true,
        nested: true,
        maps: true,
        ..EngineTypes::FEWEST
    };

    #[inline(always)]
    fn null(hash: i32) -> i32 {
        then(hash, 0)
    }

    #[inline(always)]
    fn int(value: i32, hash: i32) -> i32 {
        then(hash, value)
    }

    #[inline(always)]
    fn long(value: i64, hash: i32) -> i32 {
        then(hash, folded(value))
    }

    #[inline(always)]
    fn float(value: f32, hash: i32) -> i32 {
        then(hash, float_bits(value))
    }

    #[inline(always)]
    fn double(value: f64, hash: i32) -> i32 {
        then(hash, folded(double_bits(value)))
    }

    #[inline(always)]
    fn text(value: &[u8], hash: i32) -> i32 {
        then(hash, polynomial(0, value))
    }

    #[inline(always)]
    fn binary(value: &[u8], hash: i32) -> i32 {
        then(hash, polynomial(1, value))
    }

    /// The hash of a `java.math.BigDecimal` without trailing zeros.
    #[inline(always)]
    fn decimal(unscaled: i128, _: u8, mut scale: u8, hash: i32) -> Result<i32, Unrepresentable> {
        let mut magnitude = unscaled.unsigned_abs();
        if magnitude == 0 {
            scale = 0;
        }
        while scale > 0 && magnitude.is_multiple_of(10) {
            (magnitude, scale) = (magnitude / 10, scale - 1);
        }
        let words = [96, 64, 32, 0].map(|shift| (magnitude >> shift) as i32);
        let digits = words.into_iter().fold(0, then);
        let digits = if unscaled < 0 { digits.wrapping_neg() } else { digits };
        Ok(then(hash, then(digits, scale.into())))
    }

    /// The seconds above the nanoseconds.
    #[inline(always)]
    fn timestamp(count: i64, unit: u64, hash: i32) -> Result<i32, Unrepresentable> {
        let in_second = (SECOND / unit) as i64;
        let (seconds, rest) = (count.div_euclid(in_second), count.rem_euclid(in_second));
        Ok(then(hash, folded((seconds << 30) | (rest * unit as i64))))
    }

    #[inline(always)]
    fn entry(hash: i32, key: i32, value: i32) -> i32 {
        hash.wrapping_add(key ^ value)
    }

    #[inline(always)]
    fn open(_: i32) -> i32 {
        0
    }

    #[inline(always)]
    fn close(hash: i32, inner: i32) -> i32 {
        then(hash, inner)
    }
}
