//! Reads arrays of texts and bytes as rows, without copying.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use hashlane_catalog::{CallError, Function, collected};
use hashlane_kernels::blocks::{Fixed, LayoutError, Offsets, Rows, ViewDamage, Views};

/// The buffers to which the views of an array point; none for other layouts.
pub(crate) fn buffers(array: &ArrayRef) -> Vec<&[u8]> {
    let buffers = match array.data_type() {
        DataType::Utf8View => array.as_string_view().data_buffers(),
        DataType::BinaryView => array.as_binary_view().data_buffers(),
        _ => &[],
    };
    buffers.iter().map(|buffer| buffer.as_slice()).collect()
}

/// Whether arrays of this type are texts or bytes that can be read in place.
pub(crate) fn is_string(data_type: &DataType) -> bool {
    matches!(
        data_type,
        DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_)
    )
}

/// Returns the values at these places. Places past the end, which only NULL rows have, give empty values.
pub(crate) fn slices<'a>(
    function: &Function,
    array: &'a ArrayRef,
    places: &[usize],
) -> Result<Vec<&'a [u8]>, CallError> {
    let of = |value: &dyn Fn(usize) -> &'a [u8]| {
        let value = |&place: &usize| if place < array.len() { value(place) } else { &[] };
        collected(function, places.iter().map(value))
    };
    match array.data_type() {
        DataType::Utf8 => of(&|i| array.as_string::<i32>().value(i).as_bytes()),
        DataType::LargeUtf8 => of(&|i| array.as_string::<i64>().value(i).as_bytes()),
        DataType::Utf8View => of(&|i| array.as_string_view().value(i).as_bytes()),
        DataType::Binary => of(&|i| array.as_binary::<i32>().value(i)),
        DataType::LargeBinary => of(&|i| array.as_binary::<i64>().value(i)),
        DataType::BinaryView => of(&|i| array.as_binary_view().value(i)),
        DataType::FixedSizeBinary(_) => of(&|i| array.as_fixed_size_binary().value(i)),
        other => unreachable!("{other} is neither text nor bytes, which was checked"),
    }
}

/// Returns the rows of an array of texts or bytes, given its [`buffers`]. With `damage`, views are
/// [checked when they are read](Views::checked_when_read).
pub(crate) fn rows<'a>(
    array: &'a ArrayRef,
    buffers: &'a [&'a [u8]],
    damage: Option<&'a ViewDamage>,
) -> Result<Rows<'a>, LayoutError> {
    let views = |views| match damage {
        Some(damage) => Ok(Rows::Views(Views::checked_when_read(views, buffers, damage))),
        None => Views::new(views, buffers).map(Rows::Views),
    };
    Ok(match array.data_type() {
        DataType::Utf8 => {
            let array = array.as_string::<i32>();
            Rows::Offsets32(Offsets::new(array.value_offsets(), array.value_data())?)
        }
        DataType::LargeUtf8 => {
            let array = array.as_string::<i64>();
            Rows::Offsets64(Offsets::new(array.value_offsets(), array.value_data())?)
        }
        DataType::Utf8View => views(array.as_string_view().views())?,
        DataType::Binary => {
            let array = array.as_binary::<i32>();
            Rows::Offsets32(Offsets::new(array.value_offsets(), array.value_data())?)
        }
        DataType::LargeBinary => {
            let array = array.as_binary::<i64>();
            Rows::Offsets64(Offsets::new(array.value_offsets(), array.value_data())?)
        }
        DataType::BinaryView => views(array.as_binary_view().views())?,
        DataType::FixedSizeBinary(width) => {
            let values = array.as_fixed_size_binary().value_data();
            Rows::Fixed(Fixed::new(*width as usize, array.len(), values)?)
        }
        other => unreachable!("{other} is neither text nor bytes, which was checked"),
    })
}
