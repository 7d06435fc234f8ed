//! `hashlane.arrow.Table`: rows about files.

use std::sync::Arc;

use arrow_array::{
    Array as _, ArrayRef, BooleanArray, RecordBatch, StringArray, StructArray, UInt64Array,
};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use hashlane_catalog::{Cell, CellType, TableColumn};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::array::schema;
use crate::calls::{CallFailure, failed};
use crate::{stream, values};

/// A table of results. Read it with any library that supports Arrow's PyCapsule interface: `pyarrow.table(t)`,
/// `polars.DataFrame(t)`, or in DuckDB by its name.
#[pyclass(frozen, module = "hashlane.arrow", name = "Table")]
pub struct Table {
    rows: Arc<StructArray>,
}

impl Table {
    /// Creates a table of these rows.
    pub fn new(columns: &[TableColumn], rows: &[Vec<Cell>]) -> Result<Self, CallFailure> {
        let field = |column: &TableColumn| {
            let data_type = match column.kind {
                CellType::Text => DataType::Utf8,
                CellType::Integer => DataType::UInt64,
                CellType::Truth => DataType::Boolean,
            };
            Field::new(column.name, data_type, true)
        };
        let fields: Vec<_> = columns.iter().map(field).collect();
        let arrays = columns.iter().enumerate().map(|(place, column)| {
            let cells = rows.iter().map(|row| &row[place]);
            cells_of(column.kind, cells)
        });
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays.collect());
        Ok(Table { rows: Arc::new(batch.map_err(failed)?.into()) })
    }

    fn field(&self) -> FieldRef {
        // The rows of a table are not NULL.
        Arc::new(Field::new("", self.rows.data_type().clone(), false))
    }
}

/// Converts the cells of a column, which have its type or are NULL.
fn cells_of<'a>(kind: CellType, cells: impl Iterator<Item = &'a Cell>) -> ArrayRef {
    match kind {
        CellType::Text => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
            Cell::Text(text) => Some(text.as_str()),
            Cell::Null | Cell::Integer(_) | Cell::Truth(_) => None,
        }))),
        CellType::Integer => Arc::new(UInt64Array::from_iter(cells.map(|cell| match cell {
            Cell::Integer(number) => Some(*number),
            Cell::Null | Cell::Text(_) | Cell::Truth(_) => None,
        }))),
        CellType::Truth => Arc::new(BooleanArray::from_iter(cells.map(|cell| match cell {
            Cell::Truth(truth) => Some(*truth),
            Cell::Null | Cell::Text(_) | Cell::Integer(_) => None,
        }))),
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.rows.column_names()
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.rows.len()
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The rows as dictionaries.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows: ArrayRef = self.rows.clone();
        let values = (0..rows.len()).map(|row| values::value(py, &rows, row));
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.rows.len(), self.rows.column_names().join(", "));
        format!("<hashlane.arrow.Table of {rows} rows: {columns}>")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema(py, &self.field())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows ignoring a requested type.
        drop(requested_schema);
        let stream = stream::export(self.field(), vec![self.rows.clone()]);
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
