//! Converts Python's values to arrays of one row.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Decimal128Array, Float64Array, Int64Array, NullArray,
    StringArray, UInt64Array,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyMemoryView, PyString};

/// The most digits of a decimal of 128 bits.
const MAX_DIGITS: u8 = 38;

/// Converts a value to an array, or returns `None` for another object.
pub fn value(object: &Bound<'_, PyAny>) -> PyResult<Option<ArrayRef>> {
    Ok(Some(if object.is_none() {
        Arc::new(NullArray::new(1))
    } else if let Ok(value) = object.cast::<PyBool>() {
        Arc::new(BooleanArray::from(vec![value.is_true()]))
    } else if let Ok(value) = object.cast::<PyInt>() {
        integer(value)?
    } else if let Ok(value) = object.cast::<PyFloat>() {
        Arc::new(Float64Array::from(vec![value.extract::<f64>()?]))
    } else if let Ok(value) = object.cast::<PyString>() {
        // Surrogates can't be encoded in UTF-8. Python raises an error of its own for them.
        Arc::new(StringArray::from(vec![value.extract::<String>()?]))
    } else if let Ok(value) = object.cast::<PyBytes>() {
        Arc::new(BinaryArray::from(vec![value.as_bytes()]))
    } else if object.is_instance_of::<PyByteArray>() || object.is_instance_of::<PyMemoryView>() {
        let bytes = object.py().get_type::<PyBytes>().call1((object,))?;
        Arc::new(BinaryArray::from(vec![bytes.cast::<PyBytes>()?.as_bytes()]))
    } else {
        return Ok(None);
    }))
}

/// Converts a whole number to the first type that can hold it.
fn integer(value: &Bound<'_, PyInt>) -> PyResult<ArrayRef> {
    if let Ok(value) = value.extract::<i64>() {
        return Ok(Arc::new(Int64Array::from(vec![value])));
    }
    if let Ok(value) = value.extract::<u64>() {
        return Ok(Arc::new(UInt64Array::from(vec![value])));
    }
    let most = 10_i128.pow(MAX_DIGITS.into());
    let Some(value) = value.extract::<i128>().ok().filter(|value| value.abs() < most) else {
        return Err(PyValueError::new_err(format!(
            "an argument is a whole number of more than {MAX_DIGITS} digits"
        )));
    };
    let value = Decimal128Array::from(vec![value]).with_precision_and_scale(MAX_DIGITS, 0);
    Ok(Arc::new(value.map_err(|error| PyValueError::new_err(error.to_string()))?))
}
