//! Spark's `hash` and `xxhash64`: which bits of a value are hashed.
//!
//! Spec: `HashExpression` in Spark 4.0.1 (`sql/catalyst/…/expressions/hash.scala`). The hash of
//! each value is the seed of the next, and NULL leaves it unchanged. The elements of a list and the
//! fields of a struct follow one another as if they were values of the row.

use std::marker::PhantomData;

use super::engine::{Engine, EngineTypes, big_integer, double_bits, float_bits, microseconds};
use super::error::Unrepresentable;

/// A hash function over the primitive forms of values.
pub(super) trait SparkHasher {
    type Hash: Copy + Default;
    const SEED: Self::Hash;

    fn int(value: i32, seed: Self::Hash) -> Self::Hash;
    fn long(value: i64, seed: Self::Hash) -> Self::Hash;
    fn bytes(value: &[u8], seed: Self::Hash) -> Self::Hash;
}

/// Spark's hash by a hash function.
pub(super) struct SparkEngine<H>(PhantomData<H>);

/// The most digits of a decimal that is hashed as a 64-bit number.
const LONG_DIGITS: u8 = 18;

impl<H: SparkHasher> Engine for SparkEngine<H> {
    type Hash = H::Hash;
    const SEED: H::Hash = H::SEED;
    const NAME: &'static str = "Spark";
    const TYPES: EngineTypes = EngineTypes {
        tiny: true,
        decimals_and_dates: true,
        booleans_and_floats: true,
        // Spark's `INTERVAL DAY TO SECOND`.
        durations: true,
        nested: true,
        // The hash of a map would depend on the order of its entries, so Spark rejects it.
        maps: false,
        ..EngineTypes::FEWEST
    };

    #[inline(always)]
    fn null(hash: H::Hash) -> H::Hash {
        hash
    }

    #[inline(always)]
    fn int(value: i32, hash: H::Hash) -> H::Hash {
        H::int(value, hash)
    }

    #[inline(always)]
    fn long(value: i64, hash: H::Hash) -> H::Hash {
        H::long(value, hash)
    }

    /// Since Spark 3.2, -0.0 counts as 0.0.
    #[inline(always)]
    fn float(value: f32, hash: H::Hash) -> H::Hash {
        H::int(if value == 0.0 { 0 } else { float_bits(value) }, hash)
    }

    #[inline(always)]
    fn double(value: f64, hash: H::Hash) -> H::Hash {
        H::long(if value == 0.0 { 0 } else { double_bits(value) }, hash)
    }

    #[inline(always)]
    fn text(value: &[u8], hash: H::Hash) -> H::Hash {
        H::bytes(value, hash)
    }

    #[inline(always)]
    fn binary(value: &[u8], hash: H::Hash) -> H::Hash {
        H::bytes(value, hash)
    }

    /// Beyond 18 digits, hashes the bytes of a `java.math.BigInteger`: big-endian, as few as hold
    /// the sign.
    #[inline(always)]
    fn decimal(
        unscaled: i128,
        precision: u8,
        _: u8,
        hash: H::Hash,
    ) -> Result<H::Hash, Unrepresentable> {
        if precision <= LONG_DIGITS {
            let unscaled =
                i64::try_from(unscaled).map_err(|_| Unrepresentable::Decimal { precision })?;
            return Ok(H::long(unscaled, hash));
        }
        let (bytes, first) = big_integer(unscaled);
        Ok(H::bytes(&bytes[first..], hash))
    }

    #[inline(always)]
    fn timestamp(count: i64, unit: u64, hash: H::Hash) -> Result<H::Hash, Unrepresentable> {
        Ok(H::long(microseconds(count, unit)?, hash))
    }

    #[inline(always)]
    fn duration(count: i64, unit: u64, hash: H::Hash) -> Result<H::Hash, Unrepresentable> {
        Ok(H::long(microseconds(count, unit)?, hash))
    }

    #[inline(always)]
    fn open(hash: H::Hash) -> H::Hash {
        hash
    }

    #[inline(always)]
    fn close(_: H::Hash, inner: H::Hash) -> H::Hash {
        inner
    }
}
