//! The part of the C API's function table that every host has.
//!
//! DuckDB's table grows from version to version, and `libduckdb-sys` declares the newest one. Reading all of it from an
//! older host would read past its end. So we copy the part of v1.2.0, and the part of v1.5.6 if the host is that new.
//! The other fields stay `None`. The host's table is gone after LOAD.
//!
//! Only files and settings of v1.5.6 are used (`table/engine_files.rs`). We tried two more: the hook at planning, which
//! gets copies of a call's arguments, fails on a subquery, which DuckDB can't copy; and writing strings without the
//! check for UTF-8 gained nothing (`xxh128_hex` 16.0 against 15.7 ns a row).

use std::ffi::CStr;
use std::mem::{offset_of, size_of};
use std::sync::OnceLock;

use libduckdb_sys::{duckdb_ext_api_v1, duckdb_extension_access, duckdb_extension_info};

use crate::unwinding::unwinding;
use crate::version::HostVersion;

/// The end of the table of v1.2.0: the offset of the first later field.
const END_OF_1_2_0: usize = offset_of!(duckdb_ext_api_v1, duckdb_create_instance_cache);

const _: () = assert!(END_OF_1_2_0 == 404 * size_of::<usize>());

/// The end of the table of v1.5.6.
const END_OF_1_5_6: usize = offset_of!(duckdb_ext_api_v1, duckdb_create_timestamp_tz_ns);

const _: () = assert!(END_OF_1_5_6 == 546 * size_of::<usize>());

struct HostApi {
    table: duckdb_ext_api_v1,
    version: Option<HostVersion>,
}

static HOST: OnceLock<HostApi> = OnceLock::new();

/// The table. Panics before [`load`]; no callback can run earlier.
pub fn api() -> &'static duckdb_ext_api_v1 {
    &HOST.get().expect("LOAD has read the function table").table
}

/// Calls a function of the table that the host is known to have. It may unwind: see `callback`.
macro_rules! call {
    ($name:ident($($arg:expr),* $(,)?)) => {
        ($crate::unwinding::unwinding(
            $crate::api::api().$name.expect("the host has this function"),
        ))($($arg),*)
    };
}
pub(crate) use call;

/// Reads the function table of the host.
///
/// # Safety
/// `info` and `access` are what DuckDB passed at LOAD.
pub unsafe fn load(
    info: duckdb_extension_info,
    access: &duckdb_extension_access,
) -> Result<(), String> {
    let get_api = unwinding(access.get_api.ok_or("DuckDB has no get_api")?);
    // SAFETY: DuckDB returns a table of at least the size of that version, or NULL, which `copy` rejects.
    let mut table = unsafe { copy(get_api(info, c"v1.2.0".as_ptr()).cast(), END_OF_1_2_0)? };
    let version = host_version(&table);
    // Requesting a table that the host lacks makes LOAD fail, so read its version first.
    if version.is_some_and(|version| version >= HostVersion::FILES_AND_SETTINGS) {
        // SAFETY: as above.
        table = unsafe { copy(get_api(info, c"v1.5.6".as_ptr()).cast(), END_OF_1_5_6)? };
    }
    // A second database in the same process has the same functions.
    HOST.get_or_init(|| HostApi { table, version });
    Ok(())
}

/// Takes functions that are made of another API for the table of a host of this version.
pub fn load_shims(table: duckdb_ext_api_v1, version: &str) {
    HOST.get_or_init(|| HostApi { table, version: HostVersion::parse(&format!("v{version}")) });
}

/// The version of the host, or `None` if it isn't that of a release.
///
/// Only the table of v1.2.0 is used in a host of unknown version.
pub fn version() -> Option<HostVersion> {
    HOST.get().and_then(|host| host.version)
}

fn host_version(table: &duckdb_ext_api_v1) -> Option<HostVersion> {
    let version = unwinding(table.duckdb_library_version?);
    // SAFETY: DuckDB returns a static C string.
    let version = unsafe { CStr::from_ptr(version()) };
    HostVersion::parse(version.to_str().ok()?)
}

/// Copies the first `bytes` of a table; the fields after them are `None`.
///
/// # Safety
/// `table` is NULL or readable for `bytes` bytes.
unsafe fn copy(table: *const u8, bytes: usize) -> Result<duckdb_ext_api_v1, String> {
    if table.is_null() {
        return Err("DuckDB does not have the C API that Hashlane needs (v1.2.0)".to_owned());
    }
    let mut copy = std::mem::MaybeUninit::<duckdb_ext_api_v1>::zeroed();
    // SAFETY: the caller guarantees `bytes` bytes of the source, and the struct has more. Every field is an `Option` of
    // a function pointer, for which zero is `None`.
    unsafe {
        std::ptr::copy_nonoverlapping(table, copy.as_mut_ptr().cast::<u8>(), bytes);
        Ok(copy.assume_init())
    }
}
