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
//! | `v2` | the extension `hashlane_v2`, on the C API v2 |
//! | `version` | the version of the host |
//!
//! # DuckDB's C API
//!
//! The extension asks for the function table of v1.2.0, the oldest that has everything it requires, and
//! declares that version in its footer, so one file loads in every later DuckDB. From hosts of 1.5.6 and later
//! it takes the larger table of that version, for DuckDB's own files and settings (`duckdb/src/api.rs`,
//! `table/engine_files.rs`). A version that is not exactly a release, such as `1.5.6-dev1`, counts as unknown
//! (`version.rs`).
//!
//! Every argument is declared ANY, and the type is read from each vector. Otherwise DuckDB would silently cast
//! a DATE to a string, and errors would not be ours. Constants arrive as columns of equal rows; `input::fold`
//! turns them into constants again.
//!
//! LOAD runs in one transaction (`connection.rs`). It first looks up each of our names in `duckdb_functions()`
//! (`names.rs`), because DuckDB silently merges functions of the same name from two extensions. Names that
//! another extension has are left out; to tell them from DuckDB's own, whose names are refused, it looks into a
//! new database in memory. If anything fails, nothing is registered. The connection is closed when LOAD ends: a
//! connection owns its database, and keeping one open would lock the file after the user has closed it.
//!
//! DuckDB's functions throw C++ exceptions, for instance at its `memory_limit`. Every pointer of the function
//! table is called as `extern "C-unwind"`, and every callback is registered as one (`duckdb/src/unwinding.rs`).
//! `catch_unwind` aborts on a foreign exception, so a callback has three phases: it reads what it needs from
//! DuckDB, computes inside `callback::compute`, where an error or a panic becomes an SQL error, and writes the
//! results. Only the first and the last phase call DuckDB. `compute` takes a closure that is `Send`, and
//! DuckDB's handles are not, so the compiler enforces this. The exception is files that DuckDB opens for us:
//! their functions catch what they throw.
//!
//! In DuckDB, the extension asks for every pattern and every file whether a query may read it, and keeps no
//! answer (`engine_files.rs`). If DuckDB restricts nothing, `LocalFiles` reads local files. Everything else is
//! opened through DuckDB's own file system, which enforces its settings. The setting `disabled_filesystems`
//! can't be read: DuckDB returns an empty string whatever it is. The extension therefore makes DuckDB open a
//! file that can't exist, and only an I/O error means that local files are allowed. Hosts that give an
//! extension neither settings nor a file system, and hosts of unknown version, fail closed (`old_host.rs`,
//! which also lists what was tried).
//!
//! The states of aggregates are counted. DuckDB counts only what it allocates itself, and its C API gives
//! aggregates no context, so each state has a share of a budget, half of the `memory_limit` at LOAD
//! (`duckdb/src/aggregate/budget.rs`). In DataFusion, `size` counts a state and its result
//! (`datafusion/src/states.rs`).

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
mod v2;
mod vector;
mod version;

use libduckdb_sys::{duckdb_extension_access, duckdb_extension_info};

use crate::callback::ComputeCallback;
use crate::connection::HostConnection;
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
        let loaded = callback::compute(ComputeCallback::Load, ready).and_then(|()| {
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
    let connection = unsafe { HostConnection::open(info, access)? };
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
