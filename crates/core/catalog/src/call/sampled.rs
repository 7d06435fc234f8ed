//! Aggregates that learn from a sample of their values.

use std::marker::PhantomData;

use hashlane_codecs::{CodecError, Measurement, Sample, fsst, measure, zstd};

use super::group::{Aggregate, GroupResults, Portable, Values};
use super::{CallError, Measurements, Variable, with_workspace};
use crate::function::Function;
use crate::kernel::Fold;
use crate::settings::Settings;

/// The sample of a group's values, and the function to apply to it: one that trains a table, whose results are strings, or
/// one that measures codecs.
#[derive(Debug)]
pub struct Sampled<R> {
    function: &'static Function,
    max_bytes: usize,
    samples: usize,
    sample: Sample,
    results: PhantomData<fn() -> R>,
}

/// The results that a sample can have.
pub trait SampleResults: GroupResults + 'static {
    /// About the most bytes of a sample's result.
    fn most(sampled: &Sampled<Self>) -> usize;

    /// Adds the result of a sample that isn't empty.
    ///
    /// # Errors
    /// Returns an error if nothing can be learned from the sample, or if memory can't be allocated.
    fn push_of(&mut self, sampled: &Sampled<Self>) -> Result<(), CallError>;
}

impl<R> Sampled<R> {
    fn has_symbols(&self) -> bool {
        self.function.fold() == Some(Fold::SymbolTable)
    }

    /// Whether it has no values.
    pub fn is_empty(&self) -> bool {
        self.sample.is_empty()
    }

    fn error(&self, error: &CodecError) -> CallError {
        CallError::codec(self.function, error)
    }

    fn not_constant(&self, is_max_bytes: bool) -> CallError {
        let place = if is_max_bytes { 1 } else { 2 };
        CallError::not_constant(self.function, &self.function.args[place])
    }
}

impl<R: SampleResults> Aggregate for Sampled<R> {
    type Input = Values;
    type Results = R;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        let (max_bytes, samples) = (settings.length, settings.samples);
        let limits = match function.fold() {
            Some(Fold::SymbolTable) => fsst::limits(),
            Some(Fold::Measurements) => measure::limits(),
            _ => zstd::limits_for(max_bytes, samples),
        };
        let sample = Sample::new(limits.map_err(|e| CallError::codec(function, &e))?);
        Ok(Sampled { function, max_bytes, samples, sample, results: PhantomData })
    }

    fn add(&mut self, settings: &Settings, value: Option<&[u8]>) -> Result<(), CallError> {
        if (settings.length, settings.samples) != (self.max_bytes, self.samples) {
            return Err(self.not_constant(settings.length != self.max_bytes));
        }
        let Some(value) = value else { return Ok(()) };
        self.sample.add(value).map_err(|e| self.error(&e))
    }

    fn merge(&mut self, other: &Self) -> Result<(), CallError> {
        if (other.max_bytes, other.samples) != (self.max_bytes, self.samples) {
            return Err(self.not_constant(other.max_bytes != self.max_bytes));
        }
        self.sample.merge(&other.sample).map_err(|e| self.error(&e))
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        let mut copy = Sampled { sample: Sample::new(self.sample.limits()), ..*self };
        copy.sample.merge(&self.sample).map_err(|e| self.error(&e))?;
        Ok(copy)
    }

    fn memory(&self) -> usize {
        self.sample.memory()
    }

    fn result_len(&self) -> usize {
        if self.is_empty() { 0 } else { R::most(self) }
    }

    fn finish(&self, results: &mut R) -> Result<(), CallError> {
        match self.is_empty() {
            true => results.push_null(self.function),
            false => results.push_of(self),
        }
    }
}

impl<R: SampleResults> Portable for Sampled<R> {
    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        self.sample.to_bytes().map_err(|e| self.error(&e))
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        let other = Sample::from_bytes(bytes).map_err(|e| self.error(&e))?;
        self.sample.merge(&other).map_err(|e| self.error(&e))
    }
}

/// A dictionary or a symbol table.
impl SampleResults for Variable {
    /// A dictionary has no more than the sample's bytes and a header.
    fn most(sampled: &Sampled<Self>) -> usize {
        match sampled.has_symbols() {
            true => 256 * 9,
            false => sampled.max_bytes.min(sampled.memory() + 1024),
        }
    }

    fn push_of(&mut self, sampled: &Sampled<Self>) -> Result<(), CallError> {
        let trained = match sampled.has_symbols() {
            true => {
                fsst::SymbolTable::train(&sampled.sample).map(|table| table.to_bytes().to_vec())
            }
            false => zstd::train(&sampled.sample, sampled.max_bytes),
        };
        self.push(sampled.function, &trained.map_err(|e| sampled.error(&e))?)
    }
}

/// The result of each codec on the sample.
impl SampleResults for Measurements {
    fn most(_: &Sampled<Self>) -> usize {
        32 * size_of::<Measurement>()
    }

    fn push_of(&mut self, sampled: &Sampled<Self>) -> Result<(), CallError> {
        let measured = with_workspace(|workspace| {
            let measured = measure::measure(workspace, &sampled.sample);
            workspace.trim();
            measured
        });
        self.push(sampled.function, Some(&measured.map_err(|e| sampled.error(&e))?))
    }
}
