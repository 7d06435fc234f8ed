//! Table functions.
//!
//! | file | holds |
//! |---|---|
//! | `bind.rs` | what a call was given, and the columns that it answers with |
//! | `scan.rs` | rows on their way into DuckDB's vectors |
//! | `engine_files.rs` | files as DuckDB opens them: `s3://…` and whatever else it knows |

mod bind;
mod engine_files;
mod scan;

use std::ffi::CString;

use hashlane_catalog::{ParameterKind, TableFunction};
use libduckdb_sys::*;

use crate::api::call;
use crate::logical_type::LogicalType;
use crate::unwinding::registered;

/// Registers a table function.
pub fn register(
    connection: duckdb_connection,
    function: &'static TableFunction,
) -> Result<(), String> {
    let name = CString::new(function.name).map_err(|e| e.to_string())?;
    // SAFETY: the table function is created, given to DuckDB and destroyed here; `function` lives
    // for ever, so it needs no destructor.
    let state = unsafe {
        let mut table = call!(duckdb_create_table_function());
        call!(duckdb_table_function_set_name(table, name.as_ptr()));
        add_parameters(table, function)?;
        let info = std::ptr::from_ref(function).cast_mut().cast();
        call!(duckdb_table_function_set_extra_info(table, info, None));
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

/// What has to be given goes by its place, the rest by its name.
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
                    let varchar = LogicalType::of(DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR);
                    call!(duckdb_table_function_add_parameter(table, varchar.raw()));
                }
                ParameterKind::Switch => {
                    let boolean = LogicalType::of(DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN);
                    let (name, kind) = (name.as_ptr(), boolean.raw());
                    call!(duckdb_table_function_add_named_parameter(table, name, kind));
                }
            }
        }
    }
    Ok(())
}
