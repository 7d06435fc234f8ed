//! One LZ4 block after its length: the compact form for short strings.
//!
//! The layout is a 4-byte little-endian length of the content, then the block as
//! <https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md> has it. Python's `lz4.block` and
//! lz4_flex's `compress_prepend_size` write the same. There is no checksum.

use lz4_flex::block::{
    CompressTable, compress_into_with_table, decompress_into, get_maximum_output_size,
};

use super::{CodecError, Workspace, grow};

const FORMAT: &str = "LZ4 block after a 4-byte length";

/// The crate that writes and reads blocks.
pub const VERSION: &str = "lz4_flex 0.14";

/// The longest input of the LZ4 format: `LZ4_MAX_INPUT_SIZE`.
pub const MAX_INPUT: usize = 0x7E00_0000;

/// A byte of a block never stands for more than 255 bytes of content.
pub(super) const MAX_RATIO: usize = 255;

/// Hash tables for inputs below and from 64 KiB on.
pub(super) struct Tables {
    small: CompressTable,
    large: Option<CompressTable>,
}

impl Default for Tables {
    fn default() -> Self {
        Tables { small: CompressTable::small(), large: None }
    }
}

impl Tables {
    fn for_input(&mut self, len: usize) -> &mut CompressTable {
        if len < usize::from(u16::MAX) {
            &mut self.small
        } else {
            self.large.get_or_insert_with(CompressTable::large)
        }
    }

    /// Appends `input` as a bare block.
    pub(super) fn compress(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        let start = out.len();
        grow(out, get_maximum_output_size(input.len()))?;
        let table = self.for_input(input.len());
        let written = compress_into_with_table(input, &mut out[start..], table)
            .map_err(|e| CodecError::corrupt(FORMAT, e.to_string()))?;
        out.truncate(start + written);
        Ok(())
    }
}

/// Appends the length of `row` and `row` as one block. LZ4 blocks have no levels.
pub fn compress(
    workspace: &mut Workspace,
    _level: i32,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    if row.len() > MAX_INPUT {
        return Err(CodecError::InputTooLong { format: FORMAT, bytes: row.len(), max: MAX_INPUT });
    }
    grow(out, 4)?;
    let start = out.len();
    out[start - 4..].copy_from_slice(&(row.len() as u32).to_le_bytes());
    workspace.lz4.compress(row, out)
}

/// Appends the content of `row`, a length and one block.
pub fn decompress(
    _workspace: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let Some((len, block)) = row.split_first_chunk::<4>() else {
        let reason = format!("it has {} bytes, fewer than the length takes", row.len());
        return Err(CodecError::corrupt(FORMAT, reason));
    };
    let len = u32::from_le_bytes(*len) as usize;
    if len > max_bytes {
        return Err(CodecError::OverLimit { max_bytes });
    }
    if len > block.len().saturating_mul(MAX_RATIO) {
        let reason = format!("its length claims {len} bytes, which {} can't hold", block.len());
        return Err(CodecError::corrupt(FORMAT, reason));
    }
    let start = out.len();
    grow(out, len)?;
    let written = decompress_into(block, &mut out[start..])
        .map_err(|e| CodecError::corrupt(FORMAT, e.to_string()))?;
    if written != len {
        let reason = format!("its length claims {len} bytes, and {written} came out");
        return Err(CodecError::corrupt(FORMAT, reason));
    }
    Ok(())
}
