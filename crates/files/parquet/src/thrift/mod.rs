//! Thrift's compact protocol, as far as Parquet's structs need it: a reader over untrusted bytes.
//!
//! The reader of the `parquet` crate is private. It also drops what we need from a page header: whether it has a
//! checksum, how long it is, and claims that make no sense.

mod error;
mod kind;
mod places;
mod reader;
mod rewrite;
mod shape;
mod skip;

pub use error::ThriftError;
pub use kind::{MAX_DEPTH, ThriftKind};
pub(crate) use places::{ListElements, StructFields, ThriftPlace};
pub use reader::{FieldHead, ListHead, ThriftReader};
pub(crate) use rewrite::{ThriftRewrite, write_zigzag};
pub use shape::{FieldForm, HeldFields, RequiredFields, StructShape, check_shape};

/// The field that Parquet's Thrift structs reserve for extensions.
///
/// <https://github.com/apache/parquet-format/blob/master/BinaryProtocolExtensions.md>
pub(crate) const EXTENSION: i16 = 32767;
