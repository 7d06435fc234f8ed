//! `zstd_train_dict`, `fsst_train` and `compress_bench`: a state is a sample of a group's values.

use hashlane_catalog::{CallError, Function, Measurements, Returns, Sampled, Variable};

use super::callbacks::State;
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

/// The sample of a group's values so far, or `None` before the first value.
#[derive(Default)]
pub struct Sampling(Option<Box<Sampled>>);

impl State for Sampling {
    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Self>,
    ) -> Result<(), String> {
        let add = |row: usize, value: Option<&[u8]>, settings: &_| {
            let Some(value) = value else { return Ok(()) };
            let state = states.state(row);
            let sampled = match &mut state.0 {
                Some(sampled) => sampled,
                none => none.insert(Box::new(Sampled::new(function, settings)?)),
            };
            sampled.add(settings, value)
        };
        each_value(function, arguments, add)
    }

    fn merge(&mut self, _function: &'static Function, source: &Self) -> Result<(), CallError> {
        match (&source.0, &mut self.0) {
            (None, _) => Ok(()),
            (Some(source), Some(target)) => target.merge(source),
            (Some(source), none) => {
                *none = Some(Box::new(source.try_clone()?));
                Ok(())
            }
        }
    }

    fn finish(function: &'static Function, states: &States<Self>) -> Result<Results, CallError> {
        let samples = states.iter().map(|state| state.0.as_deref());
        match function.returns() {
            Returns::Measurements => measurements(function, samples),
            _ => tables(function, samples),
        }
    }
}

/// Dictionaries and symbol tables.
fn tables<'a>(
    function: &Function,
    samples: impl Iterator<Item = Option<&'a Sampled>>,
) -> Result<Results, CallError> {
    let mut results = Variable::default();
    for sampled in samples {
        match sampled {
            Some(sampled) => results.push(function, &sampled.train()?)?,
            None => results.push_null(function)?,
        }
    }
    Results::variable(function, results)
}

/// Lists of measurements.
fn measurements<'a>(
    function: &Function,
    samples: impl Iterator<Item = Option<&'a Sampled>>,
) -> Result<Results, CallError> {
    let mut measurements = Measurements::default();
    for sampled in samples {
        let measured = sampled.map(Sampled::measure).transpose()?;
        measurements.push(function, measured.as_deref())?;
    }
    Results::measurements(function, measurements)
}
