//! `hashlane_datafusion._native`: the functions as capsules, which PyPI's `datafusion` registers.
//!
//! The capsules hold the structs of datafusion-ffi. Their layout belongs to a major version of DataFusion, so
//! `hashlane_datafusion.register` rejects any other version.
#![forbid(unsafe_code)]

mod guarded;

use std::sync::Arc;

use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion_ffi::udaf::FFI_AggregateUDF;
use datafusion_ffi::udf::FFI_ScalarUDF;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A scalar function.
#[pyclass(frozen)]
struct Scalar(Arc<ScalarUDF>);

#[pymethods]
impl Scalar {
    /// The function as the struct `FFI_ScalarUDF`.
    fn __datafusion_scalar_udf__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let function = FFI_ScalarUDF::from(Arc::clone(&self.0));
        PyCapsule::new_with_value(py, function, c"datafusion_scalar_udf")
    }
}

/// An aggregate.
#[pyclass(frozen)]
struct Aggregate(Arc<AggregateUDF>);

#[pymethods]
impl Aggregate {
    /// The function as the struct `FFI_AggregateUDF`.
    fn __datafusion_aggregate_udf__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let function = FFI_AggregateUDF::from(Arc::clone(&self.0));
        PyCapsule::new_with_value(py, function, c"datafusion_aggregate_udf")
    }
}

/// Every scalar function and every aggregate.
///
/// # Errors
/// Returns an error if `HASHLANE_ISA` names an instruction set that this CPU lacks.
#[pyfunction]
fn functions() -> PyResult<(Vec<Scalar>, Vec<Aggregate>)> {
    hashlane_catalog::ready().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let scalar = |udf| Scalar(Arc::new(ScalarUDF::from(guarded::GuardedScalar::new(udf))));
    let aggregate = |udaf| Aggregate(Arc::new(AggregateUDF::from(guarded::GuardedAggregate(udaf))));
    let scalars = hashlane_datafusion::all_functions().into_iter().map(scalar).collect();
    let aggregates = hashlane_datafusion::all_aggregates().into_iter().map(aggregate).collect();
    Ok((scalars, aggregates))
}

/// The examples of all functions: the expression to select, and the result as text.
#[pyfunction]
fn examples() -> Vec<(&'static str, &'static str)> {
    let functions = hashlane_catalog::all().chain(hashlane_catalog::AGGREGATES);
    let examples = functions.flat_map(|function| function.examples);
    examples.map(|example| (example.sql, example.result)).collect()
}

/// The native half of the package `hashlane_datafusion`.
#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", hashlane_catalog::VERSION)?;
    module.add("DATAFUSION_VERSION", datafusion::DATAFUSION_VERSION)?;
    module.add_class::<Scalar>()?;
    module.add_class::<Aggregate>()?;
    module.add_function(wrap_pyfunction!(functions, module)?)?;
    module.add_function(wrap_pyfunction!(examples, module)?)
}
