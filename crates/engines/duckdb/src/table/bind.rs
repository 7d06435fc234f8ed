//! What a call of a table function was given, and the columns that it answers with.

use std::ffi::CString;
use std::num::NonZero;
use std::sync::Arc;

use hashlane_catalog::{Cell, CellType, ParameterKind, TableFunction, TableRows};
use hashlane_files::FileSystem;
use hashlane_parquet::table_functions::{FileCall, Row};
use libduckdb_sys::*;

use super::engine_files::Context;
use super::given::Given;
use super::interrupts::{Interrupt, Probe};
use super::registered::Registered;
use crate::api::call;
use crate::callback::{Callback, compute, message};
use crate::logical_type::LogicalType;
use crate::names::LeftOut;
use crate::unwinding::registered;

/// A call that is bound: what its scans need.
pub enum Bound {
    /// The rows of a table that Hashlane lists.
    Listed(Vec<Row>),
    /// A table over files.
    Files(Arc<FileScan>),
}

/// A scan of a table function over files.
pub struct FileScan {
    pub call: FileCall,
    pub files: Arc<dyn FileSystem>,
    pub threads: NonZero<usize>,
    /// The probe for interrupts, in hosts that have one.
    probe: Option<(Arc<Probe>, Context)>,
}

impl FileScan {
    /// Asks DuckDB whether the query was interrupted. `None` in hosts without a probe.
    pub fn interrupt(&self) -> Option<Interrupt> {
        self.probe.as_ref().and_then(|(probe, context)| probe.interrupt(context))
    }
}

pub unsafe extern "C-unwind" fn bind(info: duckdb_bind_info) {
    // SAFETY: `register` has set the extra info. DuckDB copies names, types and messages, and calls `drop_bound` once.
    unsafe {
        let Registered { function, probe, left_out } =
            &*call!(duckdb_bind_get_extra_info(info)).cast::<Registered>();
        let arguments = arguments(info, function);
        let engine = Engine::from_bind(info, probe.as_ref());
        let bound = || bound(function, arguments, engine, left_out);
        let bound = compute(Callback::TableBind, bound).and_then(|bound| {
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
    drop(unsafe { Box::from_raw(data.cast::<Bound>()) });
}

/// What a query may use.
struct Engine {
    files: Arc<dyn FileSystem>,
    threads: Option<NonZero<usize>>,
    probe: Option<(Arc<Probe>, Context)>,
}

impl Engine {
    /// # Safety
    /// `info` belongs to the running bind callback.
    unsafe fn from_bind(info: duckdb_bind_info, probe: Option<&Arc<Probe>>) -> Self {
        // SAFETY: the caller guarantees `info`.
        let (context, of_probe) = unsafe { (Context::from_bind(info), Context::from_bind(info)) };
        let threads = context.as_ref().and_then(Context::threads);
        let probe = probe.cloned().zip(of_probe);
        Engine { threads, files: Context::files(context), probe }
    }
}

fn bound(
    function: &'static TableFunction,
    arguments: Result<Vec<Cell>, String>,
    engine: Engine,
    left_out: &LeftOut,
) -> Result<Bound, String> {
    match function.rows {
        TableRows::Listed(rows) => Ok(Bound::Listed(rows(left_out.names()))),
        TableRows::Files(table) => {
            let call = FileCall::new(function, table, &arguments?)?;
            let Engine { files, threads, probe } = engine;
            let threads = threads
                .or_else(|| std::thread::available_parallelism().ok())
                .unwrap_or(NonZero::<usize>::MIN);
            Ok(Bound::Files(Arc::new(FileScan { call, files, threads, probe })))
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
        // destroys it, which `Given` does.
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
