//! Whole files: what reads them, wherever they lie.
//!
//! | module | holds |
//! |---|---|
//! | `error` | what can go wrong with a file, as one line |
//! | `cancel` | stops work on files that is no longer wanted |
//! | `source` | a file that is read from any place, and what opens it |
//! | `local` | the files of this machine |
//! | `pattern` | the files of this machine that a pattern means |
//! | `mapped` | a file's bytes without a copy, for a program that owns its process |
//! | [`digest`] | digests of files: one read for any number of algorithms |
//! | [`manifest`] | lines as `xxhsum`, `b3sum` and `sha256sum` write and read them |
//! | [`s3`] | the checksums that S3 keeps with an object |
//! | [`imohash`] | a hash of a file's size and three samples |
//! | `object_store` | files in object stores |
//! | [`pipe`] | streams compressed and decompressed |
#![deny(unsafe_code)]

mod cancel;
pub mod digest;
mod error;
pub mod imohash;
mod local;
pub mod manifest;
#[allow(unsafe_code)] // pages of a file, and the signal where it has them no more
mod mapped;
#[cfg(feature = "object_store")]
mod object_store;
mod pattern;
pub mod pipe;
pub mod s3;
mod source;

#[cfg(feature = "object_store")]
pub use self::object_store::{ObjectSource, expand};
#[cfg(feature = "cloud_stores")]
pub use self::object_store::{ObjectStores, is_url};
pub use cancel::{CancellableSource, CancellationToken};
pub use error::{FileError, shown};
pub use local::Local;
pub use mapped::Mapping;
pub use source::{FileSystem, Source};
