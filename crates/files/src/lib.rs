//! Whole files: what reads them, wherever they lie.
//!
//! | module | holds |
//! |---|---|
//! | `error` | what can go wrong with a file, as one line |
//! | `source` | a file that is read from any place, and what opens it |
//! | `local` | the files of this machine |
//! | `object_store` | files in object stores |
//! | [`pipe`] | streams compressed and decompressed |
#![forbid(unsafe_code)]

mod error;
mod local;
#[cfg(feature = "object_store")]
mod object_store;
pub mod pipe;
mod source;

#[cfg(feature = "object_store")]
pub use self::object_store::{ObjectSource, expand};
#[cfg(feature = "cloud_stores")]
pub use self::object_store::{ObjectStores, is_url};
pub use error::FileError;
pub use local::Local;
pub use source::{FileSystem, Source};
