//! What a table says of its files.
//!
//! | file | holds |
//! |---|---|
//! | `list.rs` | a list of files, from CSV or Parquet |
//! | `check.rs` | compares it with a lake |

mod check;
mod list;

pub use check::check;
pub use list::{FileList, FileListEntry};
