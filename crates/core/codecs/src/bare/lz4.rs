//! Bare LZ4 blocks.

use lz4_flex::block::decompress_into;

use super::{all_of, too_much};
use crate::lz4::bare::{MAX_INPUT, MAX_RATIO, append_bare};
use crate::lz4::prefix::decompress_prefix;
use crate::{Appended, CodecError, grow};

const LZ4: &str = "LZ4 block";

/// Appends `content` as one LZ4 block.
pub(crate) fn lz4_compress(content: &[u8], out: &mut Vec<u8>) -> Appended {
    if content.len() > MAX_INPUT {
        let bytes = content.len();
        return Err(CodecError::InputTooLong { format: LZ4, bytes, max: MAX_INPUT });
    }
    append_bare(content, out)
}

/// Appends the first `wanted` of the `content` bytes in `block`, or all of them if that takes no longer.
pub(crate) fn lz4_decompress(
    block: &[u8],
    content: usize,
    wanted: usize,
    out: &mut Vec<u8>,
) -> Appended {
    if content > block.len().saturating_mul(MAX_RATIO) {
        return Err(too_much(LZ4, content, block.len()));
    }
    if wanted < content / 8 * 7 {
        return decompress_prefix(block, wanted, out);
    }
    let start = out.len();
    grow(out, content)?;
    let written = decompress_into(block, &mut out[start..])
        .map_err(|e| CodecError::corrupt(LZ4, e.to_string()))?;
    all_of(content, written, LZ4)
}
