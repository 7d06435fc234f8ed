//! The rows of a database as a table.

use std::sync::Arc;

use arrow::array::{RecordBatch, RecordBatchOptions, new_null_array};
use arrow::datatypes::SchemaRef;
use hashlane_databases::{Column, RowTexts, values_of};

use crate::failure::Failure;

/// A batch with these columns. Those that aren't compared are NULL.
pub fn batch(
    schema: &SchemaRef,
    columns: &[Column],
    rows: &[RowTexts],
) -> Result<RecordBatch, Failure> {
    let mut arrays = Vec::with_capacity(schema.fields().len());
    for field in schema.fields() {
        let at = columns.iter().position(|column| column.name == *field.name());
        arrays.push(match at {
            None => new_null_array(field.data_type(), rows.len()),
            Some(at) => {
                let texts = rows.iter().map(|row| row[at].as_deref());
                // A column of integers whose other side has wider ones keeps its own type.
                let column = Column {
                    column_type: own_type(field.data_type(), &columns[at]),
                    ..columns[at].clone()
                };
                values_of(&column, texts).map_err(|error| error.to_string())?
            }
        });
    }
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)
        .map_err(|error| Failure::Message(error.to_string()))
}

fn own_type(
    data_type: &arrow::datatypes::DataType,
    column: &Column,
) -> hashlane_databases::ColumnType {
    use hashlane_databases::ColumnType;
    match (data_type, column.column_type) {
        (arrow::datatypes::DataType::Int64, ColumnType::WideInteger) => ColumnType::Integer,
        (_, other) => other,
    }
}
