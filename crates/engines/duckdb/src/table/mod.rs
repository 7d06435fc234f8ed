//! Table functions.
//!
//! | file | holds |
//! |---|---|
//! | `bind.rs` | the arguments of a call, and the columns of its result |
//! | `scan.rs` | writes rows into DuckDB's vectors |
//! | `interrupts.rs` | whether a query was interrupted |
//! | `engine_files.rs` | the files that a query may read, in hosts that report it |
//! | `old_host.rs` | files in hosts that don't report it |
//! | `given.rs` | values that DuckDB has created for us |
//! | `headroom.rs` | files that are read only while enough memory is free |

mod bind;
pub mod engine_files;
mod given;
mod headroom;
pub mod interrupts;
mod old_host;
mod scan;

use std::ffi::{CString, c_void};
use std::sync::Arc;

use hashlane_catalog::{ParameterKind, TableFunction};
use libduckdb_sys::*;

use self::interrupts::InterruptProbe;
pub use self::old_host::read_environment;
use crate::api::call;
use crate::logical_type::LogicalType;
use crate::names::LeftOut;
use crate::unwinding::registered;

/// A table function, and what belongs to its database.
pub struct RegisteredTable {
    pub function: &'static TableFunction,
    /// The probe for interrupts.
    pub probe: Option<Arc<InterruptProbe>>,
    pub left_out: LeftOut,
}

/// Registers the table functions, after the scalar functions.
pub fn register_all(connection: duckdb_connection, left_out: &LeftOut) -> Result<(), String> {
    // SAFETY: the connection is open, and the function is registered.
    let probe = (!left_out.contains(interrupts::KEEPER))
        .then(|| unsafe { InterruptProbe::bind(connection) }.map(Arc::new))
        .flatten();
    let functions = hashlane_catalog::TABLE_FUNCTIONS.iter();
    functions.filter(|function| !left_out.contains(function.name)).try_for_each(|function| {
        register(
            connection,
            RegisteredTable { function, probe: probe.clone(), left_out: left_out.clone() },
        )
    })
}

/// Registers a table function. The probe must belong to the same database.
fn register(connection: duckdb_connection, info: RegisteredTable) -> Result<(), String> {
    let function = info.function;
    let name = CString::new(function.name).map_err(|e| e.to_string())?;
    // SAFETY: the table function is created, given to DuckDB and destroyed here. DuckDB calls `drop_registered` once.
    let state = unsafe {
        let mut table = call!(duckdb_create_table_function());
        call!(duckdb_table_function_set_name(table, name.as_ptr()));
        add_parameters(table, function)?;
        let info = Box::into_raw(Box::new(info)).cast();
        let drop_info = registered(drop_registered as unsafe extern "C-unwind" fn(_));
        call!(duckdb_table_function_set_extra_info(table, info, drop_info));
        let bind = registered(bind::bind as unsafe extern "C-unwind" fn(_));
        call!(duckdb_table_function_set_bind(table, bind));
        let init = registered(scan::init as unsafe extern "C-unwind" fn(_));
        call!(duckdb_table_function_set_init(table, init));
        let scan = registered(scan::scan as unsafe extern "C-unwind" fn(_, _));
        call!(duckdb_table_function_set_function(table, scan));
        let state = call!(duckdb_register_table_function(connection, table));
        call!(duckdb_destroy_table_function(&raw mut table));
        state
    };
    if state != 0 {
        return Err(crate::name_is_taken(function.name));
    }
    Ok(())
}

unsafe extern "C-unwind" fn drop_registered(data: *mut c_void) {
    // SAFETY: `data` is the box that `register` gave to DuckDB.
    drop(unsafe { Box::from_raw(data.cast::<RegisteredTable>()) });
}

/// Declares the parameters. Required ones are positional, the others named.
///
/// # Safety
/// `table` is a table function that is not registered yet.
unsafe fn add_parameters(
    table: duckdb_table_function,
    function: &TableFunction,
) -> Result<(), String> {
    for parameter in function.parameters {
        let name = CString::new(parameter.name).map_err(|e| e.to_string())?;
        // SAFETY: DuckDB copies the type and the name.
        unsafe {
            match parameter.kind {
                ParameterKind::Text => {
                    let varchar = LogicalType::plain(DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR);
                    call!(duckdb_table_function_add_parameter(table, varchar.raw()));
                }
                ParameterKind::Switch => {
                    let boolean = LogicalType::plain(DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN);
                    let (name, kind) = (name.as_ptr(), boolean.raw());
                    call!(duckdb_table_function_add_named_parameter(table, name, kind));
                }
            }
        }
    }
    Ok(())
}
