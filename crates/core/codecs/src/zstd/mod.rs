//! Zstandard frames (RFC 8878), with and without dictionaries.
//!
//! A dictionary holds what the values of a column have in common, which is most of a short value. [`train`] makes one
//! from a [`Sample`](super::Sample), [`Dictionary`] prepares it, and [`compress_with`] and [`decompress_with`] use it.

mod contexts;
mod decompress;
mod dictionary;
mod header;
mod incompressible;
mod train;

pub use decompress::{decompress, decompress_with, uncompressed_size};
pub use dictionary::{Dictionary, dict_id};
pub use header::ZstdFrameHeader;
pub use train::{
    DEFAULT_DICTIONARY_LEN, DEFAULT_SAMPLES, MAX_DICTIONARY_LEN, MIN_DICTIONARY_LEN, limits_for,
    train,
};

pub(super) use contexts::{ZstdCompressor, ZstdDecompressor};
pub(super) use decompress::is_magic;

use zstd_safe::get_error_name;
use zstd_safe::zstd_sys::ZSTD_ErrorCode;

use super::{Appended, CodecError, Workspace, check_level, grow};

const FORMAT: &str = "zstd frame";

/// The levels that [`compress`] takes.
pub const LEVELS: std::ops::RangeInclusive<i32> = -7..=22;

/// The level of the `zstd` tool.
pub const DEFAULT_LEVEL: i32 = 3;

/// The longest dictionary that is accepted or made. zstd's own default is 112,640 bytes. zstd's memory for a
/// dictionary grows with its length, and at high levels to many times that.
const MAX_DICTIONARY: usize = 16 << 20;

/// About the size of a new context.
const CONTEXT: usize = 128 << 10;

/// In a frame header's descriptor, the byte after the magic number: a checksum of the content
/// follows the last block. RFC 8878, 3.1.1.1.1.
const CONTENT_CHECKSUM_FLAG: u8 = 1 << 2;

/// The length of that checksum.
const CHECKSUM_LEN: usize = 4;

/// The position of the descriptor.
const DESCRIPTOR: usize = 4;

/// The zstd version that is linked, such as `1.5.7`.
pub fn version() -> &'static str {
    zstd_safe::version_string()
}

/// Appends `row` as one frame, with its content size and a checksum of its content.
///
/// `level` is one of [`LEVELS`]. The frame's bytes may differ between versions of zstd, but not their content.
pub fn compress(workspace: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    check_level(FORMAT, level, LEVELS)?;
    if incompressible::is_incompressible(level, row) {
        return incompressible::store(row, out);
    }
    let mut compressor = take_compressor(workspace)?;
    compressor.set_level(level)?;
    let start = out.len();
    grow(out, zstd_safe::compress_bound(row.len()))?;
    let written = compressor.context.compress2(&mut out[start..], row).map_err(zstd_error)?;
    out.truncate(start + written);
    // A context that has failed is not kept.
    workspace.zstd_compressor = Some(compressor);
    Ok(())
}

/// Like [`compress`], but with a dictionary, whose id is in the frame. [`decompress_with`] and every other zstd
/// decoder need the same dictionary to read it.
///
/// # Errors
/// Returns an error if `level` is not one of [`LEVELS`].
pub fn compress_with(
    workspace: &mut Workspace,
    level: i32,
    dictionary: &Dictionary,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    let prepared = dictionary.for_level(level)?;
    let mut compressor = take_compressor(workspace)?;
    let start = out.len();
    grow(out, zstd_safe::compress_bound(row.len()) + CHECKSUM_LEN)?;
    let written = compressor
        .context
        .compress_using_cdict(&mut out[start..], row, prepared)
        .map_err(zstd_error)?;
    out.truncate(start + written + CHECKSUM_LEN);
    append_checksum(row, &mut out[start..]);
    workspace.zstd_compressor = Some(compressor);
    Ok(())
}

/// Turns a frame without a checksum, followed by room for one, into a frame with a checksum.
///
/// zstd writes the checksum itself if a context refers to a dictionary, but a reference has a lifetime, which the
/// context of a thread can't have. The checksum is the low half of the content's XXH64. RFC 8878, 3.1.1.
fn append_checksum(content: &[u8], frame: &mut [u8]) {
    frame[DESCRIPTOR] |= CONTENT_CHECKSUM_FLAG;
    let end = frame.len() - CHECKSUM_LEN;
    frame[end..].copy_from_slice(&checksum(content));
}

/// The checksum after the blocks of a frame: the low half of its content's XXH64.
fn checksum(content: &[u8]) -> [u8; CHECKSUM_LEN] {
    (xxhash_rust::xxh64::xxh64(content, 0) as u32).to_le_bytes()
}

/// The workspace's compressor. The caller puts it back if it hasn't failed.
fn take_compressor(workspace: &mut Workspace) -> Result<ZstdCompressor, CodecError> {
    workspace.zstd_compressor.take().map_or_else(ZstdCompressor::new, Ok)
}

/// Whether `code` is this error.
fn is_error(code: usize, error: ZSTD_ErrorCode) -> bool {
    code == (error as usize).wrapping_neg()
}

/// The error of an error code. A lack of memory is not an error in the input, which a `try_` function would return as NULL.
pub(super) fn zstd_error(code: usize) -> CodecError {
    match is_error(code, ZSTD_ErrorCode::ZSTD_error_memory_allocation) {
        true => CodecError::OutOfMemory { bytes: CONTEXT },
        false => CodecError::corrupt(FORMAT, get_error_name(code)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_zstd_lacks_is_not_bad_input() {
        let code = |error: ZSTD_ErrorCode| (error as usize).wrapping_neg();
        let lacking = zstd_error(code(ZSTD_ErrorCode::ZSTD_error_memory_allocation));
        assert_eq!(lacking, CodecError::OutOfMemory { bytes: CONTEXT });
        assert!(!lacking.is_bad_input());
        let damaged = zstd_error(code(ZSTD_ErrorCode::ZSTD_error_corruption_detected));
        assert!(damaged.is_bad_input());
    }
}
