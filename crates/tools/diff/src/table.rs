//! Changes as a table: a row for each changed value, and rows for each added or removed row.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, RecordBatch, StringArray, UInt32Array, UInt64Array, new_null_array,
};
use datafusion::arrow::compute::take;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};

use crate::changes::{ChangeKind, RowChanges};
use crate::comparison::Comparison;
use crate::error::DiffError;
use crate::schema::{SchemaDifference, SideType};
use crate::shown::ShownColumn;

/// The columns `change`, the key, and `column`, `left`, `right` as text. Multisets have `count` instead of the last
/// three.
///
/// A column that isn't compared has a row too, in which `change` is `column`, the key is NULL, and `left` and `right` are
/// types. Multisets can't have such rows.
#[derive(Debug)]
pub struct ValueTable {
    schema: SchemaRef,
    is_multiset: bool,
    one_sided: OneSided,
}

/// The rows of a [`ValueTable`] for a row that is on one side only.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum OneSided {
    /// One row, in which `column`, `left` and `right` are NULL.
    Keys,
    /// A row for each compared column, with its value in `left` or `right`. One row as for [`OneSided::Keys`], if no
    /// column is compared.
    Values,
}

/// A row of the table: a row of the changes and, for a changed value, its column.
type TablePlace = (usize, Option<usize>);

impl ValueTable {
    /// Creates the table of a comparison.
    ///
    /// # Errors
    /// Returns an error if a key column has the name of another column of the table, or if multisets have a column that
    /// isn't compared.
    pub fn new(comparison: &Comparison, one_sided: OneSided) -> Result<Self, DiffError> {
        let differences = &comparison.summary().schema;
        let (keys, is_multiset) = (comparison.keys(), comparison.is_multiset());
        Ok(ValueTable { one_sided, ..ValueTable::with_columns(keys, is_multiset, differences)? })
    }

    /// Creates the table of a comparison with these keys and columns that aren't compared. A row that is on one side only
    /// has one row.
    pub(crate) fn with_columns(
        keys: &[FieldRef],
        is_multiset: bool,
        differences: &[SchemaDifference],
    ) -> Result<Self, DiffError> {
        if let Some(difference) = differences.first().filter(|_| is_multiset) {
            return Err(DiffError::Input(format!(
                "column '{}' is on one side only or has types without common values, which a table of counted rows \
                 can't show: ignore it, or print text or JSON",
                difference.column
            )));
        }
        let text = |name| Arc::new(Field::new(name, DataType::Utf8, true));
        let mut fields = vec![Arc::new(Field::new("change", DataType::Utf8, false))];
        let key = |key: &FieldRef| Field::new(key.name(), key.data_type().clone(), true);
        fields.extend(keys.iter().map(key).map(Arc::new));
        match is_multiset {
            true => fields.push(Arc::new(Field::new("count", DataType::UInt64, false))),
            false => fields.extend(["column", "left", "right"].map(text)),
        }
        let names: Vec<_> = fields.iter().map(|field| field.name()).collect();
        if let Some(at) = (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
            return Err(DiffError::Input(format!(
                "the result would have two columns named '{}': rename that column, or print JSON",
                names[at]
            )));
        }
        let (schema, one_sided) = (Arc::new(Schema::new(fields)), OneSided::Keys);
        Ok(ValueTable { schema, is_multiset, one_sided })
    }

    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the rows for the first `limit` rows of `changes`, each with all of its values.
    ///
    /// # Errors
    /// Returns an error if a column has a type whose values have no text.
    pub fn rows(&self, changes: &RowChanges, limit: usize) -> Result<RecordBatch, DiffError> {
        let shown = changes.shown()?;
        let rows = 0..changes.len().min(limit);
        let places: Vec<TablePlace> = rows.flat_map(|row| self.places(changes, row)).collect();
        let kinds = places.iter().map(|&(row, _)| changes.kind(row).name());
        let mut columns: Vec<ArrayRef> = vec![Arc::new(StringArray::from_iter_values(kinds))];
        let indices: UInt32Array = places.iter().map(|&(row, _)| u32::try_from(row).ok()).collect();
        for (stored, shown) in changes.keys().iter().zip(&shown.keys) {
            // Texts may stand for values that are written in another way.
            columns.push(match stored.data_type() {
                DataType::Utf8 => Arc::new(shown.texts(places.iter().map(|&(row, _)| row))),
                _ => take(stored.as_ref(), &indices, None)?,
            });
        }
        if self.is_multiset {
            let counts = places.iter().map(|&(row, _)| changes.count(row));
            columns.push(Arc::new(UInt64Array::from_iter_values(counts)));
        } else {
            let names = places.iter().map(|&(_, column)| column.map(|at| changes.name(at)));
            columns.push(Arc::new(names.collect::<StringArray>()));
            columns.push(texts(&places, &shown.left));
            columns.push(texts(&places, &shown.right));
        }
        Ok(RecordBatch::try_new(Arc::clone(&self.schema), columns)?)
    }

    fn places(&self, changes: &RowChanges, row: usize) -> Vec<TablePlace> {
        let place = |column| (row, Some(column));
        match changes.kind(row) {
            ChangeKind::Changed => {
                let columns = 0..changes.width();
                columns.filter(|&column| changes.differs(row, column)).map(place).collect()
            }
            _ if self.one_sided == OneSided::Keys || changes.width() == 0 => vec![(row, None)],
            _ => (0..changes.width()).map(place).collect(),
        }
    }
}

impl ValueTable {
    /// Returns the rows of the columns that aren't compared. They come after all others.
    ///
    /// # Errors
    /// Returns errors of Arrow.
    pub fn column_rows(&self, differences: &[SchemaDifference]) -> Result<RecordBatch, DiffError> {
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

fn shown(side: &Option<SideType>) -> Option<String> {
    side.as_ref().map(SideType::to_string)
}

fn texts(places: &[TablePlace], columns: &[ShownColumn<'_>]) -> ArrayRef {
    let texts = places.iter().map(|&(row, column)| columns[column?].text(row));
    Arc::new(texts.collect::<StringArray>())
}
