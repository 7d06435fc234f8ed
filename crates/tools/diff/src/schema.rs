//! Columns by name, and the columns that can't be compared.

use std::collections::BTreeMap;
use std::fmt;

use datafusion::arrow::datatypes::{DataType, Schema};
use hashlane_arrow::type_name;

use crate::class::{EncodingClass, common_time_type, type_names};
use crate::error::DiffError;
use crate::options::{ComparedColumns, DiffOptions, EqualityRules};
use crate::reading::ColumnReading;
use crate::rules::{ColumnRules, NumberKind, RuledColumn, column_rules};
use crate::side::Side;
use crate::structs::ordered_like;
use crate::untyped::is_untyped;

/// A column that is not compared. It counts as a difference.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SchemaDifference {
    /// Its name.
    pub column: String,
    /// Its type on the left side, or `None` if that side lacks it.
    pub left: Option<SideType>,
    /// Its type on the right side, or `None` if that side lacks it.
    pub right: Option<SideType>,
}

/// The type of a column of one side.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SideType {
    /// Of files.
    Arrow(DataType),
    /// Of a database, by the name that databases give it.
    Database(String),
}

impl SideType {
    /// The names of two types: of Arrow's in SQL, if these differ.
    pub fn names(left: &SideType, right: &SideType) -> (String, String) {
        let name = |side: &SideType| match side {
            SideType::Arrow(data_type) => type_name(data_type),
            SideType::Database(name) => name.clone(),
        };
        match (left, right) {
            (SideType::Arrow(left), SideType::Arrow(right)) => type_names(left, right),
            _ => (name(left), name(right)),
        }
    }
}

impl fmt::Display for SideType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SideType::Arrow(data_type) => write!(f, "{data_type}"),
            SideType::Database(name) => f.write_str(name),
        }
    }
}

/// The columns that the plan reads.
#[derive(Debug)]
pub(crate) struct PlanLayout {
    /// The key columns.
    pub keys: Vec<ValueColumn>,
    /// The types to cast the key columns to, if the engine finds no common type.
    pub key_types: Vec<Option<DataType>>,
    /// Whether the key columns can be sorted.
    pub sortable: bool,
    /// Whether rows have no key. Each row is then its own key, and may occur more than once.
    pub is_multiset: bool,
    /// The compared columns, in the order of the left side.
    pub values: Vec<ValueColumn>,
    /// Columns that are on one side only, or whose types don't compare by value.
    pub differences: Vec<SchemaDifference>,
}

/// A column of both sides.
#[derive(Debug)]
pub(crate) struct ValueColumn {
    /// Its name.
    pub name: String,
    /// The numbers that it holds on both sides, or `None` for other values.
    pub numbers: Option<NumberKind>,
    /// Whether it holds strings on both sides.
    pub is_text: bool,
    /// Whether it holds times on both sides.
    pub is_time: bool,
    /// When values that differ count as equal.
    pub rules: ColumnRules,
    /// How untyped text is read as a type.
    pub reading: Option<ColumnReading>,
    /// The type of the right side, and that type with the fields of structs in the order of the left side.
    pub reordered: Option<[DataType; 2]>,
}

impl NumberKind {
    /// The numbers that columns of two types hold.
    fn of(types: [&DataType; 2]) -> Option<Self> {
        match types.map(EncodingClass::for_type) {
            [EncodingClass::Integer, EncodingClass::Integer] => Some(NumberKind::Integers),
            [EncodingClass::Float, EncodingClass::Float] => Some(NumberKind::Floats),
            [EncodingClass::Null, EncodingClass::Null] => None,
            [EncodingClass::Null, _] => NumberKind::of([types[1]; 2]),
            [_, EncodingClass::Null] => NumberKind::of([types[0]; 2]),
            [EncodingClass::Decimal, EncodingClass::Decimal] => Some(NumberKind::Decimals),
            _ => None,
        }
    }
}

impl ValueColumn {
    /// Returns `None` if the types have no values in common.
    fn new(
        name: &str,
        left: &DataType,
        right: &DataType,
        reading: Option<&ColumnReading>,
    ) -> Option<Self> {
        let (name, reading) = (name.to_owned(), reading.cloned());
        if let Some(reading) = reading {
            return Some(ValueColumn {
                name,
                numbers: NumberKind::of([&reading.data_type; 2]),
                is_text: false,
                is_time: is_time([
                    EncodingClass::for_type(&reading.data_type),
                    EncodingClass::Null,
                ]),
                rules: ColumnRules::default(),
                reading: Some(reading),
                reordered: None,
            });
        }
        let classes = [EncodingClass::for_type(left), EncodingClass::for_type(right)];
        if !classes[0].compares_with(&classes[1]) {
            return None;
        }
        let numbers = NumberKind::of([left, right]);
        let is_text =
            classes.iter().all(|class| matches!(class, EncodingClass::Text | EncodingClass::Null));
        let is_time = is_time(classes);
        let ordered = ordered_like(right, left);
        let reordered = (ordered != *right).then(|| [right.clone(), ordered]);
        let rules = ColumnRules::default();
        Some(ValueColumn { name, numbers, is_text, is_time, rules, reading: None, reordered })
    }
}

/// Whether columns of two classes hold times. One of them may have only NULLs.
fn is_time(classes: [EncodingClass; 2]) -> bool {
    let is_one =
        |class: &EncodingClass| matches!(class, EncodingClass::Time | EncodingClass::Timestamp);
    let fits = |class: &EncodingClass| is_one(class) || *class == EncodingClass::Null;
    classes.iter().any(is_one) && classes.iter().all(fits)
}

impl PlanLayout {
    /// Creates the layout for two tables, with the readings of their untyped text.
    ///
    /// # Errors
    /// Returns an error if a side lacks a column of the key, its types differ, or the options name an unknown column.
    pub(crate) fn new(
        left: &Schema,
        right: &Schema,
        options: &DiffOptions,
        readings: &BTreeMap<String, ColumnReading>,
    ) -> Result<Self, DiffError> {
        check_names(left, right, &options.columns)?;
        let key = |name: &String| key(left, right, name, readings.get(name));
        let mut layout = PlanLayout {
            keys: options.key.iter().map(key).collect::<Result<_, _>>()?,
            key_types: vec![],
            sortable: true,
            is_multiset: options.key.is_empty(),
            values: vec![],
            differences: vec![],
        };
        for name in compared(left, right, options) {
            layout.add(name, type_of(left, name), type_of(right, name), readings.get(name));
        }
        if layout.is_multiset {
            if options.rules != EqualityRules::default() {
                return Err(DiffError::Input("rows without a key are compared exactly".to_owned()));
            }
            layout.keys = std::mem::take(&mut layout.values);
        }
        if layout.keys.is_empty() {
            return Err(DiffError::Input("the two sides have no column to compare".to_owned()));
        }
        layout.check_encodings([left, right])?;
        layout.set_rules(&options.rules, [left, right])?;
        layout.key_types = layout.keys.iter().map(|key| shown_type(left, right, key)).collect();
        let mut keys = layout.keys.iter().filter_map(|key| type_of(left, &key.name));
        layout.sortable = !keys.any(DataType::is_nested);
        Ok(layout)
    }

    fn add(
        &mut self,
        name: &str,
        left: Option<&DataType>,
        right: Option<&DataType>,
        reading: Option<&ColumnReading>,
    ) {
        let value =
            left.zip(right).and_then(|(left, right)| ValueColumn::new(name, left, right, reading));
        if let Some(value) = value {
            self.values.push(value);
            return;
        }
        let side = |data_type: Option<&DataType>| data_type.cloned().map(SideType::Arrow);
        let (left, right) = (side(left), side(right));
        self.differences.push(SchemaDifference { column: name.to_owned(), left, right });
    }

    /// Refuses columns whose values have no encoding.
    fn check_encodings(&self, schemas: [&Schema; 2]) -> Result<(), DiffError> {
        for column in self.keys.iter().chain(&self.values) {
            for data_type in schemas.iter().filter_map(|schema| type_of(schema, &column.name)) {
                if let Some(without) = EncodingClass::for_type(data_type).unencodable() {
                    return Err(DiffError::Input(format!(
                        "column '{}' has values of {}, which can't be compared: ignore the column, or make it text",
                        column.name,
                        type_name(without)
                    )));
                }
            }
        }
        Ok(())
    }

    /// Gives the columns their rules.
    fn set_rules(&mut self, rules: &EqualityRules, schemas: [&Schema; 2]) -> Result<(), DiffError> {
        let ruled = self.values.iter().map(|value| RuledColumn {
            name: &value.name,
            numbers: value.numbers,
            has_text: value.is_text || value.reading.is_some(),
            has_times: value.is_time,
            is_untyped: has_no_type(value, schemas),
        });
        let keys: Vec<_> = self.keys.iter().map(|key| key.name.as_str()).collect();
        let rules = column_rules(rules, &ruled.collect::<Vec<_>>(), &keys, &self.differences)?;
        for (value, rules) in self.values.iter_mut().zip(rules) {
            value.rules = rules;
        }
        Ok(())
    }
}

/// Whether a column is text without a stated type.
fn has_no_type(value: &ValueColumn, schemas: [&Schema; 2]) -> bool {
    let mut columns = schemas.into_iter().filter_map(|side| side.field_with_name(&value.name).ok());
    value.reading.is_none() && columns.any(is_untyped)
}

/// The type to cast a key column to, if the engine finds no common type. Read text is shown beside values as text.
fn shown_type(left: &Schema, right: &Schema, key: &ValueColumn) -> Option<DataType> {
    match &key.reading {
        Some(_) => Some(DataType::Utf8),
        None => type_of(left, &key.name)
            .zip(type_of(right, &key.name))
            .and_then(|(l, r)| common_time_type(l, r)),
    }
}

/// Returns the columns of both sides that the options select, without the key. Those of the left side come first.
fn compared<'a>(left: &'a Schema, right: &'a Schema, options: &'a DiffOptions) -> Vec<&'a str> {
    let names = left.fields().iter().map(|field| field.name());
    let right = right.fields().iter().map(|field| field.name());
    let names = names.chain(right.filter(|name| type_of(left, name).is_none()));
    let is_selected = |name: &&String| options.columns.contain(name);
    let names = names.filter(|name| !options.key.contains(name)).filter(is_selected);
    names.map(String::as_str).collect()
}

fn type_of<'a>(schema: &'a Schema, name: &str) -> Option<&'a DataType> {
    schema.fields().iter().find(|field| field.name() == name).map(|field| field.data_type())
}

fn check_names(left: &Schema, right: &Schema, columns: &ComparedColumns) -> Result<(), DiffError> {
    let (ComparedColumns::Only(names) | ComparedColumns::Except(names)) = columns else {
        return Ok(());
    };
    let is_unknown =
        |name: &&String| type_of(left, name).is_none() && type_of(right, name).is_none();
    match names.iter().find(is_unknown) {
        Some(name) => Err(DiffError::Input(format!(
            "neither side has a column '{name}'; the left side has {}",
            listed(left)
        ))),
        None => Ok(()),
    }
}

/// What to say of a header line that has another delimiter.
fn other_delimiter(side: Side, schema: &Schema) -> String {
    let [only] = &schema.fields()[..] else { return String::new() };
    match [';', '\t', '|', ','].iter().find(|delimiter| only.name().contains(**delimiter)) {
        Some(delimiter) => {
            format!(
                ". The delimiter seems to be {delimiter:?}: add --{side}-delimiter {delimiter:?} to `hashlane diff`"
            )
        }
        None => String::new(),
    }
}

fn key(
    left: &Schema,
    right: &Schema,
    name: &str,
    reading: Option<&ColumnReading>,
) -> Result<ValueColumn, DiffError> {
    let find = |side: Side, schema| match type_of(schema, name) {
        Some(data_type) => Ok(data_type),
        None => Err(DiffError::Input(format!(
            "the {side} side has no key column '{name}'; it has {}{}",
            listed(schema),
            other_delimiter(side, schema)
        ))),
    };
    let (left, right) = (find(Side::Left, left)?, find(Side::Right, right)?);
    ValueColumn::new(name, left, right, reading).ok_or_else(|| {
        let (left, right) = type_names(left, right);
        DiffError::Input(format!(
            "the key column '{name}' is {left} on the left side and {right} on the right side, which never \
             have equal values: cast one of them"
        ))
    })
}

/// The names of columns for errors.
pub(crate) fn listed(schema: &Schema) -> String {
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    if names.is_empty() { "no columns".to_owned() } else { names.join(", ") }
}
