//! `block_pack`: a state is an unfinished pack.

use hashlane_catalog::{CallError, Packed, Settings};

use super::group::{Group, Lazy, bytes_of};
use super::registered::Aggregate;
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

impl Group for Packed {
    fn new(aggregate: &Aggregate, settings: &Settings) -> Result<Self, CallError> {
        Packed::new(aggregate.function, settings)
    }

    fn update(
        aggregate: &Aggregate,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String> {
        each_value(aggregate.function, arguments, |row, value, settings| {
            states.state(row).change(aggregate, settings, |group| group.add(settings, value))
        })
    }

    fn merge(&mut self, _: &Aggregate, other: &Self) -> Result<(), CallError> {
        self.append(other)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        Packed::try_clone(self)
    }

    fn memory(&self) -> usize {
        Packed::memory(self)
    }

    fn results<'g>(
        aggregate: &Aggregate,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        bytes_of(aggregate, groups, Packed::finish)
    }
}
