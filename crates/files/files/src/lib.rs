//! Read, digest and compress whole files, local and in object stores.
//!
//! | module | holds |
//! |---|---|
//! | `error` | the errors of a file, as one line |
//! | `token`, `cancel` | stops work on files |
//! | `counted` | counts what is read of a file |
//! | `source` | a file that can be read at any offset, and how to open one |
//! | `local` | the files of this machine |
//! | `version` | what tells one version of a file from another |
//! | `unsized_file` | files whose length the system gives as 0, such as those of `/proc` |
//! | `address` | names that are addresses rather than paths |
//! | `secrets` | addresses with their passwords and signatures cut out |
//! | `exclude` | the files and folders that a command leaves out |
//! | `pattern` | the files of this machine that match a pattern |
//! | [`digest`] | digests of files: one read for any number of algorithms |
//! | [`manifest`] | lines as `xxhsum`, `b3sum` and `sha256sum` write and read them |
//! | [`s3`] | the checksums that S3 keeps with an object |
//! | [`imohash`] | a hash of a file's size and three samples |
//! | `object_store` | files in object stores |
//! | [`pipe`] | streams compressed and decompressed |
#![forbid(unsafe_code)]

mod address;
mod cancel;
mod counted;
pub mod digest;
mod error;
mod exclude;
mod folder;
pub mod imohash;
mod local;
pub mod manifest;
#[cfg(feature = "object_store")]
mod object_store;
mod ordered;
mod pattern;
pub mod pipe;
pub mod s3;
mod secrets;
mod source;
mod token;
mod unsized_file;
mod version;

#[cfg(feature = "cloud_stores")]
pub use self::object_store::{
    ObjectAddress, ObjectStores, PinnedStore, file_system, list_objects, put_object,
};
#[cfg(feature = "object_store")]
pub use self::object_store::{ObjectSource, expand, is_folder_marker, listed_key, object_path};
pub use address::{base_name, is_url, with_slashes};
pub use cancel::CancellableSource;
pub use counted::{CountedSource, Counter};
pub use error::{FileError, shown};
pub use exclude::{Exclude, is_pattern, literal_folder};
pub use folder::{FolderEntry, walk};
pub use local::Local;
pub use ordered::Ordered;
pub use secrets::{text_without_secrets, without_secrets};
pub use source::{FileSystem, Layer, Source};
pub use token::CancellationToken;
pub use unsized_file::{InMemory, read_unsized};
pub use version::{ListedFile, Version, microseconds};
