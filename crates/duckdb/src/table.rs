//! Table functions without arguments.

use std::ffi::{CStr, CString};

use hashlane_catalog::TableFunction;
use libduckdb_sys::*;

use crate::api::call;
use crate::callback::{Callback, guard};
use crate::logical_type::LogicalType;

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
        let info = std::ptr::from_ref(function).cast_mut().cast();
        call!(duckdb_table_function_set_extra_info(table, info, None));
        call!(duckdb_table_function_set_bind(table, Some(bind)));
        call!(duckdb_table_function_set_init(table, Some(init)));
        call!(duckdb_table_function_set_function(table, Some(scan)));
        let state = call!(duckdb_register_table_function(connection, table));
        call!(duckdb_destroy_table_function(&raw mut table));
        state
    };
    if state != 0 {
        return Err(format!("hashlane can't register its table function {}", function.name));
    }
    Ok(())
}

unsafe extern "C" fn bind(info: duckdb_bind_info) {
    // SAFETY: DuckDB copies the message.
    let report = |message: &CStr| unsafe { call!(duckdb_bind_set_error(info, message.as_ptr())) };
    guard(Callback::TableBind, report, || {
        let varchar = LogicalType::of(DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR);
        // SAFETY: the extra info is what `register` has set; DuckDB copies names and types.
        unsafe {
            let function = &*call!(duckdb_bind_get_extra_info(info)).cast::<TableFunction>();
            for column in function.columns {
                let name = CString::new(*column).map_err(|e| e.to_string())?;
                call!(duckdb_bind_add_result_column(info, name.as_ptr(), varchar.raw()));
            }
        }
        Ok(())
    });
}

/// The rows of a scan that are still to come.
type Scan = std::vec::IntoIter<Vec<String>>;

unsafe extern "C" fn init(info: duckdb_init_info) {
    // SAFETY: DuckDB copies the message.
    let report = |message: &CStr| unsafe { call!(duckdb_init_set_error(info, message.as_ptr())) };
    guard(Callback::TableInit, report, || {
        // SAFETY: the extra info is what `register` has set; DuckDB calls `drop_scan` once.
        unsafe {
            let function = &*call!(duckdb_init_get_extra_info(info)).cast::<TableFunction>();
            let scan: Box<Scan> = Box::new((function.rows)().into_iter());
            let data = Box::into_raw(scan).cast();
            call!(duckdb_init_set_init_data(info, data, Some(drop_scan)));
        }
        Ok(())
    });
}

unsafe extern "C" fn drop_scan(data: *mut std::ffi::c_void) {
    // SAFETY: `data` is the box that `init` has given away.
    drop(unsafe { Box::from_raw(data.cast::<Scan>()) });
}

unsafe extern "C" fn scan(info: duckdb_function_info, output: duckdb_data_chunk) {
    // SAFETY: DuckDB copies the message.
    let report =
        |message: &CStr| unsafe { call!(duckdb_function_set_error(info, message.as_ptr())) };
    guard(Callback::TableScan, report, || {
        // SAFETY: the init data is what `init` has set, and one thread scans; the chunk has room
        // for a vector's size of rows and a column for each that `bind` has added.
        unsafe {
            let rows = &mut *call!(duckdb_function_get_init_data(info)).cast::<Scan>();
            let mut count = 0;
            for row in rows.take(call!(duckdb_vector_size()) as usize) {
                for (column, text) in row.iter().enumerate() {
                    let vector = call!(duckdb_data_chunk_get_vector(output, column as idx_t));
                    let (data, len) = (text.as_ptr().cast(), text.len() as idx_t);
                    call!(duckdb_vector_assign_string_element_len(vector, count, data, len));
                }
                count += 1;
            }
            call!(duckdb_data_chunk_set_size(output, count));
        }
        Ok(())
    });
}
