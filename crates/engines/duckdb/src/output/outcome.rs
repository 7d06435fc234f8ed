//! What a callback computes, before it is written into a vector.

use hashlane_catalog::{CallError, Function, Results, StringResults};

/// The most bytes of one allocation in a vector's string heap: a string's length has 32 bits.
pub(super) const MAX_HEAP: usize = u32::MAX as usize;

/// What a callback computes for consecutive rows of a vector.
pub enum RowsOutcome {
    /// NULL in every row.
    Null,
    /// Numbers that are already in the vector. These rows are NULL.
    InPlace { nulls: Vec<usize> },
    /// All other results.
    Results(Results),
    /// The strings of different values, and the index of each row's among them.
    Repeated { different: Results, places: Vec<u16> },
}

/// Returns an error if one of the results is longer than DuckDB's strings can be.
///
/// # Errors
/// As it says.
pub fn check_lengths(function: &Function, results: &Results) -> Result<(), CallError> {
    match results {
        Results::Fixed(_) => Ok(()),
        Results::Strings(strings) => check_strings(function, strings),
        Results::Lists(lists) => check_lengths(function, lists.values()),
        Results::Structs(fields) => {
            fields.iter().try_for_each(|field| check_lengths(function, field))
        }
    }
}

fn check_strings(function: &Function, strings: &StringResults) -> Result<(), CallError> {
    let starts = std::iter::once(&0).chain(strings.ends());
    match starts.zip(strings.ends()).map(|(start, end)| end - start).find(|len| *len > MAX_HEAP) {
        Some(len) => Err(CallError::result_too_long(function, len, MAX_HEAP)),
        None => Ok(()),
    }
}
