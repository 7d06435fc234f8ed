//! What an engine does not take.

use std::fmt;

use crate::row::OutOfMemory;

/// A type that an engine has not, or does not hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// Which of the columns has it, from 0 on.
    pub place: usize,
    /// Whether it is the type of elements or fields rather than of the column.
    pub nested: bool,
    /// Its name in SQL.
    pub name: &'static str,
    /// The engine that has it not.
    pub engine: &'static str,
    /// What to write in place of a value `v` of it.
    pub instead: &'static str,
}

/// A value that an engine has no room for, though it has the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// Which of the columns it is in, from 0 on.
    pub place: usize,
    /// The value.
    pub misfit: Misfit,
}

/// A value that an engine has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A point in time or a duration that is not a whole number of microseconds in 64 bits.
    Time {
        /// Its units from 1970-01-01, or how long it is.
        count: i64,
        /// Nanoseconds in a unit.
        unit: u64,
    },
    /// A decimal of more digits than its type has.
    Decimal {
        /// The most digits that the type allows.
        precision: u8,
    },
    /// Lists with more elements than there is memory to look at.
    OutOfMemory {
        /// How many bytes were asked for.
        bytes: usize,
    },
}

impl From<OutOfMemory> for Misfit {
    fn from(error: OutOfMemory) -> Self {
        Misfit::OutOfMemory { bytes: error.bytes }
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
        write!(f, "value {} of the row {}", self.place + 1, self.misfit)
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Time { count, unit } => {
                let nanoseconds = i128::from(*count) * i128::from(*unit);
                write!(
                    f,
                    "is a time of {nanoseconds} nanoseconds, which is no whole number of microseconds in \
                     64 bits; round it to microseconds"
                )
            }
            Misfit::Decimal { precision } => {
                write!(f, "is a decimal of more than the {precision} digits of its type")
            }
            Misfit::OutOfMemory { bytes } => {
                write!(f, "needs {bytes} bytes more than there is memory for")
            }
        }
    }
}

impl std::error::Error for TypeError {}
impl std::error::Error for ValueError {}
