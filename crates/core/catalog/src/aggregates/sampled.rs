//! Aggregates that learn from a sample of their values.

use hashlane_codecs::{CodecError, Measurement, Sample, fsst, measure, zstd};

use crate::Settings;
use crate::call::with_workspace;
use crate::function::Function;
use crate::work::Fold;
use crate::{AggregateState, GroupValues, PortableState};
use crate::{CallError, Results};

/// The sample of a group's values, and the function to apply to it: one that trains a dictionary or a symbol table, or one that
/// measures codecs.
#[derive(Debug)]
pub struct SampledValues {
    function: &'static Function,
    max_bytes: usize,
    samples: usize,
    sample: Sample,
}

impl SampledValues {
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

    /// The result of each codec on the sample, as a list of structs.
    fn push_measurements(&self, results: &mut Results) -> Result<(), CallError> {
        let measured = with_workspace(|workspace| {
            let measured = measure::measure(workspace, &self.sample);
            workspace.trim();
            measured
        });
        let lists = results.lists(self.function)?;
        for measurement in measured.map_err(|e| self.error(&e))? {
            push_measurement(self.function, lists.values_mut(), &measurement)?;
        }
        lists.end_list(self.function)
    }
}

/// Adds a measurement to structs.
fn push_measurement(
    function: &Function,
    structs: &mut Results,
    measurement: &Measurement,
) -> Result<(), CallError> {
    let Results::Structs(fields) = structs else { return Err(CallError::shape(function)) };
    let [codec, level, ratio, compress, decompress] = &mut fields[..] else {
        return Err(CallError::shape(function));
    };
    codec.strings(function)?.push(function, measurement.codec.as_bytes())?;
    match measurement.level {
        Some(number) => level.push_number(function, number)?,
        None => level.push_null(function)?,
    }
    match measurement.ratio {
        Some(number) => ratio.push_number(function, number)?,
        None => ratio.push_null(function)?,
    }
    compress.push_number(function, measurement.compress_mb_s)?;
    decompress.push_number(function, measurement.decompress_mb_s)
}

impl AggregateState for SampledValues {
    type Input = GroupValues;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        let (max_bytes, samples) = (settings.length, settings.samples);
        let limits = match function.fold() {
            Some(Fold::SymbolTable) => fsst::limits(),
            Some(Fold::Measurements) => measure::limits(),
            _ => zstd::limits_for(max_bytes, samples),
        };
        let sample = Sample::new(limits.map_err(|e| CallError::codec(function, &e))?);
        Ok(SampledValues { function, max_bytes, samples, sample })
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
        let mut copy = SampledValues { sample: Sample::new(self.sample.limits()), ..*self };
        copy.sample.merge(&self.sample).map_err(|e| self.error(&e))?;
        Ok(copy)
    }

    fn memory(&self) -> usize {
        self.sample.memory()
    }

    /// A dictionary has no more than the sample's bytes and a header.
    fn result_len(&self) -> usize {
        match self.function.fold() {
            _ if self.is_empty() => 0,
            Some(Fold::SymbolTable) => 256 * 9,
            Some(Fold::Measurements) => 32 * size_of::<Measurement>(),
            _ => self.max_bytes.min(self.memory() + 1024),
        }
    }

    fn finish(&self, results: &mut Results) -> Result<(), CallError> {
        let trained = match self.function.fold() {
            _ if self.is_empty() => return results.push_null(self.function),
            Some(Fold::Measurements) => return self.push_measurements(results),
            Some(Fold::SymbolTable) => {
                fsst::SymbolTable::train(&self.sample).map(|table| table.to_bytes().to_vec())
            }
            _ => zstd::train(&self.sample, self.max_bytes),
        };
        let trained = trained.map_err(|e| self.error(&e))?;
        results.strings(self.function)?.push(self.function, &trained)
    }
}

impl PortableState for SampledValues {
    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        self.sample.to_bytes().map_err(|e| self.error(&e))
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        let other = Sample::from_bytes(bytes).map_err(|e| self.error(&e))?;
        self.sample.merge(&other).map_err(|e| self.error(&e))
    }
}
