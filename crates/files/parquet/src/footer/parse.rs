//! Parses the metadata with the `parquet` crate after their form has been checked.

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader};

use super::UnreadableMetadata;
use super::key_values::with_texts;
use super::shape::check_metadata;
use super::unknown_counts::without_unknown_counts;
use crate::guard::guarded;

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
