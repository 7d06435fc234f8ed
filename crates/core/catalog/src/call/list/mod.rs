//! Calls over lists. The function takes a list as an aggregate takes a group of rows.
//!
//! A NULL list counts as empty: engines return one if they gather no rows. The elements are read in place,
//! in the column that the lists of a batch share. The lists may lie there in any order and overlap.

mod elements;
mod folds;
mod sketches;
mod spread;

pub(super) use elements::ListRows;

use super::parameters::SettingsByRow;
use super::{CallError, Column, Sink, Source, Value};
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

/// The results of a call over lists.
pub(super) fn evaluate<S: Sink>(
    function: &'static Function,
    source: &Source<'_>,
    mut by_row: SettingsByRow<'_>,
    fold: Fold,
    sink: S,
) -> Result<S::Results, CallError> {
    let lists = &source.lists(function)?;
    match fold {
        Fold::Sum => sink
            .variable(|out| folds::sums(function, lists, |sum| out.push(function, &sum.digest()))),
        Fold::Fingerprint => sink.variable(|out| {
            folds::sums(function, lists, |sum| out.push(function, sum.to_string().as_bytes()))
        }),
        Fold::Digest => sink.variable(|out| folds::digests(function, lists, &mut by_row, out)),
        Fold::Dictionary | Fold::SymbolTable => {
            sink.variable(|out| folds::tables(function, lists, &mut by_row, out))
        }
        Fold::MinHash => sink.u32_lists(sketches::min_hashes(function, lists, &mut by_row)?),
        Fold::SimHash => sink.u64(|out| sketches::sim_hashes(function, lists, out)),
        Fold::Pack => sink.variable(|out| folds::packs(function, lists, &mut by_row, out)),
        Fold::Measurements => sink.measurements(folds::measurements(function, lists, &mut by_row)?),
    }
}
