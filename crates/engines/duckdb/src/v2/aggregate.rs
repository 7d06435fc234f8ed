//! Registers and runs aggregates.

use std::ffi::c_void;
use std::sync::Arc;

use hashlane_catalog::Function;
use libduckdb_sys::*;

use super::bind::{self, BindCallback};
use super::host::{self, Callback, Handle, Text, guard, table, v2, v2_get};
use super::register::{LoadingDatabase, Parameters, document, is_registered, property};
use super::shims::{HostCall, owned};
use crate::aggregate::{RegisteredAggregate, StateBudget, set_functions};
use crate::unwinding::{registered, unwinding};

/// An aggregate with the callbacks that v1 would call.
struct HostAggregate {
    aggregate: RegisteredAggregate,
    callbacks: AggregateCallbacks,
}

#[derive(Clone, Copy, Default)]
struct AggregateCallbacks {
    size: duckdb_aggregate_state_size,
    init: duckdb_aggregate_init_t,
    update: duckdb_aggregate_update_t,
    combine: duckdb_aggregate_combine_t,
    finalize: duckdb_aggregate_finalize_t,
    destroy: duckdb_aggregate_destroy_t,
}

/// Adds the functions with which the shared parts set the callbacks of an aggregate.
pub fn fill(table: &mut duckdb_ext_api_v1) {
    table.duckdb_aggregate_function_set_functions =
        registered(keep_callbacks as unsafe extern "C-unwind" fn(_, _, _, _, _, _));
    table.duckdb_aggregate_function_set_destructor =
        registered(keep_destructor as unsafe extern "C-unwind" fn(_, _));
}

unsafe extern "C-unwind" fn keep_callbacks(
    aggregate: duckdb_aggregate_function,
    size: duckdb_aggregate_state_size,
    init: duckdb_aggregate_init_t,
    update: duckdb_aggregate_update_t,
    combine: duckdb_aggregate_combine_t,
    finalize: duckdb_aggregate_finalize_t,
) {
    // SAFETY: `register` passes a struct of this type.
    let callbacks = unsafe { &mut *aggregate.cast::<AggregateCallbacks>() };
    *callbacks = AggregateCallbacks { size, init, update, combine, finalize, ..*callbacks };
}

unsafe extern "C-unwind" fn keep_destructor(
    aggregate: duckdb_aggregate_function,
    destroy: duckdb_aggregate_destroy_t,
) {
    // SAFETY: as above.
    unsafe { (*aggregate.cast::<AggregateCallbacks>()).destroy = destroy };
}

/// Registers an aggregate under a name, with one overload, since DuckDB can't add others; `false` if another extension has
/// the name.
///
/// # Safety
/// LOAD is running.
pub unsafe fn register(
    database: LoadingDatabase,
    function: &'static Function,
    name: &str,
    budget: &Arc<StateBudget>,
) -> bool {
    let mut callbacks = AggregateCallbacks::default();
    let aggregate = RegisteredAggregate { function, budget: Arc::clone(budget) };
    // SAFETY: the caller guarantees LOAD. The shims take the struct for the aggregate. The function is created, registered
    // and destroyed here.
    unsafe {
        set_functions((&raw mut callbacks).cast(), function.work);
        let mut raw = create(database, HostAggregate { aggregate, callbacks }, name);
        let register = table().extension_register_aggregate_function;
        let done = is_registered(|error| register(database.extension, raw, error));
        (table().aggregate_function_destroy)(&raw mut raw);
        done
    }
}

type Run = unsafe extern "C" fn(Handle, *mut Handle);

/// # Safety
/// LOAD is running. The caller destroys the function.
unsafe fn create(database: LoadingDatabase, aggregate: HostAggregate, name: &str) -> Handle {
    let function = aggregate.aggregate.function;
    // SAFETY: the caller guarantees LOAD. DuckDB drops the box with its database.
    unsafe {
        let run = |callback: Run| Some(std::mem::transmute::<Run, Callback>(callback));
        let raw: Handle = v2_get!(aggregate_function_create(database.factory));
        v2!(aggregate_function_set_name(raw, &mut Text::new(name)));
        database.declare(
            v2_get!(aggregate_function_get_signature(raw)),
            function,
            Parameters::Defaults,
        );
        document(v2_get!(aggregate_function_get_docs(raw)), function);
        let data = Box::into_raw(Box::new(aggregate)).cast();
        v2!(aggregate_function_set_user_data(raw, &mut owned(data, Some(drop_aggregate))));
        // NULL is a value.
        let (key, value) = (property::NULL_HANDLING, property::SPECIAL_NULLS);
        v2!(aggregate_function_set_property(raw, key, value));
        let check = std::mem::transmute::<BindCallback, Callback>(check);
        v2!(aggregate_function_set_bind_callback(raw, Some(check)));
        v2!(aggregate_function_set_size_callback(raw, run(size)));
        v2!(aggregate_function_set_init_callback(raw, run(init)));
        v2!(aggregate_function_set_update_callback(raw, run(update)));
        v2!(aggregate_function_set_combine_callback(raw, run(combine)));
        v2!(aggregate_function_set_finalize_callback(raw, run(finalize)));
        v2!(aggregate_function_set_destroy_callback(raw, run(destroy)));
        raw
    }
}

unsafe extern "C" fn drop_aggregate(data: *mut c_void) {
    // SAFETY: `create` made the pointer from a box.
    drop(unsafe { Box::<HostAggregate>::from_raw(data.cast()) });
}

unsafe extern "C" fn check(info: Handle, _: Handle, context: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes handles that are valid during the callback, and what `create` has registered.
    unsafe {
        guard(error, || {
            let aggregate: *mut c_void = v2_get!(function_bind_get_user_data(info));
            let function = (*aggregate.cast::<HostAggregate>()).aggregate.function;
            if let Err(text) = bind::check(function, info, context) {
                host::fail(error, host::code::INVALID_INPUT, &text);
            }
        });
    }
}

/// The aggregate of a callback, and what v1 calls its info.
///
/// # Safety
/// `data` is what `create` has registered, and `error` what DuckDB passed.
unsafe fn of_callback<'a>(
    data: *mut c_void,
    error: *mut Handle,
) -> (&'a AggregateCallbacks, HostCall) {
    // SAFETY: the caller guarantees both; the box lives as long as it can be called.
    let HostAggregate { aggregate, callbacks } = unsafe { &*data.cast() };
    (callbacks, HostCall::new(std::ptr::from_ref(aggregate).cast(), error))
}

unsafe extern "C" fn size(info: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes a handle that is valid during the callback, here and below.
    unsafe {
        guard(error, || {
            let data = v2_get!(aggregate_function_size_get_user_data(info));
            let (callbacks, call) = of_callback(data, error);
            if let Some(size) = callbacks.size {
                let bytes = unwinding(size)(call.info());
                v2!(aggregate_function_size_set_state_size(info, bytes));
            }
        });
    }
}

unsafe extern "C" fn init(info: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes memory of that size for so many states.
    unsafe {
        guard(error, || {
            let data = v2_get!(aggregate_function_init_get_user_data(info));
            let (callbacks, call) = of_callback(data, error);
            let count: u64 = v2_get!(aggregate_function_init_get_state_count(info));
            let states: *mut *mut c_void = v2_get!(aggregate_function_init_get_states(info));
            if let Some(init) = callbacks.init {
                for i in 0..count as usize {
                    unwinding(init)(call.info(), (*states.add(i)).cast());
                }
            }
        });
    }
}

unsafe extern "C" fn update(info: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes a state for each row. Arguments are flat before they are read.
    unsafe {
        guard(error, || {
            let data = v2_get!(aggregate_function_update_get_user_data(info));
            let (callbacks, mut call) = of_callback(data, error);
            let rows: u64 = v2_get!(aggregate_function_update_get_row_count(info));
            call.len = rows as usize;
            let count = table().aggregate_function_update_get_arg_count;
            for place in 0..bind::arguments(info, count) {
                let vector: Handle = v2_get!(aggregate_function_update_get_arg(info, place as u64));
                v2!(vector_flatten(vector));
                call.arguments.push(vector);
            }
            let states: *mut *mut c_void = v2_get!(aggregate_function_update_get_states(info));
            if let Some(update) = callbacks.update {
                unwinding(update)(call.info(), call.chunk(), states.cast());
            }
        });
    }
}

unsafe extern "C" fn combine(info: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes as many sources as targets.
    unsafe {
        guard(error, || {
            let data = v2_get!(aggregate_function_combine_get_user_data(info));
            let (callbacks, call) = of_callback(data, error);
            let count: u64 = v2_get!(aggregate_function_combine_get_state_count(info));
            let sources: *mut *mut c_void = v2_get!(aggregate_function_combine_get_sources(info));
            let targets: *mut *mut c_void = v2_get!(aggregate_function_combine_get_targets(info));
            if let Some(combine) = callbacks.combine {
                unwinding(combine)(call.info(), sources.cast(), targets.cast(), count);
            }
        });
    }
}

unsafe extern "C" fn finalize(info: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes a vector of the return type, which gets a place for each state from the offset on.
    unsafe {
        guard(error, || {
            let data = v2_get!(aggregate_function_finalize_get_user_data(info));
            let (callbacks, call) = of_callback(data, error);
            let count: u64 = v2_get!(aggregate_function_finalize_get_state_count(info));
            let states: *mut *mut c_void = v2_get!(aggregate_function_finalize_get_states(info));
            let result: Handle = v2_get!(aggregate_function_finalize_get_result(info));
            let offset: u64 = v2_get!(aggregate_function_finalize_get_result_offset(info));
            let len: u64 = v2_get!(vector_get_size(result));
            if len < offset + count {
                v2!(vector_set_size(result, offset + count));
            }
            if let Some(finalize) = callbacks.finalize {
                unwinding(finalize)(call.info(), states.cast(), result.cast(), count, offset);
            }
        });
    }
}

unsafe extern "C" fn destroy(info: Handle, error: *mut Handle) {
    // SAFETY: DuckDB passes states that `init` has made, each once.
    unsafe {
        guard(error, || {
            let data = v2_get!(aggregate_function_destroy_get_user_data(info));
            let (callbacks, _) = of_callback(data, error);
            let count: u64 = v2_get!(aggregate_function_destroy_get_state_count(info));
            let states: *mut *mut c_void = v2_get!(aggregate_function_destroy_get_states(info));
            if let Some(destroy) = callbacks.destroy {
                unwinding(destroy)(states.cast(), count);
            }
        });
    }
}
