//! `minhash_agg`: a state is the signature of a group's values.

use hashlane_catalog::{CallError, MinHash, Settings, U32Lists};

use super::group::{Group, Lazy};
use super::registered::Aggregate;
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

impl Group for MinHash {
    fn new(aggregate: &Aggregate, settings: &Settings) -> Result<Self, CallError> {
        MinHash::new(aggregate.function, settings)
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
        MinHash::merge(self, other)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        MinHash::try_clone(self)
    }

    fn memory(&self) -> usize {
        MinHash::memory(self)
    }

    fn results<'g>(
        aggregate: &Aggregate,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        let mut signatures = U32Lists::default();
        for group in groups {
            signatures.push(aggregate.function, group.and_then(MinHash::signature))?;
            aggregate.budget.check_results(aggregate.function, size_of_val(&signatures.all[..]))?;
        }
        Ok(Results::U32Lists(signatures))
    }
}
