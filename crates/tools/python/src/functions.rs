//! The functions that the generated Python code calls.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef};
use hashlane_catalog::{Function, Work};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::Array;
use crate::input::{CallInput, raised};
use crate::{batches, calls, values};

/// Calls a function. A scalar function returns an Array, or a value if all arguments are values. An aggregate returns a
/// value.
#[pyfunction]
#[pyo3(signature = (name, *args))]
pub fn call<'py>(
    py: Python<'py>,
    name: &str,
    args: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let function = calls::find(name).map_err(raised)?;
    let mut inputs = inputs(function, args)?;
    if matches!(function.work, Work::Aggregate(_)) {
        let result = py.detach(|| batches::aggregate(function, &mut inputs));
        return values::value(py, &result.map_err(raised)?, 0);
    }
    let are_values = inputs.iter().all(CallInput::is_value);
    let chunks = py.detach(|| batches::scalar(function, &mut inputs)).map_err(raised)?;
    if are_values {
        return values::value(py, &chunks[0], 0);
    }
    let field: FieldRef = Arc::new(Field::new(name, calls::return_type(function), true));
    Ok(Bound::new(py, Array::new(field, chunks))?.into_any())
}

/// Checks a parameter of a function, given its index among the arguments.
#[pyfunction]
pub fn check(name: &str, place: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let function = calls::find(name).map_err(raised)?;
    match CallInput::new(value)? {
        CallInput::Value(value) => calls::check_parameter(function, place, &value).map_err(raised),
        CallInput::Column(_) => Ok(()),
    }
}

/// The arguments of a call, with their number and types checked.
fn inputs(function: &'static Function, args: &Bound<'_, PyTuple>) -> PyResult<Vec<CallInput>> {
    let inputs = args.iter().map(|arg| CallInput::new(&arg)).collect::<PyResult<Vec<_>>>()?;
    let types: Vec<&DataType> = inputs.iter().map(CallInput::data_type).collect();
    calls::check_types(function, &types).map_err(raised)?;
    Ok(inputs)
}
