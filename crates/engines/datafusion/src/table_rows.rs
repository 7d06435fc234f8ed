//! Rows of table functions as Arrow.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanArray, RecordBatch, StringArray, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::Result;
use hashlane_catalog::{Cell, CellType, TableFunction, TableRows};

/// The columns of a function.
pub fn schema(function: &TableFunction) -> SchemaRef {
    let listed = matches!(function.rows, TableRows::Listed(_));
    let fields = function.columns.iter().map(|column| {
        let kind = match column.kind {
            CellType::Text => DataType::Utf8,
            CellType::Integer => DataType::UInt64,
            CellType::Truth => DataType::Boolean,
        };
        Field::new(column.name, kind, !listed)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Rows of a function as a batch.
pub fn batch(schema: &SchemaRef, rows: &[Vec<Cell>]) -> Result<RecordBatch> {
    let column = |(i, field): (usize, &Arc<Field>)| -> ArrayRef {
        let cells = rows.iter().map(|row| &row[i]);
        match field.data_type() {
            DataType::UInt64 => Arc::new(UInt64Array::from_iter(cells.map(|cell| match cell {
                Cell::Integer(number) => Some(*number),
                _ => None,
            }))),
            DataType::Boolean => Arc::new(BooleanArray::from_iter(cells.map(|cell| match cell {
                Cell::Truth(truth) => Some(*truth),
                _ => None,
            }))),
            _ => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
                Cell::Text(text) => Some(text.as_str()),
                _ => None,
            }))),
        }
    };
    let columns = schema.fields().iter().enumerate().map(column).collect();
    Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
}
