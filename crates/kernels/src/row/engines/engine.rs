//! What an engine says about its types.

use super::error::Misfit;

/// The types that not every engine hashes.
pub(super) struct Types {
    /// BOOLEAN, FLOAT and DOUBLE.
    pub booleans_and_floats: bool,
    /// TIME.
    pub times: bool,
    /// UUID.
    pub uuids: bool,
    /// INTERVAL of a fixed length.
    pub durations: bool,
    /// Lists and structs.
    pub nested: bool,
    /// MAP.
    pub maps: bool,
}

/// An engine's hash of a row, value after value.
///
/// Each function takes the hash of the values before, and returns that with its own value.
pub(super) trait Engine {
    /// What comes out.
    type Hash: Copy + Default;
    /// The hash of no values.
    const SEED: Self::Hash;
    /// Its name.
    const NAME: &'static str;
    /// Which types it hashes, of those that not every engine does.
    const TYPES: Types;

    /// NULL of any type.
    fn null(hash: Self::Hash) -> Self::Hash;
    /// A BOOLEAN as 0 or 1, a number of at most 32 bits, or the days of a DATE.
    fn int(value: i32, hash: Self::Hash) -> Self::Hash;
    /// A number of 64 bits.
    fn long(value: i64, hash: Self::Hash) -> Self::Hash;
    /// A number in single precision.
    fn float(value: f32, hash: Self::Hash) -> Self::Hash;
    /// A number in double precision.
    fn double(value: f64, hash: Self::Hash) -> Self::Hash;
    /// A text.
    fn text(value: &[u8], hash: Self::Hash) -> Self::Hash;
    /// Bytes.
    fn binary(value: &[u8], hash: Self::Hash) -> Self::Hash;
    /// A decimal of the digits `unscaled`.
    fn decimal(
        unscaled: i128,
        precision: u8,
        scale: u8,
        hash: Self::Hash,
    ) -> Result<Self::Hash, Misfit>;
    /// So many units of so many nanoseconds from 1970-01-01.
    fn timestamp(count: i64, unit: u64, hash: Self::Hash) -> Result<Self::Hash, Misfit>;
    /// A time of day, so many units of so many nanoseconds after midnight; only where there are any.
    fn time(_count: i64, _unit: u64, _hash: Self::Hash) -> Result<Self::Hash, Misfit> {
        unreachable!("{REFUSED}")
    }
    /// A UUID, its first digit the highest; only where there are any.
    fn uuid(_value: u128, _hash: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
    /// A duration of so many units of so many nanoseconds; only where there are any.
    fn duration(_count: i64, _unit: u64, _hash: Self::Hash) -> Result<Self::Hash, Misfit> {
        unreachable!("{REFUSED}")
    }

    /// A map of the entries up to `hash` and one more, whose key and value have these hashes when alone;
    /// only where there are maps. The order of entries must not matter.
    fn entry(_hash: Self::Hash, _key: Self::Hash, _value: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }

    /// What the first element or field goes on from, where `hash` stands before the list or struct; only
    /// where there are any, as `close`.
    fn open(_hash: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
    /// The list or struct after `hash`, where its last element or field has led to `inner`.
    fn close(_hash: Self::Hash, _inner: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
}

const REFUSED: &str = "the check of types refuses it";

/// The bytes of a `java.math.BigInteger`: big-endian, as few as hold the sign. They are the last bytes of the
/// first result, from the second one on.
#[inline(always)]
pub(super) fn big_integer(value: i128) -> ([u8; 16], usize) {
    let magnitude = if value < 0 { !value } else { value };
    let zeros = magnitude.leading_zeros() as usize;
    // The bit above the magnitude is the sign's, and stays.
    (value.to_be_bytes(), ((zeros - 1) / 8).min(15))
}

/// A point in time or a duration of so many units of so many nanoseconds, in whole microseconds.
#[inline(always)]
pub(super) fn microseconds(count: i64, unit: u64) -> Result<i64, Misfit> {
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

/// The bits of a float, with one NaN, as Java's `floatToIntBits` has them.
#[inline(always)]
pub(super) fn float_bits(value: f32) -> i32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() as i32 }
}

/// The bits of a double, with one NaN, as Java's `doubleToLongBits` has them.
#[inline(always)]
pub(super) fn double_bits(value: f64) -> i64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() as i64 }
}
