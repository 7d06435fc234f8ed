//! `block_pack`: a state is a pack in the making.

use hashlane_catalog::{CallError, Function, Packed, Variable};
use libduckdb_sys::*;

use super::callbacks::State;
use super::states::{self, Kind, States};
use super::values::each_value;
use crate::output::Output;

/// The pack of a group's values so far, none before the first.
#[derive(Default)]
pub struct Packing(Option<Box<Packed>>);

impl State for Packing {
    const KIND: Kind = Kind::Pack;

    unsafe fn update(
        function: &'static Function,
        input: duckdb_data_chunk,
        len: usize,
        states: &States,
    ) -> Result<(), String> {
        let add = |row: usize, value: Option<&[u8]>, settings: &_| {
            // SAFETY: the caller vouches for the states.
            let state = unsafe { states::value::<Packing>(states.of(row)) };
            let packed = match &mut state.0 {
                Some(packed) => packed,
                none => none.insert(Box::new(Packed::new(function, settings)?)),
            };
            packed.add(settings, value)
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
            (Some(source), Some(target)) => target.append(source),
        }
    }

    unsafe fn finish(
        function: &'static Function,
        states: &[&Self],
        mut output: Output,
        offset: usize,
    ) -> Result<(), CallError> {
        let mut results = Variable::default();
        for state in states {
            match &state.0 {
                Some(packed) => results.push(&packed.finish()?),
                None => results.push_null(),
            }
        }
        output.set_variable(function, offset, &results)
    }
}
