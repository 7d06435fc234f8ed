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
pub use kind::{Kind, MAX_DEPTH};
pub(crate) use places::{Elements, Fields, Place};
pub use reader::{Field, List, Reader};
pub(crate) use rewrite::{Rewrite, write_zigzag};
pub use shape::{Form, Held, Required, Shape, check_shape};

/// The field that Parquet's Thrift structs reserve for extensions.
///
/// <https://github.com/apache/parquet-format/blob/master/BinaryProtocolExtensions.md>
pub(crate) const EXTENSION: i16 = 32767;
