//! The six callbacks of an aggregate, generic over the type of its state.

use std::ffi::CString;

use hashlane_catalog::{CallError, Results};
use libduckdb_sys::*;

use super::RegisteredAggregate;
use super::states::{self, GroupStates};
use crate::api::call;
use crate::arguments::ChunkArguments;
use crate::callback::{ComputeCallback, compute};
use crate::output::OutputVector;
use crate::unwinding::registered;

/// The state of a group.
pub trait CallbackState: Default {
    /// Adds a chunk of rows to the states of its rows.
    fn update(
        aggregate: &RegisteredAggregate,
        arguments: &ChunkArguments,
        states: &mut GroupStates<Self>,
    ) -> Result<(), String>;

    /// Adds another state of the same group.
    fn merge(&mut self, aggregate: &RegisteredAggregate, source: &Self) -> Result<(), CallError>;

    /// Returns the results of states.
    fn finish(
        aggregate: &RegisteredAggregate,
        states: &GroupStates<Self>,
    ) -> Result<Results, CallError>;
}

/// Sets the callbacks of an aggregate with states of type `S`.
///
/// # Safety
/// `aggregate` is a function that isn't registered yet.
pub unsafe fn set_functions<S: CallbackState>(aggregate: duckdb_aggregate_function) {
    // SAFETY: the caller guarantees the function; all callbacks use the same type of state.
    unsafe {
        call!(duckdb_aggregate_function_set_functions(
            aggregate,
            registered(state_size::<S> as unsafe extern "C-unwind" fn(_) -> _),
            registered(init::<S> as unsafe extern "C-unwind" fn(_, _)),
            registered(update::<S> as unsafe extern "C-unwind" fn(_, _, _)),
            registered(combine::<S> as unsafe extern "C-unwind" fn(_, _, _, _)),
            registered(finalize::<S> as unsafe extern "C-unwind" fn(_, _, _, _, _)),
        ));
        let destroy = registered(destroy::<S> as unsafe extern "C-unwind" fn(_, _));
        call!(duckdb_aggregate_function_set_destructor(aggregate, destroy));
    }
}

unsafe extern "C-unwind" fn state_size<S: CallbackState>(_: duckdb_function_info) -> idx_t {
    states::size_of_state::<S>()
}

unsafe extern "C-unwind" fn init<S: CallbackState>(
    _: duckdb_function_info,
    state: duckdb_aggregate_state,
) {
    // SAFETY: DuckDB passes memory of the size above, aligned to 8 bytes.
    unsafe { states::init::<S>(state) };
}

unsafe extern "C-unwind" fn destroy<S: CallbackState>(
    states: *mut duckdb_aggregate_state,
    count: idx_t,
) {
    // SAFETY: DuckDB passes `count` states that `init` has made, each once, and uses none of them again.
    let _ = unsafe {
        let states = GroupStates::<S>::new(states, count as usize);
        compute(ComputeCallback::Destroy, move || {
            states.destroy();
            Ok(())
        })
    };
}

unsafe extern "C-unwind" fn update<S: CallbackState>(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    states: *mut duckdb_aggregate_state,
) {
    // SAFETY: DuckDB passes a chunk of the arguments, which doesn't change during the callback, and a state for each of
    // its rows. Rows of one group share a state.
    unsafe {
        let aggregate = aggregate(info);
        let arguments = ChunkArguments::read(input);
        // FILTER may leave no row of a chunk. Then the arguments that must be constant have no value.
        if arguments.len == 0 {
            return;
        }
        let mut states = GroupStates::new(states, arguments.len);
        let updated =
            compute(ComputeCallback::Update, || S::update(aggregate, &arguments, &mut states));
        report(info, updated);
    }
}

unsafe extern "C-unwind" fn combine<S: CallbackState>(
    info: duckdb_function_info,
    source: *mut duckdb_aggregate_state,
    target: *mut duckdb_aggregate_state,
    count: idx_t,
) {
    // SAFETY: DuckDB passes `count` states twice; no target is a source.
    unsafe {
        let aggregate = aggregate(info);
        let sources = GroupStates::<S>::new(source, count as usize);
        let mut targets = GroupStates::<S>::new(target, count as usize);
        let combined = compute(ComputeCallback::Combine, move || {
            for (i, source) in sources.iter().enumerate() {
                targets.state(i).merge(aggregate, source).map_err(|e| e.to_string())?;
            }
            Ok(())
        });
        report(info, combined);
    }
}

unsafe extern "C-unwind" fn finalize<S: CallbackState>(
    info: duckdb_function_info,
    states: *mut duckdb_aggregate_state,
    result: duckdb_vector,
    count: idx_t,
    offset: idx_t,
) {
    // SAFETY: DuckDB passes `count` states, and a vector of the return type with room for them from `offset` on.
    unsafe {
        let aggregate = aggregate(info);
        let states = GroupStates::<S>::new(states, count as usize);
        let mut output = OutputVector::new(result, (offset + count) as usize);
        let finished = compute(ComputeCallback::Finalize, move || {
            S::finish(aggregate, &states).map_err(|e| e.to_string())
        });
        let returns = aggregate.function.returns;
        let written =
            finished.and_then(|results| output.write_results(&returns, &results, offset as usize));
        report(info, written);
    }
}

/// Returns the aggregate that a callback belongs to.
///
/// # Safety
/// `info` is what DuckDB passed to a callback of an aggregate.
unsafe fn aggregate<'a>(info: duckdb_function_info) -> &'a RegisteredAggregate {
    // SAFETY: the extra info is what it was registered with, which lives as long as it can be called.
    unsafe { &*call!(duckdb_aggregate_function_get_extra_info(info)).cast() }
}

/// # Safety
/// `info` is what DuckDB passed to a callback of an aggregate.
unsafe fn report(info: duckdb_function_info, result: Result<(), CString>) {
    if let Err(message) = result {
        // SAFETY: DuckDB copies the message.
        unsafe { call!(duckdb_aggregate_function_set_error(info, message.as_ptr())) };
    }
}
