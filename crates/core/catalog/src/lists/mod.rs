//! Calls over lists. The function takes a list as an aggregate takes a group of rows.
//!
//! A NULL list counts as empty: engines return one if they gather no rows. The elements are read in place,
//! in the column that the lists of a batch share. The lists may lie there in any order and overlap.

mod elements;
mod folds;
mod sketches;
mod spread;

pub(crate) use elements::ListRows;

use crate::CallOutput;
use crate::function::Function;
use crate::parameters::SettingsByRow;
use crate::work::Fold;
use crate::{
    ArgColumn, ArgValue, Call, CallError, PackedValues, SampledValues, SummedFingerprints,
    ValueSource,
};

/// Returns an error if an argument other than the list is NULL, as the aggregates do. Rows that are not `valid`
/// have such a NULL.
pub(crate) fn check_params(
    function: &Function,
    params: &[ArgColumn<'_>],
    valid: Option<&[u64]>,
) -> Result<(), CallError> {
    let is_null = |column: &ArgColumn<'_>| matches!(column, ArgColumn::Constant(ArgValue::Null));
    let null = params.iter().position(is_null).or(valid.map(|_| 0));
    match null.and_then(|place| function.params().nth(place)) {
        Some((_, arg)) => Err(CallError::argument_type(function, arg, "NULL")),
        None => Ok(()),
    }
}

impl<'a> ValueSource<'a> {
    /// The lists of a function that takes lists.
    pub(crate) fn lists(&self, function: &'static Function) -> Result<ListRows<'a>, CallError> {
        match *self {
            ValueSource::Lists { column, len } => ListRows::new(function, column, len),
            ValueSource::Rows(_) | ValueSource::Row { .. } => {
                Err(CallError::layout(function, &"the list was given as a value"))
            }
        }
    }
}

impl Call<'_> {
    /// The value of the function's aggregate over the elements of each list.
    ///
    /// # Errors
    /// Returns an error if an element has another type than the function takes, if the values have no result, or if memory can't be
    /// allocated.
    pub(crate) fn fold_lists(self, out: &mut CallOutput<'_>) -> Result<(), CallError> {
        let Call { function, source, mut by_row, .. } = self;
        let fold = function.fold().ok_or_else(|| CallError::shape(function))?;
        fold_lists(function, &source.lists(function)?, &mut by_row, fold, out)
    }
}

fn fold_lists(
    function: &'static Function,
    lists: &ListRows<'_>,
    by_row: &mut SettingsByRow<'_>,
    fold: Fold,
    out: &mut CallOutput<'_>,
) -> Result<(), CallError> {
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
            folds::of_values::<SampledValues>(function, lists, by_row, out.grown(function))
        }
        Fold::Pack => {
            folds::of_values::<PackedValues>(function, lists, by_row, out.grown(function))
        }
    }
}
