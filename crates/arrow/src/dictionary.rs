//! Dictionaries: each distinct value is computed once, and the results are put behind the keys.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::{AnyDictionaryArray, Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use arrow_select::take::take;
use hashlane_catalog::{CallError, Function};

use crate::argument::Argument;
use crate::evaluate::evaluate_dense;
use crate::results::MAX_TOTAL;

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
    check_lengths(function, &results, dictionary)?;
    let results = take(&results, dictionary.keys(), None);
    Ok(Some(results.map_err(|e| CallError::layout(function, &e))?))
}

/// The values that some row refers to.
fn referenced(dictionary: &dyn AnyDictionaryArray) -> NullBuffer {
    let mut referenced = vec![false; dictionary.values().len()];
    let keys = dictionary.keys();
    for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
        if keys.is_valid(row) {
            referenced[key] = true;
        }
    }
    NullBuffer::from(referenced)
}

/// Refuses results of which the rows together need more than 32-bit offsets, before memory is taken for
/// them. `take` of lists with more values than that panics, and of bytes has no advice.
fn check_lengths(
    function: &Function,
    results: &ArrayRef,
    dictionary: &dyn AnyDictionaryArray,
) -> Result<(), CallError> {
    match results.data_type() {
        DataType::Binary => {
            let offsets = results.as_binary::<i32>().value_offsets();
            check_bytes(function, total(dictionary, |value| between(offsets, value..value + 1)))
        }
        DataType::Utf8 => {
            let offsets = results.as_string::<i32>().value_offsets();
            check_bytes(function, total(dictionary, |value| between(offsets, value..value + 1)))
        }
        DataType::List(_) => {
            let lists = results.as_list::<i32>();
            let offsets = lists.value_offsets();
            let values = total(dictionary, |list| between(offsets, list..list + 1));
            if values > MAX_TOTAL {
                return Err(CallError::lists_too_long(function, values, MAX_TOTAL));
            }
            let offsets = |i: usize| lists.value_offsets()[i] as usize;
            let ends = match lists.values().data_type() {
                DataType::Utf8 => lists.values().as_string::<i32>().value_offsets(),
                _ => lists.values().as_binary::<i32>().value_offsets(),
            };
            let bytes = |list| between(ends, offsets(list)..offsets(list + 1));
            check_bytes(function, total(dictionary, bytes))
        }
        // Of a fixed width, and so much that is for its rows.
        _ => Ok(()),
    }
}

fn check_bytes(function: &Function, bytes: usize) -> Result<(), CallError> {
    match bytes > MAX_TOTAL {
        true => Err(CallError::batch_too_long(function, bytes, MAX_TOTAL)),
        false => Ok(()),
    }
}

/// The length of what lies between two offsets.
fn between(offsets: &[i32], range: Range<usize>) -> usize {
    (offsets[range.end] - offsets[range.start]) as usize
}

/// The lengths of the results of all rows added up; `length` has that of a value.
fn total(dictionary: &dyn AnyDictionaryArray, length: impl Fn(usize) -> usize) -> usize {
    let keys = dictionary.keys();
    let rows = dictionary.normalized_keys().into_iter().enumerate();
    let lengths = rows.filter(|(row, _)| keys.is_valid(*row)).map(|(_, value)| length(value));
    lengths.fold(0, usize::saturating_add)
}
