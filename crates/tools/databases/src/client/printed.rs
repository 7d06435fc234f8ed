//! Numbers and texts of a result as text.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, Int16Array, Int32Array, Int64Array, StringArray};
use arrow_schema::DataType;

use crate::error::TableError;

/// A column of a result whose values are printed as text.
pub(crate) enum PrintedColumn<'a> {
    Text(&'a StringArray),
    Int16(&'a Int16Array),
    Int32(&'a Int32Array),
    Int64(&'a Int64Array),
}

impl<'a> PrintedColumn<'a> {
    pub(crate) fn new(column: &'a dyn Array) -> Result<Self, TableError> {
        Ok(match column.data_type() {
            DataType::Utf8 => PrintedColumn::Text(column.as_string()),
            DataType::Int16 => PrintedColumn::Int16(column.as_primitive::<Int16Type>()),
            DataType::Int32 => PrintedColumn::Int32(column.as_primitive::<Int32Type>()),
            DataType::Int64 => PrintedColumn::Int64(column.as_primitive::<Int64Type>()),
            other => {
                return Err(TableError::new(format!(
                    "the driver returned {other} instead of text or integers"
                )));
            }
        })
    }

    pub(crate) fn text(&self, row: usize) -> Option<Cow<'a, str>> {
        match self {
            PrintedColumn::Text(array) => {
                array.is_valid(row).then(|| Cow::Borrowed(array.value(row)))
            }
            PrintedColumn::Int16(array) => {
                array.is_valid(row).then(|| array.value(row).to_string().into())
            }
            PrintedColumn::Int32(array) => {
                array.is_valid(row).then(|| array.value(row).to_string().into())
            }
            PrintedColumn::Int64(array) => {
                array.is_valid(row).then(|| array.value(row).to_string().into())
            }
        }
    }
}
