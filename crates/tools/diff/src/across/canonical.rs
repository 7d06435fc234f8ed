//! What people write for a canonical text.

use datafusion::arrow::array::StringArray;
use datafusion::arrow::datatypes::{DataType, Field, TimeUnit};
use hashlane_databases::ColumnType;

use crate::calendar;
use crate::shown::{ShowValue, ShownValue};

/// The metadata of a field whose texts are canonical, with the type that they are values of.
pub(crate) const CANONICAL: &str = "hashlane.canonical";

/// What stands before a float of 32 bits in a column whose other rows have doubles: a key is that of one side.
pub(crate) const SHORT: &str = "r";

/// A column of canonical texts. NULL is stored as NULL.
pub(crate) fn field(name: &str, column_type: ColumnType) -> Field {
    let metadata = [(CANONICAL.to_owned(), column_type.to_string())].into_iter().collect();
    Field::new(name, DataType::Utf8, true).with_metadata(metadata)
}

/// Shows canonical texts of a type.
pub(crate) fn show<'a>(type_name: &str, array: &'a StringArray) -> ShowValue<'a> {
    let column_type = type_name.parse().unwrap_or(ColumnType::Any);
    Box::new(move |row| shown(array.value(row), column_type))
}

/// What people write for a canonical text.
pub(crate) fn shown(text: &str, column_type: ColumnType) -> ShownValue<'_> {
    use ColumnType::{Any, Boolean, Date, Float, Real, Time, Timestamp, TimestampTz};
    if let Some(other) = text.strip_prefix('?') {
        return ShownValue::Text(without_length(other).into());
    }
    let nanoseconds = || text.parse::<i128>().ok().and_then(|number| number.checked_mul(1000));
    let moment = |show: fn(i128) -> String| match nanoseconds() {
        Some(nanoseconds) => ShownValue::Text(show(nanoseconds).into()),
        None => ShownValue::Text(text.into()),
    };
    match column_type {
        Boolean if matches!(text, "0" | "1") => ShownValue::Boolean(text == "1"),
        number if number.is_number() || number == Boolean => ShownValue::Number(text.into()),
        Real | Float => {
            let short = text.strip_prefix(SHORT);
            match u64::from_str_radix(short.unwrap_or(text), 16) {
                Ok(bits) => float(f64::from_bits(bits), short.is_some() || column_type == Real),
                Err(_) => ShownValue::Text(text.into()),
            }
        }
        text_type if text_type.is_text() => ShownValue::Text(without_length(text).into()),
        Date => match text.parse() {
            Ok(days) => ShownValue::Text(calendar::date(days).into()),
            Err(_) => ShownValue::Text(text.into()),
        },
        Time => moment(calendar::time),
        Timestamp => moment(calendar::timestamp),
        TimestampTz => moment(|nanoseconds| format!("{}Z", calendar::timestamp(nanoseconds))),
        Any => match text.split_once(':') {
            Some(_) => ShownValue::Text(without_length(text).into()),
            None => match text.strip_prefix('x') {
                Some(digits) => ShownValue::Text(digits.into()),
                None => ShownValue::Number(text.into()),
            },
        },
        _ => ShownValue::Text(text.into()),
    }
}

/// A text without the number of its bytes. One that is represented by its digest stays as it is.
fn without_length(text: &str) -> &str {
    match text.split_once(':') {
        Some((length, rest)) if !length.starts_with('#') => rest,
        _ => text,
    }
}

/// A float with the fewest digits that give it in its own width.
fn float(value: f64, is_real: bool) -> ShownValue<'static> {
    let digits = match is_real {
        #[expect(clippy::cast_possible_truncation, reason = "it is a float of 32 bits")]
        true if f64::from(value as f32) == value => format!("{:?}", value as f32),
        _ => format!("{value:?}"),
    };
    ShownValue::Number(digits.into())
}

/// The Arrow type that a database's type is reported as.
pub(crate) fn arrow_type(column_type: ColumnType) -> DataType {
    match column_type {
        ColumnType::Integer => DataType::Int64,
        ColumnType::WideInteger => DataType::UInt64,
        ColumnType::TinyInt => DataType::Int8,
        ColumnType::Boolean => DataType::Boolean,
        ColumnType::Decimal { precision, scale } => match precision {
            ..=38 => DataType::Decimal128(precision, scale.cast_signed()),
            _ => DataType::Decimal256(precision, scale.cast_signed()),
        },
        // Of any scale: conditions read text of files as this.
        ColumnType::Numeric => DataType::Decimal256(76, 38),
        ColumnType::Real => DataType::Float32,
        ColumnType::Float => DataType::Float64,
        ColumnType::Bytes => DataType::Binary,
        ColumnType::Date => DataType::Date32,
        ColumnType::Time => DataType::Time64(TimeUnit::Microsecond),
        ColumnType::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
        ColumnType::TimestampTz => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        ColumnType::Text
        | ColumnType::Char
        | ColumnType::Enum
        | ColumnType::Uuid
        | ColumnType::UuidText
        | ColumnType::Any => DataType::Utf8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shown_by_their_type() {
        for (text, column_type, expected) in [
            ("1.5", ColumnType::Numeric, ShownValue::Number("1.5".into())),
            ("NaN", ColumnType::Numeric, ShownValue::Number("NaN".into())),
            ("1", ColumnType::Boolean, ShownValue::Boolean(true)),
            ("2", ColumnType::Boolean, ShownValue::Number("2".into())),
            ("3fb99999a0000000", ColumnType::Real, ShownValue::Number("0.1".into())),
            (
                "3fb99999a0000000",
                ColumnType::Float,
                ShownValue::Number("0.10000000149011612".into()),
            ),
            ("3:a:b", ColumnType::Text, ShownValue::Text("a:b".into())),
            ("?3:N/A", ColumnType::Integer, ShownValue::Text("N/A".into())),
            ("#70000:00ff", ColumnType::Text, ShownValue::Text("#70000:00ff".into())),
            ("61ff", ColumnType::Bytes, ShownValue::Text("61ff".into())),
            ("19782", ColumnType::Date, ShownValue::Text("2024-02-29".into())),
            ("infinity", ColumnType::Date, ShownValue::Text("infinity".into())),
            ("86400000000", ColumnType::Time, ShownValue::Text("24:00:00".into())),
            ("-1", ColumnType::Timestamp, ShownValue::Text("1969-12-31T23:59:59.999999".into())),
            ("1", ColumnType::TimestampTz, ShownValue::Text("1970-01-01T00:00:00.000001Z".into())),
            ("x61", ColumnType::Any, ShownValue::Text("61".into())),
            ("1:7", ColumnType::Any, ShownValue::Text("7".into())),
            ("7", ColumnType::Any, ShownValue::Number("7".into())),
        ] {
            assert_eq!(shown(text, column_type), expected, "{text}");
        }
    }
}
