//! Whole files: what reads them, wherever they lie.
//!
//! | module | holds |
//! |---|---|
//! | `error` | what can go wrong with a file, as one line |
//! | `source` | a file that is read from any place, and what opens it |
//! | `local` | the files of this machine |
#![forbid(unsafe_code)]

mod error;
mod local;
mod source;

pub use error::FileError;
pub use local::Local;
pub use source::{FileSystem, Source};
