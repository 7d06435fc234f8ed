//! What a manifest says.

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
    /// BLAKE3 of it, 32 bytes in lower-case hex.
    pub blake3: String,
    /// The fingerprint of its content, which does not depend on how it is written.
    pub fingerprint: Option<String>,
    /// Its parts. The first starts at 0, each starts where the one before ends, and the last ends
    /// with the file.
    pub ranges: Vec<SealedRange>,
}

/// A part of a sealed file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedRange {
    /// Where it starts, in bytes from the start of the file.
    pub offset: u64,
    /// Its length in bytes, at least 1.
    pub length: u64,
    /// What lies there.
    pub what: What,
    /// The row group it belongs to, from 0, if it belongs to a column chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_group: Option<usize>,
    /// The names of the column, from the outermost on, if it belongs to a column chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<Vec<String>>,
    /// XXH128 of its bytes under seed 0. In text, 32 digits of lower-case hex.
    #[serde(with = "hex")]
    pub xxh128: u128,
}

/// What lies in a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The four bytes that the file starts with.
    Magic,
    /// All pages of a column chunk.
    ColumnChunk,
    /// The least and greatest values of the pages of a column chunk.
    ColumnIndex,
    /// The places of the pages of a column chunk.
    OffsetIndex,
    /// The bloom filter of a column chunk.
    BloomFilter,
    /// Bytes that the footer doesn't speak of. Bloom filters of older writers, which don't say how
    /// long those are, lie in such a part.
    Other,
    /// The metadata, its length, and the four bytes that the file ends with.
    Footer,
}

impl What {
    /// Whether such a part belongs to a column chunk.
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
    /// The bytes of the file that it covers.
    pub fn bytes(&self) -> Range<u64> {
        self.offset..self.offset.saturating_add(self.length)
    }
}

/// 128 bits as text: exactly 32 digits of lower-case hex, so that there is one way to write them.
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

    /// Whether a text is that many digits of lower-case hex.
    pub fn is_digits(text: &str, digits: usize) -> bool {
        text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    }
}
