//! An aggregate as DuckDB keeps it.

use std::ffi::c_void;
use std::sync::Arc;

use hashlane_catalog::Function;
use libduckdb_sys::duckdb_aggregate_function;

use super::budget::StateBudget;
use crate::api::call;
use crate::unwinding::registered;

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
