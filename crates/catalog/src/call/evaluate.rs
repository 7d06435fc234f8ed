//! From columns to results.

use hashlane_kernels::isa::Isa;
use hashlane_kernels::row::engines::bucket;
use hashlane_kernels::rows::{self, Block, HashKernel, Rows, Seeds};

use super::form::encoded_len;
use super::parameters::{SettingsByRow, key16, narrow, seed_column};
use super::plan::Plan;
use super::{Budget, CallError, Column, Source, list};
use crate::function::{Fold, Form, Function, Kernel};

/// How the results of a call come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// [`Call::hash32`] gives one `u32` a row.
    U32,
    /// [`Call::hash64`] gives one `u64` a row.
    U64,
    /// [`Call::signed32`] gives one `i32` a row.
    I32,
    /// [`Call::signed64`] gives one `i64` a row.
    I64,
    /// [`Call::fixed`] gives so many bytes a row.
    Fixed {
        /// Bytes a row.
        width: usize,
    },
    /// [`Call::variable`] gives bytes of varying length, and may fail.
    Variable,
    /// [`Call::lists`] gives lists of such bytes.
    Lists,
    /// [`Call::measure`] gives one `u32` a row, or NULL, and may fail.
    Measure32,
    /// [`Call::measure`] gives one `u64` a row, or NULL, and may fail.
    Measure64,
    /// [`Call::measurements`] gives a list of measurements a row, or NULL, and may fail.
    Measurements,
}

/// A function's call over a batch of rows.
///
/// The batch must not have a constant argument that is NULL: its results are all NULL, and there
/// is nothing to call.
pub struct Call<'a> {
    pub(super) function: &'static Function,
    pub(super) source: Source<'a>,
    /// One bit a row, set where no argument is NULL. None: no argument is.
    pub(super) valid: Option<&'a [u64]>,
    pub(super) plan: Plan<'a>,
    pub(super) budget: Budget,
}

impl<'a> Call<'a> {
    /// A call of `function` over the values of `source`.
    ///
    /// `params` are the call's other arguments in order; those that were left out are missing at
    /// the end. `valid` has a bit for each row, set where no argument is NULL.
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
        if function.takes_list() {
            list::check_params(function, params, valid)?;
            source.lists(function)?;
        } else if matches!(source, Source::Lists { .. }) {
            return Err(CallError::layout(function, &"the value was given as a list"));
        }
        let by_row = SettingsByRow::new(function, params)?;
        let seeds = || seed_column(function, &by_row, params, source.len(), valid);
        let plan = match function.kernel {
            Kernel::Hash32(kernel) => Plan::Hash32(kernel, narrow(function, seeds()?)?),
            Kernel::Hash64(kernel) => Plan::Hash64(kernel, seeds()?),
            Kernel::Hash128(kernel) => Plan::Hash128(kernel, seeds()?),
            Kernel::Keyed64(kernel) => {
                Plan::Keyed64(kernel, by_row.column(source.len(), valid, key16)?)
            }
            Kernel::Keyed128(kernel) => {
                Plan::Keyed128(kernel, by_row.column(source.len(), valid, key16)?)
            }
            Kernel::Signed32(kernel) => {
                Plan::Signed32(kernel, by_row.column(source.len(), valid, |s| s.buckets)?)
            }
            Kernel::Typed32(kernel, hash) => match source {
                // Nothing reads the seed.
                Source::Rows(_) | Source::Lists { .. } => {
                    Plan::Signed32(kernel, narrow(function, seeds()?)?)
                }
                Source::Row { columns, .. } => {
                    function.check_row(columns)?;
                    Plan::Columns32(hash)
                }
            },
            Kernel::Bucket32(kernel, hash) => {
                let buckets = by_row.column(source.len(), valid, |s| s.buckets)?;
                match source {
                    Source::Rows(_) | Source::Lists { .. } => Plan::Signed32(kernel, buckets),
                    Source::Row { columns, .. } => {
                        function.check_row(columns)?;
                        Plan::Bucket32(hash, buckets)
                    }
                }
            }
            Kernel::Signed64(kernel) => Plan::Signed64(kernel, seeds()?),
            Kernel::Columns32(hash) => {
                source.check_types(function)?;
                Plan::Columns32(hash)
            }
            Kernel::Columns64(hash) => {
                source.check_types(function)?;
                Plan::Columns64(hash)
            }
            Kernel::Digest(prepare) if by_row.columns.is_empty() => {
                Plan::Digest(prepare(&by_row.settings))
            }
            Kernel::Digest(prepare) => Plan::DigestByRow(prepare, by_row, None),
            Kernel::Bytes => Plan::Bytes,
            Kernel::Compress(kernel) | Kernel::Decompress(kernel) => Plan::Row(kernel, by_row),
            Kernel::Lookup(kernel) => Plan::Lookup(kernel, by_row),
            Kernel::Unpack(kernel) => Plan::Unpack(kernel, by_row),
            Kernel::Measure32(kernel) | Kernel::Measure64(kernel) => Plan::Measure(kernel, by_row),
            Kernel::List(fold) => Plan::List(fold, by_row),
            Kernel::Aggregate(_) => return Err(CallError::layout(function, &"it is an aggregate")),
        };
        Ok(Call { function, source, valid, plan, budget: Budget::DEFAULT })
    }

    /// Sets what the results may take, if the engine says how much memory it has left.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// How the results come out, and so which method gives them.
    pub fn output(&self) -> Output {
        match (&self.plan, self.function.form) {
            (Plan::Hash32(..), Form::Plain) => Output::U32,
            (Plan::Hash64(..) | Plan::Keyed64(..), Form::Plain) => Output::U64,
            (Plan::Signed32(..) | Plan::Columns32(_) | Plan::Bucket32(..), _) => Output::I32,
            (Plan::Signed64(..) | Plan::Columns64(_), _) => Output::I64,
            (
                Plan::Hash32(..)
                | Plan::Hash64(..)
                | Plan::Hash128(..)
                | Plan::Keyed64(..)
                | Plan::Keyed128(..)
                | Plan::Digest(..),
                form,
            ) => Output::Fixed { width: encoded_len(form, self.plan.width()) },
            (Plan::DigestByRow(..) | Plan::Bytes | Plan::Row(..) | Plan::Lookup(..), _) => {
                Output::Variable
            }
            (Plan::Unpack(..), _) => Output::Lists,
            (Plan::List(Fold::Measurements, _), _) => Output::Measurements,
            (Plan::List(..), _) => Output::Variable,
            (Plan::Measure(..), _) => match self.function.kernel {
                Kernel::Measure32(_) => Output::Measure32,
                _ => Output::Measure64,
            },
        }
    }

    /// Writes the results of a call whose output is [`Output::U32`]; those of NULL rows are
    /// anything. Fails where there is no memory. Panics where `out` has another length than the batch.
    pub fn hash32(&self, out: &mut [u32]) -> Result<(), CallError> {
        let Plan::Hash32(kernel, seeds) = &self.plan else { panic!("the output is not u32") };
        self.hash(*kernel, seeds.seeds(), out)
    }

    /// Writes the results of a call whose output is [`Output::U64`]; those of NULL rows are
    /// anything. Fails where there is no memory. Panics where `out` has another length than the batch.
    pub fn hash64(&self, out: &mut [u64]) -> Result<(), CallError> {
        match &self.plan {
            Plan::Hash64(kernel, seeds) => self.hash(*kernel, seeds.seeds(), out),
            Plan::Keyed64(kernel, keys) => self.hash(*kernel, keys.seeds(), out),
            _ => panic!("the output is not u64"),
        }
    }

    /// Writes the results of a call whose output is [`Output::I32`]; those of NULL rows are
    /// anything. Fails where there is no memory, or a value has no place in the engine whose hash it is.
    /// Panics where `out` has another length than the batch.
    pub fn signed32(&self, out: &mut [i32]) -> Result<(), CallError> {
        match &self.plan {
            Plan::Signed32(kernel, buckets) => self.hash(*kernel, buckets.seeds(), out),
            Plan::Columns32(hash) => self.hash_columns(hash, out),
            Plan::Bucket32(hash, buckets) => {
                self.hash_columns(hash, out)?;
                let buckets = buckets.seeds();
                for (i, out) in out.iter_mut().enumerate() {
                    *out = bucket(out.cast_unsigned(), buckets.of(i));
                }
                Ok(())
            }
            _ => panic!("the output is not i32"),
        }
    }

    /// Writes the results of a call whose output is [`Output::I64`]; those of NULL rows are
    /// anything. Fails where there is no memory, or a value has no place in the engine whose hash it is.
    /// Panics where `out` has another length than the batch.
    pub fn signed64(&self, out: &mut [i64]) -> Result<(), CallError> {
        match &self.plan {
            Plan::Signed64(kernel, seeds) => self.hash(*kernel, seeds.seeds(), out),
            Plan::Columns64(hash) => self.hash_columns(hash, out),
            _ => panic!("the output is not i64"),
        }
    }

    fn hash<S: Copy, T: Copy + Default>(
        &self,
        kernel: HashKernel<S, T>,
        seeds: Seeds<'_, S>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        assert_eq!(self.source.len(), out.len());
        let isa = Isa::current();
        if let Some((rows, valid)) = self.few_valid() {
            rows::hash_valid(isa, rows, valid, seeds, out, kernel);
            return Ok(());
        }
        if let Source::Rows(rows) = &self.source {
            rows::hash(isa, rows, seeds, out, kernel);
            return Ok(());
        }
        self.blocks(|first, block| {
            let len = block.len();
            let seeds = seeds.part(first, len);
            kernel.hash_block(isa, block, seeds, &mut out[first..first + len]);
        })
    }

    /// The rows, and a bit for each that is not NULL, where these are so few that only they should be hashed.
    pub(super) fn few_valid(&self) -> Option<(&Rows<'a>, &'a [u64])> {
        match (&self.source, self.valid) {
            (Source::Rows(rows), Some(valid)) if rows::are_few(valid, rows.len()) => {
                Some((rows, valid))
            }
            _ => None,
        }
    }

    pub(super) fn blocks(&self, kernel: impl FnMut(usize, &Block<'_>)) -> Result<(), CallError> {
        let encoded = self.source.blocks(Isa::current(), kernel);
        encoded.map_err(|e| CallError::out_of_memory(self.function, e.bytes))
    }
}
