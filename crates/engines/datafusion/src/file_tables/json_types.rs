//! The types of the fields of JSON objects.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field};
use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::UNTYPED;
use super::numbers::ColumnNumbers;
use super::reading::KnownColumns;

/// The most levels of lists and objects in an object, as of values in rows. Each one is parsed by itself.
pub const MOST_LEVELS: u32 = 100;

/// The fields of objects, in the order in which they first appear.
#[derive(Clone, Debug, Default)]
pub struct JsonObject {
    fields: Vec<(String, JsonType)>,
    places: HashMap<String, usize>,
    /// The number of objects so far.
    objects: u64,
    /// The last object that had each field.
    last: Vec<u64>,
}

/// What the values of a field are.
#[derive(Clone, Debug)]
enum JsonType {
    /// Only nulls so far.
    Null,
    Bool,
    Text,
    Number(ColumnNumbers),
    List(Box<JsonType>),
    Object(Box<JsonObject>),
}

impl JsonObject {
    /// Adds the object in a line. Fields that aren't compared may have values without a common type: those are text, which no
    /// reader takes them for.
    ///
    /// # Errors
    /// Returns what is wrong with the line.
    pub fn add_line(&mut self, line: &str, compared: &KnownColumns) -> Result<(), String> {
        match line.as_bytes()[0] {
            b'{' => self.add(line, 0, compared),
            b'[' => {
                Err("is an array: write an object in each line, as jq -c '.[]' does".to_owned())
            }
            0xEF if line.starts_with('\u{feff}') => {
                Err("begins with a byte order mark: write JSON without it".to_owned())
            }
            _ => Err("is not an object: write an object in each line".to_owned()),
        }
    }

    /// Adds an object that is nested in this many others.
    fn add(&mut self, object: &str, depth: u32, compared: &KnownColumns) -> Result<(), String> {
        let mut next = 0;
        self.objects += 1;
        each_field(object, |name, value| {
            let at = self.place(name, &mut next);
            if std::mem::replace(&mut self.last[at], self.objects) == self.objects {
                return Err(format!("has two fields named '{name}' in one object"));
            }
            let (name, field) = &mut self.fields[at];
            match field.add(value.get(), depth + 1) {
                Err(_) if !compared.has(name) => *field = JsonType::Text,
                added => added.map_err(|reason| within(name, reason))?,
            }
            Ok(())
        })
    }

    /// The place of a field. Most objects have their fields in one order, so the `next` one is tried first.
    fn place(&mut self, name: &str, next: &mut usize) -> usize {
        let at = match self.fields.get(*next) {
            Some((field, _)) if field == name => *next,
            _ => match self.places.get(name) {
                Some(&at) => at,
                None => {
                    let at = self.fields.len();
                    self.places.insert(name.to_owned(), at);
                    self.fields.push((name.to_owned(), JsonType::Null));
                    self.last.push(0);
                    at
                }
            },
        };
        *next = at + 1;
        at
    }

    /// Adds the fields of the objects of another file.
    ///
    /// # Errors
    /// Returns the field whose values have no common type.
    pub fn merge(&mut self, other: JsonObject, compared: &KnownColumns) -> Result<(), String> {
        let mut next = 0;
        for (name, theirs) in other.fields {
            let at = self.place(&name, &mut next);
            match self.fields[at].1.merge(theirs) {
                Err(_) if !compared.has(&name) => self.fields[at].1 = JsonType::Text,
                merged => merged.map_err(|reason| within(&name, reason))?,
            }
        }
        Ok(())
    }

    /// Whether a field has numbers that no type holds.
    pub fn has_wide_numbers(&self) -> bool {
        self.fields.iter().any(|(_, field)| field.has_wide_numbers())
    }

    /// The fields with types that hold all values exactly. Numbers that no type holds are untyped text if `wide_are_text`.
    ///
    /// # Errors
    /// Returns the field whose numbers no type holds.
    pub fn fields(self, wide_are_text: bool) -> Result<Vec<Field>, String> {
        let field = |(name, field): (String, JsonType)| {
            let is_untyped = wide_are_text && field.is_wide_number();
            let data_type =
                field.data_type(wide_are_text).map_err(|reason| within(&name, reason))?;
            let untyped = is_untyped.then(|| (UNTYPED.to_owned(), String::new()));
            Ok(Field::new(name, data_type, true).with_metadata(untyped.into_iter().collect()))
        };
        self.fields.into_iter().map(field).collect()
    }
}

impl JsonType {
    fn add(&mut self, value: &str, depth: u32) -> Result<(), String> {
        if depth > MOST_LEVELS {
            return Err(format!(
                "is nested more than {MOST_LEVELS} levels deep: write it as a string"
            ));
        }
        let value = value.trim_ascii();
        match value.as_bytes()[0] {
            b'n' => Ok(()),
            b't' | b'f' => self.merge(JsonType::Bool),
            b'"' => self.merge(JsonType::Text),
            b'{' => match self {
                JsonType::Object(object) => object.add(value, depth, &KnownColumns::All),
                _ => {
                    let mut object = JsonObject::default();
                    object.add(value, depth, &KnownColumns::All)?;
                    self.merge(JsonType::Object(Box::new(object)))
                }
            },
            b'[' => {
                if let JsonType::Null = self {
                    *self = JsonType::List(Box::new(JsonType::Null));
                }
                let JsonType::List(items) = self else {
                    return Err(different(self.name(), "a list"));
                };
                elements(value)?.iter().try_for_each(|value| items.add(value.get(), depth + 1))
            }
            _ => match self {
                JsonType::Number(numbers) => {
                    numbers.add(value);
                    Ok(())
                }
                _ => self.merge(JsonType::Number(ColumnNumbers::one(value))),
            },
        }
    }

    fn merge(&mut self, other: JsonType) -> Result<(), String> {
        match (&mut *self, other) {
            (_, JsonType::Null)
            | (JsonType::Bool, JsonType::Bool)
            | (JsonType::Text, JsonType::Text) => Ok(()),
            (JsonType::Null, other) => {
                *self = other;
                Ok(())
            }
            (JsonType::Number(numbers), JsonType::Number(others)) => {
                numbers.merge(&others);
                Ok(())
            }
            (JsonType::List(items), JsonType::List(others)) => items.merge(*others),
            (JsonType::Object(object), JsonType::Object(other)) => {
                object.merge(*other, &KnownColumns::All)
            }
            (one, other) => Err(different(one.name(), other.name())),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            JsonType::Null => "null",
            JsonType::Bool => "a boolean",
            JsonType::Text => "a string",
            JsonType::Number(_) => "a number",
            JsonType::List(_) => "a list",
            JsonType::Object(_) => "an object",
        }
    }

    fn is_wide_number(&self) -> bool {
        let JsonType::Number(numbers) = self else { return false };
        !matches!(numbers.data_type(), Ok(data_type) if !matches!(data_type, DataType::Decimal256(..)))
    }

    fn has_wide_numbers(&self) -> bool {
        match self {
            JsonType::List(items) => items.has_wide_numbers(),
            JsonType::Object(object) => object.has_wide_numbers(),
            _ => self.is_wide_number(),
        }
    }

    fn data_type(self, wide_are_text: bool) -> Result<DataType, String> {
        Ok(match self {
            JsonType::Null => DataType::Null,
            JsonType::Bool => DataType::Boolean,
            JsonType::Text => DataType::Utf8,
            JsonType::Number(_) if wide_are_text && self.is_wide_number() => DataType::Utf8,
            JsonType::Number(numbers) => numbers.data_type()?,
            JsonType::List(items) => {
                let items = items.data_type(wide_are_text)?;
                DataType::List(Arc::new(Field::new_list_field(items, true)))
            }
            JsonType::Object(object) => DataType::Struct(object.fields(wide_are_text)?.into()),
        })
    }
}

fn different(one: &str, other: &str) -> String {
    format!("is {one} in one place and {other} in another")
}

/// Puts a field's name before what is wrong with it.
pub fn within(name: &str, reason: String) -> String {
    match reason.strip_prefix("field '") {
        Some(rest) => format!("field '{name}.{rest}"),
        None => format!("field '{name}' {reason}"),
    }
}

/// The values in a list.
///
/// # Errors
/// Returns what is wrong if it isn't JSON.
pub fn elements(list: &str) -> Result<Vec<&RawValue>, String> {
    serde_json::from_str(list).map_err(malformed)
}

#[expect(clippy::needless_pass_by_value, reason = "for use in map_err")]
fn malformed(error: serde_json::Error) -> String {
    format!("is malformed: {error}")
}

/// Calls `add` for each field of an object, in order.
///
/// # Errors
/// Returns what is wrong if it isn't JSON, or the first error of `add`.
pub fn each_field<'a>(
    object: &'a str,
    add: impl FnMut(&str, &'a RawValue) -> Result<(), String>,
) -> Result<(), String> {
    let mut parser = serde_json::Deserializer::from_str(object);
    let result = parser.deserialize_map(FieldVisitor(add)).map_err(malformed)?;
    parser.end().map_err(malformed)?;
    result
}

/// Visits the fields of an object. The inner result is that of the first field that can't be added.
struct FieldVisitor<F>(F);

impl<'a, F: FnMut(&str, &'a RawValue) -> Result<(), String>> Visitor<'a> for FieldVisitor<F> {
    type Value = Result<(), String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(mut self, mut fields: M) -> Result<Self::Value, M::Error> {
        let mut result = Ok(());
        while let Some((name, value)) = fields.next_entry::<FieldName<'a>, &RawValue>()? {
            if result.is_ok() {
                result = (self.0)(&name.0, value);
            }
        }
        Ok(result)
    }
}

/// The name of a field, borrowed if it has no escapes.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct FieldName<'a>(#[serde(borrow)] Cow<'a, str>);
