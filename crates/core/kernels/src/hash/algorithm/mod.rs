//! The algorithms that `digest` takes by name.
//!
//! A row of the [table](ALGORITHMS) has all that is known about an algorithm: its names, its width, and how it digests
//! blocks of rows, few rows and streams, and HMAC.

mod entry;
mod incremental;
mod table;

pub use entry::Algorithm;
pub use table::{ALGORITHMS, MAC_ALGORITHMS};

pub(super) use entry::digest_block;
pub(super) use incremental::{BlockHash, Current, Incremental};
