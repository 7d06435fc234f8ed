//! Which columns are compared, and as which types.

use datafusion::arrow::datatypes::{DataType, Field, Schema, TimeUnit};
use hashlane_arrow::type_name;
use hashlane_databases::{ColumnType, SourceColumn};
use hashlane_kernels::sketch::Keys;

use super::canonical::arrow_type;
use super::side::{SideColumn, SketchSide, ValueStore};
use super::types::common_types;
use crate::error::DiffError;
use crate::options::{ComparedColumns, DiffOptions, EqualityRules};
use crate::rules::{ColumnRules, NumberKind, RuledColumn, column_rules};
use crate::schema::{SchemaDifference, SideType};
use crate::side::Side;

/// The columns of both sides that are compared.
#[derive(Debug)]
pub(crate) struct AcrossPlan {
    /// How many of the columns are the key. They come first.
    pub keys: usize,
    pub names: Vec<String>,
    /// The columns of each side, in the same order.
    pub columns: [Vec<SourceColumn>; 2],
    /// The rules of each column that isn't the key.
    pub rules: Vec<ColumnRules>,
    /// Columns that are on one side only, or whose types have no values in common.
    pub differences: Vec<SchemaDifference>,
}

impl AcrossPlan {
    /// Plans a comparison.
    ///
    /// # Errors
    /// Returns an error if a side lacks a column of the key, if the options name an unknown column, or if a selected column has a
    /// type without canonical text.
    pub(crate) fn new(
        sides: [&dyn SketchSide; 2],
        options: &DiffOptions,
    ) -> Result<Self, DiffError> {
        let [left, right] = sides.map(SketchSide::columns);
        check_names([left, right], &options.columns)?;
        check_types(Side::Left, left, right, options)?;
        check_types(Side::Right, right, left, options)?;
        let mut plan = AcrossPlan {
            keys: options.key.len(),
            names: vec![],
            columns: [vec![], vec![]],
            rules: vec![],
            differences: vec![],
        };
        for name in &options.key {
            let own = key_column(Side::Left, left, name)?;
            let other = key_column(Side::Right, right, name)?;
            if !plan.add(own, other) {
                return Err(no_common_key(name, own, other));
            }
        }
        let right_only = right.iter().filter(|column| find(left, &column.name).is_none());
        for column in left.iter().chain(right_only) {
            let name = &column.name;
            if options.key.contains(name) || !options.columns.contain(name) {
                continue;
            }
            let both = [find(left, name), find(right, name)];
            let is_added = match both {
                [Some(own), Some(other)] => plan.add(own, other),
                _ => false,
            };
            if !is_added {
                let [left, right] = both.map(|column| column.map(side_type));
                let column = name.clone();
                plan.differences.push(SchemaDifference { column, left, right });
            }
        }
        if plan.names.is_empty() {
            return Err(DiffError::Input("the two sides have no column to compare".to_owned()));
        }
        plan.rules = plan.rules(&options.rules)?;
        plan.check_precision([left, right])?;
        Ok(plan)
    }

    /// The rules of the columns that aren't the key.
    fn rules(&self, rules: &EqualityRules) -> Result<Vec<ColumnRules>, DiffError> {
        let (keys, names) = self.names.split_at(self.keys);
        let columns = names.iter().enumerate().map(|(at, name)| {
            let types = self.columns.each_ref().map(|columns| columns[self.keys + at].column_type);
            ruled(name, types)
        });
        let keys: Vec<_> = keys.iter().map(String::as_str).collect();
        column_rules(rules, &columns.collect::<Vec<_>>(), &keys, &self.differences)
    }

    /// Refuses a time precision beside nanoseconds of files: those that no database holds differ from all of its values.
    fn check_precision(&self, sides: [&[SideColumn]; 2]) -> Result<(), DiffError> {
        let has_nanoseconds = |name: &str| {
            let columns = sides.into_iter().filter_map(|side| find(side, name));
            columns.into_iter().any(|column| {
                matches!(
                    column.store,
                    ValueStore::Files(
                        DataType::Timestamp(TimeUnit::Nanosecond, _)
                            | DataType::Time64(TimeUnit::Nanosecond)
                    )
                )
            })
        };
        let mut names = self.names[self.keys..].iter().zip(&self.rules);
        match names.find(|(name, rules)| rules.time_precision.is_some() && has_nanoseconds(name)) {
            Some((name, _)) => Err(DiffError::Input(format!(
                "column '{name}' has nanoseconds in a file, which no database holds, so it can't be cut off to a unit here: write a \
                 file with microseconds"
            ))),
            None => Ok(()),
        }
    }

    /// Adds a column. False if the types have no values in common.
    fn add(&mut self, left: &SideColumn, right: &SideColumn) -> bool {
        let Some(types) = common_types(&left.store, &right.store) else { return false };
        let column = |own: &SideColumn, other: &SideColumn, column_type| SourceColumn {
            is_recoded: own.is_recoded,
            zero_is_null: zero_is_null(&own.store, &other.store),
            reads_text: is_text_of_files(&other.store),
            zone: other.zone.clone(),
            ..SourceColumn::new(&own.name, column_type)
        };
        self.names.push(left.name.clone());
        self.columns[0].push(column(left, right, types[0]));
        self.columns[1].push(column(right, left, types[1]));
        true
    }

    /// What the keys of both sketches are.
    pub(crate) fn key_sums(&self) -> Keys {
        let is_number = |columns: &Vec<SourceColumn>| columns[0].column_type == ColumnType::Integer;
        match self.keys {
            0 => Keys::Absent,
            1 if self.columns.iter().all(is_number) => Keys::Integer,
            _ => Keys::Hashed,
        }
    }
}

/// What rules may apply to a column of these types. One of SQLite that says nothing may hold anything.
fn ruled(name: &str, types: [ColumnType; 2]) -> RuledColumn<'_> {
    use ColumnType::{
        Any, Float, Integer, Real, Time, Timestamp, TimestampTz, TinyInt, WideInteger,
    };
    let is_number = |found: &ColumnType| found.is_number() || [Any, Float, Real].contains(found);
    let is_integer = |found: &ColumnType| [Integer, WideInteger, TinyInt].contains(found);
    let numbers = match types.iter().any(is_integer) {
        true => NumberKind::Integers,
        false => NumberKind::Decimals,
    };
    RuledColumn {
        name,
        numbers: types.iter().all(is_number).then_some(numbers),
        has_text: types.iter().all(|found| found.is_text() || *found == Any),
        has_times: types.iter().all(|found| [Time, Timestamp, TimestampTz].contains(found)),
        is_untyped: false,
    }
}

/// A zero date of MySQL is a value beside another one, and beside text. No other system has it: there it is NULL.
fn zero_is_null(own: &ValueStore, other: &ValueStore) -> bool {
    use ColumnType::{Date, Timestamp, TimestampTz};
    let has_zeros = |store: &ValueStore| matches!(store, ValueStore::Database(dialect, ..) if dialect.has_zero_dates());
    let is_date = matches!(own, ValueStore::Database(_, Date | Timestamp | TimestampTz, _));
    is_date && has_zeros(own) && !has_zeros(other) && !is_text_of_files(other)
}

fn is_text_of_files(store: &ValueStore) -> bool {
    use DataType::{LargeUtf8, Utf8, Utf8View};
    matches!(store, ValueStore::Files(Utf8 | LargeUtf8 | Utf8View))
}

fn find<'a>(columns: &'a [SideColumn], name: &str) -> Option<&'a SideColumn> {
    columns.iter().find(|column| column.name == name)
}

fn check_names(sides: [&[SideColumn]; 2], columns: &ComparedColumns) -> Result<(), DiffError> {
    let (ComparedColumns::Only(names) | ComparedColumns::Except(names)) = columns else {
        return Ok(());
    };
    match names.iter().find(|name| sides.iter().all(|side| find(side, name).is_none())) {
        Some(name) => Err(DiffError::Input(format!(
            "neither side has a column '{name}'; the left side has {}",
            listed(sides[0])
        ))),
        None => Ok(()),
    }
}

fn key_column<'a>(
    side: Side,
    columns: &'a [SideColumn],
    name: &str,
) -> Result<&'a SideColumn, DiffError> {
    find(columns, name).ok_or_else(|| {
        let listed = listed(columns);
        DiffError::Input(format!("the {side} side has no key column '{name}'; it has {listed}"))
    })
}

fn listed(columns: &[SideColumn]) -> String {
    let names: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
    if names.is_empty() { "no columns".to_owned() } else { names.join(", ") }
}

fn no_common_key(name: &str, left: &SideColumn, right: &SideColumn) -> DiffError {
    let (left, right) = SideType::names(&side_type(left), &side_type(right));
    DiffError::Input(format!(
        "the key column '{name}' is {left} on the left side and {right} on the right side, which never have equal values: cast \
         one of them"
    ))
}

/// Checks that the compared columns of a side have canonical texts.
fn check_types(
    side: Side,
    columns: &[SideColumn],
    others: &[SideColumn],
    options: &DiffOptions,
) -> Result<(), DiffError> {
    let is_compared = |name: &String| options.key.contains(name) || options.columns.contain(name);
    let compared = columns
        .iter()
        .filter(|column| is_compared(&column.name) && find(others, &column.name).is_some());
    let unknown = compared.filter_map(|column| Some((&column.name, unknown_type(&column.store)?)));
    let (names, shown): (Vec<_>, Vec<_>) =
        unknown.map(|(name, shown)| (name.as_str(), format!("'{name}' ({shown})"))).unzip();
    if names.is_empty() {
        return Ok(());
    }
    let (columns, them) = match names.len() {
        1 => ("the column", "it"),
        _ => ("the columns", "them"),
    };
    Err(DiffError::Source(
        side,
        format!(
            "no text in common with other systems for the type of {columns} {}: leave {them} out with --ignore {}, or compare a \
             query that casts {them}",
            shown.join(", "),
            names.join(",")
        ),
    ))
}

/// The name of a type without canonical text.
fn unknown_type(store: &ValueStore) -> Option<String> {
    match store {
        ValueStore::Unknown(shown) => Some(shown.clone()),
        ValueStore::Files(data_type) if data_type.is_nested() || is_without_text(data_type) => {
            Some(type_name(data_type))
        }
        ValueStore::Database(..) | ValueStore::Files(_) => None,
    }
}

fn is_without_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Interval(_))
}

/// The type of a column in reports.
fn side_type(column: &SideColumn) -> SideType {
    match &column.store {
        ValueStore::Database(_, column_type, _) => SideType::Database(column_type.to_string()),
        ValueStore::Unknown(shown) => SideType::Database(shown.clone()),
        ValueStore::Files(data_type) => SideType::Arrow(data_type.clone()),
    }
}

/// The type of a column for conditions.
fn shown_type(column: &SideColumn) -> DataType {
    match &column.store {
        ValueStore::Database(_, column_type, _) => arrow_type(*column_type),
        ValueStore::Unknown(_) => DataType::Null,
        ValueStore::Files(data_type) => data_type.clone(),
    }
}

/// The columns as Arrow's, for conditions on the files beside them.
pub(crate) fn schema(columns: &[SideColumn]) -> Schema {
    let fields = columns.iter().map(|column| Field::new(&column.name, shown_type(column), true));
    Schema::new(fields.collect::<Vec<_>>())
}

/// A column of files.
pub(crate) fn file_column(field: &Field, data_type: DataType) -> SideColumn {
    let store = ValueStore::Files(data_type);
    SideColumn { name: field.name().clone(), store, is_recoded: false, zone: None }
}
