//! Legacy LZ4 frames: what lz4 before 1.4 and `lz4 -l` write, and what Linux kernels are compressed with.
//!
//! Spec: "Legacy frame" in <https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md>. The format has no checksum and
//! no end mark: a frame that is cut between two blocks is a frame.

use super::bare::append_bare;
use super::format::{LEGACY_MAGIC, SKIPPABLE_MAGIC};
use super::raw::read_block;
use crate::input::FormatInput;
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, append, append_with_length, wrong_magic};

const FORMAT: &str = "legacy LZ4 frame";

/// Content of each block but the last.
const BLOCK: usize = 8 << 20;

/// The longest block: `LZ4_COMPRESSBOUND` of 8 MiB.
const MAX_COMPRESSED: usize = BLOCK + BLOCK / 255 + 16;

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

/// Appends `row` as one frame. No levels.
pub fn compress(_: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    append(out, &LEGACY_MAGIC.to_le_bytes())?;
    for block in row.chunks(BLOCK) {
        append_with_length(out, u32::to_le_bytes, |out| append_bare(block, out))?;
    }
    Ok(())
}

/// Appends the content of `row`, which is one or more frames, skippable ones included.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, 0);
    each_block(row, |block| read_block(FORMAT, block, BLOCK, &mut output).map(drop))
}

/// `None` for legacy frames: they have no size.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    each_block(row, |_| Ok(())).map(|()| None)
}

/// Whether `bytes` start with a frame's magic number.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&LEGACY_MAGIC.to_le_bytes())
}

fn each_block(
    row: &[u8],
    mut read: impl FnMut(&[u8]) -> Result<(), CodecError>,
) -> Result<(), CodecError> {
    if row.is_empty() {
        return Err(corrupt("it is empty"));
    }
    let mut input = FormatInput::new(FORMAT, row);
    let mut in_frame = false;
    while !input.rest.is_empty() {
        match input.u32("a block's length")? {
            LEGACY_MAGIC => in_frame = true,
            magic if magic & !0xF == SKIPPABLE_MAGIC => {
                input.skip_frame()?;
                in_frame = false;
            }
            magic if !in_frame => {
                return Err(corrupt(wrong_magic(magic, LEGACY_MAGIC)));
            }
            len if len as usize > MAX_COMPRESSED => {
                return Err(corrupt(format!(
                    "a block of {len} bytes is longer than the format allows"
                )));
            }
            len => read(input.take(len as usize, "a block")?)?,
        }
    }
    Ok(())
}
