//! What people write for a value.

use std::borrow::Cow;
use std::fmt;

use datafusion::arrow::array::{Array, AsArray, BinaryArrayType, StringArray, StringArrayType};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use hashlane_arrow::type_name;

use crate::error::DiffError;
use crate::nested;
use crate::scalar::scalar_text;

/// What people write for a value.
///
/// ```
/// use hashlane_diff::ShownValue;
///
/// let mut json = String::new();
/// ShownValue::Number("1.50".into()).write_json(&mut json);
/// assert_eq!(json, "1.50");
/// assert_eq!(ShownValue::Null.to_string(), "NULL");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ShownValue<'a> {
    /// No value.
    Null,
    /// A number, NaN, or an infinity.
    Number(Cow<'a, str>),
    /// `true` or `false`.
    Boolean(bool),
    /// A string, bytes in hex, a date, a time, or any other value with a text.
    Text(Cow<'a, str>),
    /// A list, a struct or a map, as compact JSON.
    Nested(String),
}

impl ShownValue<'_> {
    /// Appends the value as JSON. NaN and infinities are the strings `"NaN"`, `"Infinity"` and `"-Infinity"`.
    pub fn write_json(&self, out: &mut String) {
        match self {
            ShownValue::Null => out.push_str("null"),
            ShownValue::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            ShownValue::Number(digits) => match digits.as_ref() {
                "NaN" => out.push_str("\"NaN\""),
                "inf" | "Infinity" => out.push_str("\"Infinity\""),
                "-inf" | "-Infinity" => out.push_str("\"-Infinity\""),
                // An exponent above 0 has a sign, as the program writes it everywhere in JSON.
                digits => match digits.split_once('e') {
                    Some((digits, power)) if power.bytes().all(|digit| digit.is_ascii_digit()) => {
                        out.push_str(&format!("{digits}e+{power}"));
                    }
                    _ => out.push_str(digits),
                },
            },
            ShownValue::Text(text) => write_string(text, out),
            ShownValue::Nested(json) => out.push_str(json),
        }
    }
}

/// The value as text, with `NULL` for no value.
impl fmt::Display for ShownValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShownValue::Null => f.write_str("NULL"),
            ShownValue::Boolean(value) => write!(f, "{value}"),
            ShownValue::Number(text) | ShownValue::Text(text) => f.write_str(text),
            ShownValue::Nested(json) => f.write_str(json),
        }
    }
}

/// Appends a string of JSON.
pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

/// Shows the value of a row that isn't NULL.
pub(crate) type ShowValue<'a> = Box<dyn Fn(usize) -> ShownValue<'a> + 'a>;

/// A column whose values are shown.
///
/// ```
/// use datafusion::arrow::array::Date32Array;
/// use datafusion::arrow::datatypes::{DataType, Field};
/// use hashlane_diff::{ShownValue, ShownColumn};
///
/// # fn main() -> Result<(), hashlane_diff::DiffError> {
/// let array = Date32Array::from(vec![Some(19_782), None]);
/// let column = ShownColumn::new(&Field::new("day", DataType::Date32, true), &array)?;
/// assert_eq!(column.value(0), ShownValue::Text("2024-02-29".into()));
/// assert_eq!(column.value(1), ShownValue::Null);
/// # Ok(())
/// # }
/// ```
pub struct ShownColumn<'a> {
    nulls: Option<NullBuffer>,
    show: ShowValue<'a>,
}

impl<'a> ShownColumn<'a> {
    /// Prepares to show the values of `array`, which is a column of `field`.
    ///
    /// # Errors
    /// Returns an error for a type that has no text, such as a union. Once this has succeeded, every value can be shown.
    pub fn new(field: &Field, array: &'a dyn Array) -> Result<Self, DiffError> {
        #[cfg(feature = "databases")]
        if let Some(type_name) = field.metadata().get(crate::across::CANONICAL) {
            let show = crate::across::show(type_name, array.as_string());
            return Ok(ShownColumn { nulls: array.logical_nulls(), show });
        }
        let show = stored(field, array)?;
        Ok(ShownColumn { nulls: array.logical_nulls(), show })
    }

    /// What people write for the value of a row.
    pub fn value(&self, row: usize) -> ShownValue<'a> {
        if self.is_null(row) { ShownValue::Null } else { (self.show)(row) }
    }

    /// Whether a row has no value. In a dictionary a key may stand for NULL.
    pub fn is_null(&self, row: usize) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
    }

    /// What people write for the value of a row; `None` if it has no value.
    pub fn text(&self, row: usize) -> Option<String> {
        (!self.is_null(row)).then(|| self.value(row).to_string())
    }

    /// The texts of some rows.
    pub fn texts(&self, rows: impl IntoIterator<Item = usize>) -> StringArray {
        rows.into_iter().map(|row| self.text(row)).collect()
    }
}

impl fmt::Debug for ShownColumn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShownColumn").finish_non_exhaustive()
    }
}

/// Shows values as Arrow stores them.
fn stored<'a>(field: &Field, array: &'a dyn Array) -> Result<ShowValue<'a>, DiffError> {
    if let Some(text) = scalar_text(array) {
        return Ok(match array.data_type().is_decimal() {
            true => Box::new(move |row| ShownValue::Number(text(row).into())),
            false => Box::new(move |row| ShownValue::Text(text(row).into())),
        });
    }
    Ok(match array.data_type() {
        DataType::Null => Box::new(|_| ShownValue::Null),
        DataType::Boolean => {
            let array = array.as_boolean();
            Box::new(|row| ShownValue::Boolean(array.value(row)))
        }
        DataType::Utf8 => strings(array.as_string::<i32>()),
        DataType::LargeUtf8 => strings(array.as_string::<i64>()),
        DataType::Utf8View => strings(array.as_string_view()),
        DataType::Binary => bytes(array.as_binary::<i32>()),
        DataType::LargeBinary => bytes(array.as_binary::<i64>()),
        DataType::BinaryView => bytes(array.as_binary_view()),
        DataType::FixedSizeBinary(_) => bytes(array.as_fixed_size_binary()),
        DataType::Interval(_) => {
            let text = ArrayFormatter::try_new(array, &FormatOptions::default())?;
            Box::new(move |row| ShownValue::Text(text.value(row).to_string().into()))
        }
        number if number.is_integer() || number.is_floating() => {
            let digits = ArrayFormatter::try_new(array, &FormatOptions::default())?;
            Box::new(move |row| ShownValue::Number(digits.value(row).to_string().into()))
        }
        other => match nested::show(array) {
            Some(show) => show?,
            None => {
                let (name, type_name) = (field.name(), type_name(other));
                return Err(DiffError::Input(format!(
                    "column '{name}' has the type {type_name}, whose values have no text: leave it out or cast it"
                )));
            }
        },
    })
}

fn strings<'a>(array: impl StringArrayType<'a> + 'a) -> ShowValue<'a> {
    Box::new(move |row| ShownValue::Text(Cow::Borrowed(array.value(row))))
}

fn bytes<'a>(array: impl BinaryArrayType<'a> + 'a) -> ShowValue<'a> {
    Box::new(move |row| {
        let hex = array.value(row).iter().map(|byte| format!("{byte:02x}"));
        ShownValue::Text(hex.collect::<String>().into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use datafusion::arrow::array::{BooleanArray, Float32Array, Float64Array, UInt64Array};

    /// The text and the JSON of each value.
    fn both(array: &dyn Array) -> Vec<(String, String)> {
        let field = Field::new("value", array.data_type().clone(), true);
        let column = ShownColumn::new(&field, array).expect("a type with texts");
        let values = (0..array.len()).map(|row| {
            let (value, mut json) = (column.value(row), String::new());
            value.write_json(&mut json);
            (value.to_string(), json)
        });
        values.collect()
    }

    #[test]
    fn floats_have_the_fewest_digits_of_their_width() {
        let floats = Float64Array::from(vec![0.1, 1e16, -1.5e-7, f64::NAN, f64::INFINITY, -0.0]);
        let shown = [
            ("0.1", "0.1"),
            ("1e16", "1e+16"),
            ("-1.5e-7", "-1.5e-7"),
            ("NaN", r#""NaN""#),
            ("inf", r#""Infinity""#),
            ("-0.0", "-0.0"),
        ];
        assert_eq!(both(&floats), shown.map(|(text, json)| (text.to_owned(), json.to_owned())));
        let single = both(&Float32Array::from(vec![0.1, f32::NEG_INFINITY]));
        assert_eq!(single[0], ("0.1".to_owned(), "0.1".to_owned()));
        assert_eq!(single[1].1, r#""-Infinity""#);
    }

    #[test]
    fn other_scalars_have_one_text() {
        let number = u64::MAX.to_string();
        assert_eq!(both(&UInt64Array::from(vec![u64::MAX])), [(number.clone(), number)]);
        let booleans = both(&BooleanArray::from(vec![Some(true), None]));
        assert_eq!(booleans[0], ("true".to_owned(), "true".to_owned()));
        assert_eq!(booleans[1], ("NULL".to_owned(), "null".to_owned()));
        let bytes = datafusion::arrow::array::BinaryArray::from(vec![&b"\x00\xff"[..]]);
        assert_eq!(both(&bytes), [("00ff".to_owned(), r#""00ff""#.to_owned())]);
        let text = both(&StringArray::from(vec!["NULL", "a\tb"]));
        assert_eq!(text[0], ("NULL".to_owned(), r#""NULL""#.to_owned()));
        assert_eq!(text[1].1, r#""a\tb""#);
    }
}
