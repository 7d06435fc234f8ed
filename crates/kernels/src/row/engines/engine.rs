//! What an engine says about its types.

use super::error::Misfit;

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
    /// Whether durations are values that it hashes.
    const DURATIONS: bool;
    /// Whether maps are values that it hashes.
    const MAPS: bool;

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
    /// A duration of so many units of so many nanoseconds; only where there are any.
    fn duration(count: i64, unit: u64, hash: Self::Hash) -> Result<Self::Hash, Misfit>;

    /// A map of the entries up to `hash` and one more, whose key and value have these hashes when alone;
    /// only where there are maps. The order of entries must not matter.
    fn entry(hash: Self::Hash, key: Self::Hash, value: Self::Hash) -> Self::Hash;

    /// What the first element or field goes on from, where `hash` stands before the list or struct.
    fn open(hash: Self::Hash) -> Self::Hash;
    /// The list or struct after `hash`, where its last element or field has led to `inner`.
    fn close(hash: Self::Hash, inner: Self::Hash) -> Self::Hash;
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
