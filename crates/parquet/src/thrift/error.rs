//! Why bytes are not a structure in the compact protocol.

use std::fmt;

use super::{Kind, MAX_DEPTH};

/// Why bytes are not a structure in the compact protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThriftError {
    /// The bytes end within it. With more of them it may be whole.
    Truncated,
    /// A number of more than 64 bits.
    NumberTooLong,
    /// A number that does not fit the type the structure gives it.
    OutOfRange {
        /// The type: "i32".
        expected: &'static str,
        /// The number read.
        value: i64,
    },
    /// A type that the protocol does not have.
    UnknownKind(u8),
    /// A field number past 16 bits.
    FieldId(i64),
    /// A field of a structure is of another type than Parquet says.
    WrongKind {
        /// Structure and field: "PageHeader.type".
        field: &'static str,
        /// The type it has.
        kind: Kind,
    },
    /// A required field is not there.
    Missing {
        /// Structure and field: "PageHeader.type".
        field: &'static str,
    },
    /// A field is there twice.
    Twice {
        /// Structure and field: "PageHeader.type".
        field: &'static str,
    },
    /// Structures within structures, deeper than [`MAX_DEPTH`].
    TooDeep,
}

impl fmt::Display for ThriftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThriftError::Truncated => f.write_str("it ends in the middle"),
            ThriftError::NumberTooLong => f.write_str("a number has more than 64 bits"),
            ThriftError::OutOfRange { expected, value } => {
                write!(f, "{value} is no {expected}")
            }
            ThriftError::UnknownKind(kind) => write!(f, "{kind} is no type of Thrift"),
            ThriftError::FieldId(id) => write!(f, "{id} is no field number"),
            ThriftError::WrongKind { field, kind } => write!(f, "{field} is of type {kind:?}"),
            ThriftError::Missing { field } => write!(f, "{field} is missing"),
            ThriftError::Twice { field } => write!(f, "{field} is there twice"),
            ThriftError::TooDeep => {
                write!(f, "structures lie in each other more than {MAX_DEPTH} deep")
            }
        }
    }
}

impl std::error::Error for ThriftError {}
