//! The phases of a callback, which keep panics and exceptions apart.
//!
//! Two kinds of unwinding meet in a callback. A Rust panic must not reach DuckDB, so Rust runs inside
//! `catch_unwind`. DuckDB's C++ exceptions, such as the one at `memory_limit`, must reach DuckDB, and
//! `catch_unwind` aborts the process if one reaches it. So the two never share a frame, and every callback
//! has three phases:
//!
//! 1. **Read**, outside `catch_unwind`: calls into DuckDB that fetch vectors, types and the addresses of
//!    their data. It checks no arguments and never panics.
//! 2. **Compute**, inside [`compute`]: only Rust. Numbers are written directly into DuckDB's buffers, whose addresses
//!    the first phase fetched.
//! 3. **Write**, outside `catch_unwind`: calls into DuckDB that allocate and can therefore throw: strings, lists,
//!    validity, error messages. Nothing panics. An exception drops only values that may be dropped, namely results and
//!    types of DuckDB. Buffers that threads keep are taken out before, so an exception loses one buffer and leaves nothing
//!    borrowed.
//!
//! The compiler checks the second phase: [`compute`] takes a closure that is `Send`, and DuckDB's handles are raw
//! pointers, which are not. The parts of DuckDB that a closure does get (`vector::Vector`, `output::NumberVector`,
//! `aggregate::states::GroupStates`) are memory, and have no methods that call DuckDB.
//!
//! The exception is files that DuckDB opens for us (`table/engine_files.rs`). They are read by several threads while
//! Rust computes. Those functions of the C API catch their exceptions and return an error.

use std::any::Any;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The callbacks that compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputeCallback {
    Load,
    Execute,
    Update,
    Combine,
    Finalize,
    Destroy,
    TableBind,
    TableInit,
    TableScan,
}

/// Runs the second phase of a callback. An error or a panic becomes a message for DuckDB.
pub fn compute<T>(
    callback: ComputeCallback,
    body: impl FnOnce() -> Result<T, String> + Send,
) -> Result<T, CString> {
    let body = || {
        inject_panic(callback);
        body()
    };
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result.map_err(message),
        Err(panic) => Err(message(internal_error(panic.as_ref()))),
    }
}

/// An error for DuckDB. A C string ends at its first NUL, and a message may quote a NUL from the user's data.
pub fn message(text: String) -> CString {
    CString::new(text.replace('\0', "\\0")).unwrap_or_default()
}

/// In the build for tests, the callback that the environment variable `HASHLANE_PANIC` names panics.
#[cfg(feature = "testing")]
fn inject_panic(callback: ComputeCallback) {
    if std::env::var("HASHLANE_PANIC").is_ok_and(|name| name == format!("{callback:?}")) {
        panic!("injected into {callback:?}");
    }
}

#[cfg(not(feature = "testing"))]
fn inject_panic(_callback: ComputeCallback) {}

/// The error that a panic becomes.
pub fn internal_error(panic: &(dyn Any + Send)) -> String {
    let text = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "a panic without a message",
    };
    format!("hashlane: internal error, please report it: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_panics_become_messages() {
        assert_eq!(compute(ComputeCallback::Load, || Ok(7)), Ok(7));
        let error = compute::<()>(ComputeCallback::Load, || Err("a\0b".to_owned())).unwrap_err();
        assert_eq!(error.as_c_str(), c"a\\0b");
        let error = compute::<()>(ComputeCallback::Load, || panic!("on purpose")).unwrap_err();
        let text = error.to_string_lossy();
        assert!(text.contains("internal error") && text.ends_with("on purpose"), "{text}");
    }
}
