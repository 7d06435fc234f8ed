//! Aggregates that learn from a sample of their values.

use hashlane_codecs::{CodecError, Measurement, Sample, fsst, measure, zstd};

use super::CallError;
use super::with_workspace;
use crate::function::Function;
use crate::kernel::Fold;
use crate::settings::Settings;

/// The sample of a group's values, and the function to apply to it. It is the same for the same values in any
/// order and any partition.
#[derive(Debug)]
pub struct Sampled {
    function: &'static Function,
    max_bytes: usize,
    samples: usize,
    sample: Sample,
}

impl Sampled {
    /// A sample of no values.
    pub fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        let (max_bytes, samples) = (settings.length, settings.samples);
        let limits = match function.fold() {
            Some(Fold::SymbolTable) => fsst::limits(),
            Some(Fold::Measurements) => measure::limits(),
            _ => zstd::limits_for(max_bytes, samples),
        };
        let error = |e: CodecError| CallError::codec(function, &e);
        let sample = Sample::new(limits.map_err(error)?);
        Ok(Sampled { function, max_bytes, samples, sample })
    }

    /// A copy; an error if memory for it can't be allocated.
    pub fn try_clone(&self) -> Result<Self, CallError> {
        let mut copy = Sampled { sample: Sample::new(self.sample.limits()), ..*self };
        copy.sample.merge(&self.sample).map_err(|e| self.error(&e))?;
        Ok(copy)
    }

    /// Adds a value. The settings must be the same for all values.
    pub fn add(&mut self, settings: &Settings, value: &[u8]) -> Result<(), CallError> {
        if (settings.length, settings.samples) != (self.max_bytes, self.samples) {
            return Err(self.not_constant(settings.length != self.max_bytes));
        }
        self.sample.add(value).map_err(|e| self.error(&e))
    }

    /// Adds the values of another sample.
    pub fn merge(&mut self, other: &Sampled) -> Result<(), CallError> {
        if (other.max_bytes, other.samples) != (self.max_bytes, self.samples) {
            return Err(self.not_constant(other.max_bytes != self.max_bytes));
        }
        self.sample.merge(&other.sample).map_err(|e| self.error(&e))
    }

    /// The sample as bytes, for [`Sampled::merge_bytes`] in another process.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        self.sample.to_bytes().map_err(|e| self.error(&e))
    }

    /// Adds the values of a sample that arrived as bytes.
    pub fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        let other = Sample::from_bytes(bytes).map_err(|e| self.error(&e))?;
        self.sample.merge(&other).map_err(|e| self.error(&e))
    }

    /// Whether it has no values.
    pub fn is_empty(&self) -> bool {
        self.sample.is_empty()
    }

    /// The bytes that it holds.
    pub fn memory(&self) -> usize {
        self.sample.memory()
    }

    /// About the most bytes of its result. A dictionary has no more than the sample's bytes and a header.
    pub fn result_len(&self) -> usize {
        match self.function.fold() {
            _ if self.is_empty() => 0,
            Some(Fold::SymbolTable) => 256 * 9,
            Some(Fold::Measurements) => 32 * size_of::<Measurement>(),
            _ => self.max_bytes.min(self.memory() + 1024),
        }
    }

    /// The dictionary or the symbol table.
    pub fn train(&self) -> Result<Vec<u8>, CallError> {
        let trained = match self.function.fold() {
            Some(Fold::SymbolTable) => {
                fsst::SymbolTable::train(&self.sample).map(|table| table.to_bytes().to_vec())
            }
            _ => zstd::train(&self.sample, self.max_bytes),
        };
        trained.map_err(|e| self.error(&e))
    }

    /// The result of each codec on the sample.
    pub fn measure(&self) -> Result<Vec<Measurement>, CallError> {
        let measured = with_workspace(|workspace| {
            let measured = measure::measure(workspace, &self.sample);
            workspace.trim();
            measured
        });
        measured.map_err(|e| self.error(&e))
    }

    fn error(&self, error: &CodecError) -> CallError {
        CallError::codec(self.function, error)
    }

    fn not_constant(&self, is_max_bytes: bool) -> CallError {
        let place = if is_max_bytes { 1 } else { 2 };
        CallError::not_constant(self.function, &self.function.args[place])
    }
}
