//! The pages of a column chunk: their headers, the locations of their bodies, and checks of what the bodies
//! claim before they are decoded.

mod decompress;
pub(crate) mod delta;
mod fields;
mod header;
pub(crate) mod levels;
pub(crate) mod values;
mod walk;

pub(crate) use decompress::{DecompressError, check_start, decompress};
pub(crate) use header::MAX_HEADER;
pub use header::{DataPage, DataPageV2, DictionaryPage, PageHeader, PageKind, PageStatistics};
pub(crate) use values::least_bytes;
pub(crate) use walk::read_range;
pub use walk::{Page, PageWalk, WalkError};

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

/// Reads a variable-length number: seven bits per byte, the lowest first.
pub(crate) fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7f);
        if shift == 63 && bits > 1 {
            return None;
        }
        value |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
