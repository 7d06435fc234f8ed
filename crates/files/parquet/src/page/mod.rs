//! The pages of a column chunk: their headers, the locations of their bodies, and checks of what the bodies
//! claim before they are decoded.

mod decompress;
pub(crate) mod delta;
mod encoding;
mod fields;
mod header;
pub(crate) mod levels;
pub(crate) mod values;
pub(crate) mod varint;
mod walk;

pub(crate) use decompress::{DecompressError, check_start, decompress};
pub(crate) use encoding::encoding;
pub use header::{
    DataPage, DataPageV2, DictionaryPage, MAX_HEADER, PageHeader, PageKind, PageStatistics,
};
pub(crate) use values::least_bytes;
pub(crate) use walk::read_range;
pub use walk::{Page, PageWalk, WalkError};
