//! Another extension with some of our names. Like other extensions, it registers them without a check.

use libduckdb_sys::{duckdb_extension_access, duckdb_extension_info};

use crate::connection::HostConnection;
use crate::names::LeftOut;
use crate::unwinding::unwinding;
use crate::{api, callback, scalar};

const NAMES: [&str; 2] = ["xxh32", "rapidhash"];

/// The entry point of a copy of this library called `neighbor.duckdb_extension`.
///
/// # Safety
/// DuckDB calls it at LOAD with its own `info` and `access`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn neighbor_init_c_api(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> bool {
    // SAFETY: DuckDB passes an access struct that is valid during LOAD, and copies the message.
    unsafe {
        let access = &*access;
        let Err(message) = register(info, access).map_err(callback::message) else { return true };
        if let Some(set_error) = access.set_error {
            unwinding(set_error)(info, message.as_ptr());
        }
        false
    }
}

/// # Safety
/// `info` and `access` are what DuckDB passed at LOAD.
unsafe fn register(
    info: duckdb_extension_info,
    access: &duckdb_extension_access,
) -> Result<(), String> {
    // SAFETY: the caller guarantees both.
    let connection = unsafe {
        api::load(info, access)?;
        HostConnection::open(info, access)?
    };
    NAMES.into_iter().try_for_each(|name| {
        let function = hashlane_catalog::find(name).ok_or("the catalogue has lost a name")?;
        scalar::register(connection.raw(), function, &LeftOut::default())
    })
}
