//! `row_sketch`: a state is the sketch of a group's rows.

use hashlane_catalog::{CallError, Function, RowSketch, Settings, Variable, each_keyed_row};

use super::group::{Group, Lazy};
use super::states::States;
use super::values::constants;
use crate::arguments::Arguments;
use crate::output::Results;
use crate::row;

impl Group for RowSketch {
    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        Ok(RowSketch::new(function, settings))
    }

    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String> {
        let settings = constants(function, arguments)?;
        let places = function.value_places(arguments.columns.len());
        let columns = row::columns(function, arguments, places).map_err(|e| e.to_string())?;
        let added = each_keyed_row(function, &columns, 0..arguments.len, |i, row| {
            let sketch = states.state(i).get(function, &settings)?;
            sketch.check(&settings)?;
            sketch.add(row)
        });
        added.map_err(|e| e.to_string())
    }

    fn merge(&mut self, other: &Self) -> Result<(), CallError> {
        RowSketch::merge(self, other)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        RowSketch::try_clone(self)
    }

    fn results<'g>(
        function: &'static Function,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        let mut results = Variable::default();
        for group in groups {
            match group.filter(|sketch| !sketch.is_empty()) {
                Some(sketch) => results.push(function, &sketch.to_bytes()?)?,
                None => results.push_null(function)?,
            }
        }
        Results::variable(function, results)
    }
}
