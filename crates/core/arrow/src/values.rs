//! Values of aggregates over texts or bytes.

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use hashlane_catalog::{CallError, Function};

use crate::argument::{Argument, BorrowedData, rows};

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
    let borrowed = BorrowedData::value(function, &argument, array.len())?;
    let rows = rows(&argument, &borrowed, None).map_err(|e| CallError::layout(function, &e))?;
    let nulls = argument.nulls();
    for row in 0..array.len() {
        let valid = nulls.is_none_or(|nulls| nulls.is_valid(row));
        each(valid.then(|| rows.row(row)))?;
    }
    Ok(())
}
