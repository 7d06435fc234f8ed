//! Calls over whole columns, batch by batch.

use arrow_array::{Array, ArrayRef, new_empty_array};
use hashlane_catalog::{CallError, Function};

use crate::calls::{self, CallFailure};
use crate::input::CallInput;
use crate::windows;

/// Returns the results of a scalar function, chunk by chunk, or one row if all arguments are values. Each call extends
/// to the nearest end of an argument's chunk.
///
/// # Errors
/// Returns an error if columns have different lengths, or a call fails.
pub fn scalar(
    function: &'static Function,
    inputs: &mut [CallInput],
) -> Result<Vec<ArrayRef>, CallFailure> {
    let most = calls::rows_per_call(function);
    let mut results = Vec::new();
    let mut done = 0;
    loop {
        let mut ahead = Vec::new();
        for input in inputs.iter_mut() {
            ahead.extend(input.rows_ahead()?);
        }
        let nearest = ahead.iter().copied().min().unwrap_or(1);
        let farthest = ahead.iter().copied().max().unwrap_or(1);
        match (nearest, farthest) {
            (0, 0) if results.is_empty() => {
                return Ok(vec![new_empty_array(&calls::return_type(function))]);
            }
            (0, 0) => return Ok(results),
            (0, more) => return Err(different(function, done, done + more)),
            _ => {}
        }
        let rows = nearest.min(most);
        let args: Vec<_> = inputs.iter_mut().map(|input| input.take(rows)).collect();
        results.push(windows::evaluate(function, &args, rows)?);
        done += rows;
        if ahead.is_empty() {
            return Ok(results);
        }
    }
}

/// Returns the result of an aggregate: an array of one row.
///
/// # Errors
/// Returns an error if columns have different lengths, or the call fails.
pub fn aggregate(
    function: &'static Function,
    inputs: &mut [CallInput],
) -> Result<ArrayRef, CallFailure> {
    let args: Vec<_> = inputs.iter_mut().map(CallInput::whole).collect::<Result<_, _>>()?;
    let mut lengths = args.iter().filter(|arg| !arg.is_scalar).map(|arg| arg.array.len());
    let len = lengths.next().unwrap_or(1);
    match lengths.find(|other| *other != len) {
        None => calls::aggregate(function, &args, len),
        Some(other) => Err(different(function, len, other)),
    }
}

fn different(function: &Function, first: usize, other: usize) -> CallFailure {
    CallFailure::Value(CallError::lengths(function, first, other).to_string())
}
