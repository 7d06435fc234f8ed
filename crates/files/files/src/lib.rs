//! Read, digest and compress whole files, local and in object stores.
//!
//! This crate is a part of Hashlane: its interface follows the other crates and may change with any release. Use the
//! program [hashlane](https://crates.io/crates/hashlane), or [hashlane-parquet](https://docs.rs/hashlane-parquet) for Parquet
//! files.
//!
//! | module | holds |
//! |---|---|
//! | `error` | the errors of a file, as one line |
//! | `token` | stops work on files |
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
//!
//! # Sources
//!
//! All code that reads a file reads a `files::Source`: positional reads of known length, of a local file or of
//! an object in a store, shared by several threads. A `FileSystem` opens sources and expands patterns: local
//! files (`LocalFiles`), object stores (`ObjectStores`), and in the engines whatever the engine itself can open
//! (`engine_files.rs` in both adapters).
//!
//! Files are read, not mapped: if a mapped file shrinks, the process dies, and the engine with it. A file whose
//! length the system gives as 0, such as those of `/proc`, is read to its end into bounded memory when it is
//! opened (`files/src/unsized_file.rs`). No library changes process-wide state: signal handlers, the panic
//! hook, allocator settings. The `hashlane` program owns its process: on Ctrl-C it removes unfinished files
//! (`cli/src/output`), it keeps panics that become findings off standard error, and any other panic ends the
//! command with one line and exit code 2 (`cli/src/panics.rs`).
//!
//! An object's key is never taken for another. Some keys don't fit into `object_store`'s paths
//! (`files/src/object_store/key.rs`). In the lists of a store, `transport.rs` replaces each of them by a
//! stand-in (`answers.rs`), and `listed_key` returns the key of a stand-in. Each process has its own thread for
//! stores (`stores.rs`), so that a forked process doesn't wait for a thread of its parent.
//!
//! Every name that is printed or returned goes through `files/src/secrets.rs`, which removes passwords and
//! signatures from addresses. `FileError` and `Source::name` hold names without them.
//!
//! Patterns are matched component by component (`files/src/pattern.rs`). As in DuckDB, `**` descends into
//! folders but doesn't follow links to folders. A walk reads at most a million directory entries.
#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod address;
mod argument_name;
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
pub use argument_name::parse_name;
pub use counted::{CountedSource, Counter};
pub use error::{FileError, shown};
pub use exclude::{ExcludePatterns, is_pattern, literal_folder};
pub use folder::{FolderEntry, walk};
pub use local::LocalFiles;
pub use ordered::OrderedWork;
pub use secrets::{text_without_secrets, without_secrets};
pub use source::{FileSystem, Source, SourceLayer};
pub use token::{CancellableSource, CancellationToken};
pub use unsized_file::{InMemory, read_unsized};
pub use version::{FileVersion, ListedFile, microseconds};
