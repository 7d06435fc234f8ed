//! `digest_agg`: a state is a digest in the making, none before the first row.

use hashlane_catalog::{
    CallError, Column, Function, OrderedDigest, Settings, Value, Variable, each_row,
};
use libduckdb_sys::*;

use super::callbacks::State;
use super::states::{self, Kind, States};
use crate::api::call;
use crate::input::{Reading, Vector, column, is_valid};
use crate::logical_type::LogicalType;
use crate::output::Output;
use crate::row::Node;

/// The digest of a group's values so far.
#[derive(Default)]
pub struct Digest(Option<Box<OrderedDigest>>);

impl State for Digest {
    const KIND: Kind = Kind::Digest;

    unsafe fn update(
        function: &'static Function,
        input: duckdb_data_chunk,
        len: usize,
        states: &States,
    ) -> Result<(), String> {
        // SAFETY: the caller vouches for the chunk, which has both arguments.
        let ((raw, logical), (raw_algorithm, algorithm_type)) =
            unsafe { (argument(input, 0), argument(input, 1)) };
        // SAFETY: the vector is of the chunk and the type is its own.
        let value = unsafe { Node::new(raw, &logical, len) }
            .map_err(|name| CallError::row_type(function, 0, name).to_string())?;
        // SAFETY: as above.
        let vector = unsafe { Vector::new(raw_algorithm, len) };
        // SAFETY: as above.
        let reading = unsafe { Reading::new(&vector, &algorithm_type) };
        let (mut slices, mut settings) = (Vec::new(), Settings::defaults(function));
        // SAFETY: the vector lives as long as this call.
        let algorithms = unsafe { column(&reading, &mut slices) };
        let add = |i: usize, row: &[u8]| {
            // SAFETY: the caller vouches for the states.
            let state = unsafe { states::value::<Digest>(states.of(i)) };
            let valid = is_valid(vector.validity(), i);
            add(function, state, &algorithms, valid.then_some(i), &mut settings, row)
        };
        each_row(function, &[value.column()], len, add).map_err(|e| e.to_string())
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

    unsafe fn finish(
        function: &'static Function,
        states: &[&Self],
        mut output: Output,
        offset: usize,
    ) -> Result<(), CallError> {
        let mut results = Variable::default();
        for state in states {
            match &state.0 {
                Some(digest) => results.push(&digest.digest()),
                None => results.push_null(),
            }
        }
        output.set_variable(function, offset, &results)
    }
}

/// An argument's vector and type.
///
/// # Safety
/// `input` is a chunk with that argument.
unsafe fn argument(input: duckdb_data_chunk, place: idx_t) -> (duckdb_vector, LogicalType) {
    // SAFETY: the caller vouches for the chunk; the type is allocated for the caller.
    unsafe {
        let raw = call!(duckdb_data_chunk_get_vector(input, place));
        (raw, LogicalType::from_raw(call!(duckdb_vector_get_column_type(raw))))
    }
}

/// Adds a row to its group's state; `id` is where its algorithm stands, `None` where that is NULL.
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
