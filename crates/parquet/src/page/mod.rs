//! The pages of a column chunk: their headers, and where their bodies lie.

mod header;
mod walk;

pub use header::{
    DataPage, DataPageV2, DictionaryPage, MAX_HEADER, PageHeader, PageKind, PageStatistics,
};
pub(crate) use walk::read_range;
pub use walk::{Page, PageWalk, WalkError};
