//! DuckDB's `memory_limit`. It limits the results of functions with `max_bytes`: in DuckDB 1.5.6 and later, with the
//! value at the time of planning. It limits the states of aggregates with the value at LOAD.
//!
//! The limit is read when a call is bound. The hook that runs before a thread's first chunk would be later, but with
//! that hook DuckDB fails wherever it evaluates expressions outside of a query, such as those of an index. The failure
//! is an internal error, which ends all connections to the database.

use std::ffi::c_void;

use hashlane_catalog::{ArgKind, Budget, Cell, Function, Work};
use libduckdb_sys::*;

use crate::api::{api, call};
use crate::connection::HostConnection;
use crate::table::engine_files::QueryContext;
use crate::unwinding::registered;

/// Whether the limit applies to results of `function`, that is, whether they may be far longer than their arguments.
pub fn counts(function: &Function) -> bool {
    let caps = [ArgKind::MaxBytes, ArgKind::DictionaryOrMaxBytes];
    let unpacks = function.work == Work::Unpack;
    unpacks || function.args.iter().any(|arg| caps.contains(&arg.kind))
}

/// Makes calls of `function` read the limit, if the host supports it.
///
/// # Safety
/// `function` is not registered yet.
pub unsafe fn ask(function: duckdb_scalar_function) {
    if api().duckdb_scalar_function_set_bind.is_some() {
        let bind = registered(bind as unsafe extern "C-unwind" fn(_));
        // SAFETY: the caller guarantees the function.
        unsafe { call!(duckdb_scalar_function_set_bind(function, bind)) };
    }
}

unsafe extern "C-unwind" fn bind(info: duckdb_bind_info) {
    // SAFETY: this is the bind callback of a scalar function. The limit is a number in place of a pointer, so it needs
    // no destructor and can be copied.
    unsafe {
        let limit = QueryContext::of_scalar(info).and_then(|context| limit(&context));
        if let Some(limit) = limit {
            let data = std::ptr::without_provenance_mut(limit);
            call!(duckdb_scalar_function_set_bind_data(info, data, None));
            let copy = registered(copy as unsafe extern "C-unwind" fn(_) -> _);
            call!(duckdb_scalar_function_set_bind_data_copy(info, copy));
        }
    }
}

unsafe extern "C-unwind" fn copy(data: *mut c_void) -> *mut c_void {
    data
}

/// The memory that the results of a chunk may take.
///
/// # Safety
/// `info` belongs to the running call of `function`.
pub unsafe fn budget(function: &Function, info: duckdb_function_info) -> Budget {
    if !counts(function) || api().duckdb_scalar_function_get_bind_data.is_none() {
        return Budget::DEFAULT;
    }
    // SAFETY: the caller guarantees `info`.
    match unsafe { call!(duckdb_scalar_function_get_bind_data(info)) }.addr() {
        0 => Budget::DEFAULT,
        limit => Budget::within(limit),
    }
}

/// The limit of a query in bytes; `None` if it is 0 or in an unknown form.
fn limit(context: &QueryContext) -> Option<usize> {
    match context.setting(c"memory_limit").text() {
        Cell::Text(text) => parse(&text).filter(|limit| *limit > 0),
        _ => None,
    }
}

/// The limit of a database in bytes; `None` if it is 0 or in an unknown form.
///
/// # Errors
/// Returns DuckDB's message if it can't tell.
pub fn at_load(connection: &HostConnection) -> Result<Option<usize>, String> {
    let rows = connection.texts::<1>(c"SELECT current_setting('memory_limit')::VARCHAR")?;
    Ok(rows.first().and_then(|[limit]| parse(limit)).filter(|limit| *limit > 0))
}

/// Parses DuckDB's form of a number of bytes: `19.0 MiB`, rounded down to a tenth, or `512 bytes`.
pub fn parse(text: &str) -> Option<usize> {
    let (number, unit) = text.split_once(' ')?;
    let (whole, tenths) = number.split_once('.').unwrap_or((number, "0"));
    let power = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"].iter().position(|of| *of == unit)?;
    let tenths: u64 = format!("{whole}{tenths}").parse().ok().filter(|_| tenths.len() == 1)?;
    let bytes = u128::from(tenths) * (1 << (10 * power)) / 10;
    Some(usize::try_from(bytes).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_parsed() {
        assert_eq!(parse("0 bytes"), Some(0));
        assert_eq!(parse("512 bytes"), Some(512));
        assert_eq!(parse("19.0 MiB"), Some(19 << 20));
        assert_eq!(parse("1.5 KiB"), Some(1536));
        assert_eq!(parse("9.3 GiB"), Some((93 << 30) / 10));
        assert_eq!(parse("16384.0 PiB"), Some(usize::MAX));
        let unknown = ["", "5", "5 MB", "1.25 GiB", "x MiB", "-1.0 MiB", "1,0 MiB", " 1.0 MiB"];
        for text in unknown {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn functions_with_a_cap_count() {
        let counting = |name| counts(hashlane_catalog::find(name).expect("it is there"));
        assert!(
            ["zstd_decompress", "block_values", "decompress_text"].map(counting).iter().all(|x| *x)
        );
        assert!(!["xxh3", "zstd_compress", "row_bytes"].map(counting).iter().any(|x| *x));
    }
}
