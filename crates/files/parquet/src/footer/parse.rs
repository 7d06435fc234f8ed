//! Parses the metadata with the `parquet` crate after their form has been checked.

use std::fmt;

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader};

use super::key_values::with_texts;
use super::shape::check_metadata;
use super::unknown_counts::without_unknown_counts;
use crate::guard::guarded;

/// The reason why metadata are not parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UnreadableMetadata {
    /// They are damaged, with a description.
    Damaged(String),
    /// They are in a variant of the format that parquet-mr wrote in 2018.
    Variant,
    /// They describe encrypted columns.
    Encrypted,
}

/// The text follows the name of a file.
impl fmt::Display for UnreadableMetadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadableMetadata::Damaged(detail) => write!(f, "has a damaged footer: {detail}"),
            UnreadableMetadata::Variant => f.write_str(
                "uses a variant of the format from 2018: write it again with a newer writer",
            ),
            UnreadableMetadata::Encrypted => f.write_str("has encrypted columns: decrypt it first"),
        }
    }
}

/// Parses metadata. The recursion is at most [`MAX_SCHEMA_DEPTH`](super::shape::MAX_SCHEMA_DEPTH) levels deep, which
/// fits the stack of any thread.
///
/// # Errors
/// Returns an error if they can't be parsed.
pub(crate) fn parse(
    metadata: &[u8],
    options: Option<&ParquetMetaDataOptions>,
) -> Result<ParquetMetaData, UnreadableMetadata> {
    check_metadata(metadata)?;
    let metadata = with_texts(without_unknown_counts(metadata));
    let decode = || ParquetMetaDataReader::decode_metadata_with_options(&metadata, options);
    let parsed = guarded(decode).map_err(UnreadableMetadata::Damaged)?;
    parsed.map_err(|error| UnreadableMetadata::Damaged(error.to_string()))
}
