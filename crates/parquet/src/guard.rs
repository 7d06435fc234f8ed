//! Calls into the `parquet` crate with data that may make it panic.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `call`; a panic in it is an error that says what the panic said.
///
/// The process's panic hook would print each one, thousands for a damaged file. A hook of ours in
/// front of it passes on every panic but those in here: of this thread, while `call` runs. It is
/// set once, at the first call, and stays. Whoever sets a hook later sees these panics too.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    QUIET.set(before);
    result.map_err(|payload| message(payload.as_ref()))
}

fn install_hook() {
    static HOOK: Once = Once::new();
    // The standard library does not let a panicking thread change the hook.
    if std::thread::panicking() {
        return;
    }
    HOOK.call_once(|| {
        let next = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.try_with(Cell::get).unwrap_or(false) {
                next(info);
            }
        }));
    });
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given");
    // One line, whatever an assertion prints.
    let line: Vec<&str> = text.lines().map(str::trim).collect();
    format!("the decoder gives up: {}", line.join(" "))
}
