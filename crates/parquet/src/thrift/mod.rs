//! Thrift's compact protocol, as far as Parquet's structures need it: a reader over bytes that may
//! be hostile.
//!
//! The `parquet` crate has a reader of its own, which it keeps to itself, and which drops what is
//! asked here of a page header: whether there is a checksum, how long the header is, and what it
//! claims where that is nonsense.

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
pub use shape::{Form, Shape, check_shape};
