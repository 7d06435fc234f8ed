//! Changes as a table: a row for each changed value, and one for each added or removed row.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, RecordBatch, StringArray, StringBuilder, UInt32Array, UInt64Array,
    new_null_array,
};
use datafusion::arrow::compute::take;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

use crate::changes::{Changes, Kind};
use crate::comparison::Comparison;
use crate::error::Error;
use crate::schema::SchemaDifference;

/// The columns `change`, the key, and `column`, `left`, `right` as text. Multisets have `count` instead of the last
/// three.
///
/// A column that isn't compared has a row too, in which `change` is `column`, the key is NULL, and `left` and `right` are
/// types. Multisets can't have such rows.
#[derive(Debug)]
pub struct ValueTable {
    schema: SchemaRef,
    is_multiset: bool,
}

/// A row of the table: a row of the changes and, for a changed value, its column.
type Place = (usize, Option<usize>);

impl ValueTable {
    /// Creates the table of a comparison.
    ///
    /// # Errors
    /// Returns an error if a key column has the name of another column of the table, or if multisets have a column that
    /// isn't compared.
    pub fn new(comparison: &Comparison) -> Result<Self, Error> {
        let differences = &comparison.summary().schema;
        ValueTable::with_columns(comparison.keys(), comparison.is_multiset(), differences)
    }

    /// Creates the table of a comparison with these keys and columns that aren't compared.
    pub(crate) fn with_columns(
        keys: &[FieldRef],
        is_multiset: bool,
        differences: &[SchemaDifference],
    ) -> Result<Self, Error> {
        if let Some(difference) = differences.first().filter(|_| is_multiset) {
            return Err(Error::Input(format!(
                "column '{}' is on one side only or has types without common values, which a table of counted rows \
                 can't show: ignore it, or print text or JSON",
                difference.column
            )));
        }
        let text = |name| Arc::new(Field::new(name, DataType::Utf8, true));
        let mut fields = vec![Arc::new(Field::new("change", DataType::Utf8, false))];
        fields.extend(keys.iter().map(|key| Arc::new(key.as_ref().clone().with_nullable(true))));
        match is_multiset {
            true => fields.push(Arc::new(Field::new("count", DataType::UInt64, false))),
            false => fields.extend(["column", "left", "right"].map(text)),
        }
        let names: Vec<_> = fields.iter().map(|field| field.name()).collect();
        if let Some(at) = (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
            return Err(Error::Input(format!(
                "the result would have two columns named '{}': rename that column, or print JSON",
                names[at]
            )));
        }
        Ok(ValueTable { schema: Arc::new(Schema::new(fields)), is_multiset })
    }

    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the rows for the first `limit` rows of `changes`, each with all of its values.
    ///
    /// # Errors
    /// Returns an error if a value can't be formatted.
    pub fn rows(&self, changes: &Changes, limit: usize) -> Result<RecordBatch, Error> {
        let rows = 0..changes.len().min(limit);
        let places: Vec<Place> = rows.flat_map(|row| places(changes, row)).collect();
        let indices: UInt32Array = places.iter().map(|&(row, _)| u32::try_from(row).ok()).collect();
        let kinds = places.iter().map(|&(row, _)| changes.kind(row).name());
        let mut columns: Vec<ArrayRef> = vec![Arc::new(StringArray::from_iter_values(kinds))];
        for key in changes.keys() {
            columns.push(take(key.as_ref(), &indices, None)?);
        }
        if self.is_multiset {
            let counts = places.iter().map(|&(row, _)| changes.count(row));
            columns.push(Arc::new(UInt64Array::from_iter_values(counts)));
        } else {
            let names = places.iter().map(|&(_, column)| column.map(|at| changes.name(at)));
            columns.push(Arc::new(names.collect::<StringArray>()));
            columns.push(texts(&places, |column| changes.left(column), changes.width())?);
            columns.push(texts(&places, |column| changes.right(column), changes.width())?);
        }
        Ok(RecordBatch::try_new(Arc::clone(&self.schema), columns)?)
    }
}

impl ValueTable {
    /// Returns the rows of the columns that aren't compared. They come after all others.
    ///
    /// # Errors
    /// Returns errors of Arrow.
    pub fn column_rows(&self, differences: &[SchemaDifference]) -> Result<RecordBatch, Error> {
        let rows = differences.len();
        if self.is_multiset || rows == 0 {
            return Ok(RecordBatch::new_empty(Arc::clone(&self.schema)));
        }
        let keys = &self.schema.fields()[1..self.schema.fields().len() - 3];
        let names = differences.iter().map(|difference| Some(difference.column.clone()));
        let left = differences.iter().map(|difference| shown(&difference.left));
        let right = differences.iter().map(|difference| shown(&difference.right));
        let mut columns: Vec<ArrayRef> = vec![Arc::new(StringArray::from(vec!["column"; rows]))];
        columns.extend(keys.iter().map(|key| new_null_array(key.data_type(), rows)));
        columns.push(Arc::new(names.collect::<StringArray>()));
        columns.push(Arc::new(left.collect::<StringArray>()));
        columns.push(Arc::new(right.collect::<StringArray>()));
        Ok(RecordBatch::try_new(Arc::clone(&self.schema), columns)?)
    }
}

fn shown(data_type: &Option<DataType>) -> Option<String> {
    data_type.as_ref().map(DataType::to_string)
}

fn places(changes: &Changes, row: usize) -> Vec<Place> {
    match changes.kind(row) {
        Kind::Added | Kind::Removed => vec![(row, None)],
        Kind::Changed => {
            let differing = (0..changes.width()).filter(|&column| changes.differs(row, column));
            differing.map(|column| (row, Some(column))).collect()
        }
    }
}

fn texts<'a>(
    places: &[Place],
    values: impl Fn(usize) -> &'a ArrayRef,
    width: usize,
) -> Result<ArrayRef, Error> {
    let options = FormatOptions::default();
    let formatters = (0..width)
        .map(|column| ArrayFormatter::try_new(values(column).as_ref(), &options))
        .collect::<Result<Vec<_>, _>>()?;
    let mut texts = StringBuilder::new();
    for &(row, column) in places {
        match column.filter(|&column| values(column).is_valid(row)) {
            Some(column) => texts.append_value(formatters[column].value(row).try_to_string()?),
            None => texts.append_null(),
        }
    }
    Ok(Arc::new(texts.finish()))
}
