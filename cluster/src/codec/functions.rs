//! Our functions by name. They have no state, so a plan only needs a name and a version.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};

use super::stamp::{after_stamp, write_stamp};

static SCALARS: LazyLock<HashMap<String, Arc<ScalarUDF>>> = LazyLock::new(|| {
    let all = hashlane_datafusion::all_functions().into_iter();
    all.map(|function| (function.name().to_owned(), function)).collect()
});

static AGGREGATES: LazyLock<HashMap<String, Arc<AggregateUDF>>> = LazyLock::new(|| {
    let all = hashlane_datafusion::all_aggregates().into_iter();
    all.map(|function| (function.name().to_owned(), function)).collect()
});

/// Stamps a function, if it is ours and not another one with its name.
pub fn encode_scalar(function: &ScalarUDF, buf: &mut Vec<u8>) {
    if SCALARS.get(function.name()).is_some_and(|ours| ours.as_ref() == function) {
        write_stamp(buf);
    }
}

/// Stamps an aggregate, if it is ours.
pub fn encode_aggregate(function: &AggregateUDF, buf: &mut Vec<u8>) {
    if AGGREGATES.get(function.name()).is_some_and(|ours| ours.as_ref() == function) {
        write_stamp(buf);
    }
}

/// The function that was stamped, or `None` if it is not ours.
///
/// # Errors
/// Returns an error if the stamp is of another version.
pub fn decode_scalar(name: &str, buf: &[u8]) -> Result<Option<Arc<ScalarUDF>>> {
    after_stamp(buf)?.map(|_| find_scalar(name)).transpose()
}

/// The aggregate that was stamped, or `None` if it is not ours.
///
/// # Errors
/// Returns an error if the stamp is of another version.
pub fn decode_aggregate(name: &str, buf: &[u8]) -> Result<Option<Arc<AggregateUDF>>> {
    after_stamp(buf)?.map(|_| find_aggregate(name)).transpose()
}

/// Our function with this name.
pub fn find_scalar(name: &str) -> Result<Arc<ScalarUDF>> {
    find(&SCALARS, name)
}

/// Our aggregate with this name.
pub fn find_aggregate(name: &str) -> Result<Arc<AggregateUDF>> {
    find(&AGGREGATES, name)
}

fn find<T>(all: &HashMap<String, Arc<T>>, name: &str) -> Result<Arc<T>> {
    match all.get(name) {
        Some(function) => Ok(Arc::clone(function)),
        None => exec_err!("the plan has a function {name}, which this version doesn't have"),
    }
}
