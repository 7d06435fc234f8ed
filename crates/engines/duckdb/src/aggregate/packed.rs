//! `block_pack`: a state is an unfinished pack.

use hashlane_catalog::{CallError, Function, Packed, Variable};

use super::callbacks::State;
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

/// The pack of a group's values so far, or `None` before the first value.
#[derive(Default)]
pub struct Packing(Option<Box<Packed>>);

impl State for Packing {
    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Self>,
    ) -> Result<(), String> {
        let add = |row: usize, value: Option<&[u8]>, settings: &_| {
            let state = states.state(row);
            let packed = match &mut state.0 {
                Some(packed) => packed,
                none => none.insert(Box::new(Packed::new(function, settings)?)),
            };
            packed.add(settings, value)
        };
        each_value(function, arguments, add)
    }

    fn merge(&mut self, _function: &'static Function, source: &Self) -> Result<(), CallError> {
        match (&source.0, &mut self.0) {
            (None, _) => Ok(()),
            (Some(source), Some(target)) => target.append(source),
            (Some(source), none) => {
                *none = Some(Box::new(source.try_clone()?));
                Ok(())
            }
        }
    }

    fn finish(function: &'static Function, states: &States<Self>) -> Result<Results, CallError> {
        let mut results = Variable::default();
        for state in states.iter() {
            match &state.0 {
                Some(packed) => results.push(function, &packed.finish()?)?,
                None => results.push_null(function)?,
            }
        }
        Results::variable(function, results)
    }
}
