//! `hashlane._native`, the module of the wheel `hashlane`, and the plugin that Polars loads: one shared library.
//!
//! | part | holds |
//! |---|---|
//! | `calls.rs` | all uses of the catalogue |
//! | `batches.rs` | calls over whole columns, batch by batch |
//! | `windows.rs` | calls over a long chunk, a range of rows at a time |
//! | `fields.rs` | the types of other libraries' columns |
//! | `functions.rs` | the functions that the generated Python code calls |
//! | `input` | arguments: values, and columns by Arrow's PyCapsule interface |
//! | `array.rs`, `table.rs` | results, which Python reads by the same interface |
//! | `table_stream.rs`, `relabeled.rs` | tables that DuckDB reads, in a form that it reads right |
//! | `stream.rs` | Arrow's C stream interface for columns that are not structs |
//! | `numbers.rs`, `huge_pages.rs` | memory for large results |
//! | `nulls.rs` | a workaround for arrays of nulls from Polars |
//! | `offsets.rs` | a workaround for slices of structs from pyarrow |
//! | `polars` | expressions of Polars, by the C ABI of its plugins |
//! | `files.rs`, `parquet.rs` | tables about Parquet files |
//! | `staged.rs` | files that are either complete or absent |
//!
//! Users call Python functions in `python/hashlane`: those of `arrow` and `polars` are generated from the catalogue, those of
//! `duckdb.py`, `parquet.py` and `_diff.py` are written by hand.

mod array;
mod batches;
mod calls;
mod fields;
mod files;
mod functions;
mod huge_pages;
mod input;
mod nulls;
mod numbers;
mod offsets;
mod parquet;
mod polars;
mod relabeled;
mod staged;
mod stream;
mod table;
mod table_stream;
mod values;
mod windows;

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
    module.add_function(wrap_pyfunction!(polars::use_allocator, module)?)?;
    module.add_function(wrap_pyfunction!(files::table, module)?)?;
    module.add_function(wrap_pyfunction!(table_stream::table_stream, module)?)?;
    module.add_function(wrap_pyfunction!(parquet::add_crc, module)?)?;
    Ok(())
}
