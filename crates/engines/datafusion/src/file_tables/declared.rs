//! JSON files whose columns CREATE EXTERNAL TABLE declares.
//!
//! arrow-json 59.3 makes what it can of a number: `1.75` of a BIGINT is 1, `1.005` of a DECIMAL(9, 2) is 1.00, and `1e400` of a DOUBLE is
//! infinite. It also reads what isn't JSON, such as objects without commas, and the last of two fields with one name.

use std::collections::HashSet;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::error::Result;
use object_store::ObjectStore;

use super::json_lines::each_line;
use super::json_types::{MOST_LEVELS, Object, each_field, elements, within};
use super::listed::File;
use super::numbers::Numbers;
use super::pairs;
use super::reading::Compared;

/// The most digits of an integer that a double holds, whatever they are: arrow-json reads `1.0` and `1e3` as doubles.
const EXACT_DIGITS: u32 = 15;

/// Checks that each line of a file is an object, and that the types of columns hold its numbers.
///
/// # Errors
/// Returns one line that names the file and the line if it isn't JSON, a number isn't a value of its column's type, or a character is
/// written as a pair of escapes that arrow-json takes for another one.
pub async fn check_json(store: &Arc<dyn ObjectStore>, file: &File, columns: &Schema) -> Result<()> {
    each_line(store, file, |line| {
        check_line(line)?;
        if pairs::are_misread(line)? {
            return Err(
                "has a character beyond U+1FFFF as two escapes, which a table with columns can't read: leave out the columns, or write it as UTF-8 (jq -c .)"
                    .to_owned(),
            );
        }
        each_field(line, |name, value| match columns.field_with_name(name) {
            Ok(column) => {
                holds(column.data_type(), value.get()).map_err(|reason| within(name, reason))
            }
            Err(_) => Ok(()),
        })
    })
    .await
}

/// Checks that a line is an object in which no two fields have one name. Values of one list may have several kinds: what COPY wrote
/// for NaN is a string.
fn check_line(line: &str) -> Result<(), String> {
    match line.as_bytes().first() {
        Some(b'{') => check_value(line, 0),
        _ => Object::default().add_line(line, &Compared::All),
    }
}

fn check_value(value: &str, depth: u32) -> Result<(), String> {
    if depth > MOST_LEVELS {
        return Err(format!("is nested more than {MOST_LEVELS} levels deep: write it as a string"));
    }
    let value = value.trim_ascii();
    match value.as_bytes().first() {
        Some(b'{') => {
            let mut names = HashSet::new();
            each_field(value, |name, value| {
                if !names.insert(name.to_owned()) {
                    return Err(format!("has two fields named '{name}' in one object"));
                }
                check_value(value.get(), depth + 1).map_err(|reason| within(name, reason))
            })
        }
        Some(b'[') => {
            elements(value)?.iter().try_for_each(|value| check_value(value.get(), depth + 1))
        }
        _ => Ok(()),
    }
}

/// Checks that a type holds the numbers in a value exactly. Doubles may round them.
fn holds(data_type: &DataType, value: &str) -> Result<(), String> {
    let value = value.trim_ascii();
    match (data_type, value.as_bytes()[0]) {
        (DataType::List(item) | DataType::LargeList(item), b'[') => {
            elements(value)?.iter().try_for_each(|one| holds(item.data_type(), one.get()))
        }
        (DataType::Struct(fields), b'{') => {
            each_field(value, |name, value| match fields.find(name) {
                Some((_, field)) => {
                    holds(field.data_type(), value.get()).map_err(|reason| within(name, reason))
                }
                None => Ok(()),
            })
        }
        (_, b'-' | b'0'..=b'9') => number(data_type, value),
        // A number in quotes is a decimal too.
        (_, b'"') if data_type.is_decimal() => number(data_type, value.trim_matches('"')),
        _ => Ok(()),
    }
}

fn number(data_type: &DataType, text: &str) -> Result<(), String> {
    let number = Numbers::one(text);
    let is_exact = match data_type {
        DataType::Float16 | DataType::Float32 => text.parse::<f32>().is_ok_and(f32::is_finite),
        DataType::Float64 => text.parse::<f64>().is_ok_and(f64::is_finite),
        DataType::Decimal32(_, scale)
        | DataType::Decimal64(_, scale)
        | DataType::Decimal128(_, scale)
        | DataType::Decimal256(_, scale) => number.has_scale(*scale),
        other if other.is_integer() || other.is_temporal() => number.is_integer(EXACT_DIGITS),
        _ => true,
    };
    match is_exact {
        true => Ok(()),
        false => Err(format!(
            "has {text}, which is not a value of its type {data_type}: declare a type that holds it"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_holds_its_numbers() {
        let list = DataType::new_list(DataType::Int32, true);
        for (data_type, value, expected) in [
            (DataType::Int64, "9223372036854775807", true),
            (DataType::Int64, "1.0", true),
            (DataType::Int64, "1e3", true),
            (DataType::Int64, "1.75", false),
            (DataType::Int64, "9007199254740993.0", false),
            (DataType::Int64, "1e400", false),
            (DataType::Decimal128(9, 2), "1.500", true),
            (DataType::Decimal128(9, 2), "1.005", false),
            (DataType::Decimal128(9, 2), "\"1.005\"", false),
            (DataType::Decimal128(9, 2), "125e-2", true),
            (DataType::Float64, "0.1", true),
            (DataType::Float64, "1e400", false),
            (DataType::Float32, "1e40", false),
            (DataType::Date32, "1.5", false),
            (DataType::Utf8, "\"1.75\"", true),
            (list.clone(), "[1, 2, null]", true),
            (list, "[1, 2.5]", false),
        ] {
            assert_eq!(holds(&data_type, value).is_ok(), expected, "{data_type} {value}");
        }
    }
}
