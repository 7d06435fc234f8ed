//! Tables on their way from another library to DuckDB.

use arrow_array::{Array, make_array};
use arrow_schema::{DataType, FieldRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::input::reader;
use crate::relabeled::{self, has_nanosecond_times, is_unreadable};
use crate::stream::export_with;

/// A column: its name, whether its type is that of NULLs, and whether it has times of day in nanoseconds.
type StreamColumn = (String, bool, bool);

/// Takes the stream of a table over. Returns its columns, and a stream of the same rows.
///
/// DuckDB renames columns whose names differ in case only, and DuckDB 1 reads a column of NULLs as INTEGER. It also reads
/// wrong values from a struct in a struct whose array has an offset, as pyarrow's slices have. The arrays of `arrow-array`
/// have no offsets of structs: the fields have them. Types that it reads with a loss are [relabeled].
#[pyfunction]
pub fn table_stream<'py>(
    stream: &Bound<'py, PyCapsule>,
) -> PyResult<(Vec<StreamColumn>, Bound<'py, PyCapsule>)> {
    let reader = reader(stream)?;
    let DataType::Struct(fields) = reader.field().data_type() else {
        return Err(PyValueError::new_err("it is a stream of one column, not of a table"));
    };
    if let Some(field) = fields.iter().find(|field| is_unreadable(field.data_type())) {
        return Err(PyValueError::new_err(format!(
            "the column '{}' has the type {}, which DuckDB doesn't read: cast it to doubles, decimals of 38 digits or text",
            field.name(),
            field.data_type()
        )));
    }
    let column = |field: &FieldRef| {
        let data_type = field.data_type();
        (field.name().clone(), *data_type == DataType::Null, has_nanosecond_times(data_type))
    };
    let columns = fields.iter().map(column).collect();
    let exported = export_with(relabeled::of_field(reader.field()), reader, |chunk| {
        make_array(relabeled::of_data(chunk.to_data()))
    });
    let stream = PyCapsule::new_with_value(stream.py(), exported, c"arrow_array_stream")?;
    Ok((columns, stream))
}
