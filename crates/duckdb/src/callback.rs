//! What every callback goes through. A panic that left one would abort the user's process.

use std::any::Any;
use std::ffi::{CStr, CString};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The callbacks, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callback {
    Load,
    Execute,
    Update,
    Combine,
    Finalize,
    TableBind,
    TableInit,
    TableScan,
}

/// Runs the body of a callback. An error or a panic goes to `report` as a message; the result
/// tells whether all went well.
pub fn guard(
    callback: Callback,
    report: impl FnOnce(&CStr),
    body: impl FnOnce() -> Result<(), String>,
) -> bool {
    let body = || {
        inject_panic(callback);
        body()
    };
    let message = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return true,
        Ok(Err(message)) => message,
        Err(panic) => {
            format!("hashlane: internal error, please report it: {}", panic_text(panic.as_ref()))
        }
    };
    // A C string ends at its first NUL, which a message may quote from the user's data.
    let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
    report(&message);
    false
}

/// In the build for tests, the callback that the environment variable `HASHLANE_PANIC` names panics.
#[cfg(feature = "testing")]
fn inject_panic(callback: Callback) {
    if std::env::var("HASHLANE_PANIC").is_ok_and(|name| name == format!("{callback:?}")) {
        panic!("injected into {callback:?}");
    }
}

#[cfg(not(feature = "testing"))]
fn inject_panic(_callback: Callback) {}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "a panic without a message",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(body: impl FnOnce() -> Result<(), String>) -> (bool, String) {
        let mut text = String::new();
        let report = |message: &CStr| text = message.to_string_lossy().into_owned();
        let fine = guard(Callback::Load, report, body);
        (fine, text)
    }

    #[test]
    fn errors_and_panics_are_reported() {
        assert_eq!(reported(|| Ok(())), (true, String::new()));
        assert_eq!(reported(|| Err("a\0b".to_owned())), (false, "a\\0b".to_owned()));
        let (fine, text) = reported(|| panic!("on purpose"));
        assert!(!fine && text.contains("internal error") && text.ends_with("on purpose"), "{text}");
    }
}
