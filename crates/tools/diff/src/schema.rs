//! Columns by name, and the columns that can't be compared.

use std::collections::BTreeMap;
use std::fmt;

use datafusion::arrow::datatypes::{DataType, Schema};
use hashlane_arrow::type_name;

use crate::class::{EncodingClass, common_time_type, type_names};
use crate::error::DiffError;
use crate::options::{ComparedColumns, DiffOptions, TextRules, Tolerance, Tolerances};
use crate::reading::ColumnReading;
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
    /// The differences between strings to ignore.
    pub text: TextRules,
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
    pub numbers: Option<NumberTolerance>,
    /// The tolerance that applies to it.
    pub tolerance: Option<Tolerance>,
    /// Whether it holds strings on both sides.
    pub is_text: bool,
    /// How untyped text is read as a type.
    pub reading: Option<ColumnReading>,
    /// The type of the right side, and that type with the fields of structs in the order of the left side.
    pub reordered: Option<[DataType; 2]>,
}

/// What a tolerance means for numbers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum NumberTolerance {
    /// Integers. Only a tolerance for their own column applies to them.
    Integers,
    /// Decimals.
    Decimals,
    /// Floats.
    Floats,
}

impl NumberTolerance {
    fn of(types: [&DataType; 2]) -> Option<Self> {
        match types.map(EncodingClass::for_type) {
            [EncodingClass::Integer, EncodingClass::Integer] => Some(NumberTolerance::Integers),
            [EncodingClass::Float, EncodingClass::Float] => Some(NumberTolerance::Floats),
            [EncodingClass::Null, EncodingClass::Null] => None,
            [EncodingClass::Null, _] => NumberTolerance::of([types[1]; 2]),
            [_, EncodingClass::Null] => NumberTolerance::of([types[0]; 2]),
            [EncodingClass::Decimal, EncodingClass::Decimal] => Some(NumberTolerance::Decimals),
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
                numbers: NumberTolerance::of([&reading.data_type; 2]),
                tolerance: None,
                is_text: false,
                reading: Some(reading),
                reordered: None,
            });
        }
        let classes = [EncodingClass::for_type(left), EncodingClass::for_type(right)];
        if !classes[0].compares_with(&classes[1]) {
            return None;
        }
        let numbers = NumberTolerance::of([left, right]);
        let is_text = classes == [EncodingClass::Text, EncodingClass::Text];
        let ordered = ordered_like(right, left);
        let reordered = (ordered != *right).then(|| [right.clone(), ordered]);
        Some(ValueColumn { name, numbers, tolerance: None, is_text, reading: None, reordered })
    }
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
            text: options.text,
            values: vec![],
            differences: vec![],
        };
        for name in compared(left, right, options) {
            layout.add(name, type_of(left, name), type_of(right, name), readings.get(name));
        }
        if layout.is_multiset {
            if options.tolerances != Tolerances::Absent || options.text != TextRules::default() {
                return Err(DiffError::Input("rows without a key are compared exactly".to_owned()));
            }
            layout.keys = std::mem::take(&mut layout.values);
        }
        if layout.keys.is_empty() {
            return Err(DiffError::Input("the two sides have no column to compare".to_owned()));
        }
        layout.set_tolerances(&options.tolerances, [left, right])?;
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

    /// Gives the columns their tolerances.
    ///
    /// # Errors
    /// Returns an error if a column with a tolerance of its own isn't compared as numbers, or if no column has numbers
    /// because text has no type.
    fn set_tolerances(
        &mut self,
        given: &Tolerances,
        schemas: [&Schema; 2],
    ) -> Result<(), DiffError> {
        let columns = match given {
            Tolerances::Absent => return Ok(()),
            Tolerances::All(tolerance) => return self.set_tolerance(*tolerance, schemas),
            Tolerances::Columns(columns) => columns,
        };
        for (name, tolerance) in columns {
            let Some(value) = self.values.iter_mut().find(|value| value.name == *name) else {
                let is_key = self.keys.iter().any(|key| key.name == *name);
                return Err(not_compared(name, is_key, &self.differences));
            };
            if value.numbers.is_none() {
                return Err(without_numbers(name, has_no_type(value, schemas)));
            }
            value.tolerance = Some(*tolerance);
        }
        Ok(())
    }

    /// Gives all columns of floats and decimals one tolerance.
    fn set_tolerance(
        &mut self,
        tolerance: Tolerance,
        schemas: [&Schema; 2],
    ) -> Result<(), DiffError> {
        for value in &mut self.values {
            let is_inexact =
                matches!(value.numbers, Some(NumberTolerance::Decimals | NumberTolerance::Floats));
            value.tolerance = is_inexact.then_some(tolerance);
        }
        let is_used = self.values.iter().any(|value| value.tolerance.is_some());
        match self.values.iter().find(|value| !is_used && has_no_type(value, schemas)) {
            None => Ok(()),
            Some(value) => Err(DiffError::Input(format!(
                "the tolerance applies to no column, since text such as that of column '{}' has no type: state types \
                 with --types, or use --infer",
                value.name
            ))),
        }
    }
}

/// Whether a column is text without a stated type.
fn has_no_type(value: &ValueColumn, schemas: [&Schema; 2]) -> bool {
    let mut columns = schemas.into_iter().filter_map(|side| side.field_with_name(&value.name).ok());
    value.reading.is_none() && columns.any(is_untyped)
}

/// The error for a tolerance of a column that isn't compared.
pub(crate) fn not_compared(
    name: &str,
    is_key: bool,
    differences: &[SchemaDifference],
) -> DiffError {
    let why = match differences.iter().find(|column| column.column == *name) {
        _ if is_key => "the key is compared exactly",
        Some(SchemaDifference { left: Some(_), right: Some(_), .. }) => {
            "its two types have no values in common"
        }
        Some(_) => "only one side has it",
        None => "it isn't among the compared columns",
    };
    DiffError::Input(format!("column '{name}' has a tolerance, but {why}: leave '{name}' out"))
}

/// The error for a tolerance of a column without numbers.
pub(crate) fn without_numbers(name: &str, is_untyped: bool) -> DiffError {
    let advice = match is_untyped {
        true => format!(", since CSV has no types: state one, as in --types {name}=double"),
        false => format!(": leave '{name}' out"),
    };
    DiffError::Input(format!("column '{name}' has a tolerance, but holds no numbers{advice}"))
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
