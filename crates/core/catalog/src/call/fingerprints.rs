//! Fingerprints that add up: those of parts of a table to that of the table.

use hashlane_kernels::hash::MultisetHash;

use super::CallError;
use super::error::quoted;
use crate::function::{Arg, Function};

/// Parses the fingerprint that a value is combined with.
pub(super) fn fingerprint(
    function: &Function,
    arg: &Arg,
    text: &[u8],
) -> Result<MultisetHash, CallError> {
    parsed(text).map_err(|error| CallError::argument(function, arg, &error))
}

/// Parses a fingerprint.
///
/// # Errors
/// Returns the text of an error if it is not one.
pub(crate) fn parsed(text: &[u8]) -> Result<MultisetHash, String> {
    let text = String::from_utf8_lossy(text.get(..MAX_TEXT).unwrap_or(text));
    text.parse().map_err(|_| {
        let given = quoted(&text);
        match text.starts_with("hl1o:") {
            true => format!(
                "{given} is the fingerprint of rows in order, and such fingerprints don't add up. Use fingerprint(…), or \
                 parquet_fingerprint(…) without ordered"
            ),
            false => {
                format!("{given} is not a fingerprint; allowed is 'hl1:<rows>:<hex>' of fingerprint(…)")
            }
        }
    })
}

/// The most bytes of a text that are read. A fingerprint has at most 57.
const MAX_TEXT: usize = 128;

/// The sum of fingerprints in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FingerprintSum(MultisetHash);

impl FingerprintSum {
    /// Adds a fingerprint, given as text. NULL adds nothing.
    ///
    /// # Errors
    /// Returns an error if the text is not a fingerprint, or if the sum has 2^64 rows or more.
    pub fn add(&mut self, function: &Function, text: Option<&[u8]>) -> Result<(), CallError> {
        let Some(text) = text else { return Ok(()) };
        let arg = &function.args[function.value_index()];
        self.add_hash(function, &fingerprint(function, arg, text)?)
    }

    /// Adds the fingerprints of another sum.
    ///
    /// # Errors
    /// Returns an error if the sum has 2^64 rows or more.
    pub fn merge(&mut self, function: &Function, other: &Self) -> Result<(), CallError> {
        self.add_hash(function, &other.0)
    }

    fn add_hash(&mut self, function: &Function, other: &MultisetHash) -> Result<(), CallError> {
        let sum = self.0.checked_add(other);
        self.0 = sum.ok_or_else(|| CallError::layout(function, &TOO_MANY))?;
        Ok(())
    }

    /// Its parts, for [`FingerprintSum::from_parts`] in another process.
    pub fn parts(&self) -> [u64; 3] {
        self.0.parts()
    }

    /// A sum from its parts.
    pub fn from_parts(parts: [u64; 3]) -> Self {
        FingerprintSum(MultisetHash::from_parts(parts))
    }
}

/// The fingerprint of all rows together.
impl std::fmt::Display for FingerprintSum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The error if a sum doesn't fit.
pub(crate) const TOO_MANY: &str =
    "the sum has 2^64 rows or more, and a fingerprint counts at most 2^64 - 1";
