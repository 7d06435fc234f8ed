//! Functions over rows of values of any types.
//!
//! | module | covers |
//! |---|---|
//! | `files` | the rows of `tests/vectors/rows`, by polars-hash |
//! | `layouts` | the same values in every type that can hold them |
//! | `parameters` | the algorithm of a digest |
//! | `refused` | types and values that can't be in a row |

mod files;
mod layouts;
mod parameters;
mod refused;

use hashlane_catalog::Function;

use crate::support::oracle::unhex;

/// The functions that read the row encoding; other engines' hashes of typed values do not.
fn over_rows() -> impl Iterator<Item = &'static Function> {
    hashlane_catalog::all().filter(|function| function.name.starts_with("row_"))
}

/// The bytes of a row of one value, written in hex with spaces.
fn one(value: &str) -> Option<Vec<u8>> {
    Some(unhex(&format!("0d01{}", value.replace(' ', ""))))
}
