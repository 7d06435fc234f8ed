//! Types and values that an engine rejects.

use std::fmt;

use crate::encoding::OutOfMemory;

/// A type that an engine lacks or doesn't hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// The index of the column, from 0.
    pub place: usize,
    /// Whether it is the type of elements or fields rather than of the column.
    pub nested: bool,
    /// Its name in SQL.
    pub name: &'static str,
    /// The engine that doesn't support it.
    pub engine: &'static str,
    /// What to write instead of a value `v` of the type.
    pub instead: &'static str,
}

/// A value that an engine can't represent, though it supports the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// The index of the column, from 0.
    pub place: usize,
    /// The reason.
    pub reason: Unrepresentable,
}

/// A value that an engine can't represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrepresentable {
    /// A timestamp or duration that is not a whole number of microseconds in 64 bits.
    Time {
        /// The number of units since 1970-01-01, or the length in units.
        count: i64,
        /// Nanoseconds in a unit.
        unit: u64,
    },
    /// A decimal with more digits than its type allows.
    Decimal {
        /// The most digits that the type allows.
        precision: u8,
    },
    /// Lists with more elements than memory can hold.
    OutOfMemory {
        /// The size of the request in bytes.
        bytes: usize,
    },
}

impl From<OutOfMemory> for Unrepresentable {
    fn from(error: OutOfMemory) -> Self {
        Unrepresentable::OutOfMemory { bytes: error.bytes }
    }
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TypeError { place, nested, name, engine, instead } = self;
        let is = if *nested { "holds" } else { "is" };
        let number = place + 1;
        write!(
            f,
            "value {number} of the row {is} {name}, which {engine} does not hash; write {instead}"
        )
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value {} of the row {}", self.place + 1, self.reason)
    }
}

impl fmt::Display for Unrepresentable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrepresentable::Time { count, unit } => {
                let nanoseconds = i128::from(*count) * i128::from(*unit);
                write!(
                    f,
                    "is a time of {nanoseconds} nanoseconds, which is not a whole number of \
                     microseconds that fits in 64 bits; round it to microseconds"
                )
            }
            Unrepresentable::Decimal { precision } => {
                write!(f, "is a decimal of more than the {precision} digits of its type")
            }
            Unrepresentable::OutOfMemory { bytes } => {
                write!(f, "needs {bytes} bytes more than there is memory for")
            }
        }
    }
}

impl std::error::Error for TypeError {}
impl std::error::Error for ValueError {}
