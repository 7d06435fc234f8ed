//! A workaround for structs with an offset, as pyarrow's slices have: `arrow-data` counts the offset of a struct in a struct
//! twice, and panics (<https://github.com/apache/arrow-rs/issues/7595>). It goes with the release that has
//! <https://github.com/apache/arrow-rs/pull/10835>.

use arrow_data::ArrayData;
use arrow_schema::DataType;

/// Moves the offsets of structs, at every level, to their fields.
pub fn in_fields(data: ArrayData) -> ArrayData {
    if !has_offset(&data) {
        return data;
    }
    let children = data.child_data().iter().cloned().map(in_fields).collect();
    let (offset, len) = (data.offset(), data.len());
    if !is_struct(&data) {
        // SAFETY: the children have the same values as before.
        return unsafe { data.into_builder().child_data(children).build_unchecked() };
    }
    let fields = children.iter().map(|field: &ArrayData| slice(field, offset, len)).collect();
    // The NULLs are those from the offset on.
    let nulls = data.nulls().cloned();
    let data = data.into_builder().offset(0).nulls(nulls).child_data(fields);
    // SAFETY: the fields have the values from the offset on.
    unsafe { data.build_unchecked() }
}

fn is_struct(data: &ArrayData) -> bool {
    matches!(data.data_type(), DataType::Struct(_))
}

/// Whether a struct has an offset, at any level.
fn has_offset(data: &ArrayData) -> bool {
    is_struct(data) && data.offset() != 0 || data.child_data().iter().any(has_offset)
}

/// A range of rows, in which structs have no offset, as they have none in `data`.
fn slice(data: &ArrayData, offset: usize, len: usize) -> ArrayData {
    if !is_struct(data) {
        return data.slice(offset, len);
    }
    let fields = data.child_data().iter().map(|field| slice(field, offset, len)).collect();
    let nulls = data.nulls().map(|nulls| nulls.slice(offset, len));
    let data = data.clone().into_builder().len(len).nulls(nulls).child_data(fields);
    // SAFETY: the NULLs and the fields are those of the range.
    unsafe { data.build_unchecked() }
}
