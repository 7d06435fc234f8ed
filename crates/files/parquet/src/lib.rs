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
#![warn(unreachable_pub)]

pub mod add_crc;
mod diff;
mod fingerprint;
mod footer;
mod guard;
pub mod inspect;
mod layout;
pub mod page;
pub mod table_functions;
pub mod thrift;
pub mod verify;

pub use diff::{
    ColumnDifference, DiffSide, FileDiff, FileSchemaDifference, RowGroupDifference, diff,
};
pub use fingerprint::{ColumnFingerprint, FingerprintOptions, fingerprint};
pub use guard::in_guarded_call;

use hashlane_files::{FileError, Source};

/// The ends of Parquet files' names, in any case.
const SUFFIXES: [&str; 3] = [".parquet", ".parq", ".pq"];

/// Whether a file is a Parquet file by its name or address: a damaged file may begin with anything.
///
/// ```
/// use hashlane_parquet::is_parquet;
///
/// assert!(is_parquet("lake/A.PARQUET") && is_parquet("a.pq") && is_parquet("https://host/a.parq?version=1"));
/// assert!(is_parquet("s3://bucket/a?.parquet"));
/// assert!(!is_parquet("a.parquet.csv") && !is_parquet("parquet"));
/// ```
pub fn is_parquet(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    // A web address may have a query. In the key of an object, `?` is a character like others.
    let path = match name.split_once("://") {
        Some(("http" | "https", rest)) => rest.split('?').next().unwrap_or(rest),
        _ => &name,
    };
    SUFFIXES.iter().any(|suffix| path.ends_with(suffix))
}

/// Returns the cause of an error. If the file has changed, that explains any other error.
pub(crate) fn reason(source: &dyn Source, error: FileError) -> FileError {
    source.unchanged().err().unwrap_or(error)
}
