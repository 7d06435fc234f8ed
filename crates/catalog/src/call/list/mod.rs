//! Calls over lists. The function takes a list as an aggregate takes a group of rows.
//!
//! A list that is NULL has no elements: engines give one where they gather no rows. The elements are read
//! where they lie, in the column that the lists of a batch share, and the lists may lie there in any order
//! and overlap.

mod elements;
mod folds;
mod spread;

pub(super) use elements::ListRows;

use super::plan::Plan;
use super::{Call, CallError, Column, Source, Value, Variable};
use crate::function::{Fold, Function};

/// Refuses NULL in the arguments that are not the list, as the aggregates do. Rows that are not `valid` have
/// a NULL in one of them.
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

impl Call<'_> {
    /// The results of a call over lists that are bytes.
    pub(super) fn fold_lists(
        &mut self,
        out: &mut Variable,
        max_total: usize,
    ) -> Result<(), CallError> {
        let function = self.function;
        let lists = self.source.lists(function)?;
        let Plan::List(fold, by_row) = &mut self.plan else { panic!("the call is over no lists") };
        match fold {
            Fold::Sum | Fold::Fingerprint => folds::sums(function, *fold, &lists, out, max_total),
            Fold::Digest => folds::digests(function, &lists, by_row, out, max_total),
            Fold::Dictionary | Fold::SymbolTable => {
                folds::tables(function, &lists, by_row, out, max_total)
            }
            Fold::Pack => folds::packs(function, &lists, by_row, out, max_total),
            Fold::Measurements => panic!("the output is no bytes"),
        }
    }

    /// Calls `each` with the measurements of every row, `None` where they are NULL, if the output is
    /// [`Output::Measurements`](super::Output::Measurements).
    pub fn measurements(
        &mut self,
        each: impl FnMut(usize, Option<&[crate::Measurement]>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let function = self.function;
        let lists = self.source.lists(function)?;
        let Plan::List(Fold::Measurements, by_row) = &mut self.plan else {
            panic!("the output is no measurements")
        };
        folds::measurements(function, &lists, by_row, each)
    }
}
