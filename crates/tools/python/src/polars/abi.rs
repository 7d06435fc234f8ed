//! Series as Polars passes them to and from plugins.

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ptr;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field, FieldRef};

use crate::calls::{CallFailure, failed};
use crate::fields::imported;
use crate::input::OBJECT;
use crate::stream::import;

/// `SeriesExport` of the crate `polars-ffi`, version 0.
#[repr(C)]
pub struct SeriesExport {
    field: *mut FFI_ArrowSchema,
    /// Pointers to boxes. The release function frees the boxes but not the arrays, which the receiver has moved out.
    arrays: *mut *mut FFI_ArrowArray,
    len: usize,
    release: Option<unsafe extern "C" fn(*mut SeriesExport)>,
    private_data: *mut c_void,
}

impl Drop for SeriesExport {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it isn't released yet, since releasing clears the pointer.
            unsafe { release(self) }
        }
    }
}

/// The name and the type of a series.
///
/// # Errors
/// Returns an error if Arrow lacks the type, or if it is Object, the only one that Polars exports as bytes of a fixed size.
pub fn field(schema: &FFI_ArrowSchema) -> Result<Field, CallFailure> {
    let field = imported(schema)?;
    match field.data_type() {
        DataType::FixedSizeBinary(_) => {
            Err(CallFailure::Type(format!("the column '{}' has {OBJECT}", field.name())))
        }
        _ => Ok(field),
    }
}

/// A named column.
pub struct Series {
    pub field: FieldRef,
    pub chunks: Vec<ArrayRef>,
}

impl Series {
    /// Takes ownership of a series.
    ///
    /// # Safety
    /// Polars has filled `export`, and its arrays weren't moved out.
    pub unsafe fn import(export: SeriesExport) -> Result<Series, CallFailure> {
        // SAFETY: `arrays` are `len` pointers to arrays. All are moved out, even if one can't be used.
        let arrays: Vec<FFI_ArrowArray> =
            (0..export.len).map(|chunk| unsafe { ptr::read(*export.arrays.add(chunk)) }).collect();
        // SAFETY: the schema lives until the release.
        let field = field(unsafe { &*export.field })?;
        let field = FieldRef::new(field);
        // SAFETY: Polars guarantees that its arrays have the type of the field.
        let chunks = arrays.into_iter().map(|array| unsafe { import(array, &field) });
        let chunks = chunks.collect::<Result<_, _>>()?;
        Ok(Series { field, chunks })
    }

    /// Exports a series for Polars.
    pub fn export(self) -> Result<SeriesExport, CallFailure> {
        let schema = FFI_ArrowSchema::try_from(self.field.as_ref()).map_err(failed)?;
        let array = |chunk: &ArrayRef| Box::new(FFI_ArrowArray::new(&chunk.to_data()));
        let arrays = self.chunks.iter().map(|chunk| Box::into_raw(array(chunk)));
        let kept = Box::new(KeptData { schema, arrays: arrays.collect() });
        let len = kept.arrays.len();
        let kept = Box::into_raw(kept);
        // SAFETY: `kept` was created just now.
        let (field, arrays) = unsafe { (&raw mut (*kept).schema, (*kept).arrays.as_mut_ptr()) };
        let private_data = kept.cast::<c_void>();
        Ok(SeriesExport { field, arrays, len, release: Some(release), private_data })
    }
}

/// The data of an exported series, until it is released.
struct KeptData {
    schema: FFI_ArrowSchema,
    arrays: Vec<*mut FFI_ArrowArray>,
}

unsafe extern "C" fn release(export: *mut SeriesExport) {
    // SAFETY: Polars releases an exported series once. `private_data` is the box of `Series::export`, and `arrays` are
    // boxes whose arrays Polars has moved out.
    unsafe {
        let kept = Box::from_raw((*export).private_data.cast::<KeptData>());
        for array in &kept.arrays {
            drop(Box::from_raw(array.cast::<ManuallyDrop<FFI_ArrowArray>>()));
        }
        (*export).release = None;
    }
}
