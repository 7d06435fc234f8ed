//! A call of a function over a batch: columns in, results out. Its methods are what the bodies of functions are made of.

mod buckets;
mod by_row;
mod columns;
mod digests;
mod form;
mod hashes;
mod signatures;
pub(crate) mod source;

pub(crate) use columns::{check_columns, check_value};
pub use hashes::HashResult;
pub(crate) use signatures::check_signatures;
pub use source::ValueSource;

use std::cell::RefCell;

use crate::function::Function;
use crate::parameters::{SeedColumn, SeedParameter, SettingsByRow};
use crate::work::Work;
use crate::{ArgColumn, Budget, CallError, lists};
use hashlane_codecs::Workspace;
use hashlane_kernels::blocks::Repeats;
use hashlane_kernels::blocks::{self, Block, Rows};
use hashlane_kernels::isa::Isa;

thread_local! {
    /// The codecs' contexts of this thread, which outlive batches and queries.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// Calls `body` with this thread's contexts.
pub(crate) fn with_workspace<T>(body: impl FnOnce(&mut Workspace) -> T) -> T {
    WORKSPACE.with_borrow_mut(body)
}

/// A call of a function over a batch of rows.
///
/// No constant argument of the batch may be NULL: all results would be NULL, and there would be nothing to
/// call.
pub struct Call<'a> {
    pub(crate) function: &'static Function,
    pub(crate) source: ValueSource<'a>,
    /// One bit per row, set if no argument is NULL; `None` if no argument is NULL in any row.
    pub(crate) valid: Option<&'a [u64]>,
    pub(crate) by_row: SettingsByRow<'a>,
    pub(crate) budget: Budget,
}

impl<'a> Call<'a> {
    /// A call of `function` over the values of `source`.
    ///
    /// `params` are the call's other arguments in order, without those that the call leaves out at
    /// the end. `valid` has a bit for each row, set if no argument is NULL.
    pub fn new(
        function: &'static Function,
        source: impl Into<ValueSource<'a>>,
        params: &[ArgColumn<'a>],
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
            lists::check_params(function, params, valid)?;
            source.lists(function)?;
        } else if matches!(source, ValueSource::Lists { .. }) {
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
    pub(crate) fn is_row(&self) -> bool {
        matches!(self.source, ValueSource::Row { .. })
    }

    /// Limits the memory of the results, if the engine reports how much it has left.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The rows and their validity bits, if so few rows are valid that only these should be hashed.
    pub(crate) fn few_valid(&self) -> Option<(&Rows<'a>, &'a [u64])> {
        match (&self.source, self.valid) {
            (ValueSource::Rows(rows), Some(valid)) if blocks::are_few(valid, rows.len()) => {
                Some((rows, valid))
            }
            _ => None,
        }
    }

    /// The seeds of the rows.
    pub(crate) fn seeds<S: SeedParameter>(&mut self) -> Result<SeedColumn<'a, S>, CallError> {
        self.by_row.seeds(self.source.len(), self.valid)
    }

    /// The different values of the batch, if they repeat enough for what the function costs. An adapter then computes the
    /// call [of these](Call::of_different), and gives each row the result at its place.
    ///
    /// Finding them takes 2 to 7 ns a row, so the limit for digests is a fifth of the rows, and codecs have none.
    pub fn repeats(&self) -> Option<Repeats<'a>> {
        let most = match self.function.work {
            Work::Digest => self.len() / 5,
            Work::Compress | Work::Decompress | Work::Find => self.len(),
            Work::Hash | Work::Derive | Work::Unpack | Work::Aggregate(_) | Work::List(_) => {
                return None;
            }
        };
        match &self.source {
            ValueSource::Rows(rows) if self.by_row.columns.is_empty() => {
                rows.repeats(self.valid, most)
            }
            _ => None,
        }
    }

    /// The call of the different values alone. No argument is NULL in any of its rows.
    pub fn of_different<'b>(self, repeats: &'b Repeats<'a>) -> Call<'b>
    where
        'a: 'b,
    {
        Call { source: ValueSource::Rows(repeats.rows()), valid: None, ..self }
    }

    /// The limit for each result that an argument sets, if the function has such an argument.
    pub fn max_bytes(&self) -> Option<usize> {
        self.by_row.is_capped().then_some(self.by_row.settings.max_bytes)
    }

    pub(crate) fn blocks(&self, kernel: impl FnMut(usize, &Block<'_>)) -> Result<(), CallError> {
        let encoded = self.source.blocks(Isa::current(), kernel);
        encoded.map_err(|e| CallError::out_of_memory(self.function, e.bytes))
    }
}

/// Whether no argument is NULL in row `row`.
pub(crate) fn is_valid(valid: Option<&[u64]>, row: usize) -> bool {
    valid.is_none_or(|bits| bits[row / 64] >> (row % 64) & 1 == 1)
}
