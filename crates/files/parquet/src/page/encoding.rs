//! Converts the codes of encodings in page headers to the parquet crate's.

use parquet::basic::Encoding;

/// Returns the encoding with this code, or `None` if the format has no such encoding or readers don't support it.
#[allow(deprecated)] // BIT_PACKED, of old files
pub(crate) fn encoding(code: i32) -> Option<Encoding> {
    Some(match code {
        0 => Encoding::PLAIN,
        2 => Encoding::PLAIN_DICTIONARY,
        3 => Encoding::RLE,
        4 => Encoding::BIT_PACKED,
        5 => Encoding::DELTA_BINARY_PACKED,
        6 => Encoding::DELTA_LENGTH_BYTE_ARRAY,
        7 => Encoding::DELTA_BYTE_ARRAY,
        8 => Encoding::RLE_DICTIONARY,
        9 => Encoding::BYTE_STREAM_SPLIT,
        _ => return None,
    })
}
