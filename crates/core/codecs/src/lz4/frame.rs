//! LZ4 frames, as the `lz4` tool reads and writes them.
//!
//! Spec: <https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md>. lz4_flex decodes the blocks. The frame around
//! them is read and written here, because lz4_flex's `FrameDecoder` accepts a frame that is cut off at a block
//! boundary, and its encoder and decoder allocate at least 64 KiB per frame, which would dominate the time for short
//! strings.

use lz4_flex::block::{DecompressError, decompress_into_with_dict};
use xxhash_rust::xxh32::xxh32;

use super::bare::{MAX_RATIO, append_bare};
use super::format::{LEGACY_MAGIC, Lz4FrameHeader, MAGIC, SKIPPABLE_MAGIC, STORED, WINDOW};
use crate::input::FormatInput;
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, append, wrong_magic};

const FORMAT: &str = "LZ4 frame";

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

/// Appends `row` as one frame: independent blocks, content size, content checksum. No levels.
pub fn compress(_: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let header = Lz4FrameHeader::to_write(Some(row.len() as u64));
    let (bytes, len) = header.to_bytes();
    append(out, &bytes[..len])?;
    for block in row.chunks(header.block_size) {
        append_block(block, out)?;
    }
    append(out, &0u32.to_le_bytes())?;
    append(out, &xxh32(row, 0).to_le_bytes())
}

fn append_block(block: &[u8], out: &mut Vec<u8>) -> Appended {
    append(out, &[0; 4])?;
    let start = out.len();
    append_bare(block, out)?;
    let mut len = (out.len() - start) as u32;
    if out.len() - start >= block.len() {
        out.truncate(start);
        append(out, block)?;
        len = block.len() as u32 | STORED;
    }
    out[start - 4..start].copy_from_slice(&len.to_le_bytes());
    Ok(())
}

/// Appends the content of `row`, which is one or more frames, skippable ones included.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    if row.is_empty() {
        return Err(corrupt("it is empty"));
    }
    let mut output = RowOutput::new(out, max_bytes, 0);
    let mut input = FormatInput::new(FORMAT, row);
    while let Some(frame) = next_frame(&mut input)? {
        frame.read_blocks(&mut input, &mut output)?;
    }
    Ok(())
}

/// The length of the content according to the headers of all frames; `None` if a header doesn't record it.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    if row.is_empty() {
        return Err(corrupt("it is empty"));
    }
    let mut input = FormatInput::new(FORMAT, row);
    let mut total = Some(0u64);
    while let Some(frame) = next_frame(&mut input)? {
        total = match (total, frame.0.content_size) {
            (Some(total), Some(size)) => {
                Some(total.checked_add(size).ok_or_else(|| corrupt("its sizes exceed 2^64"))?)
            }
            _ => None,
        };
        frame.skip_blocks(&mut input)?;
    }
    Ok(total)
}

/// Whether `bytes` start with a frame's magic number.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC.to_le_bytes())
}

/// The bytes after the skippable frames at the start of `bytes`; `None` if a skippable frame is cut off.
pub(crate) fn behind_skippable(bytes: &[u8]) -> Option<&[u8]> {
    let mut input = FormatInput::new(FORMAT, bytes);
    loop {
        let rest = input.rest;
        if input.u32("a magic number").ok()? & !0xF != SKIPPABLE_MAGIC {
            return Some(rest);
        }
        input.skip_frame().ok()?;
    }
}

/// Skips skippable frames and reads the header of the next frame; `None` at the end.
fn next_frame(input: &mut FormatInput<'_>) -> Result<Option<Lz4Frame>, CodecError> {
    while !input.rest.is_empty() {
        match input.u32("its magic number")? {
            MAGIC => return read_header(input).map(|header| Some(Lz4Frame(header))),
            magic if magic & !0xF == SKIPPABLE_MAGIC => input.skip_frame()?,
            LEGACY_MAGIC => return Err(corrupt("it is in the legacy format of lz4 before 1.4")),
            magic => {
                return Err(corrupt(wrong_magic(magic, MAGIC)));
            }
        }
    }
    Ok(None)
}

/// Reads a header after its magic number.
fn read_header(input: &mut FormatInput<'_>) -> Result<Lz4FrameHeader, CodecError> {
    let len = 1 + input.rest.first().map_or(0, |flags| Lz4FrameHeader::rest_len(*flags));
    let header = Lz4FrameHeader::parse(input.take(len, "its header")?).map_err(corrupt)?;
    match header.dictionary {
        Some(id) => Err(corrupt(format!(
            "it needs the dictionary {id}, but dictionaries aren't supported here"
        ))),
        None => Ok(header),
    }
}

/// A frame whose header has been read.
struct Lz4Frame(Lz4FrameHeader);

impl Lz4Frame {
    fn read_blocks(&self, input: &mut FormatInput<'_>, output: &mut RowOutput<'_>) -> Appended {
        let start = output.len();
        if self.0.content_size.is_some_and(|size| size > output.left() as u64) {
            return Err(output.over_limit());
        }
        loop {
            let len = input.u32("a block's length")?;
            if len == 0 {
                break;
            }
            self.read_block(input, len, start, output)?;
        }
        let content = output.content(start);
        if self.0.content_checksum && input.u32("its checksum")? != xxh32(content, 0) {
            return Err(corrupt("its content does not match its checksum"));
        }
        match self.0.content_size {
            Some(size) if size != content.len() as u64 => {
                let len = content.len();
                Err(corrupt(format!("its header says {size} bytes, but it decompressed to {len}")))
            }
            _ => Ok(()),
        }
    }

    fn skip_blocks(&self, input: &mut FormatInput<'_>) -> Result<(), CodecError> {
        let checksum = |has: bool| if has { 4 } else { 0 };
        loop {
            let len = input.u32("a block's length")?;
            if len == 0 {
                break;
            }
            input.take((len & !STORED) as usize, "a block")?;
            input.take(checksum(self.0.block_checksum), "a block's checksum")?;
        }
        input.take(checksum(self.0.content_checksum), "its checksum")?;
        Ok(())
    }

    fn read_block(
        &self,
        input: &mut FormatInput<'_>,
        len: u32,
        frame_start: usize,
        output: &mut RowOutput<'_>,
    ) -> Appended {
        let stored = len & STORED != 0;
        let block = input.take((len & !STORED) as usize, "a block")?;
        if block.len() > self.0.block_size {
            return Err(corrupt("a block is larger than the header allows"));
        }
        if self.0.block_checksum && input.u32("a block's checksum")? != xxh32(block, 0) {
            return Err(corrupt("a block does not match its checksum"));
        }
        let left = output.left();
        if stored {
            if block.len() > left {
                return Err(output.over_limit());
            }
            return output.append(block);
        }
        let most = self.0.block_size.min(block.len().saturating_mul(MAX_RATIO));
        let start = output.len();
        let (before, room) = output.room_of(most.min(left))?;
        let window = match self.0.independent {
            true => &[][..],
            false => &before[frame_start.max(start.saturating_sub(WINDOW))..],
        };
        match decompress_into_with_dict(block, room, window) {
            Ok(written) => output.advance(written),
            Err(DecompressError::OutputTooSmall { .. }) if left < most => {
                return Err(output.over_limit());
            }
            Err(error) => return Err(corrupt(error.to_string())),
        }
        Ok(())
    }
}
