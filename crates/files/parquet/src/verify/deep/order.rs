//! The orders of values, for their least and greatest.
//!
//! <https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>,
//! `ColumnOrder`.

use std::cmp::Ordering;

use parquet::basic::{ColumnOrder, ConvertedType, LogicalType, SortOrder, Type};
use parquet::schema::types::ColumnDescriptor;

/// The comparison of two values in the PLAIN encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueOrder {
    Bool,
    I32,
    U32,
    I64,
    U64,
    F16,
    F32,
    F64,
    /// Byte by byte. A prefix comes first.
    Bytes,
    /// Big-endian two's complement of any length: decimals.
    BigEndian,
}

impl ValueOrder {
    /// The order of a column, or `None` if the format defines none or if the file names an unknown order.
    pub(crate) fn for_column(column: &ColumnDescriptor, order: ColumnOrder) -> Option<ValueOrder> {
        let ColumnOrder::TYPE_DEFINED_ORDER(sort) = order else {
            return None;
        };
        let decimal = matches!(column.logical_type_ref(), Some(LogicalType::Decimal(_)))
            || column.converted_type() == ConvertedType::DECIMAL;
        let float16 = matches!(column.logical_type_ref(), Some(LogicalType::Float16));
        Some(match (column.physical_type(), sort) {
            (_, SortOrder::UNDEFINED) | (Type::INT96, _) => return None,
            (Type::BOOLEAN, _) => ValueOrder::Bool,
            (Type::INT32, SortOrder::SIGNED) => ValueOrder::I32,
            (Type::INT32, SortOrder::UNSIGNED) => ValueOrder::U32,
            (Type::INT64, SortOrder::SIGNED) => ValueOrder::I64,
            (Type::INT64, SortOrder::UNSIGNED) => ValueOrder::U64,
            (Type::FLOAT, _) => ValueOrder::F32,
            (Type::DOUBLE, _) => ValueOrder::F64,
            (Type::FIXED_LEN_BYTE_ARRAY, _) if float16 => ValueOrder::F16,
            (Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY, _) if decimal => ValueOrder::BigEndian,
            (Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY, SortOrder::UNSIGNED) => {
                ValueOrder::Bytes
            }
            (Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY, SortOrder::SIGNED) => return None,
        })
    }

    /// The order of the deprecated `min` and `max`, if writers agree on one: that of signed numbers.
    pub(crate) fn deprecated(column: &ColumnDescriptor) -> Option<ValueOrder> {
        match ValueOrder::for_column(column, ColumnOrder::TYPE_DEFINED_ORDER(sort_order(column)))? {
            order @ (ValueOrder::I32
            | ValueOrder::I64
            | ValueOrder::F32
            | ValueOrder::F64
            | ValueOrder::Bool) => Some(order),
            ValueOrder::U32
            | ValueOrder::U64
            | ValueOrder::F16
            | ValueOrder::Bytes
            | ValueOrder::BigEndian => None,
        }
    }

    /// The number of bytes of each value, if all have the same.
    pub(crate) fn width(self) -> Option<usize> {
        match self {
            ValueOrder::Bool => Some(1),
            ValueOrder::F16 => Some(2),
            ValueOrder::I32 | ValueOrder::U32 | ValueOrder::F32 => Some(4),
            ValueOrder::I64 | ValueOrder::U64 | ValueOrder::F64 => Some(8),
            ValueOrder::Bytes | ValueOrder::BigEndian => None,
        }
    }

    /// Compares two values of the right width. Returns `None` if one is NaN. Zeros are equal.
    pub(crate) fn compare(self, a: &[u8], b: &[u8]) -> Option<Ordering> {
        match self {
            ValueOrder::Bool | ValueOrder::Bytes => Some(a.cmp(b)),
            ValueOrder::I32 => {
                Some(i32::from_le_bytes(fixed(a)?).cmp(&i32::from_le_bytes(fixed(b)?)))
            }
            ValueOrder::U32 => {
                Some(u32::from_le_bytes(fixed(a)?).cmp(&u32::from_le_bytes(fixed(b)?)))
            }
            ValueOrder::I64 => {
                Some(i64::from_le_bytes(fixed(a)?).cmp(&i64::from_le_bytes(fixed(b)?)))
            }
            ValueOrder::U64 => {
                Some(u64::from_le_bytes(fixed(a)?).cmp(&u64::from_le_bytes(fixed(b)?)))
            }
            ValueOrder::F16 => half(a)?.partial_cmp(&half(b)?),
            ValueOrder::F32 => {
                f32::from_le_bytes(fixed(a)?).partial_cmp(&f32::from_le_bytes(fixed(b)?))
            }
            ValueOrder::F64 => {
                f64::from_le_bytes(fixed(a)?).partial_cmp(&f64::from_le_bytes(fixed(b)?))
            }
            ValueOrder::BigEndian => Some(big_endian(a, b)),
        }
    }

    /// Formats the value.
    pub(crate) fn show(self, value: &[u8]) -> String {
        let number = match self {
            ValueOrder::Bool => fixed(value).map(|[byte]: [u8; 1]| (byte != 0).to_string()),
            ValueOrder::I32 => fixed(value).map(|v| i32::from_le_bytes(v).to_string()),
            ValueOrder::U32 => fixed(value).map(|v| u32::from_le_bytes(v).to_string()),
            ValueOrder::I64 => fixed(value).map(|v| i64::from_le_bytes(v).to_string()),
            ValueOrder::U64 => fixed(value).map(|v| u64::from_le_bytes(v).to_string()),
            ValueOrder::F16 => half(value).map(|v| v.to_string()),
            ValueOrder::F32 => fixed(value).map(|v| f32::from_le_bytes(v).to_string()),
            ValueOrder::F64 => fixed(value).map(|v| f64::from_le_bytes(v).to_string()),
            ValueOrder::Bytes | ValueOrder::BigEndian => None,
        };
        number.unwrap_or_else(|| {
            let some = value[..value.len().min(40)].escape_ascii();
            format!("\"{some}\"{}", if value.len() > 40 { "…" } else { "" })
        })
    }
}

fn sort_order(column: &ColumnDescriptor) -> SortOrder {
    ColumnOrder::sort_order_for_type(
        column.logical_type_ref(),
        column.converted_type(),
        column.physical_type(),
    )
}

fn fixed<const N: usize>(value: &[u8]) -> Option<[u8; N]> {
    value.try_into().ok()
}

/// Converts a half-precision number exactly.
fn half(value: &[u8]) -> Option<f32> {
    let bits = u16::from_le_bytes(fixed(value)?);
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff));
    let magnitude = match exponent {
        0 => fraction * 2f32.powi(-24),
        0x1f if fraction == 0.0 => f32::INFINITY,
        0x1f => f32::NAN,
        exponent => (1024.0 + fraction) * 2f32.powi(exponent - 25),
    };
    Some(sign * magnitude)
}

fn big_endian(a: &[u8], b: &[u8]) -> Ordering {
    let negative = |value: &[u8]| value.first().is_some_and(|byte| byte & 0x80 != 0);
    match (negative(a), negative(b)) {
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        (true, true) | (false, false) => {}
    }
    // The numbers have the same sign, so the shorter one is extended with the byte of that sign.
    let fill = if negative(a) { 0xff } else { 0 };
    let width = a.len().max(b.len());
    let missing = |value: &[u8]| width - value.len();
    let a = std::iter::repeat_n(&fill, missing(a)).chain(a);
    let b = std::iter::repeat_n(&fill, missing(b)).chain(b);
    a.cmp(b)
}
