//! `zstd_train_dict`, `fsst_train` and `compress_bench`: a state is a sample of a group's values.

use hashlane_catalog::{CallError, Function, Measurement, Returns, Sampled, Variable};
use libduckdb_sys::*;

use super::callbacks::State;
use super::states::{self, Kind, States};
use super::values::each_value;
use crate::output::Output;

/// The sample of a group's values so far, none before the first.
#[derive(Default)]
pub struct Sampling(Option<Box<Sampled>>);

impl State for Sampling {
    const KIND: Kind = Kind::Sample;

    unsafe fn update(
        function: &'static Function,
        input: duckdb_data_chunk,
        len: usize,
        states: &States,
    ) -> Result<(), String> {
        let add = |row: usize, value: Option<&[u8]>, settings: &_| {
            let Some(value) = value else { return Ok(()) };
            // SAFETY: the caller vouches for the states.
            let state = unsafe { states::value::<Sampling>(states.of(row)) };
            let sampled = match &mut state.0 {
                Some(sampled) => sampled,
                none => none.insert(Box::new(Sampled::new(function, settings)?)),
            };
            sampled.add(settings, value)
        };
        // SAFETY: the caller vouches for the chunk.
        unsafe { each_value(function, input, len, add) }
    }

    fn merge(&mut self, _function: &'static Function, source: &Self) -> Result<(), CallError> {
        match (&source.0, &mut self.0) {
            (None, _) => Ok(()),
            (Some(_), None) => {
                self.0.clone_from(&source.0);
                Ok(())
            }
            (Some(source), Some(target)) => target.merge(source),
        }
    }

    unsafe fn finish(
        function: &'static Function,
        states: &[&Self],
        output: Output,
        offset: usize,
    ) -> Result<(), CallError> {
        let samples = states.iter().map(|state| state.0.as_deref());
        match function.returns() {
            // SAFETY: the return type is such a list.
            Returns::Measurements => unsafe {
                write_measurements(function, samples, output, offset)
            },
            _ => write_tables(function, samples, output, offset),
        }
    }
}

/// Writes dictionaries and symbol tables.
fn write_tables<'a>(
    function: &Function,
    samples: impl Iterator<Item = Option<&'a Sampled>>,
    mut output: Output,
    offset: usize,
) -> Result<(), CallError> {
    let mut results = Variable::default();
    for sampled in samples {
        match sampled {
            Some(sampled) => results.push(&sampled.train()?),
            None => results.push_null(),
        }
    }
    output.set_variable(function, offset, &results)
}

/// Writes lists of measurements.
///
/// # Safety
/// `output` is a vector of [`Returns::Measurements`].
unsafe fn write_measurements<'a>(
    function: &Function,
    samples: impl Iterator<Item = Option<&'a Sampled>>,
    mut output: Output,
    offset: usize,
) -> Result<(), CallError> {
    let (mut all, mut ends) = (Vec::<Measurement>::new(), Vec::new());
    for (i, sampled) in samples.enumerate() {
        match sampled {
            Some(sampled) => all.extend(sampled.measure()?),
            None => output.set_null(offset + i),
        }
        ends.push(all.len());
    }
    let mut names = Variable::default();
    all.iter().for_each(|measurement| names.push(measurement.codec.as_bytes()));
    // SAFETY: the caller vouches for the vector: a LIST of a STRUCT of VARCHAR, INTEGER and three DOUBLE.
    unsafe {
        let first = output.list_len();
        let mut structs = output.list_values(first + all.len());
        output.set_lists(offset, first, ends.into_iter());
        structs.field(0).set_variable(function, first, &names)?;
        let mut levels = structs.field(1);
        for (row, measurement) in (first..).zip(&all) {
            match measurement.level {
                Some(level) => levels.values::<i32>()[row] = level,
                None => levels.set_null(row),
            }
            structs.field(2).values::<f64>()[row] = measurement.ratio;
            structs.field(3).values::<f64>()[row] = measurement.compress_mb_s;
            structs.field(4).values::<f64>()[row] = measurement.decompress_mb_s;
        }
    }
    Ok(())
}
