//! A call over a batch, and its inputs.

use hashlane_kernels::blocks::{self, Block, Rows};
use hashlane_kernels::isa::Isa;

use super::parameters::{Seed, SeedColumn, SettingsByRow};
use super::{Budget, CallError, Column, Source, list};
use crate::function::Function;
use crate::work::Work;

/// A call of a function over a batch of rows.
///
/// No constant argument of the batch may be NULL: all results would be NULL, and there would be nothing to
/// call.
pub struct Call<'a> {
    pub(super) function: &'static Function,
    pub(super) source: Source<'a>,
    /// One bit per row, set if no argument is NULL; `None` if no argument is NULL in any row.
    pub(super) valid: Option<&'a [u64]>,
    pub(super) by_row: SettingsByRow<'a>,
    pub(super) budget: Budget,
}

impl<'a> Call<'a> {
    /// A call of `function` over the values of `source`.
    ///
    /// `params` are the call's other arguments in order, without those that the call leaves out at
    /// the end. `valid` has a bit for each row, set if no argument is NULL.
    pub fn new(
        function: &'static Function,
        source: impl Into<Source<'a>>,
        params: &[Column<'a>],
        valid: Option<&'a [u64]>,
    ) -> Result<Self, CallError> {
        let source = source.into();
        let given = params.len() + source.arguments();
        if !function.arity().contains(&given) {
            return Err(CallError::arity(function, given));
        }
        crate::ready()?;
        if let Work::Aggregate(_) = function.work {
            return Err(CallError::layout(function, &"it is an aggregate"));
        }
        if function.takes_list() {
            list::check_params(function, params, valid)?;
            source.lists(function)?;
        } else if matches!(source, Source::Lists { .. }) {
            return Err(CallError::layout(function, &"the value was given as a list"));
        }
        let by_row = SettingsByRow::new(function, params)?;
        source.check_types(function)?;
        Ok(Call { function, source, valid, by_row, budget: Budget::DEFAULT })
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.source.len()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.source.is_empty()
    }

    /// Whether the values are a row of columns.
    pub(super) fn is_row(&self) -> bool {
        matches!(self.source, Source::Row { .. })
    }

    /// Limits the memory of the results, if the engine reports how much it has left.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The rows and their validity bits, if so few rows are valid that only these should be hashed.
    pub(super) fn few_valid(&self) -> Option<(&Rows<'a>, &'a [u64])> {
        match (&self.source, self.valid) {
            (Source::Rows(rows), Some(valid)) if blocks::are_few(valid, rows.len()) => {
                Some((rows, valid))
            }
            _ => None,
        }
    }

    /// The seeds of the rows.
    pub(super) fn seeds<S: Seed>(&mut self) -> Result<SeedColumn<'a, S>, CallError> {
        self.by_row.seeds(self.source.len(), self.valid)
    }

    pub(super) fn blocks(&self, kernel: impl FnMut(usize, &Block<'_>)) -> Result<(), CallError> {
        let encoded = self.source.blocks(Isa::current(), kernel);
        encoded.map_err(|e| CallError::out_of_memory(self.function, e.bytes))
    }
}

/// Whether no argument is NULL in row `row`.
pub(super) fn is_valid(valid: Option<&[u64]>, row: usize) -> bool {
    valid.is_none_or(|bits| bits[row / 64] >> (row % 64) & 1 == 1)
}
