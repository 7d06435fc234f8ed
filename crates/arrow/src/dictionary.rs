//! Dictionaries: each distinct value is computed once, and the results are put behind the keys.

use arrow::array::{Array, ArrayRef, AsArray};
use arrow::buffer::NullBuffer;
use arrow::compute::take;
use arrow::datatypes::DataType;
use hashlane_catalog::{CallError, Function};

use crate::argument::Argument;
use crate::evaluate::evaluate_dense;

/// The result of a call whose value is a dictionary and whose other arguments are scalars; `None`
/// for every other call, and for a dictionary whose values are encoded themselves or are more than the
/// rows.
pub(crate) fn evaluate(
    function: &'static Function,
    arguments: &[Argument],
) -> Result<Option<ArrayRef>, CallError> {
    let value = function.value_index();
    let Some(dictionary) = arguments[value].array.as_any_dictionary_opt() else { return Ok(None) };
    let others_are_scalars = arguments.iter().enumerate().all(|(i, a)| i == value || a.is_scalar);
    let values = dictionary.values();
    let encoded = matches!(
        values.data_type(),
        DataType::Dictionary(..) | DataType::RunEndEncoded(..) | DataType::Null
    );
    if !others_are_scalars || encoded || values.len() > dictionary.len() || values.is_empty() {
        return Ok(None);
    }
    let with_values = |argument: &Argument| Argument {
        array: if argument.is_scalar { argument.array.clone() } else { values.clone() },
        is_scalar: argument.is_scalar,
    };
    let arguments: Vec<_> = arguments.iter().map(with_values).collect();
    // A value that no row refers to must not be able to fail.
    let wanted = NullBuffer::union(Some(&referenced(dictionary)), values.logical_nulls().as_ref());
    let results = evaluate_dense(function, &arguments, values.len(), wanted)?;
    let results = take(&results, dictionary.keys(), None);
    Ok(Some(results.map_err(|e| CallError::layout(function, &e))?))
}

/// The values that some row refers to.
fn referenced(dictionary: &dyn arrow::array::AnyDictionaryArray) -> NullBuffer {
    let mut referenced = vec![false; dictionary.values().len()];
    let keys = dictionary.keys();
    for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
        if keys.is_valid(row) {
            referenced[key] = true;
        }
    }
    NullBuffer::from(referenced)
}
