//! `hash_agg` and `fingerprint`: a state is a multiset hash.

use hashlane_catalog::{Fold, Kernel, MultisetHash, Variable};
use libduckdb_sys::*;

use super::guarded;
use super::states::{self, States};
use crate::api::call;
use crate::callback::Callback;
use crate::output::Output;
use crate::row;

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
    states::size_of_state::<MultisetHash>()
}

unsafe extern "C" fn init(_: duckdb_function_info, state: duckdb_aggregate_state) {
    // SAFETY: DuckDB gives memory of the size above, aligned to 8 bytes.
    unsafe { states::init(state, MultisetHash::default()) };
}

unsafe extern "C" fn destroy(states: *mut duckdb_aggregate_state, count: idx_t) {
    for i in 0..count as usize {
        // SAFETY: DuckDB gives so many states that `init` has made, and uses none of them again.
        unsafe { states::destroy::<MultisetHash>(*states.add(i)) };
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
            let nodes = row::values(function, input, len)?;
            let columns: Vec<_> = nodes.iter().map(row::Node::column).collect();
            let states = States::new(states, len);
            let add = |i: usize, hash: &[u8; 16]| {
                states::value::<MultisetHash>(states.of(i)).add(hash);
            };
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
                let source = *states::value::<MultisetHash>(*source.add(i));
                states::value::<MultisetHash>(*target.add(i)).merge(&source);
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
                let hash = states::value::<MultisetHash>(*states.add(i));
                match function.kernel {
                    Kernel::Aggregate(Fold::Sum) => results.push(&hash.digest()),
                    Kernel::Aggregate(Fold::Fingerprint) => {
                        results.push(hash.to_string().as_bytes());
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
