//! The metadata, parsed by the `parquet` crate once their form is known to be sound.

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader};

use super::Unreadable;
use super::shape::check_metadata;
use super::unknown_counts::without_unknown_counts;
use crate::guard::guarded;

/// Parses metadata. The stack that it takes is that of a schema of at most
/// [`MAX_SCHEMA_DEPTH`](super::shape::MAX_SCHEMA_DEPTH) levels, which any thread has; the memory,
/// that of what they hold.
///
/// # Errors
/// Where they can't be parsed.
pub(crate) fn parse(
    metadata: &[u8],
    options: Option<&ParquetMetaDataOptions>,
) -> Result<ParquetMetaData, Unreadable> {
    check_metadata(metadata)?;
    let metadata = without_unknown_counts(metadata);
    let decode = || ParquetMetaDataReader::decode_metadata_with_options(&metadata, options);
    let parsed = guarded(decode).map_err(Unreadable::Damaged)?;
    parsed.map_err(|error| Unreadable::Damaged(error.to_string()))
}
