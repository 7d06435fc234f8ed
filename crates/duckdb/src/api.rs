//! The C API's function table, as far as the host has it.
//!
//! DuckDB's table grows with its versions, and the declaration in `libduckdb-sys` is of the newest.
//! Reading it whole from an older host would read past its end, so the known beginning is copied,
//! pointer by pointer, and the rest stays `None`. The table itself is gone after LOAD.

use std::ffi::CStr;
use std::mem::{offset_of, size_of};
use std::sync::OnceLock;

use libduckdb_sys::{duckdb_ext_api_v1, duckdb_extension_access, duckdb_extension_info};

/// Pointers that every host has: the table of v1.2.0 ends before this field.
const END_OF_1_2_0: usize = offset_of!(duckdb_ext_api_v1, duckdb_create_instance_cache);

/// Pointers that hosts from 1.5.6 on have: their table ends before this field.
const END_OF_1_5_6: usize = offset_of!(duckdb_ext_api_v1, duckdb_create_timestamp_tz_ns);

const _: () = assert!(END_OF_1_2_0 == 404 * size_of::<usize>());
const _: () = assert!(END_OF_1_5_6 == 546 * size_of::<usize>());

static API: OnceLock<duckdb_ext_api_v1> = OnceLock::new();

/// The table. Panics before [`load`], which no callback can run before.
pub fn api() -> &'static duckdb_ext_api_v1 {
    API.get().expect("LOAD has read the function table")
}

/// Calls a function of the table that the host is known to have.
macro_rules! call {
    ($name:ident($($arg:expr),* $(,)?)) => {
        ($crate::api::api().$name.expect("the host has this function"))($($arg),*)
    };
}
pub(crate) use call;

/// Whether the host lets functions look at their arguments at planning (1.5.6 and later).
pub fn has_bind() -> bool {
    api().duckdb_scalar_function_set_bind.is_some()
}

/// Reads the function table of the host.
///
/// # Safety
/// `info` and `access` are what DuckDB passed at LOAD.
pub unsafe fn load(
    info: duckdb_extension_info,
    access: &duckdb_extension_access,
) -> Result<(), String> {
    let get_api = access.get_api.ok_or("DuckDB has no get_api")?;
    // SAFETY: DuckDB answers with a table of at least the size that the version stands for, or
    // with NULL, which `copy` refuses.
    let (base, version) = unsafe {
        let base = copy(get_api(info, c"v1.2.0".as_ptr()).cast(), END_OF_1_2_0)?;
        let version = base.duckdb_library_version.ok_or("DuckDB does not tell its version")?();
        (base, CStr::from_ptr(version).to_string_lossy())
    };
    // A get_api that fails makes LOAD fail, so the larger table is asked for only where it is.
    let table = if is_at_least_1_5_6(&version) {
        // SAFETY: as above; hosts from 1.5.6 on have that table.
        unsafe { copy(get_api(info, c"v1.5.6".as_ptr()).cast(), END_OF_1_5_6)? }
    } else {
        base
    };
    // A second database of the same process brings the same functions.
    API.get_or_init(|| table);
    Ok(())
}

/// Copies the first `bytes` of a table; the fields after them are `None`.
///
/// # Safety
/// `table` is NULL, or is readable for `bytes`.
unsafe fn copy(table: *const u8, bytes: usize) -> Result<duckdb_ext_api_v1, String> {
    if table.is_null() {
        return Err("DuckDB does not have the C API that Hashlane needs (v1.2.0)".to_owned());
    }
    let mut copy = std::mem::MaybeUninit::<duckdb_ext_api_v1>::zeroed();
    // SAFETY: the caller vouches for `bytes` of the source, which are fewer than the struct has;
    // every field is an `Option` of a function pointer, for which zero is `None`.
    unsafe {
        std::ptr::copy_nonoverlapping(table, copy.as_mut_ptr().cast::<u8>(), bytes);
        Ok(copy.assume_init())
    }
}

/// Whether a version such as `v1.5.6` or `v2.1.0-dev12` is 1.5.6 or later. A version in another
/// form is taken for an old one: the small table serves everywhere.
fn is_at_least_1_5_6(version: &str) -> bool {
    let release = version.trim_start_matches('v').split('-').next().unwrap_or_default();
    let mut numbers = release.split('.').map(str::parse::<u32>);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor)), Some(Ok(patch))) => (major, minor, patch) >= (1, 5, 6),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_at_least_1_5_6;

    #[test]
    fn versions_are_compared_by_number() {
        for newer in ["v1.5.6", "1.5.10", "v1.10.0", "v2.0.0", "v2.1.0-dev12"] {
            assert!(is_at_least_1_5_6(newer), "{newer}");
        }
        for older in ["v1.5.5", "v1.4.5", "v1.2.0", "", "nightly", "v2"] {
            assert!(!is_at_least_1_5_6(older), "{older}");
        }
    }
}
