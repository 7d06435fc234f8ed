//! What stands for an aggregate in a DuckDB that can't pass the states of an extension's aggregate.
//!
//! Before 2.0, the array of states that an update gets may have one entry or one for each row, and nothing
//! tells which (see `states`). So these callbacks have no state and read nothing. DuckDB asks for the size of
//! a state before it makes one, and that is refused already, whatever the call looks like: grouped,
//! windowed, ordered, or over an empty table. The others would say the same.

use hashlane_catalog::{Fold, Function, Kernel};
use libduckdb_sys::*;

use crate::api::call;
use crate::callback::message;
use crate::unwinding::registered;

/// Makes an aggregate one that is refused.
///
/// # Safety
/// `aggregate` is a function that is being made.
pub unsafe fn set_functions(aggregate: duckdb_aggregate_function) {
    // SAFETY: the caller vouches for the function; the callbacks read no state.
    unsafe {
        call!(duckdb_aggregate_function_set_functions(
            aggregate,
            registered(state_size as unsafe extern "C-unwind" fn(_) -> _),
            registered(init as unsafe extern "C-unwind" fn(_, _)),
            registered(update as unsafe extern "C-unwind" fn(_, _, _)),
            registered(combine as unsafe extern "C-unwind" fn(_, _, _, _)),
            registered(finalize as unsafe extern "C-unwind" fn(_, _, _, _, _)),
        ));
    }
}

unsafe extern "C-unwind" fn state_size(info: duckdb_function_info) -> idx_t {
    // SAFETY: DuckDB's own info.
    unsafe { refuse(info) };
    // DuckDB may divide by it.
    1
}

unsafe extern "C-unwind" fn init(info: duckdb_function_info, _: duckdb_aggregate_state) {
    // SAFETY: DuckDB's own info.
    unsafe { refuse(info) };
}

unsafe extern "C-unwind" fn update(
    info: duckdb_function_info,
    _: duckdb_data_chunk,
    _: *mut duckdb_aggregate_state,
) {
    // SAFETY: DuckDB's own info.
    unsafe { refuse(info) };
}

unsafe extern "C-unwind" fn combine(
    info: duckdb_function_info,
    _: *mut duckdb_aggregate_state,
    _: *mut duckdb_aggregate_state,
    _: idx_t,
) {
    // SAFETY: DuckDB's own info.
    unsafe { refuse(info) };
}

unsafe extern "C-unwind" fn finalize(
    info: duckdb_function_info,
    _: *mut duckdb_aggregate_state,
    _: duckdb_vector,
    _: idx_t,
    _: idx_t,
) {
    // SAFETY: DuckDB's own info.
    unsafe { refuse(info) };
}

/// # Safety
/// `info` is what DuckDB passed to a callback of a function that was registered here.
unsafe fn refuse(info: duckdb_function_info) {
    // SAFETY: the extra info is the function that it was registered with; DuckDB copies the message.
    unsafe {
        let function: &'static Function =
            &*call!(duckdb_aggregate_function_get_extra_info(info)).cast();
        let message = message(refusal(function));
        call!(duckdb_aggregate_function_set_error(info, message.as_ptr()));
    }
}

/// What to use in place of an aggregate.
fn refusal(function: &Function) -> String {
    let (list, recipe) = match &function.kernel {
        Kernel::Aggregate(Fold::Sum) => ("list_hash_agg(list(row(…)))", true),
        Kernel::Aggregate(Fold::Fingerprint) => ("list_fingerprint(list(row(…)))", true),
        Kernel::Aggregate(Fold::Digest) => ("list_digest(list(v ORDER BY …), algorithm)", false),
        Kernel::Aggregate(Fold::Dictionary) => ("list_zstd_train_dict(list(v))", false),
        Kernel::Aggregate(Fold::SymbolTable) => ("list_fsst_train(list(v))", false),
        Kernel::Aggregate(Fold::Measurements) => ("list_compress_bench(list(v))", false),
        _ => ("list_block_pack(list(v ORDER BY …))", false),
    };
    let recipe = if recipe { ", or for large tables the recipe in sql/compare_tables" } else { "" };
    let name = function.name;
    format!(
        "{name}: DuckDB before 2.0 can't pass the states of an extension's aggregate safely. Use \
         {list}{recipe}"
    )
}
