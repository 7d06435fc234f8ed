//! Spark's `hash` and `xxhash64`: which bits of a value are hashed.
//!
//! Spec: `HashExpression` in Spark 4.0.1 (`sql/catalyst/…/expressions/hash.scala`). Each hash is the seed of
//! the next value's, and NULL leaves it as it is; so do lists and structs, whose elements and fields
//! follow one another as if they were values of the row.

use std::marker::PhantomData;

use super::engine::{Engine, Types, big_integer, double_bits, float_bits, microseconds};
use super::error::Misfit;

/// A hash function over what values come down to.
pub(super) trait Hasher {
    type Hash: Copy + Default;
    const SEED: Self::Hash;

    fn int(value: i32, seed: Self::Hash) -> Self::Hash;
    fn long(value: i64, seed: Self::Hash) -> Self::Hash;
    fn bytes(value: &[u8], seed: Self::Hash) -> Self::Hash;
}

/// Spark over a hash function.
pub(super) struct Spark<H>(PhantomData<H>);

/// Decimals of at most so many digits are hashed as numbers of 64 bits.
const LONG_DIGITS: u8 = 18;

impl<H: Hasher> Engine for Spark<H> {
    type Hash = H::Hash;
    const SEED: H::Hash = H::SEED;
    const NAME: &'static str = "Spark";
    const TYPES: Types = Types {
        booleans_and_floats: true,
        times: false,
        uuids: false,
        // Its `INTERVAL DAY TO SECOND`.
        durations: true,
        nested: true,
        // Its hash of a map depends on the order of the entries, so Spark refuses it.
        maps: false,
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

    /// Since Spark 3.2, -0.0 is 0.0.
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

    /// Beyond 18 digits, those of a `java.math.BigInteger`: big-endian, as few bytes as hold the sign.
    #[inline(always)]
    fn decimal(unscaled: i128, precision: u8, _: u8, hash: H::Hash) -> Result<H::Hash, Misfit> {
        if precision <= LONG_DIGITS {
            let unscaled = i64::try_from(unscaled).map_err(|_| Misfit::Decimal { precision })?;
            return Ok(H::long(unscaled, hash));
        }
        let (bytes, first) = big_integer(unscaled);
        Ok(H::bytes(&bytes[first..], hash))
    }

    #[inline(always)]
    fn timestamp(count: i64, unit: u64, hash: H::Hash) -> Result<H::Hash, Misfit> {
        Ok(H::long(microseconds(count, unit)?, hash))
    }

    #[inline(always)]
    fn duration(count: i64, unit: u64, hash: H::Hash) -> Result<H::Hash, Misfit> {
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
