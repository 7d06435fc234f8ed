//! The PLAIN encoding of values.

use parquet::basic::Type;

/// The fewest bytes that a value takes; 0 if it takes less than one.
pub(crate) fn least_bytes(physical: Type, type_length: i32) -> u64 {
    match physical {
        Type::BOOLEAN => 0,
        Type::INT32 | Type::FLOAT | Type::BYTE_ARRAY => 4,
        Type::INT64 | Type::DOUBLE => 8,
        Type::INT96 => 12,
        Type::FIXED_LEN_BYTE_ARRAY => u64::try_from(type_length).unwrap_or(0),
    }
}
