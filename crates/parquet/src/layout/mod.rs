//! What lies where in a Parquet file, so that every byte belongs to exactly one part.
//!
//! Read from the footer's bytes alone; whether the parts hold what they should is no question here.
//!
//! | module | holds |
//! |---|---|
//! | `footer` | the footer's bytes, and the row groups in them |
//! | `chunk` | what the footer says of a column chunk |
//! | `regions` | the parts of the file, one behind the other |

mod chunk;
mod footer;
mod regions;

pub(crate) use chunk::ChunkMetadata;
pub(crate) use footer::{EXTENSION, Footer};
pub(crate) use regions::{ChunkPlace, Part, Region, regions};

use crate::thrift::ThriftError;

/// Why a file can't be taken apart, as the end of a line that starts with its name.
#[derive(Debug)]
pub(crate) struct Unfit(pub String);

impl From<ThriftError> for Unfit {
    fn from(error: ThriftError) -> Self {
        Unfit(format!("has a damaged footer: {error}"))
    }
}
