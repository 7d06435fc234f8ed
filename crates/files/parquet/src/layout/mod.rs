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
pub(crate) use footer::FooterLayout;
pub(crate) use regions::{ChunkPlace, FileRegion, PartKind, regions};

use crate::thrift::ThriftError;

/// The reason why a file can't be divided into parts. The text follows the file's name.
#[derive(Debug)]
pub(crate) struct FileLayoutError(pub String);

impl From<ThriftError> for FileLayoutError {
    fn from(error: ThriftError) -> Self {
        FileLayoutError(format!("has a damaged footer: {error}"))
    }
}
