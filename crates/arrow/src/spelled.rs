//! Encodings spelled out: a value a row, without what repeats it.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, ArrayRef, LargeBinaryArray, RunArray, UInt64Array};
use arrow_buffer::{ArrowNativeType, OffsetBuffer};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;

/// An array without runs, of which the values may have runs themselves.
pub(crate) fn without_runs(array: ArrayRef) -> Result<ArrayRef, ArrowError> {
    let DataType::RunEndEncoded(ends, _) = array.data_type() else { return Ok(array) };
    let (runs, values) = match ends.data_type() {
        DataType::Int16 => runs_and_values(array.as_run::<Int16Type>()),
        DataType::Int32 => runs_and_values(array.as_run::<Int32Type>()),
        _ => runs_and_values(array.as_run::<Int64Type>()),
    };
    let runs = UInt64Array::from_iter_values(runs.into_iter().map(|run| run as u64));
    take(&of_any_length(&without_runs(values)?), &runs, None)
}

/// An array without its dictionary.
pub(crate) fn without_dictionary(array: ArrayRef) -> Result<ArrayRef, ArrowError> {
    let Some(dictionary) = array.as_any_dictionary_opt() else { return Ok(array) };
    let values = without_dictionary(without_runs(dictionary.values().clone())?)?;
    take(&of_any_length(&values), dictionary.keys(), None)
}

/// The run that each row lies in.
pub(crate) fn run_of_rows<R: RunEndIndexType>(array: &RunArray<R>) -> Vec<usize> {
    let ends = array.run_ends();
    let mut run = ends.get_start_physical_index();
    let mut runs = Vec::with_capacity(array.len());
    for row in ends.offset()..ends.offset() + array.len() {
        while ends.values()[run].as_usize() <= row {
            run += 1;
        }
        runs.push(run);
    }
    runs
}

fn runs_and_values<R: RunEndIndexType>(array: &RunArray<R>) -> (Vec<usize>, ArrayRef) {
    (run_of_rows(array), array.values().clone())
}

/// The same values with offsets in place of one size: `take` loses how many rows without bytes there
/// are.
fn of_any_length(values: &ArrayRef) -> ArrayRef {
    let Some(fixed) = values.as_fixed_size_binary_opt() else { return values.clone() };
    let offsets = OffsetBuffer::from_repeated_length(fixed.value_size(), fixed.len());
    let bytes = fixed.values().clone();
    Arc::new(LargeBinaryArray::new(offsets, bytes, fixed.nulls().cloned()))
}
