//! The error that replaces an aggregate in a DuckDB that can't pass the states of an extension's aggregate.
//!
//! Before 2.0, the array of states of an update may have one entry or one for each row, and nothing tells which (see
//! `states`). So these callbacks have no state and read nothing. DuckDB asks for the size of a state before it creates
//! one. That callback already returns the error, for every form of the call: grouped, windowed, ordered, or over an
//! empty table. The other callbacks return the same error.

use hashlane_catalog::{Fold, Function, Work};
use libduckdb_sys::*;

use super::RegisteredAggregate;
use crate::api::{self, call};
use crate::callback::message;
use crate::scalar::no_values;
use crate::unwinding::registered;
use crate::version::HostVersion;

/// Sets callbacks that return an error.
///
/// # Safety
/// `aggregate` is a function that isn't registered yet.
pub unsafe fn set_functions(aggregate: duckdb_aggregate_function) {
    // SAFETY: the caller guarantees the function; the callbacks read no state.
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
    // SAFETY: `info` comes from DuckDB.
    unsafe { refuse(info) };
    // DuckDB throws and doesn't use the size.
    1
}

unsafe extern "C-unwind" fn init(info: duckdb_function_info, _: duckdb_aggregate_state) {
    // SAFETY: `info` comes from DuckDB.
    unsafe { refuse(info) };
}

unsafe extern "C-unwind" fn update(
    info: duckdb_function_info,
    _: duckdb_data_chunk,
    _: *mut duckdb_aggregate_state,
) {
    // SAFETY: `info` comes from DuckDB.
    unsafe { refuse(info) };
}

unsafe extern "C-unwind" fn combine(
    info: duckdb_function_info,
    _: *mut duckdb_aggregate_state,
    _: *mut duckdb_aggregate_state,
    _: idx_t,
) {
    // SAFETY: `info` comes from DuckDB.
    unsafe { refuse(info) };
}

unsafe extern "C-unwind" fn finalize(
    info: duckdb_function_info,
    _: *mut duckdb_aggregate_state,
    _: duckdb_vector,
    _: idx_t,
    _: idx_t,
) {
    // SAFETY: `info` comes from DuckDB.
    unsafe { refuse(info) };
}

/// # Safety
/// `info` is what DuckDB passed to a callback of a function that was registered here.
unsafe fn refuse(info: duckdb_function_info) {
    // SAFETY: the extra info is what it was registered with; DuckDB copies the message.
    unsafe {
        let aggregate: &RegisteredAggregate =
            &*call!(duckdb_aggregate_function_get_extra_info(info)).cast();
        let function = aggregate.function;
        let is_safe = api::version().is_some_and(|version| version >= HostVersion::SAFE_AGGREGATES);
        // In a DuckDB that can run aggregates, only a row without values gets here.
        let given = function.arity().start() - 1;
        let text = if is_safe { no_values(function, given) } else { refusal(function) };
        let message = message(text);
        call!(duckdb_aggregate_function_set_error(info, message.as_ptr()));
    }
}

/// Says what to use instead of an aggregate.
fn refusal(function: &Function) -> String {
    let name = function.name;
    let list = function.list_form().map_or("a scalar function", |list| list.name);
    let instead = match function.work {
        Work::Aggregate(Fold::Sum | Fold::Fingerprint) => {
            format!(
                "{list}(list(row(…))), or {list}(list(t)) for all columns of the table t, or for large tables the recipe in sql/compare_tables"
            )
        }
        Work::Aggregate(Fold::Digest) => format!("{list}(list(v ORDER BY …), algorithm)"),
        Work::Aggregate(Fold::Sketch) => format!("{list}(list(row(key, …)), p)"),
        Work::Aggregate(Fold::MinHash) => format!("{list}(list(v), k)"),
        Work::Aggregate(Fold::Pack) => format!("{list}(list(v ORDER BY …))"),
        _ => format!("{list}(list(v))"),
    };
    format!(
        "{name}: DuckDB before 2.0 can't pass the states of an extension's aggregate safely. Use {instead}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_names_a_list_form() {
        for aggregate in hashlane_catalog::AGGREGATES {
            let text = refusal(aggregate);
            let list = format!("Use list_{}(list(", aggregate.name.trim_end_matches("_agg"));
            let others = ["Use list_hash_agg(list(row(…)))", "Use minhash(list(v), k)"];
            let is_named = text.contains(&list) || others.iter().any(|other| text.contains(other));
            assert!(is_named, "{text}");
        }
    }
}
