//! Hashlane as a loadable DuckDB extension.
//!
//! One binary works in every DuckDB from 1.2 on: it reads the C API's function table of v1.2.0 (see `api`). Vectors are
//! read and written in place, without a call into DuckDB per row.
//!
//! | module | holds |
//! |---|---|
//! | `aggregate` | registration, and the states of aggregates |
//! | `api` | the function table |
//! | `arguments` | the arguments of a call |
//! | `callback` | the phases of a callback, and where panics and exceptions end |
//! | `connection` | a connection of the extension's own, at LOAD |
//! | `enums` | the texts of ENUM columns |
//! | `list` | calls over lists |
//! | `logical_type` | DuckDB's types |
//! | `names` | names that the database already has |
//! | `vector`, `node` | vectors of any type, and the vectors within them |
//! | `input` | vectors as columns of the catalogue |
//! | `row` | vectors of any type as columns of rows |
//! | `results` | the results of a call |
//! | `output`, `spread` | results as vectors |
//! | `scalar` | registration and execution of scalar functions |
//! | `table` | table functions |
//! | `unwinding` | function pointers through which exceptions may pass |
//! | `version` | the version of the host |

mod aggregate;
mod api;
mod arguments;
mod callback;
mod connection;
mod enums;
mod input;
mod list;
mod logical_type;
mod memory_limit;
mod names;
mod node;
mod output;
mod results;
mod row;
mod scalar;
mod spread;
mod table;
#[cfg(feature = "testing")]
mod testing;
mod unwinding;
mod vector;
mod version;

use libduckdb_sys::{duckdb_extension_access, duckdb_extension_info};

use crate::callback::Callback;
use crate::connection::Connection;
use crate::names::LeftOut;
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
            let registered = api::load(info, access).and_then(|()| {
                table::read_environment();
                register_all(info, access)
            });
            registered.map(|left_out| left_out.report()).map_err(callback::message)
        });
        let Err(message) = loaded else { return true };
        if let Some(set_error) = access.set_error {
            unwinding(set_error)(info, message.as_ptr());
        }
        false
    }
}

/// Registers every function of the catalogue whose name no other extension has, or none. Returns the other names.
///
/// # Safety
/// `info` and `access` are what DuckDB passed at LOAD, and the API is loaded.
unsafe fn register_all(
    info: duckdb_extension_info,
    access: &duckdb_extension_access,
) -> Result<LeftOut, String> {
    // SAFETY: the caller guarantees both.
    let connection = unsafe { Connection::open(info, access)? };
    connection.transaction(|| {
        let left_out = LeftOut::look_up(&connection)?;
        let raw = connection.raw();
        let budget = aggregate::StateBudget::of(memory_limit::at_load(&connection)?);
        hashlane_catalog::all()
            .try_for_each(|function| scalar::register(raw, function, &left_out))?;
        hashlane_catalog::AGGREGATES
            .iter()
            .try_for_each(|function| aggregate::register(raw, function, &left_out, &budget))?;
        table::register_all(raw, &left_out)?;
        #[cfg(feature = "testing")]
        testing::register(raw)?;
        Ok(left_out)
    })
}

/// The error if a function could not be registered although its name was free a moment before.
fn name_is_taken(name: &str) -> String {
    format!(
        "hashlane is not loaded, and none of its functions is registered: DuckDB refuses {name}. \
         If another connection loads an extension at the same time, LOAD hashlane again"
    )
}
