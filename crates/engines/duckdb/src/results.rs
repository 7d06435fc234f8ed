//! The results of a scalar function on their way to a vector.

use std::cell::RefCell;

use hashlane_catalog::{Call, CallError, Function, ResultType, Results};

use crate::output::{NumberVector, RowsOutcome, check_lengths};

thread_local! {
    /// Memory for results on their way to a vector, kept between chunks. It is taken out while it is used:
    /// if DuckDB throws while results are written, they are freed on the way, and the next chunk starts anew.
    static SPARE: RefCell<Option<Results>> = RefCell::default();
}

/// What a thread may keep for its next chunk.
const MAX_IDLE: usize = 1 << 20;

/// Keeps the memory of results that are written.
pub fn recycle(outcome: RowsOutcome) {
    let mut results = match outcome {
        RowsOutcome::Results(results) | RowsOutcome::Repeated { different: results, .. } => results,
        RowsOutcome::Null | RowsOutcome::InPlace { .. } => return,
    };
    results.shrink_to(MAX_IDLE);
    // A thread that is ending can no longer keep it.
    let _ = SPARE.try_with(|spare| spare.try_borrow_mut().map(|mut spare| *spare = Some(results)));
}

/// Runs a call over a chunk: writes numbers straight into DuckDB's vector, and everything else into memory of ours. Values
/// that repeat are computed once.
pub fn evaluate(
    call: Call<'_>,
    function: &'static Function,
    mut vector: NumberVector,
) -> Result<RowsOutcome, CallError> {
    let returns = function.returns;
    if let Some(width) = returns.width() {
        // SAFETY: the vector is of the type that the function returns, whose values have this width.
        let out = unsafe { vector.bytes(width) };
        let nulls = call.write(out)?;
        if returns == ResultType::Uuid {
            sortable(out);
        }
        return Ok(RowsOutcome::InPlace { nulls });
    }
    let Some(repeats) = call.repeats() else {
        return collect(call, function).map(RowsOutcome::Results);
    };
    let different = collect(call.of_different(&repeats), function)?;
    Ok(RowsOutcome::Repeated { different, places: repeats.into_places() })
}

/// Makes UUIDs what DuckDB keeps: numbers whose top bit is flipped, so that they sort.
fn sortable(uuids: &mut [u8]) {
    for uuid in uuids.as_chunks_mut().0 {
        *uuid = (u128::from_be_bytes(*uuid) ^ 1 << 127).to_le_bytes();
    }
}

/// A vector has as many allocations as it needs, so nothing limits all strings together.
fn collect(call: Call<'_>, function: &Function) -> Result<Results, CallError> {
    let spare = SPARE.with_borrow_mut(Option::take);
    let results = call.collect(usize::MAX, spare)?;
    check_lengths(function, &results).map(|()| results)
}
