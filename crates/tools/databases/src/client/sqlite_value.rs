//! The canonical text of a value of SQLite. A value that isn't of its column's type is a text of its own.

use hashlane_kernels::sketch::{Refusal, canonical};
use rusqlite::types::ValueRef;

use crate::column::{ColumnType, SourceColumn};
use crate::dialect::Dialect;
use crate::reading::{append_double_as, append_reading};

/// Appends the part of a value in the text of a row.
pub(crate) fn append_part(
    value: ValueRef<'_>,
    column: &SourceColumn,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let column_type = column.column_type;
    match value {
        ValueRef::Null => canonical::push(out, canonical::NULL),
        ValueRef::Integer(number) => append_integer(number, column_type, out),
        ValueRef::Real(number) => append_real(number, column_type, out),
        ValueRef::Text(bytes) => match str::from_utf8(bytes) {
            Ok(text) if column.reads_text => {
                append_reading(text, column_type, &Dialect::Sqlite.exports(), out)
            }
            Ok(text) => append_text(text, column_type, out),
            Err(_) => append_hexadecimal(bytes, out),
        },
        ValueRef::Blob(bytes) => match column_type {
            ColumnType::Bytes => canonical::append_bytes(bytes, out),
            ColumnType::Any => {
                canonical::push(out, b"x")?;
                canonical::append_bytes(bytes, out)
            }
            _ => append_hexadecimal(bytes, out),
        },
    }
}

fn append_integer(number: i64, column_type: ColumnType, out: &mut Vec<u8>) -> Result<(), Refusal> {
    match column_type {
        ColumnType::Boolean | ColumnType::Any => append_digits(number, out),
        number_type if number_type.is_number() => append_digits(number, out),
        ColumnType::Float | ColumnType::Real => {
            #[expect(clippy::cast_precision_loss, reason = "it is checked")]
            let double = number as f64;
            match double as i128 == i128::from(number) {
                true => append_float(double, column_type, out),
                false => canonical::append_other(number.to_string().as_bytes(), out),
            }
        }
        text if text.is_text() => canonical::append_text(number.to_string().as_bytes(), out),
        _ => canonical::append_other(number.to_string().as_bytes(), out),
    }
}

fn append_digits(number: i64, out: &mut Vec<u8>) -> Result<(), Refusal> {
    canonical::append_integer((number < 0, number.unsigned_abs().into()), out)
}

fn append_real(number: f64, column_type: ColumnType, out: &mut Vec<u8>) -> Result<(), Refusal> {
    match column_type {
        ColumnType::Boolean | ColumnType::Any => append_double_as(number, false, out),
        number_type if number_type.is_number() => append_double_as(number, false, out),
        ColumnType::Float | ColumnType::Real => append_float(number, column_type, out),
        // As SQLite prints it.
        text if text.is_text() => canonical::append_text(format!("{number:?}").as_bytes(), out),
        _ => canonical::append_other(number.to_string().as_bytes(), out),
    }
}

fn append_float(number: f64, column_type: ColumnType, out: &mut Vec<u8>) -> Result<(), Refusal> {
    match column_type {
        ColumnType::Real => append_double_as(number, true, out),
        _ => canonical::append_float(number, out),
    }
}

fn append_text(text: &str, column_type: ColumnType, out: &mut Vec<u8>) -> Result<(), Refusal> {
    let is_read = match column_type {
        ColumnType::Uuid | ColumnType::Any => true,
        ColumnType::Date => text.len() == 10,
        ColumnType::Time => text.starts_with(|first: char| first.is_ascii_digit()),
        ColumnType::Timestamp | ColumnType::TimestampTz => is_timestamp(text),
        text => text.is_text(),
    };
    match is_read {
        true => append_reading(text, column_type, &Dialect::Sqlite.exports(), out),
        false => canonical::append_other(text.as_bytes(), out),
    }
}

/// Whether a text may be a timestamp without a zone, as SQLite's documentation says to store it.
fn is_timestamp(text: &str) -> bool {
    let clock = text.get(10..).unwrap_or_default();
    let is_clock = |byte: u8| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'T' | b' ');
    text.len() >= 10 && clock.bytes().all(is_clock)
}

fn append_hexadecimal(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
    let mut digits = Vec::new();
    canonical::append_bytes(bytes, &mut digits)?;
    canonical::append_other(&digits, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_own_types() {
        for (value, column_type, expected) in [
            (ValueRef::Null, ColumnType::Integer, "N"),
            (ValueRef::Text(b"N"), ColumnType::Integer, "?1:N"),
            (ValueRef::Text(b"1|2"), ColumnType::Numeric, "?3:1|2"),
            (ValueRef::Integer(7), ColumnType::Numeric, "7"),
            (ValueRef::Real(1e-7), ColumnType::Numeric, "0.0000001"),
            (ValueRef::Real(2.0), ColumnType::Integer, "2"),
            (ValueRef::Integer(2), ColumnType::Float, "4000000000000000"),
            (ValueRef::Integer((1 << 53) + 1), ColumnType::Float, "?16:9007199254740993"),
            (ValueRef::Text(b"true"), ColumnType::Boolean, "?4:true"),
            (ValueRef::Text(b"ab"), ColumnType::Bytes, "?2:ab"),
            (ValueRef::Blob(b"ab"), ColumnType::Text, "?4:6162"),
            (ValueRef::Text(b"\xff"), ColumnType::Text, "?2:ff"),
            (ValueRef::Text(b"2024-02-30"), ColumnType::Date, "?10:2024-02-30"),
            (
                ValueRef::Text(b"2024-01-01T10:00:00Z"),
                ColumnType::Timestamp,
                "?20:2024-01-01T10:00:00Z",
            ),
            (ValueRef::Text(b"1970-01-01 00:00:01"), ColumnType::Timestamp, "1000000"),
            (ValueRef::Integer(5), ColumnType::Timestamp, "?1:5"),
            (ValueRef::Text(b"5"), ColumnType::Any, "1:5"),
            (ValueRef::Blob(b"5"), ColumnType::Any, "x35"),
        ] {
            let mut out = Vec::new();
            let column = SourceColumn::new("c", column_type);
            append_part(value, &column, &mut out).expect("memory");
            assert_eq!(String::from_utf8(out).as_deref(), Ok(expected), "{value:?}");
        }
    }
}
