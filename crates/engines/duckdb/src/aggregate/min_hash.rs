//! `minhash_agg`: a state is the signature of a group's values.

use hashlane_catalog::{CallError, Function, MinHash, U32Lists};

use super::callbacks::State;
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

/// The signature of a group's values so far, or `None` before the first value.
#[derive(Default)]
pub struct Signature(Option<Box<MinHash>>);

impl State for Signature {
    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Self>,
    ) -> Result<(), String> {
        let add = |row: usize, value: Option<&[u8]>, settings: &_| {
            let Some(value) = value else { return Ok(()) };
            let state = states.state(row);
            let signature = match &mut state.0 {
                Some(signature) => signature,
                none => none.insert(Box::new(MinHash::new(function, settings)?)),
            };
            signature.add(settings, value)
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
        let mut signatures = U32Lists::default();
        for state in states.iter() {
            signatures.push(function, state.0.as_ref().and_then(|state| state.signature()))?;
        }
        Ok(Results::U32Lists(signatures))
    }
}
