//! Registers aggregates.
//!
//! The C API has no aggregates with a variable number of arguments, so there is an overload for each number. In DuckDB
//! before 2.0, and in versions that are not a release, each aggregate is registered as an error.

mod budget;
mod callbacks;
mod group;
mod multiset;
mod refusal;
mod rows;
mod states;
mod values;

use std::ffi::{CStr, CString, c_void};
use std::sync::Arc;

use hashlane_catalog::{
    FingerprintSum, Fold, Function, MinHash, MultisetHash, OrderedDigest, PackedValues, RowSketch,
    SampledValues, Work,
};
use libduckdb_sys::*;

pub use self::budget::StateBudget;
use self::group::LazyState;
pub use self::multiset::row_columns;
use crate::api::call;
use crate::logical_type::LogicalType;
use crate::names::LeftOut;
use crate::unwinding::registered;
use crate::version::HostVersion;

/// The most arguments of an aggregate. Pass a longer row as one struct.
const MAX_ARGUMENTS: usize = 64;

/// Registers an aggregate under its names that are not left out.
pub fn register(
    connection: duckdb_connection,
    function: &'static Function,
    left_out: &LeftOut,
    budget: &Arc<StateBudget>,
) -> Result<(), String> {
    for name in left_out.other_names(function) {
        let c_name = CString::new(name).map_err(|e| e.to_string())?;
        // SAFETY: the set and the functions in it are created, given to DuckDB and destroyed here.
        let state = unsafe {
            let mut set = call!(duckdb_create_aggregate_function_set(c_name.as_ptr()));
            // DuckDB drops a `*` among arguments. A row without values is therefore declared as well, so that the error
            // is in our words.
            let fewest = *function.arity().start() - usize::from(function.takes_row());
            for arity in fewest..=MAX_ARGUMENTS.min(*function.arity().end()) {
                let mut overload = overload(function, &c_name, arity, budget);
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
/// The caller destroys the function.
unsafe fn overload(
    function: &'static Function,
    name: &CStr,
    arity: usize,
    budget: &Arc<StateBudget>,
) -> duckdb_aggregate_function {
    let returns = LogicalType::returned(&function.returns);
    let any = LogicalType::plain(DUCKDB_TYPE_DUCKDB_TYPE_ANY);
    // SAFETY: the types are alive here and DuckDB copies them.
    unsafe {
        let aggregate = call!(duckdb_create_aggregate_function());
        call!(duckdb_aggregate_function_set_name(aggregate, name.as_ptr()));
        for _ in 0..arity {
            call!(duckdb_aggregate_function_add_parameter(aggregate, any.raw()));
        }
        call!(duckdb_aggregate_function_set_return_type(aggregate, returns.raw()));
        match crate::api::version() {
            Some(version)
                if version >= HostVersion::SAFE_AGGREGATES && function.arity().contains(&arity) =>
            {
                set_functions(aggregate, function.work);
            }
            _ => refusal::set_functions(aggregate),
        }
        // NULL is a value.
        call!(duckdb_aggregate_function_set_special_handling(aggregate));
        RegisteredAggregate { function, budget: Arc::clone(budget) }.set(aggregate);
        aggregate
    }
}

/// # Safety
/// `aggregate` is a function that isn't registered yet.
pub unsafe fn set_functions(aggregate: duckdb_aggregate_function, work: Work) {
    // SAFETY: the caller guarantees the function.
    unsafe {
        match work {
            Work::Aggregate(Fold::Sum | Fold::Fingerprint) => {
                callbacks::set_functions::<MultisetHash>(aggregate);
            }
            Work::Aggregate(Fold::FingerprintSum) => {
                callbacks::set_functions::<FingerprintSum>(aggregate);
            }
            Work::Aggregate(Fold::Digest) => {
                callbacks::set_functions::<LazyState<OrderedDigest>>(aggregate);
            }
            Work::Aggregate(Fold::Dictionary | Fold::SymbolTable | Fold::Measurements) => {
                callbacks::set_functions::<LazyState<SampledValues>>(aggregate);
            }
            Work::Aggregate(Fold::MinHash) => {
                callbacks::set_functions::<LazyState<MinHash>>(aggregate);
            }
            Work::Aggregate(Fold::Sketch) => {
                callbacks::set_functions::<LazyState<RowSketch>>(aggregate);
            }
            Work::Aggregate(Fold::Pack) => {
                callbacks::set_functions::<LazyState<PackedValues>>(aggregate);
            }
            // Without callbacks, registration fails. All aggregates of the catalogue have folds.
            _ => {}
        }
    }
}

/// What each callback of an aggregate gets.
#[derive(Debug)]
pub struct RegisteredAggregate {
    /// Its row of the catalogue.
    pub function: &'static Function,
    /// What the states of all aggregates of its database may take.
    pub budget: Arc<StateBudget>,
}

impl RegisteredAggregate {
    /// Gives it to an aggregate of DuckDB, which drops it with its database.
    ///
    /// # Safety
    /// `raw` is a function that isn't registered yet.
    pub unsafe fn set(self, raw: duckdb_aggregate_function) {
        let info = Box::into_raw(Box::new(self)).cast();
        let drop = registered(drop as unsafe extern "C-unwind" fn(_));
        // SAFETY: the caller guarantees the function. DuckDB calls `drop` once, when no callback will run again.
        unsafe { call!(duckdb_aggregate_function_set_extra_info(raw, info, drop)) };
    }
}

unsafe extern "C-unwind" fn drop(aggregate: *mut c_void) {
    // SAFETY: `RegisteredAggregate::set` made the pointer from a box.
    std::mem::drop(unsafe { Box::<RegisteredAggregate>::from_raw(aggregate.cast()) });
}
