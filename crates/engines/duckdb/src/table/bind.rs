//! What a call of a table function was given, and the columns that it answers with.

use std::ffi::CString;
use std::num::NonZero;
use std::sync::Arc;

use hashlane_catalog::{Cell, CellType, ParameterKind, TableFunction, TableRows};
use hashlane_files::FileSystem;
use hashlane_parquet::table_functions::{FileCall, TableRow};
use libduckdb_sys::*;

use super::RegisteredTable;
use super::engine_files::QueryContext;
use super::given::GivenValue;
use super::interrupts::{Interrupt, InterruptProbe};
use crate::api::call;
use crate::callback::{ComputeCallback, compute, message};
use crate::logical_type::LogicalType;
use crate::names::LeftOut;
use crate::unwinding::registered;

/// A call that is bound: what its scans need.
pub enum BoundCall {
    /// The rows of a table that Hashlane lists.
    Listed(Vec<TableRow>),
    /// A table over files.
    Files(Arc<BoundFileScan>),
}

/// A scan of a table function over files.
pub struct BoundFileScan {
    pub call: FileCall,
    pub files: Arc<dyn FileSystem>,
    pub threads: NonZero<usize>,
    /// The probe for interrupts, in hosts that have one.
    probe: Option<(Arc<InterruptProbe>, QueryContext)>,
}

impl BoundFileScan {
    /// Asks DuckDB whether the query was interrupted. `None` in hosts without a probe.
    pub fn interrupt(&self) -> Option<Interrupt> {
        self.probe.as_ref().and_then(|(probe, context)| probe.interrupt(context))
    }
}

pub unsafe extern "C-unwind" fn bind(info: duckdb_bind_info) {
    // SAFETY: `register` has set the extra info. DuckDB copies names, types and messages, and calls `drop_bound` once.
    unsafe {
        let RegisteredTable { function, probe, left_out } =
            &*call!(duckdb_bind_get_extra_info(info)).cast::<RegisteredTable>();
        let arguments = arguments(info, function);
        let engine = QueryEngine::from_bind(info, probe.as_ref());
        let bound = || bound(function, arguments, engine, left_out);
        let bound = compute(ComputeCallback::TableBind, bound).and_then(|bound| {
            add_columns(info, function)?;
            Ok(bound)
        });
        match bound {
            Ok(bound) => {
                let bound = Box::into_raw(Box::new(bound)).cast();
                let drop_bound = registered(drop_bound as unsafe extern "C-unwind" fn(_));
                call!(duckdb_bind_set_bind_data(info, bound, drop_bound));
            }
            Err(message) => call!(duckdb_bind_set_error(info, message.as_ptr())),
        }
    }
}

/// # Safety
/// `info` belongs to the running bind callback.
unsafe fn add_columns(info: duckdb_bind_info, function: &TableFunction) -> Result<(), CString> {
    for column in function.columns {
        let name = CString::new(column.name).map_err(|e| message(e.to_string()))?;
        let kind = LogicalType::plain(match column.kind {
            CellType::Text => DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR,
            CellType::Integer => DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT,
            CellType::Truth => DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN,
        });
        // SAFETY: the caller guarantees `info`. DuckDB copies the name and the type.
        unsafe { call!(duckdb_bind_add_result_column(info, name.as_ptr(), kind.raw())) };
    }
    Ok(())
}

unsafe extern "C-unwind" fn drop_bound(data: *mut std::ffi::c_void) {
    // SAFETY: `data` is the box that `bind` gave to DuckDB.
    drop(unsafe { Box::from_raw(data.cast::<BoundCall>()) });
}

/// What a query may use.
struct QueryEngine {
    files: Arc<dyn FileSystem>,
    threads: Option<NonZero<usize>>,
    probe: Option<(Arc<InterruptProbe>, QueryContext)>,
}

impl QueryEngine {
    /// # Safety
    /// `info` belongs to the running bind callback.
    unsafe fn from_bind(info: duckdb_bind_info, probe: Option<&Arc<InterruptProbe>>) -> Self {
        // SAFETY: the caller guarantees `info`.
        let (context, of_probe) =
            unsafe { (QueryContext::from_bind(info), QueryContext::from_bind(info)) };
        let threads = context.as_ref().and_then(QueryContext::threads);
        let probe = probe.cloned().zip(of_probe);
        QueryEngine { threads, files: QueryContext::files(context), probe }
    }
}

fn bound(
    function: &'static TableFunction,
    arguments: Result<Vec<Cell>, String>,
    engine: QueryEngine,
    left_out: &LeftOut,
) -> Result<BoundCall, String> {
    match function.rows {
        TableRows::Listed(rows) => Ok(BoundCall::Listed(rows(left_out.names()))),
        TableRows::Files(table) => {
            let call = FileCall::new(function, table, &arguments?)?;
            let QueryEngine { files, threads, probe } = engine;
            let threads = threads
                .or_else(|| std::thread::available_parallelism().ok())
                .unwrap_or(NonZero::<usize>::MIN);
            Ok(BoundCall::Files(Arc::new(BoundFileScan { call, files, threads, probe })))
        }
    }
}

/// Returns the arguments, one for each parameter. An omitted switch is false.
///
/// # Safety
/// `info` belongs to the running bind callback.
unsafe fn arguments(info: duckdb_bind_info, function: &TableFunction) -> Result<Vec<Cell>, String> {
    let argument = |(place, parameter): (usize, &hashlane_catalog::Parameter)| {
        let name = CString::new(parameter.name).map_err(|e| e.to_string())?;
        // SAFETY: `register` has added this many parameters, of the types that are read. A value is NULL, or the caller
        // destroys it, which `GivenValue` does.
        unsafe {
            Ok(match parameter.kind {
                ParameterKind::Text => {
                    GivenValue(call!(duckdb_bind_get_parameter(info, place as idx_t))).text()
                }
                ParameterKind::Switch => {
                    let given = call!(duckdb_bind_get_named_parameter(info, name.as_ptr()));
                    if given.is_null() { Cell::Truth(false) } else { GivenValue(given).truth() }
                }
            })
        }
    };
    function.parameters.iter().enumerate().map(argument).collect()
}
