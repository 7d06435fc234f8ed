//! `digest_agg`: a state is a pointer to a digest in the making, NULL before the first row.

use hashlane_catalog::{
    CallError, Column, Function, OrderedDigest, Settings, Value, Variable, each_row,
};
use libduckdb_sys::*;

use super::guarded;
use super::states::{self, States};
use crate::api::call;
use crate::callback::Callback;
use crate::input::{Reading, Vector, column, is_valid};
use crate::logical_type::LogicalType;
use crate::output::Output;
use crate::row::Node;

type State = Option<Box<OrderedDigest>>;

/// # Safety
/// `aggregate` is a function that is being made.
pub unsafe fn set_functions(aggregate: duckdb_aggregate_function) {
    // SAFETY: the caller vouches for the function.
    unsafe {
        call!(duckdb_aggregate_function_set_functions(
            aggregate,
            Some(state_size),
            Some(init),
            Some(update),
            Some(combine),
            Some(finalize),
        ));
        call!(duckdb_aggregate_function_set_destructor(aggregate, Some(destroy)));
    }
}

unsafe extern "C" fn state_size(_: duckdb_function_info) -> idx_t {
    states::size_of_state::<State>()
}

unsafe extern "C" fn init(_: duckdb_function_info, state: duckdb_aggregate_state) {
    // SAFETY: DuckDB gives memory of the size above, aligned to 8 bytes.
    unsafe { states::init::<State>(state, None) };
}

unsafe extern "C" fn destroy(states: *mut duckdb_aggregate_state, count: idx_t) {
    for i in 0..count as usize {
        // SAFETY: DuckDB gives so many states that `init` has written, and uses none of them again.
        unsafe { states::destroy::<State>(*states.add(i)) };
    }
}

unsafe extern "C" fn update(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    states: *mut duckdb_aggregate_state,
) {
    // SAFETY: DuckDB gives a chunk of the arguments, which stays as it is while the callback runs, and
    // a state for each of its rows; rows of one group share theirs.
    unsafe {
        guarded(info, Callback::Update, |function| {
            let len = call!(duckdb_data_chunk_get_size(input)) as usize;
            let (raw, logical) = argument(input, 0);
            let value = Node::new(raw, &logical, len)
                .map_err(|name| CallError::row_type(function, 0, name).to_string())?;
            let (raw, logical) = argument(input, 1);
            let vector = Vector::new(raw, len);
            let reading = Reading::new(&vector, &logical);
            let (mut slices, mut settings) = (Vec::new(), Settings::defaults(function));
            let algorithms = column(&reading, &mut slices);
            let states = States::new(states, len);
            let add = |i: usize, row: &[u8]| {
                let state = states::value::<State>(states.of(i));
                let valid = is_valid(vector.validity(), i);
                add(function, state, &algorithms, valid.then_some(i), &mut settings, row)
            };
            each_row(function, &[value.column()], len, add).map_err(|e| e.to_string())
        });
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
    state: &mut State,
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
    let digest = state.get_or_insert_with(|| Box::new(OrderedDigest::new(algorithm)));
    if digest.algorithm().name != algorithm.name {
        return Err(CallError::not_constant(function, arg));
    }
    digest.add(row);
    Ok(())
}

unsafe extern "C" fn combine(
    info: duckdb_function_info,
    source: *mut duckdb_aggregate_state,
    target: *mut duckdb_aggregate_state,
    count: idx_t,
) {
    // SAFETY: DuckDB gives so many states twice.
    unsafe {
        guarded(info, Callback::Combine, |function| {
            for i in 0..count as usize {
                let source: &State = states::value(*source.add(i));
                let target: &mut State = states::value(*target.add(i));
                match (&source, &target) {
                    (None, _) => {}
                    (Some(_), None) => target.clone_from(source),
                    // With ORDER BY, DuckDB gives each group's rows to one state.
                    (Some(_), Some(_)) => return Err(CallError::needs_order(function).to_string()),
                }
            }
            Ok(())
        });
    }
}

unsafe extern "C" fn finalize(
    info: duckdb_function_info,
    states: *mut duckdb_aggregate_state,
    result: duckdb_vector,
    count: idx_t,
    offset: idx_t,
) {
    // SAFETY: DuckDB gives so many states, and a vector of the return type with room for them from the
    // offset on.
    unsafe {
        guarded(info, Callback::Finalize, |function| {
            let (mut results, mut nulls) = (Variable::default(), Vec::new());
            for i in 0..count as usize {
                match states::value::<State>(*states.add(i)) {
                    Some(digest) => results.push(&digest.digest()),
                    None => {
                        results.push(&[]);
                        nulls.push(offset as usize + i);
                    }
                }
            }
            let mut output = Output::new(result, (offset + count) as usize);
            let written = output.set_variable(function, offset as usize, &results);
            nulls.into_iter().for_each(|row| output.set_null(row));
            written.map_err(|e| e.to_string())
        });
    }
}
