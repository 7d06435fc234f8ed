//! Tables on their way from another library to DuckDB.

use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::input::reader;
use crate::stream::export_reader;

/// A column: its name, and whether its type is that of NULLs.
type Column = (String, bool);

/// Takes the stream of a table over. Returns its columns, and a stream of the same rows.
///
/// DuckDB renames columns whose names differ in case only, and DuckDB 1 reads a column of NULLs as INTEGER. It also reads
/// wrong values from a struct in a struct whose array has an offset, as pyarrow's slices have. The arrays of `arrow-array`
/// have no offsets of structs: the fields have them.
#[pyfunction]
pub fn table_stream<'py>(
    stream: &Bound<'py, PyCapsule>,
) -> PyResult<(Vec<Column>, Bound<'py, PyCapsule>)> {
    let reader = reader(stream)?;
    let DataType::Struct(fields) = reader.field().data_type() else {
        return Err(PyValueError::new_err("it is a stream of one column, not of a table"));
    };
    let is_null = |of: &DataType| *of == DataType::Null;
    let columns = fields.iter().map(|field| (field.name().clone(), is_null(field.data_type())));
    let columns = columns.collect();
    let stream =
        PyCapsule::new_with_value(stream.py(), export_reader(reader), c"arrow_array_stream")?;
    Ok((columns, stream))
}
