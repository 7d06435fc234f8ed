//! `zstd_train_dict`, `fsst_train` and `compress_bench`: a state is a sample of a group's values.

use hashlane_catalog::{CallError, Measurements, Returns, Sampled, Settings};

use super::group::{Group, Lazy, bytes_of};
use super::registered::Aggregate;
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

impl Group for Sampled {
    fn new(aggregate: &Aggregate, settings: &Settings) -> Result<Self, CallError> {
        Sampled::new(aggregate.function, settings)
    }

    fn update(
        aggregate: &Aggregate,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String> {
        each_value(aggregate.function, arguments, |row, value, settings| match value {
            Some(value) => {
                states.state(row).change(aggregate, settings, |group| group.add(settings, value))
            }
            None => Ok(()),
        })
    }

    fn merge(&mut self, _: &Aggregate, other: &Self) -> Result<(), CallError> {
        Sampled::merge(self, other)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        Sampled::try_clone(self)
    }

    fn memory(&self) -> usize {
        Sampled::memory(self)
    }

    fn results<'g>(
        aggregate: &Aggregate,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        match aggregate.function.returns() {
            Returns::Measurements => measurements(aggregate, groups),
            _ => bytes_of(aggregate, groups, Sampled::train),
        }
    }
}

/// Lists of measurements.
fn measurements<'a>(
    aggregate: &Aggregate,
    samples: impl Iterator<Item = Option<&'a Sampled>>,
) -> Result<Results, CallError> {
    let mut measurements = Measurements::default();
    for sampled in samples {
        let measured = sampled.map(Sampled::measure).transpose()?;
        measurements.push(aggregate.function, measured.as_deref())?;
    }
    Results::measurements(aggregate.function, measurements)
}
