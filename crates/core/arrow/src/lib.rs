//! Hashlane's functions over Arrow arrays.
//!
//! Use it in any program that has Arrow arrays. `hashlane-datafusion` registers the same functions in DataFusion.
//!
//! ```
//! use arrow::array::{AsArray, StringViewArray};
//! use arrow::datatypes::UInt64Type;
//!
//! let column = StringViewArray::from(vec![Some("hashlane"), None]);
//! let digests = hashlane_arrow::call("xxh3", &[&column])?;
//! let digests = digests.as_primitive::<UInt64Type>();
//! assert_eq!(digests.value(0), 4052515222990873942);
//! # use arrow::array::Array;
//! assert!(digests.is_null(1));
//! # Ok::<(), arrow::error::ArrowError>(())
//! ```
//!
//! Strings and bytes are read in place, in every layout of Arrow. Each value of a dictionary is hashed once, and no
//! value is copied for the rows that share it. Views that repeat, such as those that a Parquet reader makes of a dictionary, are
//! digested, compressed and decompressed once.
//!
//! If memory for input or results can't be allocated, the call returns an error. The exceptions are the
//! bitmaps of a bit per row that Arrow's crates allocate.
#![forbid(unsafe_code)]

mod argument;
mod dense;
mod destination;
mod dictionary;
mod evaluate;
mod flat;
mod repeats;
mod results;
mod row;
mod spread;
mod strings;
mod types;
mod values;

use arrow_array::{ArrayRef, Datum};
use arrow_schema::ArrowError;

pub use destination::NumbersMut;
pub use evaluate::{evaluate, evaluate_into};
pub use results::array_of_groups;
pub use row::{
    EncodedDictionary, PartColumn, check_list, check_row, each_keyed_row, each_row, each_row_hash,
    each_row_hash_as, part_hashes,
};
pub use types::{coerced, return_type, scalar_value, type_class, type_name};
pub use values::each_value;

/// Calls a function of the catalogue by name; see [`evaluate`].
pub fn call(name: &str, args: &[&dyn Datum]) -> Result<ArrayRef, ArrowError> {
    let function = hashlane_catalog::find(name).ok_or_else(|| {
        ArrowError::InvalidArgumentError(format!("hashlane has no function called {name}"))
    })?;
    evaluate(function, args).map_err(|e| ArrowError::ComputeError(e.to_string()))
}
