//! Files as tables: Parquet, CSV and newline-delimited JSON, whose rows are read exactly or refused.
//!
//! `hashlane sql`, `hashlane diff` and clusters read tables here. DataFusion's readers decode the files; what they would
//! guess or leave out is decided before:
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | the format and the compression that a file's name says |
//! | `listed.rs` | the files of a table, before they are opened |
//! | `reading.rs` | how files are read |
//! | `open.rs` | a table of listed files |
//! | `table.rs` | a table of exactly these files |
//! | `decoded.rs` | files that their store decodes |
//! | `compression.rs` | compressed files |
//! | `pairs.rs` | JSON whose escapes the reader of rows takes for other characters |
//! | `partitions.rs` | columns from the names of Hive folders |
//! | `header.rs` | the column names of a CSV file |
//! | `quotes.rs` | the quotes of a CSV file |
//! | `delimiters.rs` | the delimiter of a file whose header has one column |
//! | `csv.rs` | CSV files as tables, and the types of their columns |
//! | `texts.rs` | the type that all texts of a column have |
//! | `json.rs`, `json_lines.rs`, `json_types.rs` | the types of the fields of newline-delimited JSON |
//! | `numbers.rs` | numbers in text, and the type that holds them exactly |
//! | `parquet.rs` | the columns of Parquet files |
//! | `snapshot.rs`, `field_ids.rs` | the Parquet files of a table's snapshot, and the ids of their columns |
//!
//! # From a name to a table
//!
//! A name becomes a table in three steps. `cli/src/sql/listing.rs` lists the files that it stands for, on this
//! machine or in a store. `datafusion/src/file_tables` opens them: it reads header lines and quotes of CSV, and
//! all of CSV and JSON for the types, and refuses what DataFusion would guess, skip or read in part. The result
//! is a `FileTable` of exactly these files, or a view over several, which DataFusion's own readers decode.
//! Compressed files are decompressed by their store, whose URL says so (`gz+s3://bucket`), and so are escapes
//! and zeros that arrow-json misreads (`pairs+s3://bucket`), so that a plan has all there is to know and a
//! cluster reads the same (`cluster/src/codec/files.rs`). `hashlane diff` opens CSV as text, with
//! `hashlane.untyped` in the fields' metadata.
//!
//! DataFusion gets its stores from the registry of `hashlane sql` (`cli/src/sql/stores.rs`), which connects
//! when a query first names a bucket. DataFusion reads an object with many requests; `files::PinnedStore` sees
//! to it that they all get one version.

mod compression;
mod csv;
mod decoded;
mod delimiters;
mod field_ids;
mod header;
mod json;
mod json_lines;
mod json_types;
mod kind;
mod listed;
mod numbers;
mod open;
mod pairs;
mod parquet;
mod partitions;
mod quoted;
mod quotes;
mod reading;
mod snapshot;
mod table;
mod texts;
mod zeros;

pub use compression::FileCompression;
pub use decoded::{DecodedStore, StoreDecoding};
pub use field_ids::FieldIds;
pub use kind::{DataFormat, FileKind};
pub use listed::{StoredFile, StoredFiles};
pub use open::{OpenedTable, open};
pub use reading::{KnownColumns, TableReading, TextTypes};
pub use snapshot::open_snapshot;
pub use table::FileTable;

use datafusion::error::DataFusionError;
use hashlane_files::FileError;

/// The key of a field's metadata that marks a column of text whose type nobody stated: a column of CSV, or one from the
/// name of a folder. The value of the metadata is not read.
pub const UNTYPED: &str = "hashlane.untyped";

/// The key of a field's metadata that marks numbers of JSON, whose type follows from the values in the files alone. The value of
/// the metadata is not read.
pub const NUMBERS: &str = "hashlane.numbers";

/// The key of a field's metadata that says which text keeps a column of CSV from a type whose values print as its texts
/// ([`TextTypes::Printed`]).
pub const STOPPED: &str = "hashlane.stopped";

/// An error about a file, in one line.
fn refused(file: &str, reason: impl Into<String>) -> DataFusionError {
    external(FileError::new(file, reason.into()))
}

fn external(error: FileError) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}
