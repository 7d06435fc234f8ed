//! Calls into the `parquet` crate, which may panic on damaged data.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `call`. A panic becomes an error with the panic's message.
///
/// The panic hook still runs, and the standard hook prints a line. A library doesn't change the hook. A program's hook
/// can check [`in_guarded_call`].
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let before = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(before);
    result.map_err(|payload| message(payload.as_ref()))
}

/// Whether this thread is in a call into the `parquet` crate whose panics become errors. A damaged file can cause many
/// of them, so a program's panic hook may ignore them.
pub fn in_guarded_call() -> bool {
    GUARDED.try_with(Cell::get).unwrap_or(false)
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given");
    // Join the lines of a message, such as an assertion's.
    let line: Vec<&str> = text.lines().map(str::trim).collect();
    format!("the decoder gives up: {}", line.join(" "))
}
