//! Reads columns through Arrow's PyCapsule interface.

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::FieldRef;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::column::ChunkSource;
use super::raised;
use crate::fields::imported;
use crate::stream::{StreamReader, import};

/// What is wrong with Polars' type for any value of Python.
pub const OBJECT: &str = "the type Object of Polars, whose values are pointers: convert them to a type of Arrow, such as String";

/// Returns the chunks of a column, or `None` if the object doesn't support Arrow.
///
/// # Errors
/// Raises TypeError for a table, since it could mean either its columns or one column of structs.
pub fn source(object: &Bound<'_, PyAny>) -> PyResult<Option<ChunkSource>> {
    let streams = object.hasattr("__arrow_c_stream__")?;
    if !streams && !object.hasattr("__arrow_c_array__")? {
        return Ok(None);
    }
    if object.hasattr("column_names")? || object.hasattr("columns")? {
        return Err(PyTypeError::new_err(
            "an argument is a table; pass its columns one by one, or a column of structs",
        ));
    }
    refuse_objects(object)?;
    match streams {
        true => {
            let capsule = object.call_method0("__arrow_c_stream__")?;
            reader(capsule.cast::<PyCapsule>()?).map(|reader| Some(ChunkSource::Stream(reader)))
        }
        false => array(&object.call_method0("__arrow_c_array__")?).map(Some),
    }
}

/// Polars exports its type Object as the bytes of pointers, which are others in each process.
fn refuse_objects(object: &Bound<'_, PyAny>) -> PyResult<()> {
    let is_polars = object.get_type().module()?.to_string().starts_with("polars");
    if is_polars && object.hasattr("dtype")? && object.getattr("dtype")?.str()? == "Object" {
        return Err(PyTypeError::new_err(format!("a column has {OBJECT}")));
    }
    Ok(())
}

/// Takes the stream of a capsule over.
///
/// # Errors
/// Raises ValueError if the capsule holds no stream, or one that has been read already.
pub fn reader(capsule: &Bound<'_, PyCapsule>) -> PyResult<StreamReader> {
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: a capsule of this name holds a stream, by Arrow's PyCapsule interface. It is moved out, and a released
    // stream stays behind, for which the capsule's destructor checks.
    let reader = unsafe {
        let stream = FFI_ArrowArrayStream::from_raw(pointer.as_ptr().cast());
        StreamReader::new(stream)
    };
    reader.map_err(raised)
}

fn array(capsules: &Bound<'_, PyAny>) -> PyResult<ChunkSource> {
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract()?;
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?;
    let array = array.pointer_checked(Some(c"arrow_array"))?;
    // SAFETY: a capsule of this name holds a schema, which lives as long as the capsule.
    let schema = unsafe { schema.cast::<FFI_ArrowSchema>().as_ref() };
    let field = imported(schema).map_err(raised)?;
    let field = FieldRef::new(field);
    // SAFETY: a capsule of this name holds an array of the type of that schema. It is moved out, and a released array
    // stays behind, for which the capsule's destructor checks.
    let array = unsafe {
        let array = FFI_ArrowArray::from_raw(array.as_ptr().cast());
        import(array, &field)
    };
    Ok(ChunkSource::Chunks(field, vec![array.map_err(raised)?].into_iter()))
}
