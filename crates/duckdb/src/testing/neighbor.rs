//! Another extension that has names of ours: it registers them without a look at what is there, as
//! extensions do.

use libduckdb_sys::{duckdb_extension_access, duckdb_extension_info};

use crate::callback::{Callback, guard};
use crate::connection::Connection;
use crate::{api, scalar};

const NAMES: [&str; 2] = ["xxh32", "rapidhash"];

/// The entry point of a copy of this library called `neighbor.duckdb_extension`.
///
/// # Safety
/// DuckDB calls it at LOAD with its own `info` and `access`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn neighbor_init_c_api(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> bool {
    // SAFETY: DuckDB passes an access struct that is valid during LOAD.
    let access = unsafe { &*access };
    let report = |message: &std::ffi::CStr| {
        if let Some(set_error) = access.set_error {
            // SAFETY: `info` is what DuckDB passed, and it copies the message.
            unsafe { set_error(info, message.as_ptr()) };
        }
    };
    guard(Callback::Load, report, || {
        // SAFETY: this is LOAD, with what DuckDB passed.
        let connection = unsafe {
            api::load(info, access)?;
            Connection::open(info, access)?
        };
        NAMES.into_iter().try_for_each(|name| {
            let function = hashlane_catalog::find(name).ok_or("the catalogue has lost a name")?;
            scalar::register(connection.raw(), function)
        })
    })
}
