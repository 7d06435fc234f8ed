//! One LZ4 block after its length: the compact form for short strings.
//!
//! The layout is a 4-byte little-endian length of the content, then the block as
//! <https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md> has it. Python's `lz4.block` and
//! lz4_flex's `compress_prepend_size` write the same. The format has no checksum.

use lz4_flex::block::decompress_into;

pub use super::bare::MAX_INPUT;
use super::bare::{MAX_RATIO, append_bare};
use crate::{Appended, CodecError, Workspace, append, grow};

const FORMAT: &str = "LZ4 block after a 4-byte length";

/// The crate that reads blocks: as fast as liblz4, which takes an offset of 0 for content where the
/// format says that it is an error.
pub const VERSION: &str = "lz4_flex 0.14";

/// The version of liblz4, which writes blocks, such as `1.10.0`.
pub fn version() -> &'static str {
    lzzzz::version_string()
}

/// Appends the length of `row`, which an LZ4 block must be able to hold.
pub(crate) fn append_length(row: &[u8], out: &mut Vec<u8>) -> Appended {
    if row.len() > MAX_INPUT {
        return Err(CodecError::InputTooLong { format: FORMAT, bytes: row.len(), max: MAX_INPUT });
    }
    append(out, &(row.len() as u32).to_le_bytes())
}

/// Appends the length of `row` and `row` as one block. LZ4 blocks have no levels.
pub fn compress(_: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    append_length(row, out)?;
    append_bare(row, out)
}

/// Appends the content of `row`, a length and one block.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let (len, block) = split_length(row)?;
    if len > max_bytes {
        return Err(CodecError::OverLimit { max_bytes });
    }
    check_length(len, block)?;
    let start = out.len();
    grow(out, len)?;
    let written = decompress_into(block, &mut out[start..])
        .map_err(|e| CodecError::corrupt(FORMAT, e.to_string()))?;
    if written != len {
        let reason = format!("its length says {len} bytes, but it decompressed to {written}");
        return Err(CodecError::corrupt(FORMAT, reason));
    }
    Ok(())
}

fn split_length(row: &[u8]) -> Result<(usize, &[u8]), CodecError> {
    let Some((len, block)) = row.split_first_chunk::<4>() else {
        let reason = format!("it has {} bytes, fewer than the 4 of its length", row.len());
        return Err(CodecError::corrupt(FORMAT, reason));
    };
    Ok((u32::from_le_bytes(*len) as usize, block))
}

fn check_length(len: usize, block: &[u8]) -> Result<(), CodecError> {
    if len > block.len().saturating_mul(MAX_RATIO) {
        let reason =
            format!("its length says {len} bytes, more than {} bytes can hold", block.len());
        return Err(CodecError::corrupt(FORMAT, reason));
    }
    Ok(())
}

/// How many bytes the content has, as the first four bytes of `row` say.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    let (len, block) = split_length(row)?;
    check_length(len, block)?;
    Ok(Some(len as u64))
}
