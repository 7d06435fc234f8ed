//! What an aggregate keeps for a group of rows. Each engine has one adapter for all of them.

pub(crate) mod fingerprints;
mod min_hash;
mod packed;
mod rows;
mod sampled;
mod sketches;

pub use fingerprints::{FingerprintSum, SummedFingerprints};
pub use min_hash::MinHash;
pub use packed::PackedValues;
pub use rows::{OrderedDigest, each_row, each_row_hash, part_hashes};
pub use sampled::SampledValues;
pub(crate) use sketches::check_sketched;
pub use sketches::{KeyedRow, RowSketch, each_keyed_row};

use std::fmt::Debug;

use crate::Settings;
use crate::function::Function;
use crate::{CallError, Results};

/// The state of a group.
pub trait AggregateState: Debug + Send + Sync + Sized + 'static {
    /// What its rows are.
    type Input: AggregateInput;

    /// The state of no rows.
    ///
    /// # Errors
    /// Returns an error if the settings are not allowed, or if memory can't be allocated.
    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError>;

    /// Adds a row. The settings must be the same for all rows.
    ///
    /// # Errors
    /// Returns an error if the settings are others, if the row can't be added, or if memory can't be allocated.
    fn add(
        &mut self,
        settings: &Settings,
        row: <Self::Input as AggregateInput>::Row<'_>,
    ) -> Result<(), CallError>;

    /// Adds the rows of another state of the same group.
    ///
    /// # Errors
    /// As for [`AggregateState::add`].
    fn merge(&mut self, other: &Self) -> Result<(), CallError>;

    /// A copy; an error if memory for it can't be allocated.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated.
    fn try_clone(&self) -> Result<Self, CallError>;

    /// The bytes that it owns.
    fn memory(&self) -> usize;

    /// About the most bytes of its result.
    fn result_len(&self) -> usize;

    /// Adds the result: NULL for a group without values.
    ///
    /// # Errors
    /// Returns an error if the values have no result, or if memory for it can't be allocated.
    fn finish(&self, results: &mut Results) -> Result<(), CallError>;
}

/// A state that can be sent to another process. It is the same for the same rows in any order and any partition of them.
pub trait PortableState: AggregateState {
    /// The state as bytes.
    ///
    /// # Errors
    /// Returns an error if memory for them can't be allocated.
    fn to_bytes(&self) -> Result<Vec<u8>, CallError>;

    /// Adds the rows of a state that arrives as bytes.
    ///
    /// # Errors
    /// As for [`AggregateState::add`], and if the bytes are not such a state.
    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError>;
}

/// What the rows of a group are.
pub trait AggregateInput {
    /// A row.
    type Row<'a>;
}

/// Texts or bytes, `None` for NULL.
#[derive(Debug)]
pub enum GroupValues {}

impl AggregateInput for GroupValues {
    type Row<'a> = Option<&'a [u8]>;
}

/// Rows with a key.
#[derive(Debug)]
pub enum KeyedRows {}

impl AggregateInput for KeyedRows {
    type Row<'a> = KeyedRow;
}

/// The bytes of rows.
#[derive(Debug)]
pub enum EncodedRows {}

impl AggregateInput for EncodedRows {
    type Row<'a> = &'a [u8];
}

/// Returns the results of groups, NULL for `None`. Before each result, `fits` checks the size of the results with it.
///
/// # Errors
/// Returns the error of `fits` or of [`AggregateState::finish`].
pub fn finish<'g, A: AggregateState>(
    function: &Function,
    groups: impl Iterator<Item = Option<&'g A>>,
    fits: impl Fn(usize) -> Result<(), CallError>,
) -> Result<Results, CallError> {
    let mut results = Results::of(&function.returns, usize::MAX);
    for group in groups {
        match group {
            Some(group) => {
                fits(results.size().saturating_add(group.result_len()))?;
                group.finish(&mut results)?;
            }
            None => results.push_null(function)?,
        }
    }
    Ok(results)
}
