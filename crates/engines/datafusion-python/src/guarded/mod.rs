//! Functions whose panics are errors.
//!
//! datafusion-ffi calls a function through `extern "C"`. A panic that reaches such a frame aborts the process, so
//! everything in a capsule is wrapped.

mod accumulators;
mod aggregate;
mod scalar;

use std::panic::{AssertUnwindSafe, catch_unwind};

use datafusion::common::{Result, exec_datafusion_err};

pub use aggregate::GuardedAggregate;
pub use scalar::GuardedScalar;

/// The functions that DataFusion calls.
#[derive(Clone, Copy, Debug)]
pub enum GuardedCallback {
    Accumulator,
    Coerce,
    ConvertToState,
    Evaluate,
    Invoke,
    Merge,
    Retract,
    ReturnField,
    State,
    StateFields,
    Update,
}

/// Runs the body of a callback. A panic becomes an error.
fn guarded<T>(callback: GuardedCallback, body: impl FnOnce() -> Result<T>) -> Result<T> {
    let body = || {
        inject_panic(callback);
        body()
    };
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        let reason = payload.downcast_ref::<&str>().copied();
        let reason = reason.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let reason = reason.unwrap_or("a panic without a message");
        Err(exec_datafusion_err!("hashlane: internal error, please report it: {reason}"))
    })
}

/// In the build for tests, the callback that the environment variable `HASHLANE_PANIC` names panics.
#[cfg(feature = "testing")]
fn inject_panic(callback: GuardedCallback) {
    if std::env::var("HASHLANE_PANIC").is_ok_and(|name| name == format!("{callback:?}")) {
        panic!("injected into {callback:?}");
    }
}

#[cfg(not(feature = "testing"))]
fn inject_panic(_callback: GuardedCallback) {}
