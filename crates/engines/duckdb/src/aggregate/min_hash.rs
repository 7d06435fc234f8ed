//! `minhash_agg`: a state is the signature of a group's values.

use hashlane_catalog::{CallError, Function, MinHash, Settings, U32Lists};

use super::group::{Group, Lazy};
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

impl Group for MinHash {
    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        MinHash::new(function, settings)
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
        MinHash::merge(self, other)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        MinHash::try_clone(self)
    }

    fn results<'g>(
        function: &'static Function,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        let mut signatures = U32Lists::default();
        for group in groups {
            signatures.push(function, group.and_then(MinHash::signature))?;
        }
        Ok(Results::U32Lists(signatures))
    }
}
