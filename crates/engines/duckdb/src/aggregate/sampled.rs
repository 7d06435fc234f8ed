//! `zstd_train_dict`, `fsst_train` and `compress_bench`: a state is a sample of a group's values.

use hashlane_catalog::{CallError, Function, Measurements, Returns, Sampled, Settings, Variable};

use super::group::{Group, Lazy};
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

impl Group for Sampled {
    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        Sampled::new(function, settings)
    }

    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String> {
        each_value(function, arguments, |row, value, settings| match value {
            Some(value) => states.state(row).get(function, settings)?.add(settings, value),
            None => Ok(()),
        })
    }

    fn merge(&mut self, other: &Self) -> Result<(), CallError> {
        Sampled::merge(self, other)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        Sampled::try_clone(self)
    }

    fn results<'g>(
        function: &'static Function,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        match function.returns() {
            Returns::Measurements => measurements(function, groups),
            _ => tables(function, groups),
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
