//! A workaround for slices of structs in structs or in lists of a fixed size, as pyarrow has them: `arrow-data` counts the
//! offset of a struct twice, and panics (<https://github.com/apache/arrow-rs/issues/7595>). It goes with the release that
//! has <https://github.com/apache/arrow-rs/pull/10835>.

use arrow_data::ArrayData;
use arrow_schema::DataType;

/// Moves the offsets of structs and of lists of a fixed size, at every level, to their children.
pub fn in_children(data: ArrayData) -> ArrayData {
    if !has_offset(&data) {
        return data;
    }
    let children: Vec<_> = data.child_data().iter().cloned().map(in_children).collect();
    let Some(per_row) = children_per_row(&data) else {
        // SAFETY: the children have the same values as before.
        return unsafe { data.into_builder().child_data(children).build_unchecked() };
    };
    let (first, len) = (data.offset() * per_row, data.len() * per_row);
    let children = children.iter().map(|child| slice(child, first, len)).collect();
    // The NULLs are those from the offset on.
    let nulls = data.nulls().cloned();
    let data = data.into_builder().offset(0).nulls(nulls).child_data(children);
    // SAFETY: the children have the values from the offset on.
    unsafe { data.build_unchecked() }
}

/// How many rows of its children a row of a struct or of a list of a fixed size has; `None` for other types.
fn children_per_row(data: &ArrayData) -> Option<usize> {
    match data.data_type() {
        DataType::Struct(_) => Some(1),
        DataType::FixedSizeList(_, len) => usize::try_from(*len).ok(),
        _ => None,
    }
}

/// Whether a struct or a list of a fixed size has an offset, at any level.
fn has_offset(data: &ArrayData) -> bool {
    children_per_row(data).is_some() && data.offset() != 0
        || data.child_data().iter().any(has_offset)
}

/// A range of rows of data without such offsets, which has none either.
fn slice(data: &ArrayData, first: usize, len: usize) -> ArrayData {
    let Some(per_row) = children_per_row(data) else { return data.slice(first, len) };
    let children = data.child_data().iter();
    let children = children.map(|child| slice(child, first * per_row, len * per_row)).collect();
    let nulls = data.nulls().map(|nulls| nulls.slice(first, len));
    let data = data.clone().into_builder().len(len).nulls(nulls).child_data(children);
    // SAFETY: the NULLs and the children are those of the range.
    unsafe { data.build_unchecked() }
}
