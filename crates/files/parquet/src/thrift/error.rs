//! Errors of bytes that are not a struct in the compact protocol.

use std::fmt;

use super::{MAX_DEPTH, ThriftKind};

/// The reason why bytes are not a struct in the compact protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThriftError {
    /// The bytes end within the struct. More bytes may complete it.
    Truncated,
    /// A number of more than 64 bits.
    NumberTooLong,
    /// A number that does not fit its type in the struct.
    OutOfRange {
        /// The type, such as "i32".
        expected: &'static str,
        /// The number read.
        value: i64,
    },
    /// A type that the protocol does not have.
    UnknownKind(u8),
    /// A field number of more than 16 bits.
    FieldId(i64),
    /// A field has another type than Parquet specifies.
    WrongKind {
        /// Struct and field, such as "PageHeader.type".
        field: &'static str,
        /// The type of the field.
        kind: ThriftKind,
    },
    /// A required field is missing.
    Missing {
        /// Struct and field, such as "PageHeader.type".
        field: &'static str,
    },
    /// A page header has the struct of another type of page.
    Unexpected {
        /// Struct and field, such as "PageHeader.dictionary_page_header".
        field: &'static str,
        /// The type in the header.
        code: i32,
    },
    /// A field occurs twice.
    Twice {
        /// Struct and field, such as "PageHeader.type".
        field: &'static str,
    },
    /// A union, of which exactly one field exists, has another number of fields.
    NotOne {
        /// Union and field, such as "TimeUnit.MILLIS".
        beside: &'static str,
        /// The number of fields.
        count: usize,
    },
    /// Structs are nested deeper than [`MAX_DEPTH`].
    TooDeep,
}

impl fmt::Display for ThriftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThriftError::Truncated => f.write_str("it ends in the middle"),
            ThriftError::NumberTooLong => f.write_str("a number has more than 64 bits"),
            ThriftError::OutOfRange { expected, value } => {
                write!(f, "{value} is not a valid {expected}")
            }
            ThriftError::UnknownKind(kind) => write!(f, "{kind} is not a Thrift type"),
            ThriftError::FieldId(id) => write!(f, "{id} is not a field number"),
            ThriftError::WrongKind { field, kind } => write!(f, "{field} is of type {kind:?}"),
            ThriftError::Missing { field } => write!(f, "{field} is missing"),
            ThriftError::Unexpected { field, code } => {
                write!(f, "PageHeader.type is {code}, but the header contains {field}")
            }
            ThriftError::Twice { field } => write!(f, "{field} occurs twice"),
            ThriftError::NotOne { beside, count } => {
                let union = beside.split('.').next().unwrap_or(beside);
                write!(f, "{union} has {count} fields, but a union has exactly one")
            }
            ThriftError::TooDeep => {
                write!(f, "structs are nested more than {MAX_DEPTH} levels deep")
            }
        }
    }
}

impl std::error::Error for ThriftError {}
