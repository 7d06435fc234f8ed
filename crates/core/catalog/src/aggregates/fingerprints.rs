//! Fingerprints that add up: those of parts of a table to that of the table.

use hashlane_kernels::hash::MultisetHash;

use crate::Settings;
use crate::error::quoted;
use crate::function::{Arg, Function};
use crate::{AggregateState, GroupValues, PortableState};
use crate::{CallError, Results};

/// Parses the fingerprint that a value is combined with.
pub(crate) fn fingerprint(
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
}

/// The fingerprint of all rows together.
impl std::fmt::Display for FingerprintSum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A sum of fingerprints as the state of a group, whose function errors name.
#[derive(Debug)]
pub struct SummedFingerprints {
    function: &'static Function,
    sum: FingerprintSum,
}

impl AggregateState for SummedFingerprints {
    type Input = GroupValues;

    fn new(function: &'static Function, _: &Settings) -> Result<Self, CallError> {
        Ok(SummedFingerprints { function, sum: FingerprintSum::default() })
    }

    fn add(&mut self, _: &Settings, text: Option<&[u8]>) -> Result<(), CallError> {
        self.sum.add(self.function, text)
    }

    fn merge(&mut self, other: &Self) -> Result<(), CallError> {
        self.sum.merge(self.function, &other.sum)
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        Ok(SummedFingerprints { ..*self })
    }

    fn memory(&self) -> usize {
        0
    }

    /// `hl1:`, up to 20 digits, `:` and 32 hexadecimal digits.
    fn result_len(&self) -> usize {
        57
    }

    fn finish(&self, results: &mut Results) -> Result<(), CallError> {
        results.strings(self.function)?.push(self.function, self.sum.to_string().as_bytes())
    }
}

impl PortableState for SummedFingerprints {
    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        Ok(self.sum.0.parts().map(u64::to_le_bytes).concat())
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        let parts: Option<&[[u8; 8]; 3]> = bytes.as_chunks().0.first_chunk();
        let parts = parts.filter(|_| bytes.len() == 24).ok_or_else(|| {
            let what = format!("a state is damaged: {} bytes", bytes.len());
            CallError::layout(self.function, &what)
        })?;
        let other = FingerprintSum(MultisetHash::from_parts(parts.map(u64::from_le_bytes)));
        self.sum.merge(self.function, &other)
    }
}

/// The error if a sum doesn't fit.
pub(crate) const TOO_MANY: &str =
    "the sum has 2^64 rows or more, and a fingerprint counts at most 2^64 - 1";
