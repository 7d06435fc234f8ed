//! Hashlane as a loadable DuckDB extension.
//!
//! One binary for every DuckDB from 1.2 on: it reads the C API's function table of v1.2.0 (see
//! `api`). Vectors are read and written where they lie: no call into DuckDB per row.
//!
//! | module | holds |
//! |---|---|
//! | `aggregate` | registration and states of aggregates |
//! | `api` | the function table |
//! | `callback` | the phases of a callback: where panics end and exceptions pass |
//! | `enums` | the texts of ENUM columns |
//! | `logical_type` | DuckDB's types |
//! | `list` | calls over lists |
//! | `input` | vectors as columns of the catalogue |
//! | `row` | vectors of any type as columns of rows |
//! | `output` | results as vectors |
//! | `scalar` | registration and execution of scalar functions |
//! | `table` | table functions |
//! | `unwinding` | function pointers through which exceptions may pass |
//! | `version` | the version of the host |

mod aggregate;
mod api;
mod callback;
mod enums;
mod input;
mod list;
mod logical_type;
mod output;
mod row;
mod scalar;
mod table;
#[cfg(feature = "testing")]
mod testing;
mod unwinding;
mod version;

use libduckdb_sys::{duckdb_extension_access, duckdb_extension_info};

use crate::api::call;
use crate::callback::Callback;
use crate::unwinding::unwinding;

/// The entry point that DuckDB looks for in a file called `hashlane.duckdb_extension`.
///
/// # Safety
/// DuckDB calls it at LOAD with its own `info` and `access`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn hashlane_init_c_api(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> bool {
    // SAFETY: DuckDB passes an access struct that is valid during LOAD, and copies the message.
    unsafe {
        let access = &*access;
        let ready = || hashlane_catalog::ready().map_err(|e| e.to_string());
        let loaded = callback::compute(Callback::Load, ready).and_then(|()| {
            let registered = api::load(info, access).and_then(|()| register_all(info, access));
            registered.map_err(callback::message)
        });
        let Err(message) = loaded else { return true };
        if let Some(set_error) = access.set_error {
            unwinding(set_error)(info, message.as_ptr());
        }
        false
    }
}

/// Registers every function of the catalogue.
///
/// # Safety
/// `info` and `access` are what DuckDB passed at LOAD, and the API is loaded.
unsafe fn register_all(
    info: duckdb_extension_info,
    access: &duckdb_extension_access,
) -> Result<(), String> {
    let get_database = unwinding(access.get_database.ok_or("DuckDB has no get_database")?);
    // SAFETY: the database outlives LOAD, and the connection is closed below.
    unsafe {
        let database = get_database(info);
        if database.is_null() {
            return Err("DuckDB gives no database to register functions in".to_owned());
        }
        let mut connection = std::ptr::null_mut();
        if call!(duckdb_connect(*database, &raw mut connection)) != 0 {
            return Err("DuckDB gives no connection to register functions with".to_owned());
        }
        let registered = hashlane_catalog::all()
            .try_for_each(|function| scalar::register(connection, function))
            .and_then(|()| {
                hashlane_catalog::AGGREGATES
                    .iter()
                    .try_for_each(|function| aggregate::register(connection, function))
            })
            .and_then(|()| {
                hashlane_catalog::TABLE_FUNCTIONS
                    .iter()
                    .try_for_each(|function| table::register(connection, function))
            });
        #[cfg(feature = "testing")]
        let registered = registered.and_then(|()| {
            testing::FUNCTIONS
                .iter()
                .try_for_each(|function| scalar::register(connection, function))
        });
        call!(duckdb_disconnect(&raw mut connection));
        registered
    }
}

/// Why a function could not be registered.
fn name_is_taken(name: &str) -> String {
    format!(
        "hashlane can't register its function {name}: the database has one of that name. \
         Load hashlane before the extension that it comes from, or only one of them"
    )
}
