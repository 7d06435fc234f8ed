//! The content of a manifest.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The manifest of a sealed file. [`Manifest::text`] returns its stored form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The file's name, without directories.
    pub file: String,
    /// Its length in bytes.
    pub size: u64,
    /// The BLAKE3 of the file, as 64 digits of lower-case hex.
    pub blake3: String,
    /// The fingerprint of the content, which does not depend on how the file is written.
    pub fingerprint: Option<String>,
    /// The parts of the file. The first starts at 0, each starts where the one before it ends, and the last ends with
    /// the file.
    pub ranges: Vec<SealedRange>,
}

/// A part of a sealed file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedRange {
    /// The offset of the part in the file.
    pub offset: u64,
    /// Its length in bytes, at least 1.
    pub length: u64,
    /// The kind of the part.
    pub what: What,
    /// The row group it belongs to, from 0, if it belongs to a column chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_group: Option<usize>,
    /// The column's names, from the outermost to the innermost, if it belongs to a column chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<Vec<String>>,
    /// XXH128 of its bytes under seed 0. In text, 32 digits of lower-case hex.
    #[serde(with = "hex")]
    pub xxh128: u128,
}

/// The kind of a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The first four bytes of the file.
    Magic,
    /// All pages of a column chunk.
    ColumnChunk,
    /// The least and greatest values of the pages of a column chunk.
    ColumnIndex,
    /// The locations of the pages of a column chunk.
    OffsetIndex,
    /// The bloom filter of a column chunk.
    BloomFilter,
    /// Bytes that the footer doesn't mention, such as the Bloom filters of older writers, which don't record their
    /// length.
    Other,
    /// The metadata, its length, and the last four bytes of the file.
    Footer,
}

impl What {
    /// Whether a part of this kind belongs to a column chunk.
    pub fn is_of_chunk(self) -> bool {
        !matches!(self, What::Magic | What::Other | What::Footer)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            What::Magic => "magic",
            What::ColumnChunk => "column chunk",
            What::ColumnIndex => "column index",
            What::OffsetIndex => "offset index",
            What::BloomFilter => "bloom filter",
            What::Other => "bytes between parts",
            What::Footer => "footer",
        })
    }
}

impl SealedRange {
    /// The range of the part in the file.
    pub fn bytes(&self) -> Range<u64> {
        self.offset..self.offset.saturating_add(self.length)
    }
}

/// 128 bits as text: exactly 32 digits of lower-case hex, so that each number has one form.
pub(super) mod hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:032x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        let value = u128::from_str_radix(&text, 16).ok().filter(|_| is_digits(&text, 32));
        value.ok_or_else(|| Error::custom("a checksum is not 32 digits of lower-case hex"))
    }

    /// Whether `text` consists of that many digits of lower-case hex.
    pub fn is_digits(text: &str, digits: usize) -> bool {
        text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    }
}
