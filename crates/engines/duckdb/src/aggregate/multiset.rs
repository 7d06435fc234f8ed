//! `hash_agg`, `fingerprint` and `fingerprint_sum`: a state is a multiset hash.

use hashlane_catalog::{
    CallError, FingerprintSum, Fold, Function, MultisetHash, Results, StringResults, Work,
};
use hashlane_kernels::encoding::Column;

use super::RegisteredAggregate;
use super::callbacks::CallbackState;
use super::states::GroupStates;
use super::values::each_value;
use crate::arguments::ChunkArguments;
use crate::node::NodeKind;
use crate::row;
use crate::scalar::ALL_COLUMNS;

/// The columns of rows. A table as an argument is a lone struct.
pub fn row_columns<'a>(
    function: &Function,
    arguments: &'a ChunkArguments,
) -> Result<Vec<Column<'a>>, CallError> {
    if let [only] = arguments.columns.as_slice()
        && matches!(only.node.values, NodeKind::Struct(_))
    {
        return Err(CallError::lone_struct(function, ALL_COLUMNS));
    }
    row::columns(function, arguments, function.value_index()..arguments.columns.len())
}

impl CallbackState for MultisetHash {
    fn update(
        aggregate: &RegisteredAggregate,
        arguments: &ChunkArguments,
        states: &mut GroupStates<Self>,
    ) -> Result<(), String> {
        let function = aggregate.function;
        let columns = row_columns(function, arguments).map_err(|e| e.to_string())?;
        let add = |i: usize, hash: &[u8; 16]| states.state(i).add(hash);
        hashlane_catalog::each_row_hash(function, &columns, arguments.len, add)
            .map_err(|e| e.to_string())
    }

    fn merge(&mut self, _: &RegisteredAggregate, source: &Self) -> Result<(), CallError> {
        MultisetHash::merge(self, source);
        Ok(())
    }

    fn finish(
        aggregate: &RegisteredAggregate,
        states: &GroupStates<Self>,
    ) -> Result<Results, CallError> {
        let (function, mut results) = (aggregate.function, StringResults::default());
        for hash in states.iter() {
            match function.work {
                Work::Aggregate(Fold::Sum) => results.push(function, &hash.digest())?,
                _ => results.push(function, hash.to_string().as_bytes())?,
            }
        }
        Ok(Results::Strings(results))
    }
}

impl CallbackState for FingerprintSum {
    fn update(
        aggregate: &RegisteredAggregate,
        arguments: &ChunkArguments,
        states: &mut GroupStates<Self>,
    ) -> Result<(), String> {
        let function = aggregate.function;
        each_value(function, arguments, |row, value, _| states.state(row).add(function, value))
    }

    fn merge(&mut self, aggregate: &RegisteredAggregate, source: &Self) -> Result<(), CallError> {
        FingerprintSum::merge(self, aggregate.function, source)
    }

    fn finish(
        aggregate: &RegisteredAggregate,
        states: &GroupStates<Self>,
    ) -> Result<Results, CallError> {
        let (function, mut results) = (aggregate.function, StringResults::default());
        for sum in states.iter() {
            results.push(function, sum.to_string().as_bytes())?;
        }
        Ok(Results::Strings(results))
    }
}
