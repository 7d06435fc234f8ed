//! A bare LZ4 block, without its length: what `LZ4_compress_default` writes.
//!
//! The block doesn't say how long its content is, so `max_bytes` bounds it. The format has no checksum.

use lz4_flex::block::{DecompressError, decompress_into};

use super::bare::{MAX_INPUT, MAX_RATIO, append_bare};
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace};

const FORMAT: &str = "LZ4 block without a length";

/// Appends `row` as one block. LZ4 blocks have no levels.
pub fn compress(_: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    if row.len() > MAX_INPUT {
        return Err(CodecError::InputTooLong { format: FORMAT, bytes: row.len(), max: MAX_INPUT });
    }
    append_bare(row, out)
}

/// Appends the content of `row`, which is one block.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, 0);
    read_block(FORMAT, row, usize::MAX, &mut output).map(drop)
}

/// `None`: the format has no size.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    match row.is_empty() {
        true => Err(CodecError::corrupt(FORMAT, "it is empty")),
        false => Ok(None),
    }
}

/// Appends the content of `block`, at most `most` bytes, and returns its length.
pub(crate) fn read_block(
    format: &'static str,
    block: &[u8],
    most: usize,
    output: &mut RowOutput<'_>,
) -> Result<usize, CodecError> {
    let left = output.left();
    let most = most.min(block.len().saturating_mul(MAX_RATIO));
    let (_, room) = output.room_of(most.min(left))?;
    match decompress_into(block, room) {
        Ok(written) => {
            output.advance(written);
            Ok(written)
        }
        Err(DecompressError::OutputTooSmall { .. }) if left < most => Err(output.over_limit()),
        Err(error) => Err(CodecError::corrupt(format, error.to_string())),
    }
}

/// Appends the content of `block`, which must be `len` bytes.
pub(crate) fn read_exact(
    format: &'static str,
    block: &[u8],
    len: usize,
    output: &mut RowOutput<'_>,
) -> Appended {
    if len > output.left() {
        return Err(output.over_limit());
    }
    let written = read_block(format, block, len, output)?;
    if written != len {
        let reason = format!("a block should decompress to {len} bytes but gave {written}");
        return Err(CodecError::corrupt(format, reason));
    }
    Ok(())
}
