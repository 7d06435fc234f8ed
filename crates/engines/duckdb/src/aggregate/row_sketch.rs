//! `row_sketch`: a state is the sketch of a group's rows.

use hashlane_catalog::{CallError, RowSketch, Settings, Variable, each_keyed_row};

use super::group::{Group, Lazy};
use super::registered::Aggregate;
use super::states::States;
use super::values::constants;
use crate::arguments::Arguments;
use crate::output::Results;
use crate::row;

impl Group for RowSketch {
    fn new(aggregate: &Aggregate, settings: &Settings) -> Result<Self, CallError> {
        RowSketch::new(aggregate.function, settings)
    }

    fn update(
        aggregate: &Aggregate,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String> {
        let function = aggregate.function;
        let settings = constants(function, arguments)?;
        let places = function.value_places(arguments.columns.len());
        let columns = row::columns(function, arguments, places).map_err(|e| e.to_string())?;
        let added = each_keyed_row(function, &columns, 0..arguments.len, |i, row| {
            states.state(i).change(aggregate, &settings, |group| group.add(&settings, row))
        });
        added.map_err(|e| e.to_string())
    }

    fn merge(&mut self, _: &Aggregate, other: &Self) -> Result<(), CallError> {
        RowSketch::merge(self, other)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        RowSketch::try_clone(self)
    }

    fn memory(&self) -> usize {
        RowSketch::memory(self)
    }

    fn results<'g>(
        aggregate: &Aggregate,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        let (function, mut results) = (aggregate.function, Variable::default());
        for group in groups {
            match group.filter(|sketch| !sketch.is_empty()) {
                Some(sketch) => {
                    let len = sketch.result_len();
                    aggregate.budget.check_results(function, results.bytes().len() + len)?;
                    results.push_with(function, len, |bytes| sketch.write(bytes))?;
                }
                None => results.push_null(function)?,
            }
        }
        Results::variable(function, results)
    }
}
