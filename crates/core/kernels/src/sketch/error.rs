//! Why a sketch can't be made, combined or decoded, and why a row has no hash.

use std::fmt;

use super::{Keys, P};

/// Why a sketch can't be made, combined or decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SketchError {
    /// The size is out of range.
    P {
        /// The given number.
        given: u32,
    },
    /// Two sketches have different sizes.
    OtherP {
        /// The first one's.
        first: u32,
        /// The second one's.
        second: u32,
    },
    /// Two sketches have different keys.
    OtherKeys {
        /// The first one's.
        first: Keys,
        /// The second one's.
        second: Keys,
    },
    /// A cell's index is too high.
    NoCell {
        /// The given index.
        index: usize,
        /// The number of cells.
        cells: usize,
    },
    /// The sums of a cell don't fit.
    TooManyRows,
    /// Bytes are not a sketch.
    Damaged {
        /// What is wrong with them.
        reason: String,
    },
    /// More rows differ than the sketch can hold.
    Undecoded {
        /// About how many rows differ. A row that changed counts twice.
        estimate: u64,
        /// The sketch's `p`.
        p: u32,
        /// The lowest `p` that holds as many; `None` if none does.
        needed: Option<u32>,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the request.
        bytes: usize,
    },
}

impl fmt::Display for SketchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SketchError::P { given } => {
                write!(f, "p is {given}; allowed is {} to {}", P.start(), P.end())
            }
            SketchError::OtherP { first, second } => write!(
                f,
                "the sketches have p {first} and {second}; compute both with the same p"
            ),
            SketchError::OtherKeys { first, second } => write!(
                f,
                "one sketch has {} and the other {}; compute both with the same key",
                first.name(),
                second.name()
            ),
            SketchError::NoCell { index, cells } => {
                write!(f, "cell {index} is out of range: the sketch has {cells} cells from 0 on")
            }
            SketchError::TooManyRows => f.write_str(
                "a cell of the sketch has 2^31 rows or more, or sums beyond 96 bits; use a larger p, or sketch a part of the table",
            ),
            SketchError::Damaged { reason } => write!(f, "the input is not a valid sketch: {reason}"),
            SketchError::Undecoded { estimate, p, needed } => {
                write!(f, "about {estimate} rows differ, which a sketch with p {p} can't hold; ")?;
                match needed {
                    Some(needed) => write!(f, "compute both with p {needed}"),
                    None => write!(f, "no p up to {} can, so sketch a part of the table", P.end()),
                }
            }
            SketchError::OutOfMemory { bytes } => {
                write!(f, "there is not enough memory for {bytes} bytes")
            }
        }
    }
}

impl std::error::Error for SketchError {}

impl Keys {
    /// What they are, in the words of users.
    pub fn name(self) -> &'static str {
        match self {
            Keys::Integer => "whole numbers as keys",
            Keys::Hashed => "hashes as keys",
            Keys::Absent => "no keys",
        }
    }
}

/// Why a row has no hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A value has no text that all databases share, or is not allowed as a key.
    Value {
        /// Its column, counted from 0. The first one is the key.
        column: usize,
        /// The rest of a sentence that starts with the value.
        reason: String,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the request.
        bytes: usize,
    },
}

impl Refusal {
    pub(super) fn new(reason: String) -> Self {
        Refusal::Value { column: 0, reason }
    }

    pub(super) fn of(self, column: usize) -> Self {
        match self {
            Refusal::Value { reason, .. } => Refusal::Value { column, reason },
            Refusal::OutOfMemory { .. } => self,
        }
    }
}
