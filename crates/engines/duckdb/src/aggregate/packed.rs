//! `block_pack`: a state is an unfinished pack.

use hashlane_catalog::{CallError, Function, Packed, Settings, Variable};

use super::group::{Group, Lazy};
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

impl Group for Packed {
    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        Packed::new(function, settings)
    }

    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String> {
        each_value(function, arguments, |row, value, settings| {
            states.state(row).get(function, settings)?.add(settings, value)
        })
    }

    fn merge(&mut self, other: &Self) -> Result<(), CallError> {
        self.append(other)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        Packed::try_clone(self)
    }

    fn results<'g>(
        function: &'static Function,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        let mut results = Variable::default();
        for group in groups {
            match group {
                Some(packed) => results.push(function, &packed.finish()?)?,
                None => results.push_null(function)?,
            }
        }
        Results::variable(function, results)
    }
}
