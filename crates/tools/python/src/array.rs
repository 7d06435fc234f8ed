//! `hashlane.arrow.Array`: a column of results.

use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{Array as _, ArrayRef, new_empty_array};
use arrow_schema::{Field, FieldRef};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::calls::failed;
use crate::input::raised;
use crate::{stream, values};

/// A column of results, in one or more chunks. Read it with any library that supports Arrow's PyCapsule interface:
/// `pyarrow.array(a)`, `pyarrow.chunked_array(a)`, `polars.Series(a)`, `pandas.Series(a.to_pylist())`.
#[pyclass(frozen, module = "hashlane.arrow", name = "Array")]
pub struct Array {
    field: FieldRef,
    chunks: Vec<ArrayRef>,
}

impl Array {
    /// Creates a column of these chunks, which must have the type of `field`.
    pub fn new(field: FieldRef, chunks: Vec<ArrayRef>) -> Self {
        Array { field, chunks }
    }

    /// Returns the column as one array.
    fn whole(&self) -> PyResult<ArrayRef> {
        match self.chunks.as_slice() {
            [] => Ok(new_empty_array(self.field.data_type())),
            [one] => Ok(one.clone()),
            several => {
                let several: Vec<_> = several.iter().map(|chunk| chunk.as_ref()).collect();
                arrow_select::concat::concat(&several).map_err(|error| {
                    let text = format!("{error}; read the chunks by __arrow_c_stream__");
                    raised(failed(text))
                })
            }
        }
    }
}

#[pymethods]
impl Array {
    /// The type, as Arrow names it.
    #[getter]
    fn r#type(&self) -> String {
        self.field.data_type().to_string()
    }

    /// The number of chunks.
    #[getter]
    fn num_chunks(&self) -> usize {
        self.chunks.len()
    }

    /// The number of rows that are NULL.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.null_count()).sum()
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let from_end = self.__len__().checked_add_signed(index).filter(|_| index < 0);
        let place = from_end.or_else(|| usize::try_from(index).ok());
        let mut place = place.ok_or_else(|| PyIndexError::new_err("the index is out of range"))?;
        for chunk in &self.chunks {
            if place < chunk.len() {
                return values::value(py, chunk, place);
            }
            place -= chunk.len();
        }
        Err(PyIndexError::new_err("the index is out of range"))
    }

    /// The values as Python objects, None for NULL.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in &self.chunks {
            for row in 0..chunk.len() {
                list.append(values::value(py, chunk, row)?)?;
            }
        }
        Ok(list)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        const SHOWN: usize = 8;
        let len = self.__len__();
        let mut shown = Vec::new();
        for row in 0..len.min(SHOWN) {
            shown.push(self.__getitem__(py, row as isize)?.repr()?.to_string());
        }
        if len > SHOWN {
            shown.push("…".to_owned());
        }
        let (of, shown) = (self.r#type(), shown.join(", "));
        Ok(format!("<hashlane.arrow.Array of {len} {of}: [{shown}]>"))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema(py, &self.field)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface allows ignoring a requested type.
        drop(requested_schema);
        let array = FFI_ArrowArray::new(&self.whole()?.to_data());
        Ok((schema(py, &self.field)?, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let stream = stream::export(Arc::clone(&self.field), self.chunks.clone());
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// Returns the capsule of a schema.
pub fn schema<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(field).map_err(|error| raised(failed(error)))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}
