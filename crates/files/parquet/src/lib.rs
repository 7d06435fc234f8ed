//! Verify, fingerprint and compare Parquet files, and add checksums to them.
//!
//! | module | holds |
//! |---|---|
//! | [`thrift`] | a reader of the compact protocol, for headers |
//! | [`page`] | the pages of a column chunk, their headers and bodies |
//! | [`verify`](mod@verify) | checks that a file is intact and consistent |
//! | [`mod@add_crc`] | copies a file and adds the checksums that its pages lack |
//! | [`inspect`] | digests, checks and fingerprint from one read |
//! | [`table_functions`] | table functions over files: from arguments to rows, for every engine |
//! | `footer` | the footer of a file, opened safely |
//! | `guard` | calls that may panic |
//! | `fingerprint` | fingerprints of content, independent of the writer |
//! | `diff` | the differences between two files |
#![forbid(unsafe_code)]

pub mod add_crc;
mod change;
mod diff;
mod fingerprint;
mod footer;
mod guard;
pub mod inspect;
mod layout;
mod name;
pub mod page;
pub mod table_functions;
pub mod thrift;
pub mod verify;

pub use diff::{ColumnDifference, Diff, RowGroupDifference, SchemaDifference, Side, diff};
pub use fingerprint::{ColumnFingerprint, Fingerprint, fingerprint};
pub use guard::in_guarded_call;
pub use name::is_parquet;
