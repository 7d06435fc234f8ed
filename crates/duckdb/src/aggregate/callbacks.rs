//! The six callbacks of an aggregate, written once for every kind of state.

use std::ffi::CStr;

use hashlane_catalog::{CallError, Function};
use libduckdb_sys::*;

use super::states::{self, Kind, States};
use crate::api::call;
use crate::callback::{Callback, guard};
use crate::output::Output;

/// What the rows of a group make, as far as an aggregate's callbacks tell kinds of it apart.
pub trait State: Default {
    /// What kind it is.
    const KIND: Kind;

    /// Adds a chunk of `len` rows to the states of its rows.
    ///
    /// # Safety
    /// `input` is a chunk of the function's arguments that stays as it is meanwhile, and `states` are those
    /// of its rows, of this kind, which nothing else uses meanwhile.
    unsafe fn update(
        function: &'static Function,
        input: duckdb_data_chunk,
        len: usize,
        states: &States,
    ) -> Result<(), String>;

    /// Adds the rows of another state, of the same group.
    fn merge(&mut self, function: &'static Function, source: &Self) -> Result<(), CallError>;

    /// Writes the results of states into the rows from `offset` on.
    ///
    /// # Safety
    /// `output` is a vector of the function's return type with room for them.
    unsafe fn finish(
        function: &'static Function,
        states: &[&Self],
        output: Output,
        offset: usize,
    ) -> Result<(), CallError>;
}

/// Makes an aggregate one over states of a kind.
///
/// # Safety
/// `aggregate` is a function that is being made.
pub unsafe fn set_functions<S: State>(aggregate: duckdb_aggregate_function) {
    // SAFETY: the caller vouches for the function; all callbacks are of one kind of state.
    unsafe {
        call!(duckdb_aggregate_function_set_functions(
            aggregate,
            Some(state_size::<S>),
            Some(init::<S>),
            Some(update::<S>),
            Some(combine::<S>),
            Some(finalize::<S>),
        ));
        call!(duckdb_aggregate_function_set_destructor(aggregate, Some(destroy::<S>)));
    }
}

unsafe extern "C" fn state_size<S>(_: duckdb_function_info) -> idx_t {
    states::size_of_state::<S>()
}

unsafe extern "C" fn init<S: State>(_: duckdb_function_info, state: duckdb_aggregate_state) {
    // SAFETY: DuckDB gives memory of the size above, aligned to 8 bytes.
    unsafe { states::init(S::KIND, state, S::default()) };
}

unsafe extern "C" fn destroy<S>(states: *mut duckdb_aggregate_state, count: idx_t) {
    for i in 0..count as usize {
        // SAFETY: DuckDB gives so many states that `init` has made, and uses none of them again.
        unsafe { states::destroy::<S>(*states.add(i)) };
    }
}

unsafe extern "C" fn update<S: State>(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    states: *mut duckdb_aggregate_state,
) {
    // SAFETY: DuckDB gives a chunk of the arguments, which stays as it is while the callback runs, and
    // a state for each of its rows; rows of one group share theirs.
    unsafe {
        guarded(info, Callback::Update, |function| {
            let len = call!(duckdb_data_chunk_get_size(input)) as usize;
            let states = States::new(S::KIND, states, len);
            let states = states.ok_or_else(|| no_window(function))?;
            S::update(function, input, len, &states)
        });
    }
}

/// A window, or an order, in a DuckDB that can't give either to an extension.
fn no_window(function: &Function) -> String {
    format!(
        "{name}: this version of DuckDB can't compute it as a window over whole partitions, or with an ORDER BY \
         inside the call; DuckDB 2.0 can. Use {name}(…) with GROUP BY in a subquery and join its result",
        name = function.name
    )
}

unsafe extern "C" fn combine<S: State>(
    info: duckdb_function_info,
    source: *mut duckdb_aggregate_state,
    target: *mut duckdb_aggregate_state,
    count: idx_t,
) {
    // SAFETY: DuckDB gives so many states twice; a target is no source.
    unsafe {
        guarded(info, Callback::Combine, |function| {
            for i in 0..count as usize {
                let source: &S = states::value(*source.add(i));
                let merged = states::value::<S>(*target.add(i)).merge(function, source);
                merged.map_err(|e| e.to_string())?;
            }
            Ok(())
        });
    }
}

unsafe extern "C" fn finalize<S: State>(
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
            let value = |i| &*states::value::<S>(*states.add(i));
            let values: Vec<&S> = (0..count as usize).map(value).collect();
            let output = Output::new(result, (offset + count) as usize);
            S::finish(function, &values, output, offset as usize).map_err(|e| e.to_string())
        });
    }
}

/// Runs the body of a callback with the function that it belongs to.
///
/// # Safety
/// `info` is what DuckDB passed to a callback of an aggregate.
unsafe fn guarded(
    info: duckdb_function_info,
    callback: Callback,
    body: impl FnOnce(&'static Function) -> Result<(), String>,
) {
    // SAFETY: DuckDB copies the message.
    let report = |message: &CStr| unsafe {
        call!(duckdb_aggregate_function_set_error(info, message.as_ptr()));
    };
    guard(callback, report, || {
        // SAFETY: the extra info is the function that it was registered with.
        body(unsafe { &*call!(duckdb_aggregate_function_get_extra_info(info)).cast() })
    });
}
