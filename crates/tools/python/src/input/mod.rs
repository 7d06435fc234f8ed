//! Arguments of calls, from Python and from Polars.

mod capsule;
mod column;
mod scalar;

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::calls::{CallArgument, CallFailure};
pub use capsule::{OBJECT, reader};
pub use column::{ChunkSource, InputColumn};

/// An argument of a call.
pub enum CallInput {
    /// One value for all rows: an array of one row.
    Value(ArrayRef),
    /// A column.
    Column(InputColumn),
}

impl CallInput {
    /// Converts an argument from Python.
    ///
    /// # Errors
    /// Raises TypeError if it is neither a value nor a column.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(value) = scalar::value(object)? {
            return Ok(CallInput::Value(value));
        }
        let Some(source) = capsule::source(object)? else {
            let of = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "an argument is a {of}; pass an Arrow column (an object with __arrow_c_stream__ or \
                 __arrow_c_array__), a str, bytes, a number or None"
            )));
        };
        Ok(CallInput::Column(InputColumn::new(source)))
    }

    /// Whether it is one value for all rows.
    pub fn is_value(&self) -> bool {
        matches!(self, CallInput::Value(_))
    }

    /// Its type.
    pub fn data_type(&self) -> &DataType {
        match self {
            CallInput::Value(value) => value.data_type(),
            CallInput::Column(column) => column.data_type(),
        }
    }

    /// The number of rows [ahead](InputColumn::rows_ahead), or `None` for a value.
    pub fn rows_ahead(&mut self) -> Result<Option<usize>, CallFailure> {
        match self {
            CallInput::Value(_) => Ok(None),
            CallInput::Column(column) => column.rows_ahead().map(Some),
        }
    }

    /// Returns the next rows.
    pub fn take(&mut self, rows: usize) -> CallArgument {
        match self {
            CallInput::Value(value) => CallArgument::scalar(value.clone()),
            CallInput::Column(column) => CallArgument::column(column.take(rows)),
        }
    }

    /// Returns all rows as one array.
    pub fn whole(&mut self) -> Result<CallArgument, CallFailure> {
        match self {
            CallInput::Value(value) => Ok(CallArgument::scalar(value.clone())),
            CallInput::Column(column) => column.whole().map(CallArgument::column),
        }
    }
}

/// Converts a failure to a Python exception.
pub fn raised(failure: CallFailure) -> PyErr {
    match failure {
        CallFailure::Type(text) => PyTypeError::new_err(text),
        CallFailure::Value(text) => PyValueError::new_err(text),
    }
}
