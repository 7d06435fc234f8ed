//! `hashlane._native`, the module of the wheel `hashlane`, and the plugin that Polars loads: one shared library.
//!
//! | part | what is in it |
//! |---|---|
//! | `calls.rs` | all that this crate asks of the catalogue |
//! | `batches.rs` | calls over whole columns, batch by batch |
//! | `windows.rs` | a call over a long chunk, a window of rows at a time |
//! | `functions.rs` | what the generated Python functions call |
//! | `input` | arguments: values, and columns by Arrow's PyCapsule interface |
//! | `array.rs`, `table.rs` | results that Python reads by the same interface |
//! | `stream.rs` | Arrow's C stream interface for columns that are no structs |
//! | `nulls.rs` | a quirk of Polars |
//! | `polars` | expressions of Polars, by the C ABI of its plugins |
//! | `files.rs`, `parquet.rs` | tables about Parquet files |
//! | `staged.rs` | files that are there whole or not at all |
//!
//! The functions that people call are Python, in `python/hashlane`, and generated from the catalogue.

mod array;
mod batches;
mod calls;
mod files;
mod functions;
mod input;
mod nulls;
mod parquet;
mod polars;
mod staged;
mod stream;
mod table;
mod values;
mod windows;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The native half of the package `hashlane`.
#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", hashlane_catalog::VERSION)?;
    module.add_class::<array::Array>()?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(functions::call, module)?)?;
    module.add_function(wrap_pyfunction!(functions::check, module)?)?;
    module.add_function(wrap_pyfunction!(files::table, module)?)?;
    module.add_function(wrap_pyfunction!(parquet::seal, module)?)?;
    module.add_function(wrap_pyfunction!(parquet::add_crc, module)?)?;
    module.add_function(wrap_pyfunction!(program, module)?)
}

/// Runs the program `hashlane` with these arguments, its name first, and returns the exit code. The process belongs to
/// it from then on.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| hashlane_cli::program(arguments.into_iter()))
}
