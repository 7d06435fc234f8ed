//! The interface of an engine's hash.

use super::error::Unrepresentable;

/// The types that only some engines hash.
pub(super) struct EngineTypes {
    /// BOOLEAN, FLOAT and DOUBLE.
    pub booleans_and_floats: bool,
    /// TINYINT.
    pub tiny: bool,
    /// UTINYINT to UBIGINT.
    pub unsigned: bool,
    /// HUGEINT and UHUGEINT.
    pub wide: bool,
    /// DECIMAL, DATE and TIMESTAMP.
    pub decimals_and_dates: bool,
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

impl EngineTypes {
    /// Text, bytes and whole numbers of 16 to 64 bits with a sign.
    pub(crate) const FEWEST: EngineTypes = EngineTypes {
        booleans_and_floats: false,
        tiny: false,
        unsigned: false,
        wide: false,
        decimals_and_dates: false,
        times: false,
        uuids: false,
        durations: false,
        nested: false,
        maps: false,
    };
}

/// An engine's hash of a row, value after value.
///
/// Each function takes the hash of the preceding values and returns the hash that includes its own
/// value.
pub(super) trait Engine {
    /// The type of the hash.
    type Hash: Copy + Default;
    /// The hash of no values.
    const SEED: Self::Hash;
    /// Its name.
    const NAME: &'static str;
    /// The optional types that this engine hashes.
    const TYPES: EngineTypes;

    /// NULL of any type.
    fn null(hash: Self::Hash) -> Self::Hash;
    /// A BOOLEAN as 0 or 1, a number of at most 32 bits, or the days of a DATE.
    fn int(value: i32, hash: Self::Hash) -> Self::Hash;
    /// A BOOLEAN.
    #[inline(always)]
    fn boolean(value: bool, hash: Self::Hash) -> Self::Hash {
        Self::int(value.into(), hash)
    }
    /// A TINYINT.
    #[inline(always)]
    fn tiny(value: i8, hash: Self::Hash) -> Self::Hash {
        Self::int(value.into(), hash)
    }
    /// A SMALLINT.
    #[inline(always)]
    fn short(value: i16, hash: Self::Hash) -> Self::Hash {
        Self::int(value.into(), hash)
    }
    /// A whole number that is unsigned or has 128 bits: its bytes, the lowest first. Only for
    /// engines that hash them.
    fn little_endian<const N: usize>(_bytes: [u8; N], _hash: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
    /// A number of 64 bits.
    fn long(value: i64, hash: Self::Hash) -> Self::Hash;
    /// A single-precision number. Only for engines that hash floats, like `double`.
    fn float(_value: f32, _hash: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
    /// A double-precision number.
    fn double(_value: f64, _hash: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
    /// A string.
    fn text(value: &[u8], hash: Self::Hash) -> Self::Hash;
    /// Bytes.
    fn binary(value: &[u8], hash: Self::Hash) -> Self::Hash;
    /// A decimal with the digits `unscaled`. Only for engines that hash decimals and dates, like
    /// `timestamp`.
    fn decimal(
        _unscaled: i128,
        _precision: u8,
        _scale: u8,
        _hash: Self::Hash,
    ) -> Result<Self::Hash, Unrepresentable> {
        unreachable!("{REFUSED}")
    }
    /// A timestamp: `count` units of `unit` nanoseconds since 1970-01-01.
    fn timestamp(
        _count: i64,
        _unit: u64,
        _hash: Self::Hash,
    ) -> Result<Self::Hash, Unrepresentable> {
        unreachable!("{REFUSED}")
    }
    /// A time of day: `count` units of `unit` nanoseconds since midnight. Only for engines that
    /// hash times.
    fn time(_count: i64, _unit: u64, _hash: Self::Hash) -> Result<Self::Hash, Unrepresentable> {
        unreachable!("{REFUSED}")
    }
    /// A UUID, its first digit the highest. Only for engines that hash UUIDs.
    fn uuid(_value: u128, _hash: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
    /// A duration of `count` units of `unit` nanoseconds. Only for engines that hash durations.
    fn duration(_count: i64, _unit: u64, _hash: Self::Hash) -> Result<Self::Hash, Unrepresentable> {
        unreachable!("{REFUSED}")
    }

    /// Adds an entry to the map whose entries so far have given `hash`. `_key` and `_value` are the
    /// hashes of the key and the value alone. Only for engines that hash maps. The order of entries
    /// must not matter.
    fn entry(_hash: Self::Hash, _key: Self::Hash, _value: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }

    /// The hash from which the first element or field continues, if `hash` precedes the list or
    /// struct. Only for engines that hash lists and structs, like `close`.
    fn open(_hash: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
    /// The hash after a list or struct that follows `hash` and whose last element or field has
    /// given `inner`.
    fn close(_hash: Self::Hash, _inner: Self::Hash) -> Self::Hash {
        unreachable!("{REFUSED}")
    }
}

const REFUSED: &str = "the check of types refuses it";

/// The bytes of a `java.math.BigInteger`: big-endian, as few as hold the sign. They are the bytes
/// of the returned array from the returned index on.
#[inline(always)]
pub(super) fn big_integer(value: i128) -> ([u8; 16], usize) {
    let magnitude = if value < 0 { !value } else { value };
    let zeros = magnitude.leading_zeros() as usize;
    // The bit above the magnitude is the sign bit, and must stay.
    (value.to_be_bytes(), ((zeros - 1) / 8).min(15))
}

/// A timestamp or duration of `count` units of `unit` nanoseconds, in whole microseconds.
#[inline(always)]
pub(super) fn microseconds(count: i64, unit: u64) -> Result<i64, Unrepresentable> {
    const MICROSECOND: u64 = 1000;
    let reason = Unrepresentable::Time { count, unit };
    if unit.is_multiple_of(MICROSECOND) {
        let factor = i64::try_from(unit / MICROSECOND).map_err(|_| reason)?;
        count.checked_mul(factor).ok_or(reason)
    } else {
        let nanoseconds = i128::from(count) * i128::from(unit);
        let whole = nanoseconds % i128::from(MICROSECOND) == 0;
        let whole = whole.then_some(nanoseconds / i128::from(MICROSECOND)).ok_or(reason)?;
        i64::try_from(whole).map_err(|_| reason)
    }
}

/// The bits of a float with a single NaN, as Java's `floatToIntBits` returns them.
#[inline(always)]
pub(super) fn float_bits(value: f32) -> i32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() as i32 }
}

/// The bits of a double with a single NaN, as Java's `doubleToLongBits` returns them.
#[inline(always)]
pub(super) fn double_bits(value: f64) -> i64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() as i64 }
}
