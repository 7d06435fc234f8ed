//! The format and the compression that a file's name says.

use super::compression::FileCompression;
use super::decoded::StoreDecoding;

/// The files that can be tables, for errors.
pub(super) const READABLE: &str =
    "Parquet (.parquet), CSV (.csv, .tsv) or newline-delimited JSON (.json, .jsonl, .ndjson)";

/// The format of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum DataFormat {
    /// Apache Parquet.
    Parquet,
    /// Records with a header, whose fields this byte separates. Records may contain line breaks in quotes if
    /// `is_one_stream`; otherwise a file may be read in several parts.
    Csv {
        /// The byte between fields.
        delimiter: u8,
        /// Whether a file must be read from its start.
        is_one_stream: bool,
    },
    /// An object in each line.
    Json,
}

/// The format of a file, and how its bytes are decoded.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub struct FileKind {
    /// The format.
    pub format: DataFormat,
    /// How its bytes are decoded.
    pub decoding: StoreDecoding,
}

impl FileKind {
    /// The kind that a name says by its ending, in any case: `.csv.gz`. A stated delimiter of CSV applies to names that say
    /// CSV, and to those that say nothing. Returns `None` if a file of that name can't be a table.
    pub fn from_name(name: &str, delimiter: Option<u8>) -> Option<FileKind> {
        let name = name.to_ascii_lowercase();
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
        let compression = FileCompression::of_ending(ending);
        let stem = if compression.is_some() { stem } else { &name };
        let csv = |delimiter| DataFormat::Csv { delimiter, is_one_stream: true };
        let format = match stem.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "csv" => csv(delimiter.unwrap_or(b',')),
            "tsv" => csv(delimiter.unwrap_or(b'\t')),
            "json" | "jsonl" | "ndjson" => DataFormat::Json,
            "parquet" if compression.is_none() => DataFormat::Parquet,
            "parquet" => return None,
            _ => csv(delimiter?),
        };
        Some(FileKind {
            format,
            decoding: StoreDecoding { compression, ..StoreDecoding::default() },
        })
    }
}

impl DataFormat {
    /// The name of the format in errors. Files with different names can't be one table.
    pub fn name(self) -> &'static str {
        match self {
            DataFormat::Parquet => "Parquet",
            DataFormat::Csv { .. } => "CSV",
            DataFormat::Json => "JSON",
        }
    }
}
