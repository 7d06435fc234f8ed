//! Arguments of calls, from Python and from Polars.

mod capsule;
mod column;
mod scalar;

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::calls::{Argument, Failure};
pub use capsule::{OBJECT, reader};
pub use column::{Column, Source};

/// An argument of a call.
pub enum Input {
    /// One value for all rows: an array of one row.
    Value(ArrayRef),
    /// A column.
    Column(Column),
}

impl Input {
    /// Converts an argument from Python.
    ///
    /// # Errors
    /// Raises TypeError if it is neither a value nor a column.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(value) = scalar::value(object)? {
            return Ok(Input::Value(value));
        }
        let Some(source) = capsule::source(object)? else {
            let of = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "an argument is a {of}; pass an Arrow column (an object with __arrow_c_stream__ or \
                 __arrow_c_array__), a str, bytes, a number or None"
            )));
        };
        Ok(Input::Column(Column::new(source)))
    }

    /// Whether it is one value for all rows.
    pub fn is_value(&self) -> bool {
        matches!(self, Input::Value(_))
    }

    /// Its type.
    pub fn data_type(&self) -> &DataType {
        match self {
            Input::Value(value) => value.data_type(),
            Input::Column(column) => column.data_type(),
        }
    }

    /// The number of rows [ahead](Column::rows_ahead), or `None` for a value.
    pub fn rows_ahead(&mut self) -> Result<Option<usize>, Failure> {
        match self {
            Input::Value(_) => Ok(None),
            Input::Column(column) => column.rows_ahead().map(Some),
        }
    }

    /// Returns the next rows.
    pub fn take(&mut self, rows: usize) -> Argument {
        match self {
            Input::Value(value) => Argument::scalar(value.clone()),
            Input::Column(column) => Argument::column(column.take(rows)),
        }
    }

    /// Returns all rows as one array.
    pub fn whole(&mut self) -> Result<Argument, Failure> {
        match self {
            Input::Value(value) => Ok(Argument::scalar(value.clone())),
            Input::Column(column) => column.whole().map(Argument::column),
        }
    }
}

/// Converts a failure to a Python exception.
pub fn raised(failure: Failure) -> PyErr {
    match failure {
        Failure::Type(text) => PyTypeError::new_err(text),
        Failure::Value(text) => PyValueError::new_err(text),
    }
}
