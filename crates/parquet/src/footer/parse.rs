//! The metadata, parsed by the `parquet` crate once their form is known to be sound.

use std::fmt;

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader};

use super::shape::check_metadata;
use crate::guard::guarded;

/// Why metadata are not parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// They are damaged; what is wrong with them.
    Damaged(String),
    /// They are of a variant of the format that parquet-mr wrote in 2018.
    Variant,
    /// They say how columns are encrypted.
    Encrypted,
}

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
    let decode = || ParquetMetaDataReader::decode_metadata_with_options(metadata, options);
    let parsed = guarded(decode).map_err(Unreadable::Damaged)?;
    parsed.map_err(|error| Unreadable::Damaged(error.to_string()))
}

/// The end of a line that starts with the name of a file.
impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Damaged(detail) => write!(f, "has a damaged footer: {detail}"),
            Unreadable::Variant => f.write_str(
                "is of a variant of the format from 2018: write it anew with a later writer",
            ),
            Unreadable::Encrypted => f.write_str("has encrypted columns: decrypt it first"),
        }
    }
}
