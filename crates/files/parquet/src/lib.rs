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
//!
//! # How files are read
//!
//! A table function over files is an entry of the catalogue like any other (`catalog/src/functions/tables.rs`).
//! The module `parquet/src/table_functions` turns its arguments into rows, for both engines, and returns each
//! row as soon as it is known. It runs on a thread of its own with a `CancellationToken`. Once the token is
//! cancelled, every read fails (`CancellableSource`), and batches and pages check it between reads, so the work
//! stops within a page or 64 KiB. Both engines cancel it when they drop the scan or the stream. DuckDB drops a
//! scan only after its callback has returned, so `duckdb/src/table/interrupts.rs` checks for interrupts while
//! the callback waits for a row.
//!
//! Our own reader of thrift's compact protocol reads Parquet's page headers (`parquet/src/thrift`, `page`),
//! since the `parquet` crate doesn't expose the checksum and stops at the first bad page. The crate decodes the
//! rest: `verify --deep` gives it one page at a time, and `fingerprint` reads strings and nested columns
//! through its Arrow reader. `fingerprint/flat` reads columns of numbers, so that dictionary keys stay keys.
//! Each column of a row group has a lock of its own (`fingerprint/scan/batches.rs`), so that several threads can
//! read one row group. The crate trusts footers, headers and pages. A footer is therefore opened in one place
//! (`parquet/src/footer`), which validates it first, and `fingerprint/pages` validates each page before the
//! crate reads it. Pages that the crate rejects although other systems write them are changed first
//! (`fingerprint/pages/readable.rs`), and strings are read as bytes (`fingerprint/content/strings.rs`), since not all
//! are UTF-8.
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

pub use diff::{
    ColumnDifference, DiffSide, FileDiff, FileSchemaDifference, RowGroupDifference, diff,
};
pub use fingerprint::{ColumnFingerprint, FingerprintOptions, fingerprint};
pub use guard::in_guarded_call;
pub use name::is_parquet;
