//! The canonical parts of Arrow's values beside a database's type.

use datafusion::arrow::array::{Array, ArrayAccessor, AsArray, PrimitiveArray};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{
    ArrowPrimitiveType, DataType, Date32Type, Date64Type, Decimal32Type, Decimal64Type,
    Decimal128Type, Decimal256Type, DecimalType, DurationMicrosecondType, DurationMillisecondType,
    DurationNanosecondType, DurationSecondType, Float16Type, Float32Type, Float64Type, Int8Type,
    Int16Type, Int32Type, Int64Type, Time32MillisecondType, Time32SecondType,
    Time64MicrosecondType, Time64NanosecondType, TimeUnit, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use hashlane_databases::{BytesText, ColumnType, FileExports, append_double_as, append_reading};
use hashlane_kernels::sketch::{Refusal, canonical};

/// For texts that are written here.
const PLAIN: FileExports = FileExports { bytes: BytesText::Raw, null: None, zone: None };

type PartResult = Result<(), Refusal>;

/// Appends the part of the value in a row, which isn't NULL.
type AppendPart<'a> = Box<dyn Fn(usize, &mut Vec<u8>) -> PartResult + 'a>;

/// A column whose values are written as canonical parts.
pub(crate) struct CanonicalColumn<'a> {
    nulls: Option<NullBuffer>,
    append: AppendPart<'a>,
}

impl<'a> CanonicalColumn<'a> {
    /// The parts of an array as a database's type. `None` if Arrow's type has none.
    pub(crate) fn new(
        array: &'a dyn Array,
        to: ColumnType,
        exports: &'a FileExports,
    ) -> Option<Self> {
        let append = append_values(array, to, exports)?;
        Some(CanonicalColumn { nulls: array.logical_nulls(), append })
    }

    /// Appends the part of the value in a row.
    pub(crate) fn append(&self, row: usize, out: &mut Vec<u8>) -> PartResult {
        match self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            true => canonical::push(out, canonical::NULL),
            false => (self.append)(row, out),
        }
    }
}

fn append_values<'a>(
    array: &'a dyn Array,
    to: ColumnType,
    exports: &'a FileExports,
) -> Option<AppendPart<'a>> {
    macro_rules! integers {
        ($type:ty) => {
            integers::<$type>(array, to)
        };
    }
    Some(match array.data_type() {
        DataType::Null => Box::new(|_, out| canonical::push(out, canonical::NULL)),
        DataType::Utf8 => texts(array.as_string::<i32>(), to, exports),
        DataType::LargeUtf8 => texts(array.as_string::<i64>(), to, exports),
        DataType::Utf8View => texts(array.as_string_view(), to, exports),
        DataType::Boolean => {
            let array = array.as_boolean();
            Box::new(|row, out| canonical::push(out, if array.value(row) { b"1" } else { b"0" }))
        }
        DataType::Int8 => integers!(Int8Type),
        DataType::Int16 => integers!(Int16Type),
        DataType::Int32 => integers!(Int32Type),
        DataType::Int64 => integers!(Int64Type),
        DataType::UInt8 => integers!(UInt8Type),
        DataType::UInt16 => integers!(UInt16Type),
        DataType::UInt32 => integers!(UInt32Type),
        DataType::UInt64 => integers!(UInt64Type),
        DataType::Float16 => floats::<Float16Type>(array, to, |value| value.to_f32()),
        DataType::Float32 => floats::<Float32Type>(array, to, |value| value),
        DataType::Float64 => doubles(array, to),
        DataType::Decimal32(..) => decimals::<Decimal32Type>(array, to),
        DataType::Decimal64(..) => decimals::<Decimal64Type>(array, to),
        DataType::Decimal128(..) => decimals::<Decimal128Type>(array, to),
        DataType::Decimal256(..) => decimals::<Decimal256Type>(array, to),
        DataType::Binary => bytes(array.as_binary::<i32>()),
        DataType::LargeBinary => bytes(array.as_binary::<i64>()),
        DataType::BinaryView => bytes(array.as_binary_view()),
        DataType::FixedSizeBinary(16) if to == ColumnType::Uuid => uuids(array),
        DataType::FixedSizeBinary(_) => bytes(array.as_fixed_size_binary()),
        _ => moments(array, to)?,
    })
}

fn texts<'a>(
    array: impl ArrayAccessor<Item = &'a str> + 'a,
    to: ColumnType,
    exports: &'a FileExports,
) -> AppendPart<'a> {
    match to {
        ColumnType::Text | ColumnType::Enum if exports.null.is_none() => {
            Box::new(move |row, out| canonical::append_text(array.value(row).as_bytes(), out))
        }
        _ => Box::new(move |row, out| append_reading(array.value(row), to, exports, out)),
    }
}

fn bytes<'a>(array: impl ArrayAccessor<Item = &'a [u8]> + 'a) -> AppendPart<'a> {
    Box::new(move |row, out| canonical::append_bytes(array.value(row), out))
}

fn uuids(array: &dyn Array) -> AppendPart<'_> {
    let array = array.as_fixed_size_binary();
    Box::new(|row, out| {
        let mut digits = Vec::with_capacity(32);
        canonical::append_bytes(array.value(row), &mut digits)?;
        let digits = String::from_utf8_lossy(&digits);
        append_reading(&digits, ColumnType::Uuid, &PLAIN, out)
    })
}

/// Digits that are a number of a database: an exact one, or a float.
fn append_digits(digits: &str, to: ColumnType, out: &mut Vec<u8>) -> PartResult {
    append_reading(digits, to, &PLAIN, out)
}

fn integers<T: ArrowPrimitiveType>(array: &dyn Array, to: ColumnType) -> AppendPart<'_>
where
    T::Native: Into<i128>,
{
    let array: &PrimitiveArray<T> = array.as_primitive();
    let is_float = matches!(to, ColumnType::Real | ColumnType::Float);
    Box::new(move |row, out| {
        let value: i128 = array.value(row).into();
        match is_float {
            true => append_digits(&value.to_string(), to, out),
            false => canonical::append_integer((value < 0, value.unsigned_abs()), out),
        }
    })
}

/// Floats of at most 32 bits.
fn floats<T: ArrowPrimitiveType>(
    array: &dyn Array,
    to: ColumnType,
    single: fn(T::Native) -> f32,
) -> AppendPart<'_> {
    let array: &PrimitiveArray<T> = array.as_primitive();
    match to {
        ColumnType::Real | ColumnType::Float => {
            Box::new(move |row, out| canonical::append_float(single(array.value(row)).into(), out))
        }
        _ => {
            Box::new(move |row, out| append_digits(&single(array.value(row)).to_string(), to, out))
        }
    }
}

fn doubles(array: &dyn Array, to: ColumnType) -> AppendPart<'_> {
    let array: &PrimitiveArray<Float64Type> = array.as_primitive();
    match to {
        ColumnType::Float => Box::new(|row, out| canonical::append_float(array.value(row), out)),
        ColumnType::Real => Box::new(|row, out| append_double_as(array.value(row), true, out)),
        _ => Box::new(|row, out| append_double_as(array.value(row), false, out)),
    }
}

fn decimals<T: DecimalType + ArrowPrimitiveType>(
    array: &dyn Array,
    to: ColumnType,
) -> AppendPart<'_>
where
    T::Native: std::fmt::Display,
{
    let array: &PrimitiveArray<T> = array.as_primitive();
    let exponent = -i32::from(array.scale());
    let scale = u32::try_from(array.scale()).ok().filter(|scale| *scale <= 38);
    let is_float = matches!(to, ColumnType::Real | ColumnType::Float);
    Box::new(move |row, out| {
        let value = array.value(row);
        let digits = value.to_string();
        match (digits.parse::<i128>(), scale) {
            (Ok(value), Some(scale)) if !is_float => {
                canonical::append_decimal((value < 0, value.unsigned_abs()), scale, out)
            }
            _ => append_digits(&format!("{digits}e{exponent}"), to, out),
        }
    })
}

/// Dates, times and timestamps. `None` for other types.
fn moments<'a>(array: &'a dyn Array, to: ColumnType) -> Option<AppendPart<'a>> {
    use TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
    const MILLISECONDS: i128 = 1_000_000;
    const SECONDS: i128 = 1_000_000_000;
    Some(match array.data_type() {
        DataType::Date32 => days(array),
        DataType::Date64 => units::<Date64Type>(array, MILLISECONDS, to),
        DataType::Time32(Second) => units::<Time32SecondType>(array, SECONDS, to),
        DataType::Time32(_) => units::<Time32MillisecondType>(array, MILLISECONDS, to),
        DataType::Time64(Microsecond) => units::<Time64MicrosecondType>(array, 1000, to),
        DataType::Time64(_) => units::<Time64NanosecondType>(array, 1, to),
        DataType::Duration(Second) => units::<DurationSecondType>(array, SECONDS, to),
        DataType::Duration(Millisecond) => {
            units::<DurationMillisecondType>(array, MILLISECONDS, to)
        }
        DataType::Duration(Microsecond) => units::<DurationMicrosecondType>(array, 1000, to),
        DataType::Duration(Nanosecond) => units::<DurationNanosecondType>(array, 1, to),
        DataType::Timestamp(Second, _) => units::<TimestampSecondType>(array, SECONDS, to),
        DataType::Timestamp(Millisecond, _) => {
            units::<TimestampMillisecondType>(array, MILLISECONDS, to)
        }
        DataType::Timestamp(Microsecond, _) => units::<TimestampMicrosecondType>(array, 1000, to),
        DataType::Timestamp(Nanosecond, _) => units::<TimestampNanosecondType>(array, 1, to),
        _ => return None,
    })
}

/// An infinite date is the number that DuckDB keeps it as.
fn days(array: &dyn Array) -> AppendPart<'_> {
    let array: &PrimitiveArray<Date32Type> = array.as_primitive();
    Box::new(|row, out| match array.value(row) {
        i32::MAX => canonical::push(out, b"infinity"),
        days if days == -i32::MAX => canonical::push(out, b"-infinity"),
        days => canonical::append_integer((days < 0, days.unsigned_abs().into()), out),
    })
}

/// Values whose unit has this many nanoseconds, as days or microseconds. No database stores a part of one, so it differs from every value. An infinite timestamp
/// is the number that DuckDB keeps it as.
fn units<T: ArrowPrimitiveType>(
    array: &dyn Array,
    nanoseconds: i128,
    to: ColumnType,
) -> AppendPart<'_>
where
    T::Native: Into<i64>,
{
    let array: &PrimitiveArray<T> = array.as_primitive();
    let unit = if to == ColumnType::Date { 86_400_000_000_000 } else { 1000 };
    let has_infinity = matches!(array.data_type(), DataType::Timestamp(..));
    Box::new(move |row, out| {
        let value: i64 = array.value(row).into();
        if has_infinity && value.unsigned_abs() == i64::MAX.unsigned_abs() {
            let infinity: &[u8] = if value < 0 { b"-infinity" } else { b"infinity" };
            return canonical::push(out, infinity);
        }
        let all = i128::from(value) * nanoseconds;
        if all % unit != 0 {
            return canonical::append_other(calendar_text(all, to).as_bytes(), out);
        }
        let whole = all / unit;
        canonical::append_integer((whole < 0, whole.unsigned_abs()), out)
    })
}

fn calendar_text(nanoseconds: i128, to: ColumnType) -> String {
    match to {
        ColumnType::Time => crate::calendar::time(nanoseconds),
        _ => crate::calendar::timestamp(nanoseconds),
    }
}
