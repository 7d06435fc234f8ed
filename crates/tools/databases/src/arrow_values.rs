//! Arrow's values from canonical texts.

use std::str::FromStr;
use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Decimal128Type, Decimal256Type, Int64Type,
    Time64MicrosecondType, TimestampMicrosecondType, UInt64Type,
};
use arrow_array::{ArrayRef, BinaryArray, BooleanArray, Float64Array, PrimitiveArray, StringArray};
use arrow_schema::{DataType, TimeUnit};

use crate::column::{Column, ColumnType};
use crate::error::Error;

/// The Arrow type that holds the values of a type.
///
/// ```
/// use hashlane_databases::{ColumnType, arrow_type_of};
/// use arrow_schema::DataType;
/// let decimal = ColumnType::Decimal { precision: 9, scale: 2 };
/// assert_eq!(arrow_type_of(decimal), DataType::Decimal128(9, 2));
/// ```
pub fn arrow_type_of(column_type: ColumnType) -> DataType {
    match column_type {
        ColumnType::Integer => DataType::Int64,
        ColumnType::WideInteger => DataType::UInt64,
        ColumnType::Boolean => DataType::Boolean,
        ColumnType::Decimal { precision, scale } => match (precision, scale.cast_signed()) {
            (..=38, scale) => DataType::Decimal128(precision, scale),
            (_, scale) => DataType::Decimal256(precision, scale),
        },
        ColumnType::Float | ColumnType::Real => DataType::Float64,
        ColumnType::Bytes => DataType::Binary,
        ColumnType::Date => DataType::Date32,
        ColumnType::Time => DataType::Time64(TimeUnit::Microsecond),
        ColumnType::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
        ColumnType::TimestampTz => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        ColumnType::Numeric
        | ColumnType::Text
        | ColumnType::Char
        | ColumnType::Enum
        | ColumnType::Uuid => DataType::Utf8,
    }
}

/// The values of a column, of the type [`arrow_type_of`] names.
///
/// # Errors
/// Returns an error if a text is not a value of the type, such as an infinite date.
///
/// ```
/// use hashlane_databases::{Column, ColumnType, values_of};
/// let column = Column::new("born", ColumnType::Date);
/// let dates = values_of(&column, [Some("19000"), None].into_iter())?;
/// assert_eq!(dates.null_count(), 1);
/// assert!(values_of(&column, [Some("infinity")].into_iter()).is_err());
/// # Ok::<(), hashlane_databases::Error>(())
/// ```
pub fn values_of<'a>(
    column: &Column,
    texts: impl Iterator<Item = Option<&'a str>>,
) -> Result<ArrayRef, Error> {
    let data_type = arrow_type_of(column.column_type);
    match (column.column_type, &data_type) {
        (ColumnType::Integer, _) => numbers::<Int64Type>(column, texts, data_type),
        (ColumnType::WideInteger, _) => numbers::<UInt64Type>(column, texts, data_type),
        (ColumnType::Date, _) => numbers::<Date32Type>(column, texts, data_type),
        (ColumnType::Time, _) => numbers::<Time64MicrosecondType>(column, texts, data_type),
        (ColumnType::Timestamp | ColumnType::TimestampTz, _) => {
            numbers::<TimestampMicrosecondType>(column, texts, data_type)
        }
        (ColumnType::Decimal { scale, .. }, DataType::Decimal128(..)) => {
            let parse = |text: &str| unscaled(text, scale)?.parse().ok();
            primitives::<Decimal128Type>(column, texts, data_type, parse)
        }
        (ColumnType::Decimal { scale, .. }, _) => {
            let parse = |text: &str| unscaled(text, scale)?.parse().ok();
            primitives::<Decimal256Type>(column, texts, data_type, parse)
        }
        (ColumnType::Float | ColumnType::Real, _) => {
            let parse = |text: &str| u64::from_str_radix(text, 16).ok().map(f64::from_bits);
            Ok(Arc::new(parsed(column, texts, parse)?.into_iter().collect::<Float64Array>()))
        }
        (ColumnType::Boolean, _) => {
            let parse = |text: &str| Some(text == "1").filter(|_| matches!(text, "0" | "1"));
            Ok(Arc::new(BooleanArray::from(parsed(column, texts, parse)?)))
        }
        (ColumnType::Bytes, _) => {
            let bytes = parsed(column, texts, bytes)?;
            Ok(Arc::new(bytes.iter().map(|bytes| bytes.as_deref()).collect::<BinaryArray>()))
        }
        _ => Ok(Arc::new(texts.collect::<StringArray>())),
    }
}

fn numbers<'a, T: ArrowPrimitiveType>(
    column: &Column,
    texts: impl Iterator<Item = Option<&'a str>>,
    data_type: DataType,
) -> Result<ArrayRef, Error>
where
    T::Native: FromStr,
{
    primitives::<T>(column, texts, data_type, |text| text.parse().ok())
}

fn primitives<'a, T: ArrowPrimitiveType>(
    column: &Column,
    texts: impl Iterator<Item = Option<&'a str>>,
    data_type: DataType,
    parse: impl Fn(&str) -> Option<T::Native>,
) -> Result<ArrayRef, Error> {
    let values = parsed(column, texts, parse)?;
    let array: PrimitiveArray<T> = values.into_iter().collect();
    Ok(Arc::new(array.with_data_type(data_type)))
}

fn parsed<'a, V>(
    column: &Column,
    texts: impl Iterator<Item = Option<&'a str>>,
    parse: impl Fn(&str) -> Option<V>,
) -> Result<Vec<Option<V>>, Error> {
    let parse = |text: Option<&str>| {
        let Some(text) = text else { return Ok(None) };
        parse(text).map(Some).ok_or_else(|| {
            Error::new(format!(
                "column '{}' has the value '{}', which is not a {}: exclude such rows with --where",
                column.name,
                text.trim_start_matches('?'),
                column.column_type
            ))
        })
    };
    texts.map(parse).collect()
}

/// The digits of a decimal with this scale, without its point.
fn unscaled(text: &str, scale: u8) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    // A text without a digit would be 0.
    if !whole.ends_with(|last: char| last.is_ascii_digit()) {
        return None;
    }
    let zeros = usize::from(scale).checked_sub(fraction.len())?;
    Some(format!("{whole}{fraction}{}", "0".repeat(zeros)))
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;

    use super::*;

    #[test]
    fn decimals_have_their_scale() {
        let column = Column::new("d", ColumnType::Decimal { precision: 9, scale: 2 });
        let texts = [Some("1.5"), Some("-0.05"), Some("100"), None];
        let values = values_of(&column, texts.into_iter()).expect("decimals");
        let values = values.as_primitive::<Decimal128Type>();
        assert_eq!(values.values()[..3], [150, -5, 10_000]);
        assert!(values.is_null(3));
        for text in ["1.555", "NaN", "", "x"] {
            values_of(&column, [Some(text)].into_iter()).expect_err(text);
        }
    }

    #[test]
    fn texts_of_other_types_are_refused() {
        for (column_type, text) in [
            (ColumnType::Boolean, "2"),
            (ColumnType::Bytes, "0"),
            (ColumnType::Bytes, "zz"),
            (ColumnType::Integer, "9223372036854775808"),
            (ColumnType::Timestamp, "?2024-02-30 00:00:00"),
        ] {
            let column = Column::new("c", column_type);
            let error = values_of(&column, [Some(text)].into_iter()).expect_err(text);
            assert!(error.to_string().contains("column 'c'"), "{error}");
        }
    }
}
