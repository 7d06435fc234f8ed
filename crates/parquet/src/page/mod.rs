//! The pages of a column chunk: their headers, where their bodies lie, and what these claim before
//! anybody decodes them.

pub(crate) mod delta;
mod encoding;
mod header;
pub(crate) mod levels;
mod plain;
mod walk;

pub(crate) use encoding::encoding;
pub use header::{
    DataPage, DataPageV2, DictionaryPage, MAX_HEADER, PageHeader, PageKind, PageStatistics,
};
pub(crate) use plain::least_bytes;
pub(crate) use walk::read_range;
pub use walk::{Page, PageWalk, WalkError};
