//! Spark's `hash` and `xxhash64`: which bits of a value are hashed.
//!
//! Spec: `HashExpression` in Spark 4.0.1 (`sql/catalyst/…/expressions/hash.scala`). Each hash is the seed of
//! the next value's, and NULL leaves it as it is; so do lists and structs, whose elements and fields
//! follow one another as if they were values of the row.

use std::marker::PhantomData;

use super::engine::{Engine, double_bits, float_bits};
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
    /// Its `INTERVAL DAY TO SECOND`.
    const DURATIONS: bool = true;
    /// Its hash of a map depends on the order of the entries, so Spark refuses it.
    const MAPS: bool = false;

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
        let magnitude = if unscaled < 0 { !unscaled } else { unscaled };
        let zeros = magnitude.leading_zeros() as usize;
        // The bit above the magnitude is the sign's, and stays.
        let leading = ((zeros - 1) / 8).min(15);
        Ok(H::bytes(&unscaled.to_be_bytes()[leading..], hash))
    }

    #[inline(always)]
    fn timestamp(count: i64, unit: u64, hash: H::Hash) -> Result<H::Hash, Misfit> {
        Ok(H::long(microseconds(count, unit)?, hash))
    }

    #[inline(always)]
    fn duration(count: i64, unit: u64, hash: H::Hash) -> Result<H::Hash, Misfit> {
        Ok(H::long(microseconds(count, unit)?, hash))
    }

    fn entry(_: H::Hash, _: H::Hash, _: H::Hash) -> H::Hash {
        unreachable!("the check of types refuses maps")
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

/// What Spark stores of so many units of so many nanoseconds.
#[inline(always)]
fn microseconds(count: i64, unit: u64) -> Result<i64, Misfit> {
    const MICROSECOND: u64 = 1000;
    let misfit = Misfit::Time { count, unit };
    if unit.is_multiple_of(MICROSECOND) {
        let factor = i64::try_from(unit / MICROSECOND).map_err(|_| misfit)?;
        count.checked_mul(factor).ok_or(misfit)
    } else {
        let nanoseconds = i128::from(count) * i128::from(unit);
        let whole = nanoseconds % i128::from(MICROSECOND) == 0;
        let whole = whole.then_some(nanoseconds / i128::from(MICROSECOND)).ok_or(misfit)?;
        i64::try_from(whole).map_err(|_| misfit)
    }
}
