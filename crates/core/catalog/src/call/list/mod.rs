//! Calls over lists. The function takes a list as an aggregate takes a group of rows.
//!
//! A NULL list counts as empty: engines return one if they gather no rows. The elements are read in place,
//! in the column that the lists of a batch share. The lists may lie there in any order and overlap.

mod elements;
mod folds;
mod sketches;
mod spread;

pub(super) use elements::ListRows;

use super::output::Output;
use super::parameters::SettingsByRow;
use super::{CallError, Column, Packed, Sampled, Source, SummedFingerprints, Value};
use crate::function::Function;
use crate::kernel::Fold;

/// Returns an error if an argument other than the list is NULL, as the aggregates do. Rows that are not `valid`
/// have such a NULL.
pub(super) fn check_params(
    function: &Function,
    params: &[Column<'_>],
    valid: Option<&[u64]>,
) -> Result<(), CallError> {
    let is_null = |column: &Column<'_>| matches!(column, Column::Constant(Value::Null));
    let null = params.iter().position(is_null).or(valid.map(|_| 0));
    match null.and_then(|place| function.params().nth(place)) {
        Some((_, arg)) => Err(CallError::argument_type(function, arg, "NULL")),
        None => Ok(()),
    }
}

impl<'a> Source<'a> {
    /// The lists of a function that takes lists.
    pub(super) fn lists(&self, function: &'static Function) -> Result<ListRows<'a>, CallError> {
        match *self {
            Source::Lists { column, len } => ListRows::new(function, column, len),
            Source::Rows(_) | Source::Row { .. } => {
                Err(CallError::layout(function, &"the list was given as a value"))
            }
        }
    }
}

/// Writes the results of a call over lists.
pub(super) fn evaluate(
    function: &'static Function,
    source: &Source<'_>,
    mut by_row: SettingsByRow<'_>,
    fold: Fold,
    out: &mut Output<'_>,
) -> Result<(), CallError> {
    let lists = &source.lists(function)?;
    let by_row = &mut by_row;
    match fold {
        Fold::SimHash => {
            out.nulls = sketches::sim_hashes(function, lists, out.numbers(function, lists.len())?)?;
            Ok(())
        }
        Fold::MinHash => sketches::min_hashes(function, lists, by_row, out.lists(function)?),
        Fold::Sum | Fold::Fingerprint => {
            let out = out.strings(function)?;
            folds::sums(function, lists)?.iter().try_for_each(|sum| match fold {
                Fold::Sum => out.push(function, &sum.digest()),
                _ => out.push(function, sum.to_string().as_bytes()),
            })
        }
        Fold::Digest => folds::digests(function, lists, by_row, out.strings(function)?),
        Fold::Sketch => sketches::row_sketches(function, lists, by_row, out.grown(function)),
        Fold::FingerprintSum => {
            folds::of_values::<SummedFingerprints>(function, lists, by_row, out.grown(function))
        }
        Fold::Measurements | Fold::Dictionary | Fold::SymbolTable => {
            folds::of_values::<Sampled>(function, lists, by_row, out.grown(function))
        }
        Fold::Pack => folds::of_values::<Packed>(function, lists, by_row, out.grown(function)),
    }
}
