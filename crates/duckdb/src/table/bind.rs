//! What a call of a table function was given, and the columns that it answers with.

use std::ffi::{CStr, CString};
use std::num::NonZero;
use std::sync::Arc;

use hashlane_catalog::{Cell, CellType, ParameterKind, TableFunction, TableRows};
use hashlane_files::FileSystem;
use hashlane_parquet::table::FileCall;
use libduckdb_sys::*;

use super::Registered;
use super::engine_files::Context;
use super::interrupts::Probe;
use crate::api::call;
use crate::callback::{Callback, guard};
use crate::logical_type::LogicalType;

/// A call that is bound: what its scans need.
pub enum Bound {
    /// A table that Hashlane lists.
    Listed(fn() -> Vec<Vec<Cell>>),
    /// A table over files.
    Files(Arc<FileScan>),
}

/// A table over files.
pub struct FileScan {
    pub call: FileCall,
    pub files: Arc<dyn FileSystem>,
    pub threads: NonZero<usize>,
    /// What tells whether the query was interrupted, in hosts that can.
    probe: Option<(Arc<Probe>, Context)>,
}

impl FileScan {
    /// Asks DuckDB whether the query was interrupted; false in hosts that can't tell.
    pub fn is_interrupted(&self) -> bool {
        self.probe.as_ref().is_some_and(|(probe, context)| probe.is_interrupted(context))
    }
}

pub unsafe extern "C" fn bind(info: duckdb_bind_info) {
    // SAFETY: DuckDB copies the message.
    let report = |message: &CStr| unsafe { call!(duckdb_bind_set_error(info, message.as_ptr())) };
    guard(Callback::TableBind, report, || {
        // SAFETY: the extra info is what `register` has set; DuckDB copies names and types, and
        // calls `drop_bound` once.
        unsafe {
            let registered = &*call!(duckdb_bind_get_extra_info(info)).cast::<Registered>();
            let function = registered.function;
            for column in function.columns {
                let name = CString::new(column.name).map_err(|e| e.to_string())?;
                let kind = LogicalType::of(match column.kind {
                    CellType::Text => DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR,
                    CellType::Integer => DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT,
                    CellType::Truth => DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN,
                });
                call!(duckdb_bind_add_result_column(info, name.as_ptr(), kind.raw()));
            }
            let bound = Box::into_raw(Box::new(bound(info, registered)?)).cast();
            call!(duckdb_bind_set_bind_data(info, bound, Some(drop_bound)));
        }
        Ok(())
    });
}

unsafe extern "C" fn drop_bound(data: *mut std::ffi::c_void) {
    // SAFETY: `data` is the box that `bind` has given away.
    drop(unsafe { Box::from_raw(data.cast::<Bound>()) });
}

/// # Safety
/// `info` is of the bind callback that runs.
unsafe fn bound(info: duckdb_bind_info, registered: &Registered) -> Result<Bound, String> {
    let function = registered.function;
    match function.rows {
        TableRows::Listed(rows) => Ok(Bound::Listed(rows)),
        TableRows::Files(table) => {
            // SAFETY: the caller's.
            let (arguments, context) = unsafe { (arguments(info, function)?, Context::of(info)) };
            let call = FileCall::new(function, table, &arguments)?;
            let threads = context.as_ref().and_then(Context::threads);
            let threads = threads
                .or_else(|| std::thread::available_parallelism().ok())
                .unwrap_or(NonZero::<usize>::MIN);
            // SAFETY: the caller's.
            let own = unsafe { Context::of(info) };
            let probe = registered.probe.clone().zip(own);
            Ok(Bound::Files(Arc::new(FileScan {
                call,
                files: Context::files(context),
                threads,
                probe,
            })))
        }
    }
}

/// The arguments, one for each parameter; a switch that was left out is false.
///
/// # Safety
/// `info` is of the bind callback that runs.
unsafe fn arguments(info: duckdb_bind_info, function: &TableFunction) -> Result<Vec<Cell>, String> {
    let argument = |(place, parameter): (usize, &hashlane_catalog::Parameter)| {
        let name = CString::new(parameter.name).map_err(|e| e.to_string())?;
        // SAFETY: there are as many parameters as `register` has added, of the types it has given
        // them; a value is NULL or the caller's to destroy, which `Given` does.
        unsafe {
            Ok(match parameter.kind {
                ParameterKind::Text => {
                    Given(call!(duckdb_bind_get_parameter(info, place as idx_t))).text()
                }
                ParameterKind::Switch => {
                    let given = call!(duckdb_bind_get_named_parameter(info, name.as_ptr()));
                    if given.is_null() { Cell::Truth(false) } else { Given(given).truth() }
                }
            })
        }
    };
    function.parameters.iter().enumerate().map(argument).collect()
}

/// A value that DuckDB has made for us; NULL where there is none.
pub struct Given(pub duckdb_value);

impl Given {
    fn is_null(&self) -> bool {
        // SAFETY: the value is alive.
        self.0.is_null() || unsafe { call!(duckdb_is_null_value(self.0)) }
    }

    /// A VARCHAR.
    pub fn text(&self) -> Cell {
        if self.is_null() {
            return Cell::Null;
        }
        // SAFETY: the value is alive; the text is ours to free, and ends with a NUL.
        unsafe {
            let text = call!(duckdb_get_varchar(self.0));
            let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
            call!(duckdb_free(text.cast()));
            Cell::Text(owned)
        }
    }

    /// A BOOLEAN.
    pub fn truth(&self) -> Cell {
        if self.is_null() {
            return Cell::Null;
        }
        // SAFETY: the value is alive.
        Cell::Truth(unsafe { call!(duckdb_get_bool(self.0)) })
    }

    /// A number, where it is one that is not negative.
    pub fn number(&self) -> Option<u64> {
        if self.is_null() {
            return None;
        }
        // SAFETY: the value is alive.
        u64::try_from(unsafe { call!(duckdb_get_int64(self.0)) }).ok()
    }
}

impl Drop for Given {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: this struct owns the value.
            unsafe { call!(duckdb_destroy_value(&raw mut self.0)) };
        }
    }
}
