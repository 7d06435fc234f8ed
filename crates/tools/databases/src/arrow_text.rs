//! The canonical text of Arrow's values, for tables that are read here.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Decimal256Type, DecimalType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, Time32MillisecondType, Time32SecondType, Time64MicrosecondType,
    Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, PrimitiveArray};
use arrow_schema::{DataType, TimeUnit};

use crate::column::ColumnType;
use crate::error::Error;
use crate::float_text::float_text;

/// The type of the canonical text of an Arrow type; `None` if it has none.
///
/// ```
/// use hashlane_databases::{ColumnType, column_type_of};
/// use arrow_schema::DataType;
/// assert_eq!(column_type_of(&DataType::UInt64), Some(ColumnType::WideInteger));
/// assert_eq!(column_type_of(&DataType::Null), None);
/// ```
pub fn column_type_of(data_type: &DataType) -> Option<ColumnType> {
    Some(match data_type {
        DataType::Boolean => ColumnType::Boolean,
        DataType::UInt64 => ColumnType::WideInteger,
        integer if integer.is_integer() => ColumnType::Integer,
        float if float.is_floating() => ColumnType::Float,
        DataType::Decimal32(precision, scale)
        | DataType::Decimal64(precision, scale)
        | DataType::Decimal128(precision, scale)
        | DataType::Decimal256(precision, scale) => {
            ColumnType::Decimal { precision: *precision, scale: u8::try_from(*scale).ok()? }
        }
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => ColumnType::Text,
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => ColumnType::Bytes,
        DataType::Date32 => ColumnType::Date,
        DataType::Time32(_) | DataType::Time64(_) => ColumnType::Time,
        DataType::Timestamp(_, None) | DataType::Date64 => ColumnType::Timestamp,
        DataType::Timestamp(_, Some(_)) => ColumnType::TimestampTz,
        _ => return None,
    })
}

/// Appends the canonical text of the value in a row.
type Write1<'a> = Box<dyn Fn(usize, &mut Vec<u8>) + 'a>;

/// A column of Arrow's values, each of which can be written as its canonical text.
pub struct ArrowTexts<'a> {
    array: &'a dyn Array,
    write: Write1<'a>,
}

impl<'a> ArrowTexts<'a> {
    /// The texts of an array.
    ///
    /// # Errors
    /// Returns an error if its type has no canonical text.
    ///
    /// ```
    /// use hashlane_databases::ArrowTexts;
    /// let array = arrow_array::Date32Array::from(vec![Some(1), None]);
    /// let (texts, mut text) = (ArrowTexts::new(&array)?, Vec::new());
    /// assert!(texts.write(0, &mut text) && !texts.write(1, &mut text));
    /// assert_eq!(text, b"1");
    /// # Ok::<(), hashlane_databases::Error>(())
    /// ```
    pub fn new(array: &'a dyn Array) -> Result<Self, Error> {
        Ok(ArrowTexts { array, write: writer(array)? })
    }

    /// Appends the text of the value in a row; returns false if it is NULL.
    pub fn write(&self, row: usize, text: &mut Vec<u8>) -> bool {
        let is_valid = self.array.is_valid(row);
        if is_valid {
            (self.write)(row, text);
        }
        is_valid
    }
}

fn writer<'a>(array: &'a dyn Array) -> Result<Write1<'a>, Error> {
    Ok(match array.data_type() {
        DataType::Boolean => {
            let array = array.as_boolean();
            Box::new(move |row, text| text.push(if array.value(row) { b'1' } else { b'0' }))
        }
        DataType::Int8 => integers::<Int8Type>(array),
        DataType::Int16 => integers::<Int16Type>(array),
        DataType::Int32 => integers::<Int32Type>(array),
        DataType::Int64 => integers::<Int64Type>(array),
        DataType::UInt8 => integers::<UInt8Type>(array),
        DataType::UInt16 => integers::<UInt16Type>(array),
        DataType::UInt32 => integers::<UInt32Type>(array),
        DataType::UInt64 => integers::<UInt64Type>(array),
        DataType::Float16 => floats::<Float16Type>(array, |number| number.into()),
        DataType::Float32 => floats::<Float32Type>(array, |number| number.into()),
        DataType::Float64 => floats::<Float64Type>(array, |number| number),
        DataType::Decimal32(..) => decimals::<Decimal32Type>(array),
        DataType::Decimal64(..) => decimals::<Decimal64Type>(array),
        DataType::Decimal128(..) => decimals::<Decimal128Type>(array),
        DataType::Decimal256(..) => decimals::<Decimal256Type>(array),
        DataType::Date32 => integers::<Date32Type>(array),
        DataType::Date64 => times::<Date64Type>(array, 1_000_000),
        DataType::Time32(TimeUnit::Second) => times::<Time32SecondType>(array, 1_000_000_000),
        DataType::Time32(_) => times::<Time32MillisecondType>(array, 1_000_000),
        DataType::Time64(TimeUnit::Microsecond) => times::<Time64MicrosecondType>(array, 1000),
        DataType::Time64(_) => times::<Time64NanosecondType>(array, 1),
        DataType::Timestamp(unit, _) => timestamps(array, *unit),
        _ => strings(array)?,
    })
}

fn strings<'a>(array: &'a dyn Array) -> Result<Write1<'a>, Error> {
    macro_rules! text {
        ($array:expr) => {{
            let array = $array;
            Box::new(move |row, text| text.extend_from_slice(array.value(row).as_bytes()))
        }};
    }
    macro_rules! bytes {
        ($array:expr) => {{
            let array = $array;
            Box::new(move |row, text| hexadecimal(array.value(row), text))
        }};
    }
    Ok(match array.data_type() {
        DataType::Utf8 => text!(array.as_string::<i32>()),
        DataType::LargeUtf8 => text!(array.as_string::<i64>()),
        DataType::Utf8View => text!(array.as_string_view()),
        DataType::Binary => bytes!(array.as_binary::<i32>()),
        DataType::LargeBinary => bytes!(array.as_binary::<i64>()),
        DataType::BinaryView => bytes!(array.as_binary_view()),
        DataType::FixedSizeBinary(_) => bytes!(array.as_fixed_size_binary()),
        other => return Err(Error::new(format!("the type {other} has no canonical text"))),
    })
}

fn hexadecimal(bytes: &[u8], text: &mut Vec<u8>) {
    for byte in bytes {
        // A vector accepts every write, here and below.
        let _ = write!(text, "{byte:02x}");
    }
}

fn integers<T: ArrowPrimitiveType>(array: &dyn Array) -> Write1<'_>
where
    T::Native: std::fmt::Display,
{
    let array: &PrimitiveArray<T> = array.as_primitive();
    Box::new(move |row, text| {
        let _ = write!(text, "{}", array.value(row));
    })
}

fn floats<T: ArrowPrimitiveType>(array: &dyn Array, double: fn(T::Native) -> f64) -> Write1<'_> {
    let array: &PrimitiveArray<T> = array.as_primitive();
    Box::new(move |row, text| {
        let _ = write!(text, "{}", float_text(double(array.value(row))));
    })
}

fn decimals<T: DecimalType + ArrowPrimitiveType>(array: &dyn Array) -> Write1<'_> {
    let array: &PrimitiveArray<T> = array.as_primitive();
    Box::new(move |row, text| {
        let digits = array.value_as_string(row);
        let digits = match digits.contains('.') {
            true => digits.trim_end_matches('0').trim_end_matches('.'),
            false => &digits,
        };
        text.extend_from_slice(digits.as_bytes());
    })
}

/// Times whose unit has this many nanoseconds. A time with a fraction of a microsecond has it as a fraction, so that it equals
/// none of a database.
fn times<T: ArrowPrimitiveType>(array: &dyn Array, nanoseconds: i64) -> Write1<'_>
where
    T::Native: Into<i64>,
{
    let array: &PrimitiveArray<T> = array.as_primitive();
    Box::new(move |row, text| {
        let time = i128::from(array.value(row).into()) * i128::from(nanoseconds);
        let (whole, rest) = (time.div_euclid(1000), time.rem_euclid(1000));
        let _ = match rest {
            0 => write!(text, "{whole}"),
            _ => write!(text, "{whole}.{rest:03}"),
        };
    })
}

fn timestamps(array: &dyn Array, unit: TimeUnit) -> Write1<'_> {
    match unit {
        TimeUnit::Second => times::<TimestampSecondType>(array, 1_000_000_000),
        TimeUnit::Millisecond => times::<TimestampMillisecondType>(array, 1_000_000),
        TimeUnit::Microsecond => times::<TimestampMicrosecondType>(array, 1000),
        TimeUnit::Nanosecond => times::<TimestampNanosecondType>(array, 1),
    }
}
