//! The parts of a Parquet file. Each byte belongs to exactly one part.
//!
//! Only the footer is read. Whether the parts have valid content is not checked here.
//!
//! | module | holds |
//! |---|---|
//! | `footer` | the footer's bytes, and the row groups in them |
//! | `chunk` | the location of a column chunk's parts, according to the footer |
//! | `regions` | the parts of the file in order |

mod chunk;
mod footer;
mod regions;

pub(crate) use chunk::ChunkMetadata;
pub(crate) use footer::Footer;
pub(crate) use regions::{ChunkPlace, Part, Region, regions};

use crate::thrift::ThriftError;

/// The reason why a file can't be divided into parts. The text follows the file's name.
#[derive(Debug)]
pub(crate) struct LayoutError(pub String);

impl From<ThriftError> for LayoutError {
    fn from(error: ThriftError) -> Self {
        LayoutError(format!("has a damaged footer: {error}"))
    }
}
