//! `digest_agg`: a state is an unfinished digest, or `None` before the first row.

use hashlane_catalog::{
    CallError, Column, Function, OrderedDigest, Settings, Value, Variable, each_row,
};

use super::callbacks::State;
use super::states::States;
use crate::arguments::Arguments;
use crate::input::{Reading, column};
use crate::output::Results;
use crate::row;
use crate::vector::is_valid;

/// The digest of a group's values so far.
#[derive(Default)]
pub struct Digest(Option<Box<OrderedDigest>>);

impl State for Digest {
    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Self>,
    ) -> Result<(), String> {
        let value = row::columns(function, arguments, 0..1).map_err(|e| e.to_string())?;
        let algorithm = &arguments.columns[1];
        let reading = Reading::new(&algorithm.node);
        let (mut slices, mut settings) = (Vec::new(), Settings::defaults(function));
        // SAFETY: the vector lives as long as this call.
        let algorithms = unsafe { column(&reading, &mut slices) };
        let add = |i: usize, row: &[u8]| {
            let valid = is_valid(algorithm.validity(), i);
            add(function, states.state(i), &algorithms, valid.then_some(i), &mut settings, row)
        };
        each_row(function, &value, arguments.len, add).map_err(|e| e.to_string())
    }

    fn merge(&mut self, function: &'static Function, source: &Self) -> Result<(), CallError> {
        match (&source.0, &self.0) {
            (None, _) => Ok(()),
            (Some(_), None) => {
                self.0.clone_from(&source.0);
                Ok(())
            }
            // With ORDER BY, DuckDB gives each group's rows to one state.
            (Some(_), Some(_)) => Err(CallError::needs_order(function)),
        }
    }

    fn finish(function: &'static Function, states: &States<Self>) -> Result<Results, CallError> {
        let mut results = Variable::default();
        for state in states.iter() {
            match &state.0 {
                Some(digest) => results.push(function, &digest.digest())?,
                None => results.push_null(function)?,
            }
        }
        Results::variable(function, results)
    }
}

/// Adds a row to its group's state. `id` is the index of its algorithm, or `None` if the algorithm is NULL.
fn add(
    function: &'static Function,
    state: &mut Digest,
    algorithms: &Column<'_>,
    id: Option<usize>,
    settings: &mut Settings,
    row: &[u8],
) -> Result<(), CallError> {
    let arg = &function.args[1];
    let name = id.map_or(Value::Null, |id| algorithms.value(id));
    if !matches!(name, Value::Bytes(_)) {
        return Err(CallError::argument_type(function, arg, "NULL or no text"));
    }
    settings.set(function, arg, &name)?;
    let algorithm = settings.algorithm.expect("it was just set");
    let digest = state.0.get_or_insert_with(|| Box::new(OrderedDigest::new(algorithm)));
    if digest.algorithm().name != algorithm.name {
        return Err(CallError::not_constant(function, arg));
    }
    digest.add(row);
    Ok(())
}
