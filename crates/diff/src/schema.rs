//! Columns by name, and the columns that can't be compared.

use datafusion::arrow::datatypes::{DataType, Schema};

use crate::class::{Class, common_time_type};
use crate::error::Error;
use crate::options::{Columns, Options, TextRules};
use crate::side::Side;

/// A column that is not compared. It counts as a difference.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SchemaDifference {
    /// Its name.
    pub column: String,
    /// Its type on the left side, or `None` if that side lacks it.
    pub left: Option<DataType>,
    /// Its type on the right side, or `None` if that side lacks it.
    pub right: Option<DataType>,
}

/// The columns that the plan reads.
#[derive(Debug)]
pub struct Layout {
    /// The key columns.
    pub keys: Vec<String>,
    /// The types to cast the key columns to, if the engine finds no common type.
    pub key_types: Vec<Option<DataType>>,
    /// Whether the key columns can be sorted.
    pub sortable: bool,
    /// Whether rows have no key. Each row is then its own key, and may occur more than once.
    pub is_multiset: bool,
    /// The differences between strings to ignore.
    pub text: TextRules,
    /// The compared columns, in the order of the left side.
    pub values: Vec<Value>,
    /// Columns that are on one side only, or whose types don't compare by value.
    pub differences: Vec<SchemaDifference>,
}

/// A compared column.
#[derive(Debug)]
pub struct Value {
    /// Its name.
    pub name: String,
    /// Whether a tolerance applies to it.
    pub is_inexact: bool,
    /// Whether it holds strings.
    pub is_text: bool,
}

impl Layout {
    /// Creates the layout for two tables.
    ///
    /// # Errors
    /// Returns an error if a side lacks a column of the key, its types differ, or the options name an unknown column.
    pub fn new(left: &Schema, right: &Schema, options: &Options) -> Result<Self, Error> {
        check_names(left, right, &options.columns)?;
        for name in &options.key {
            check_key(left, right, name)?;
        }
        let mut layout = Layout {
            keys: options.key.clone(),
            key_types: vec![],
            sortable: true,
            is_multiset: options.key.is_empty(),
            text: options.text,
            values: vec![],
            differences: vec![],
        };
        for name in compared(left, right, options) {
            layout.add(name, type_of(left, name), type_of(right, name));
        }
        if layout.is_multiset {
            if options.tolerance.is_some() || options.text != TextRules::default() {
                return Err(Error::Input("rows without a key are compared exactly".to_owned()));
            }
            layout.keys = layout.values.drain(..).map(|value| value.name).collect();
        }
        if layout.keys.is_empty() {
            return Err(Error::Input("the two sides have no column to compare".to_owned()));
        }
        let types = layout.keys.iter().map(|name| (type_of(left, name), type_of(right, name)));
        layout.key_types = types
            .map(|(left, right)| left.zip(right).and_then(|(l, r)| common_time_type(l, r)))
            .collect();
        let mut keys = layout.keys.iter().filter_map(|name| type_of(left, name));
        layout.sortable = !keys.any(DataType::is_nested);
        Ok(layout)
    }

    fn add(&mut self, name: &str, left: Option<&DataType>, right: Option<&DataType>) {
        if let (Some(left), Some(right)) = (left, right) {
            let (left, right) = (Class::of(left), Class::of(right));
            if left.compares_with(&right) {
                let is_inexact = matches!(left, Class::Float | Class::Decimal) && left == right;
                let is_text = left == Class::Text && left == right;
                self.values.push(Value { name: name.to_owned(), is_inexact, is_text });
                return;
            }
        }
        let (left, right) = (left.cloned(), right.cloned());
        self.differences.push(SchemaDifference { column: name.to_owned(), left, right });
    }
}

/// Returns the columns of both sides that the options select, without the key. Those of the left side come first.
fn compared<'a>(left: &'a Schema, right: &'a Schema, options: &'a Options) -> Vec<&'a str> {
    let names = left.fields().iter().map(|field| field.name());
    let right = right.fields().iter().map(|field| field.name());
    let names = names.chain(right.filter(|name| type_of(left, name).is_none()));
    let is_selected = |name: &&String| match &options.columns {
        Columns::All => true,
        Columns::Only(only) => only.contains(name),
        Columns::Except(except) => !except.contains(name),
    };
    let names = names.filter(|name| !options.key.contains(name)).filter(is_selected);
    names.map(String::as_str).collect()
}

fn type_of<'a>(schema: &'a Schema, name: &str) -> Option<&'a DataType> {
    schema.fields().iter().find(|field| field.name() == name).map(|field| field.data_type())
}

fn check_names(left: &Schema, right: &Schema, columns: &Columns) -> Result<(), Error> {
    let (Columns::Only(names) | Columns::Except(names)) = columns else { return Ok(()) };
    let is_unknown =
        |name: &&String| type_of(left, name).is_none() && type_of(right, name).is_none();
    match names.iter().find(is_unknown) {
        Some(name) => Err(Error::Input(format!(
            "neither side has a column '{name}'; the left side has {}",
            listed(left)
        ))),
        None => Ok(()),
    }
}

fn check_key(left: &Schema, right: &Schema, name: &str) -> Result<(), Error> {
    let find = |side: Side, schema| match type_of(schema, name) {
        Some(data_type) => Ok(data_type),
        None => Err(Error::Input(format!(
            "the {side} side has no key column '{name}'; it has {}",
            listed(schema)
        ))),
    };
    let (left, right) = (find(Side::Left, left)?, find(Side::Right, right)?);
    if !Class::of(left).compares_with(&Class::of(right)) {
        return Err(Error::Input(format!(
            "the key column '{name}' is {left} on the left side and {right} on the right side, which never \
             have equal values: cast one of them"
        )));
    }
    Ok(())
}

fn listed(schema: &Schema) -> String {
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    if names.is_empty() { "no columns".to_owned() } else { names.join(", ") }
}
