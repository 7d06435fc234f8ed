//! Values of 32 or 64 bits: how they are stored, and the arrays that they make.

use std::sync::Arc;

use arrow_array::types::{
    Date32Type, Decimal32Type, Decimal64Type, Float32Type, Float64Type, Int32Type, Int64Type,
    Time32MillisecondType, Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, ArrowPrimitiveType, PrimitiveArray};
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use parquet::basic::Type as Physical;
use parquet::schema::types::ColumnDescriptor;

/// How the values of a column are stored in the plain encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlainStorage {
    /// In 4 bytes, little-endian.
    Four,
    /// In 8 bytes, little-endian.
    Eight,
    /// In up to 8 bytes, big-endian.
    Decimal(usize),
}

impl PlainStorage {
    /// Returns how a leaf's values are stored if they are read as `data_type`, or `None` if the crate must read them.
    pub(crate) fn for_leaf(leaf: &ColumnDescriptor, data_type: &DataType) -> Option<Self> {
        let fits = |precision: &u8, scale: &i8, most: u8| {
            *precision <= most && u8::try_from(*scale).is_ok_and(|scale| scale <= *precision)
        };
        match (leaf.physical_type(), data_type) {
            (Physical::INT32, DataType::Int32 | DataType::UInt32 | DataType::Date32)
            | (Physical::INT32, DataType::Time32(TimeUnit::Millisecond))
            | (Physical::FLOAT, DataType::Float32) => Some(PlainStorage::Four),
            (Physical::INT64, DataType::Int64 | DataType::UInt64 | DataType::Timestamp(..))
            | (Physical::INT64, DataType::Time64(TimeUnit::Microsecond | TimeUnit::Nanosecond))
            | (Physical::DOUBLE, DataType::Float64) => Some(PlainStorage::Eight),
            (Physical::INT32, DataType::Decimal64(p, s)) if fits(p, s, 9) => {
                Some(PlainStorage::Four)
            }
            (Physical::INT64, DataType::Decimal64(p, s)) if fits(p, s, 18) => {
                Some(PlainStorage::Eight)
            }
            (Physical::FIXED_LEN_BYTE_ARRAY, DataType::Decimal128(p, s)) if fits(p, s, 18) => {
                let bytes = usize::try_from(leaf.type_length()).ok();
                bytes.filter(|bytes| (1..=8).contains(bytes)).map(PlainStorage::Decimal)
            }
            _ => None,
        }
    }

    /// The number of bytes per value.
    pub(crate) fn bytes(self) -> usize {
        match self {
            PlainStorage::Four => 4,
            PlainStorage::Eight => 8,
            PlainStorage::Decimal(bytes) => bytes,
        }
    }

    /// Appends the values in `bytes`, which must hold a whole number of them.
    pub(crate) fn read<T: ValueWord>(self, bytes: &[u8], out: &mut Vec<T>) {
        match self {
            PlainStorage::Four | PlainStorage::Eight => T::read(bytes, out),
            PlainStorage::Decimal(len) => {
                let unused = 64 - 8 * len as u32;
                out.extend((0..bytes.len() / len).map(|i| {
                    let rest = &bytes[i * len..];
                    let word = rest.first_chunk::<8>().copied().unwrap_or_else(|| {
                        let mut word = [0; 8];
                        word[..len].copy_from_slice(&rest[..len]);
                        word
                    });
                    T::from_decimal(i64::from_be_bytes(word) >> unused)
                }));
            }
        }
    }
}

/// A type that holds values.
pub(super) trait ValueWord: Copy + Default + Send + 'static {
    /// Appends values that are stored little-endian.
    fn read(bytes: &[u8], out: &mut Vec<Self>);
    /// Converts an unscaled value that fits.
    fn from_decimal(value: i64) -> Self;
    /// Returns the values as an array of `data_type`.
    fn array(
        data_type: &DataType,
        values: Vec<Self>,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, ArrowError>;
}

impl ValueWord for i32 {
    fn read(bytes: &[u8], out: &mut Vec<i32>) {
        out.extend(bytes.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)));
    }

    fn from_decimal(value: i64) -> i32 {
        value as i32
    }

    fn array(
        data_type: &DataType,
        values: Vec<i32>,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, ArrowError> {
        match data_type {
            DataType::UInt32 => array::<UInt32Type>(values, nulls),
            DataType::Date32 => array::<Date32Type>(values, nulls),
            DataType::Time32(_) => array::<Time32MillisecondType>(values, nulls),
            DataType::Float32 => array::<Float32Type>(values, nulls),
            DataType::Decimal64(precision, scale) => {
                let decimals = primitive::<Decimal32Type>(values, nulls)?;
                Ok(Arc::new(decimals.with_precision_and_scale(*precision, *scale)?))
            }
            _ => array::<Int32Type>(values, nulls),
        }
    }
}

impl ValueWord for i64 {
    fn read(bytes: &[u8], out: &mut Vec<i64>) {
        out.extend(bytes.as_chunks::<8>().0.iter().map(|bytes| i64::from_le_bytes(*bytes)));
    }

    fn from_decimal(value: i64) -> i64 {
        value
    }

    fn array(
        data_type: &DataType,
        values: Vec<i64>,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, ArrowError> {
        match data_type {
            DataType::UInt64 => array::<UInt64Type>(values, nulls),
            DataType::Float64 => array::<Float64Type>(values, nulls),
            DataType::Time64(TimeUnit::Nanosecond) => array::<Time64NanosecondType>(values, nulls),
            DataType::Time64(_) => array::<Time64MicrosecondType>(values, nulls),
            // A time zone is not content.
            DataType::Timestamp(unit, _) => match unit {
                TimeUnit::Second => array::<TimestampSecondType>(values, nulls),
                TimeUnit::Millisecond => array::<TimestampMillisecondType>(values, nulls),
                TimeUnit::Microsecond => array::<TimestampMicrosecondType>(values, nulls),
                TimeUnit::Nanosecond => array::<TimestampNanosecondType>(values, nulls),
            },
            DataType::Decimal64(precision, scale) | DataType::Decimal128(precision, scale) => {
                let decimals = primitive::<Decimal64Type>(values, nulls)?;
                Ok(Arc::new(decimals.with_precision_and_scale(*precision, *scale)?))
            }
            _ => array::<Int64Type>(values, nulls),
        }
    }
}

fn array<T: ArrowPrimitiveType>(
    values: Vec<impl ValueWord + arrow_buffer::ArrowNativeType>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(primitive::<T>(values, nulls)?))
}

/// Converts `values` to an array of a type of the same width.
fn primitive<T: ArrowPrimitiveType>(
    values: Vec<impl ValueWord + arrow_buffer::ArrowNativeType>,
    nulls: Option<NullBuffer>,
) -> Result<PrimitiveArray<T>, ArrowError> {
    let len = values.len();
    PrimitiveArray::try_new(ScalarBuffer::new(Buffer::from_vec(values), 0, len), nulls)
}
