//! Detects interrupts of a query while a table function waits for a row.
//!
//! DuckDB checks for interrupts between two calls of a table function, and a call without rows ends the scan. So a
//! function whose first row takes minutes has to check by itself, and the C API has no function for that. But it can
//! evaluate an expression in the context of the query (`duckdb_expression_fold`). `json_serialize_plan` with `optimize
//! := true` runs the optimizer, which stops with an error if the query was interrupted. Planning `SELECT 1` takes about
//! 0.1 ms. Hosts before 1.5.6 lack the function of the C API, and their optimizers don't check.
//!
//! Only the binder creates expressions: LOAD binds one as the argument of one of our functions, whose bind callback
//! keeps a copy. Before that, DuckDB 2.0 replaces a constant argument by its value, unless it can't be evaluated. So
//! the plan, a text, is cast to a number, and the error quotes the text.

use std::cell::Cell;
use std::ffi::CStr;

use libduckdb_sys::*;

use super::engine_files::{EngineError, QueryContext};
use super::given::GivenValue;
use crate::api::{api, call};

/// The function whose bind callback is [`keep_argument`].
pub const KEEPER: &str = "detect_codec";

/// Plans and optimizes a trivial query. The name is qualified, so it never refers to a macro of the user.
const BINDS_PROBE: &CStr =
    c"SELECT detect_codec(system.main.json_serialize_plan('SELECT 1', optimize := true)::VARCHAR::INTEGER)";

/// Checks whether the `json` extension is loaded. Binding a missing function could download it, and listing functions
/// would take 50 ms.
const HAS_JSON: &CStr =
    c"SELECT 1 FROM duckdb_types() WHERE type_name = 'JSON' AND database_name = 'system'";

/// The name under which `json_serialize_plan` reports the error that stopped it.
const INTERRUPTED: &str = "interrupt";

/// The text of that error if a user interrupted the query.
const BY_USER: &str = "Interrupted!";

/// The reason why a query should stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// A user interrupted it. The interrupt persists until the query ends. DuckDB checks for it at the end of a scan
    /// and reports it.
    ByUser,
    /// It has run for too long. DuckDB checks the clock only now and then, so it might not notice that a scan ended
    /// early.
    ByDeadline,
}

thread_local! {
    /// `Some` while this thread binds the probe: the expression that the bind callback kept, or NULL.
    static KEPT: Cell<Option<duckdb_expression>> = const { Cell::new(None) };
}

/// An expression that, in an interrupted query, returns an error with the interrupt's name.
pub struct InterruptProbe(duckdb_expression);

// SAFETY: DuckDB evaluates a bound expression on several threads and only reads it.
unsafe impl Send for InterruptProbe {}
// SAFETY: as above.
unsafe impl Sync for InterruptProbe {}

impl InterruptProbe {
    /// Binds the expression; `None` if the host lacks the functions.
    ///
    /// # Safety
    /// The connection is open, and no query runs on it. [`KEEPER`] is registered in its database.
    pub unsafe fn bind(connection: duckdb_connection) -> Option<Self> {
        api().duckdb_expression_fold?;
        // SAFETY: the caller guarantees the connection. The result and the statement are destroyed here.
        unsafe {
            let mut result = std::mem::zeroed();
            let ran = call!(duckdb_query(connection, HAS_JSON.as_ptr(), &raw mut result));
            let has_json = ran == 0 && call!(duckdb_row_count(&raw mut result)) > 0;
            call!(duckdb_destroy_result(&raw mut result));
            if !has_json {
                return None;
            }
            // Binding happens on this thread.
            KEPT.set(Some(std::ptr::null_mut()));
            let mut statement = std::ptr::null_mut();
            call!(duckdb_prepare(connection, BINDS_PROBE.as_ptr(), &raw mut statement));
            call!(duckdb_destroy_prepare(&raw mut statement));
            KEPT.take().filter(|kept| !kept.is_null()).map(InterruptProbe)
        }
    }

    /// Whether the query of the context was interrupted, and why.
    pub fn interrupt(&self, context: &QueryContext) -> Option<Interrupt> {
        let mut value = std::ptr::null_mut();
        // SAFETY: the context and the expression are alive. We destroy the value and the error.
        let error = unsafe {
            let error = call!(duckdb_expression_fold(context.raw(), self.0, &raw mut value));
            drop(GivenValue(value));
            EngineError::new(error).message
        };
        match error.contains(BY_USER) {
            true => Some(Interrupt::ByUser),
            false => error.contains(INTERRUPTED).then_some(Interrupt::ByDeadline),
        }
    }
}

impl Drop for InterruptProbe {
    fn drop(&mut self) {
        // SAFETY: this struct owns the expression.
        unsafe { call!(duckdb_destroy_expression(&raw mut self.0)) };
    }
}

/// Keeps a copy of the argument while this thread binds the probe. Does nothing in other queries.
pub unsafe extern "C-unwind" fn keep_argument(info: duckdb_bind_info) {
    if let Some(kept) = KEPT.get()
        && kept.is_null()
    {
        // SAFETY: this is the bind callback of a function with one argument. The copy belongs to an `InterruptProbe`.
        KEPT.set(Some(unsafe { call!(duckdb_scalar_function_bind_get_argument(info, 0)) }));
    }
}
