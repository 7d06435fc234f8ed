//! Values and results of aggregates over texts or bytes.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, Float64Array, Int32Array, Int64Array, ListArray, StringArray, StructArray,
    UInt64Array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use hashlane_catalog::{CallError, Difference, Function, Measurement};

use crate::argument::{Argument, Borrowed, rows};
use crate::types::{difference, measurement};

/// Calls `each` with every value of an array of texts or bytes, `None` for NULL.
pub fn each_value(
    function: &Function,
    array: &ArrayRef,
    mut each: impl FnMut(Option<&[u8]>) -> Result<(), CallError>,
) -> Result<(), CallError> {
    let arg = &function.args[function.value_index()];
    let argument = Argument::new(function, arg, array, false)?.flat(function)?;
    if argument.array.data_type() == &DataType::Null {
        return (0..array.len()).try_for_each(|_| each(None));
    }
    let borrowed = Borrowed::value(function, &argument, array.len())?;
    let rows = rows(&argument, &borrowed, None).map_err(|e| CallError::layout(function, &e))?;
    let nulls = argument.nulls();
    for row in 0..array.len() {
        let valid = nulls.is_none_or(|nulls| nulls.is_valid(row));
        each(valid.then(|| rows.row(row)))?;
    }
    Ok(())
}

/// Differences between two tables.
pub(crate) fn differences(all: &[Difference]) -> StructArray {
    let numbers = |of: fn(&Difference) -> i64| -> ArrayRef {
        Arc::new(all.iter().map(of).map(Some).collect::<Int64Array>())
    };
    let columns: Vec<ArrayRef> = vec![
        Arc::new(all.iter().map(|found| Some(found.side.name())).collect::<StringArray>()),
        numbers(|found| found.key),
        numbers(|found| found.hash),
        Arc::new(all.iter().map(|found| Some(found.rows)).collect::<UInt64Array>()),
    ];
    match all.len() {
        0 => StructArray::new_null(difference(), 0),
        _ => StructArray::new(difference(), columns, None),
    }
}

/// Lists of measurements: the measurements of all lists, the end of each list, and the NULL rows.
pub(crate) fn lists_of_measurements(
    all: &[Measurement],
    ends: &[usize],
    nulls: &[usize],
) -> ListArray {
    let numbers = |of: fn(&Measurement) -> f64| -> ArrayRef {
        Arc::new(all.iter().map(of).map(Some).collect::<Float64Array>())
    };
    let columns: Vec<ArrayRef> = vec![
        Arc::new(all.iter().map(|m| Some(m.codec)).collect::<StringArray>()),
        Arc::new(all.iter().map(|m| m.level).collect::<Int32Array>()),
        numbers(|m| m.ratio),
        numbers(|m| m.compress_mb_s),
        numbers(|m| m.decompress_mb_s),
    ];
    let structs = match all.len() {
        0 => StructArray::new_null(measurement(), 0),
        _ => StructArray::new(measurement(), columns, None),
    };
    let field = arrow_schema::Field::new_list_field(structs.data_type().clone(), false);
    let starts = std::iter::once(&0).chain(ends);
    let offsets = OffsetBuffer::from_lengths(starts.zip(ends).map(|(start, end)| end - start));
    let valid = (0..ends.len()).map(|row| nulls.binary_search(&row).is_err());
    let nulls = NullBuffer::from_iter(valid);
    ListArray::new(Arc::new(field), offsets, Arc::new(structs), Some(nulls))
}
