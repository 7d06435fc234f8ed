//! Whether a query was interrupted, asked while a table function waits for a row.
//!
//! DuckDB looks at interrupts between two calls of a table function, and a call that gives no row ends
//! the scan. So a function whose first row takes minutes has to ask by itself, for which the C API has no
//! function. But it can evaluate an expression in the context of the query (`duckdb_expression_fold`), and
//! `json_serialize_plan` with `optimize := true` runs the optimizer, which stops with an error if the query
//! was interrupted. Planning `SELECT 1` takes about 0.1 ms. Hosts before 1.5.6 lack the function of the C
//! API, and their optimizers don't look.
//!
//! An expression comes from the binder alone: LOAD binds one as the argument of a function of ours, whose
//! bind callback keeps a copy. DuckDB 2.0 replaces a constant argument by its value before that, except one
//! that can't be evaluated: so the plan, a text, is cast to a number. The error quotes the text.

use std::cell::Cell;
use std::ffi::CStr;

use libduckdb_sys::*;

use super::engine_files::{Context, EngineError};
use super::given::Given;
use crate::api::{api, call};

/// The function whose bind callback is [`keep_argument`].
pub const KEEPER: &str = "detect_codec";

/// Plans and optimizes a query that needs nothing. The name is qualified, so no macro of the user's gets
/// into it.
const BINDS_PROBE: &CStr =
    c"SELECT detect_codec(system.main.json_serialize_plan('SELECT 1', optimize := true)::VARCHAR::INTEGER)";

/// Whether the `json` extension is there, without loading it: to bind a missing function could download
/// it. Listing functions would take 50 ms.
const HAS_JSON: &CStr =
    c"SELECT 1 FROM duckdb_types() WHERE type_name = 'JSON' AND database_name = 'system'";

/// What `json_serialize_plan` calls the error that stopped it.
const INTERRUPTED: &str = "interrupt";

/// What that error says if a user interrupted the query.
const BY_USER: &str = "Interrupted!";

/// Why a query should stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// A user interrupted it, which stays so until it ends. DuckDB looks before it takes the end of a scan
    /// for the end of the rows, and reports the interrupt.
    ByUser,
    /// It exceeds the time it may take. DuckDB looks at the clock now and then only, so it could miss that
    /// a scan has ended early.
    ByDeadline,
}

thread_local! {
    /// `Some` while this thread binds the probe: what the bind callback kept, or NULL.
    static KEPT: Cell<Option<duckdb_expression>> = const { Cell::new(None) };
}

/// An expression whose error names the interrupt in an interrupted query.
pub struct Probe(duckdb_expression);

// SAFETY: DuckDB evaluates one bound expression on many threads; it only reads it.
unsafe impl Send for Probe {}
// SAFETY: as above.
unsafe impl Sync for Probe {}

impl Probe {
    /// Binds the expression; `None` if the host can't tell.
    ///
    /// # Safety
    /// The connection is open, and no query runs on it. [`KEEPER`] is registered in its database.
    pub unsafe fn bind(connection: duckdb_connection) -> Option<Self> {
        api().duckdb_expression_fold?;
        // SAFETY: the caller's; the result and the statement are destroyed here.
        unsafe {
            let mut result = std::mem::zeroed();
            let ran = call!(duckdb_query(connection, HAS_JSON.as_ptr(), &raw mut result));
            let has_json = ran == 0 && call!(duckdb_row_count(&raw mut result)) > 0;
            call!(duckdb_destroy_result(&raw mut result));
            if !has_json {
                return None;
            }
            // Binding runs on this thread.
            KEPT.set(Some(std::ptr::null_mut()));
            let mut statement = std::ptr::null_mut();
            call!(duckdb_prepare(connection, BINDS_PROBE.as_ptr(), &raw mut statement));
            call!(duckdb_destroy_prepare(&raw mut statement));
            KEPT.take().filter(|kept| !kept.is_null()).map(Probe)
        }
    }

    /// Whether the query that the context belongs to was interrupted, and why.
    pub fn interrupt(&self, context: &Context) -> Option<Interrupt> {
        let mut value = std::ptr::null_mut();
        // SAFETY: the context and the expression are alive; the value and the error are ours to destroy.
        let error = unsafe {
            let error = call!(duckdb_expression_fold(context.raw(), self.0, &raw mut value));
            drop(Given(value));
            EngineError::new(error).message
        };
        match error.contains(BY_USER) {
            true => Some(Interrupt::ByUser),
            false => error.contains(INTERRUPTED).then_some(Interrupt::ByDeadline),
        }
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        // SAFETY: this struct owns the expression.
        unsafe { call!(duckdb_destroy_expression(&raw mut self.0)) };
    }
}

/// Keeps a copy of the argument while this thread binds the probe; does nothing in other queries.
pub unsafe extern "C-unwind" fn keep_argument(info: duckdb_bind_info) {
    if let Some(kept) = KEPT.get()
        && kept.is_null()
    {
        // SAFETY: this is the bind callback of a function with one argument, and the copy goes to a `Probe`.
        KEPT.set(Some(unsafe { call!(duckdb_scalar_function_bind_get_argument(info, 0)) }));
    }
}
