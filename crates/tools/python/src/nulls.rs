//! A workaround for arrays of type Null from Polars.

use std::ffi::c_void;

use arrow_array::ffi::FFI_ArrowArray;
use arrow_schema::DataType;

/// `ArrowArray` of the C data interface, up to the last field that is read here.
#[repr(C)]
struct ArrayLayout {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrayLayout,
    dictionary: *mut ArrayLayout,
}

/// Removes the buffers of arrays of nulls, here and in the children. The interface defines no buffers for them, but
/// Polars exports one for each, and arrow-rs rejects that.
///
/// # Safety
/// `array` follows the C data interface except for this, and has the type `data_type`.
pub unsafe fn without_buffers(array: &mut FFI_ArrowArray, data_type: &DataType) {
    // SAFETY: both are `ArrowArray` of the interface.
    unsafe { walk((&raw mut *array).cast(), data_type) }
}

/// # Safety
/// As for [`without_buffers`].
unsafe fn walk(array: *mut ArrayLayout, data_type: &DataType) {
    // SAFETY: an array has as many children as its type, or it is refused later; a dictionary has values.
    unsafe {
        let child = |i: usize| match i64::try_from(i).is_ok_and(|i| i < (*array).n_children) {
            true => Some(*(*array).children.add(i)),
            false => None,
        };
        match data_type {
            DataType::Null => (*array).n_buffers = 0,
            DataType::List(field)
            | DataType::LargeList(field)
            | DataType::FixedSizeList(field, _)
            | DataType::Map(field, _) => {
                child(0).into_iter().for_each(|values| walk(values, field.data_type()));
            }
            DataType::Struct(fields) => {
                for (i, field) in fields.iter().enumerate() {
                    child(i).into_iter().for_each(|values| walk(values, field.data_type()));
                }
            }
            DataType::Dictionary(_, values) if !(*array).dictionary.is_null() => {
                walk((*array).dictionary, values);
            }
            _ => {}
        }
    }
}
