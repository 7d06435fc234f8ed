//! `digest_agg`: a state is an unfinished digest.

use hashlane_catalog::{CallError, OrderedDigest, Settings, Value, each_row};

use super::group::{Group, Lazy, bytes_of};
use super::registered::Aggregate;
use super::states::States;
use crate::arguments::Arguments;
use crate::input::{Reading, column};
use crate::output::Results;
use crate::row;
use crate::vector::is_valid;

impl Group for OrderedDigest {
    fn new(_: &Aggregate, settings: &Settings) -> Result<Self, CallError> {
        Ok(OrderedDigest::new(settings.algorithm.expect("it is one of the call's arguments")))
    }

    fn update(
        aggregate: &Aggregate,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String> {
        let (function, arg) = (aggregate.function, &aggregate.function.args[1]);
        let value = row::columns(function, arguments, 0..1).map_err(|e| e.to_string())?;
        let algorithm = &arguments.columns[1];
        let reading = Reading::new(&algorithm.node);
        let (mut slices, mut settings) = (Vec::new(), Settings::defaults(function));
        // SAFETY: the vector lives as long as this call.
        let algorithms = unsafe { column(&reading, &mut slices) };
        // Groups may have different algorithms.
        let add = |i: usize, row: &[u8]| {
            let is_valid = is_valid(algorithm.validity(), i);
            let name = if is_valid { algorithms.value(i) } else { Value::Null };
            if !matches!(name, Value::Bytes(_)) {
                return Err(CallError::argument_type(function, arg, "NULL or no text"));
            }
            settings.set(function, arg, &name)?;
            states.state(i).change(aggregate, &settings, |digest| {
                let given = settings.algorithm.expect("it was just set");
                if digest.algorithm().name != given.name {
                    return Err(CallError::not_constant(function, arg));
                }
                digest.add(row);
                Ok(())
            })
        };
        each_row(function, &value, arguments.len, add).map_err(|e| e.to_string())
    }

    /// With ORDER BY, DuckDB gives each group's rows to one state, but in a window whose frame moves.
    fn merge(&mut self, aggregate: &Aggregate, _: &Self) -> Result<(), CallError> {
        let what = "the rows of a group come in parts without an order. Write digest_agg(v, algorithm ORDER BY …), and in a \
                    window whose frame moves list_digest(list(v) OVER (…), algorithm)";
        Err(CallError::layout(aggregate.function, &what))
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        Ok(self.clone())
    }

    fn memory(&self) -> usize {
        OrderedDigest::memory(self)
    }

    fn results<'g>(
        aggregate: &Aggregate,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError> {
        bytes_of(aggregate, groups, |digest| Ok(digest.digest()))
    }
}
