//! Calls into the `parquet` crate with data that may make it panic.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `call`; a panic in it is an error that says what the panic said.
///
/// The panic hook still runs, and the standard one prints a line. A library leaves it alone; a program may ask
/// [`in_guarded_call`] in a hook of its own.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let before = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(before);
    result.map_err(|payload| message(payload.as_ref()))
}

/// Whether this thread is in a call into the `parquet` crate whose panics become errors. A program's panic hook can pass
/// over those, of which a damaged file may cause many.
pub fn in_guarded_call() -> bool {
    GUARDED.try_with(Cell::get).unwrap_or(false)
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
