//! Aggregates: registration and the five callbacks of a state.
//!
//! The C API has no aggregates with any number of arguments, so there is an overload for each.

use std::ffi::{CStr, CString};

use hashlane_catalog::{Fold, Function, Kernel, MultisetHash, Variable};
use libduckdb_sys::*;

use crate::api::call;
use crate::callback::{Callback, guard};
use crate::input::LogicalType;
use crate::output::Output;
use crate::row;

/// The most arguments of an aggregate. A row of more is one struct.
const MAX_ARGUMENTS: usize = 64;

/// Registers an aggregate under its names.
pub fn register(connection: duckdb_connection, function: &'static Function) -> Result<(), String> {
    for name in std::iter::once(&function.name).chain(function.aliases) {
        let c_name = CString::new(*name).map_err(|e| e.to_string())?;
        // SAFETY: the set and the functions in it are created, given to DuckDB and destroyed here.
        let state = unsafe {
            let mut set = call!(duckdb_create_aggregate_function_set(c_name.as_ptr()));
            for arity in *function.arity().start()..=MAX_ARGUMENTS {
                let mut overload = overload(function, &c_name, arity);
                call!(duckdb_add_aggregate_function_to_set(set, overload));
                call!(duckdb_destroy_aggregate_function(&raw mut overload));
            }
            let state = call!(duckdb_register_aggregate_function_set(connection, set));
            call!(duckdb_destroy_aggregate_function_set(&raw mut set));
            state
        };
        if state != 0 {
            return Err(crate::name_is_taken(name));
        }
    }
    Ok(())
}

/// # Safety
/// The caller destroys what it gets.
unsafe fn overload(
    function: &'static Function,
    name: &CStr,
    arity: usize,
) -> duckdb_aggregate_function {
    let returns = LogicalType::returned(function.returns());
    let any = LogicalType::of(DUCKDB_TYPE_DUCKDB_TYPE_ANY);
    // SAFETY: the types are alive here and DuckDB copies them; `function` lives for ever, so it
    // needs no destructor. A state is plain data, so it needs none either.
    unsafe {
        let aggregate = call!(duckdb_create_aggregate_function());
        call!(duckdb_aggregate_function_set_name(aggregate, name.as_ptr()));
        for _ in 0..arity {
            call!(duckdb_aggregate_function_add_parameter(aggregate, any.raw()));
        }
        call!(duckdb_aggregate_function_set_return_type(aggregate, returns.raw()));
        call!(duckdb_aggregate_function_set_functions(
            aggregate,
            Some(state_size),
            Some(init),
            Some(update),
            Some(combine),
            Some(finalize),
        ));
        // NULL is a value.
        call!(duckdb_aggregate_function_set_special_handling(aggregate));
        let info = std::ptr::from_ref(function).cast_mut().cast();
        call!(duckdb_aggregate_function_set_extra_info(aggregate, info, None));
        aggregate
    }
}

unsafe extern "C" fn state_size(_: duckdb_function_info) -> idx_t {
    size_of::<MultisetHash>() as idx_t
}

unsafe extern "C" fn init(_: duckdb_function_info, state: duckdb_aggregate_state) {
    // SAFETY: DuckDB gives memory of the size above, aligned to 8 bytes.
    unsafe { state.cast::<MultisetHash>().write(MultisetHash::default()) };
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
        // SAFETY: the extra info is what `overload` has set.
        body(unsafe { &*call!(duckdb_aggregate_function_get_extra_info(info)).cast() })
    });
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
            let nodes = row::values(function, input, len)?;
            let columns: Vec<_> = nodes.iter().map(row::Node::column).collect();
            let add =
                |i: usize, hash: &[u8; 16]| (*(*states.add(i)).cast::<MultisetHash>()).add(hash);
            hashlane_catalog::each_row_hash(function, &columns, len, add).map_err(|e| e.to_string())
        });
    }
}

unsafe extern "C" fn combine(
    info: duckdb_function_info,
    source: *mut duckdb_aggregate_state,
    target: *mut duckdb_aggregate_state,
    count: idx_t,
) {
    // SAFETY: DuckDB gives so many states twice.
    unsafe {
        guarded(info, Callback::Combine, |_| {
            for i in 0..count as usize {
                let source = *(*source.add(i)).cast::<MultisetHash>();
                (*(*target.add(i)).cast::<MultisetHash>()).merge(&source);
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
            let mut results = Variable::default();
            for i in 0..count as usize {
                let hash = &*(*states.add(i)).cast::<MultisetHash>();
                match function.kernel {
                    Kernel::Aggregate(Fold::Sum) => results.push(&hash.digest()),
                    Kernel::Aggregate(Fold::Fingerprint) => {
                        results.push(hash.to_string().as_bytes())
                    }
                    _ => unreachable!("the catalogue's aggregates have folds"),
                }
            }
            let mut output = Output::new(result, (offset + count) as usize);
            let written = output.set_variable(function, offset as usize, &results);
            written.map_err(|e| e.to_string())
        });
    }
}
