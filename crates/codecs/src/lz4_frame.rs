//! LZ4 frames, as the `lz4` tool reads and writes them.
//!
//! Spec: <https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md>. The blocks are lz4_flex's;
//! the frame around them is read and written here because lz4_flex's `FrameDecoder` takes a frame
//! that is cut at a block boundary for a complete one, and both its ends allocate at least 64 KiB a
//! frame, which for a column of short strings is all the time there is.

use lz4_flex::block::{DecompressError, decompress_into_with_dict};
use xxhash_rust::xxh32::xxh32;

use super::input::Input;
use super::lz4_bare::{MAX_RATIO, append_bare};
use super::lz4_format::{
    BLOCK_SIZES, LEGACY_MAGIC, MAGIC, SKIPPABLE_MAGIC, STORED, WINDOW, flag, header_checksum,
};
use super::output::Output;
use super::{CodecError, Workspace, append};

const FORMAT: &str = "LZ4 frame";

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

/// Appends `row` as one frame: independent blocks, content size, content checksum. No levels.
pub fn compress(
    _workspace: &mut Workspace,
    _level: i32,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let (code, block_size) =
        *BLOCK_SIZES.iter().find(|(_, size)| row.len() <= *size).unwrap_or(&BLOCK_SIZES[3]);
    let mut header = [0; 15];
    header[..4].copy_from_slice(&MAGIC.to_le_bytes());
    header[4] = flag::VERSION | flag::INDEPENDENT | flag::CONTENT_SIZE | flag::CONTENT_CHECKSUM;
    header[5] = code << 4;
    header[6..14].copy_from_slice(&(row.len() as u64).to_le_bytes());
    header[14] = header_checksum(&header[4..14]);
    append(out, &header)?;
    for block in row.chunks(block_size) {
        append_block(block, out)?;
    }
    append(out, &0u32.to_le_bytes())?;
    append(out, &xxh32(row, 0).to_le_bytes())
}

fn append_block(block: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
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
pub fn decompress(
    _workspace: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    if row.is_empty() {
        return Err(corrupt("it is empty"));
    }
    let mut output = Output::new(out, max_bytes, 0);
    let mut input = Input::new(FORMAT, row);
    while let Some(frame) = next_frame(&mut input)? {
        frame.read_blocks(&mut input, &mut output)?;
    }
    Ok(())
}

/// How many bytes the content has, as the headers of all frames say; None if one does not say.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    if row.is_empty() {
        return Err(corrupt("it is empty"));
    }
    let mut input = Input::new(FORMAT, row);
    let mut total = Some(0u64);
    while let Some(frame) = next_frame(&mut input)? {
        total = match (total, frame.content_size) {
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

/// What is behind the skippable frames at the start of `bytes`; None if there is no end to them.
pub(crate) fn behind_skippable(bytes: &[u8]) -> Option<&[u8]> {
    let mut input = Input::new(FORMAT, bytes);
    loop {
        let rest = input.rest;
        if input.u32("a magic number").ok()? & !0xF != SKIPPABLE_MAGIC {
            return Some(rest);
        }
        let len = input.u32("a length").ok()?;
        input.take(len as usize, "a skippable frame").ok()?;
    }
}

/// Passes over skippable frames and reads the header of the next frame. None at the end.
fn next_frame(input: &mut Input<'_>) -> Result<Option<Descriptor>, CodecError> {
    while !input.rest.is_empty() {
        match input.u32("its magic number")? {
            MAGIC => return Descriptor::read(input).map(Some),
            magic if magic & !0xF == SKIPPABLE_MAGIC => {
                let len = input.u32("the length of a skippable frame")?;
                input.take(len as usize, "a skippable frame")?;
            }
            LEGACY_MAGIC => return Err(corrupt("it is in the legacy format of lz4 before 1.4")),
            magic => {
                return Err(corrupt(format!("it starts with {magic:#010x}, not {MAGIC:#010x}")));
            }
        }
    }
    Ok(None)
}

/// A frame's descriptor: what its header says.
struct Descriptor {
    flags: u8,
    block_size: usize,
    content_size: Option<u64>,
}

impl Descriptor {
    fn read(input: &mut Input<'_>) -> Result<Self, CodecError> {
        let header = input.rest;
        let [flags, block] = input.array("its header")?;
        if flags & flag::VERSION_MASK != flag::VERSION || flags & flag::RESERVED != 0 {
            return Err(corrupt("its header has flags of no known version"));
        }
        let block_size = BLOCK_SIZES.iter().find(|(code, _)| code << 4 == block);
        let (_, block_size) = *block_size
            .ok_or_else(|| corrupt("its header has a block size that is not defined"))?;
        let content_size = match flags & flag::CONTENT_SIZE {
            0 => None,
            _ => Some(u64::from_le_bytes(input.array("its header")?)),
        };
        let dictionary = match flags & flag::DICTIONARY {
            0 => None,
            _ => Some(input.u32("its header")?),
        };
        let descriptor = &header[..header.len() - input.rest.len()];
        let [checksum] = input.array("its header")?;
        if checksum != header_checksum(descriptor) {
            return Err(corrupt("its header does not match the header's checksum"));
        }
        if let Some(id) = dictionary {
            return Err(corrupt(format!("it needs the dictionary {id}, and none can be given")));
        }
        Ok(Descriptor { flags, block_size, content_size })
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn read_blocks(
        &self,
        input: &mut Input<'_>,
        output: &mut Output<'_>,
    ) -> Result<(), CodecError> {
        let start = output.len();
        if self.content_size.is_some_and(|size| size > output.left() as u64) {
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
        if self.has(flag::CONTENT_CHECKSUM) && input.u32("its checksum")? != xxh32(content, 0) {
            return Err(corrupt("its content does not match its checksum"));
        }
        match self.content_size {
            Some(size) if size != content.len() as u64 => {
                let len = content.len();
                Err(corrupt(format!("its header claims {size} bytes, and {len} came out")))
            }
            _ => Ok(()),
        }
    }

    fn skip_blocks(&self, input: &mut Input<'_>) -> Result<(), CodecError> {
        let checksum = |flag| if self.has(flag) { 4 } else { 0 };
        loop {
            let len = input.u32("a block's length")?;
            if len == 0 {
                break;
            }
            input.take((len & !STORED) as usize, "a block")?;
            input.take(checksum(flag::BLOCK_CHECKSUM), "a block's checksum")?;
        }
        input.take(checksum(flag::CONTENT_CHECKSUM), "its checksum")?;
        Ok(())
    }

    fn read_block(
        &self,
        input: &mut Input<'_>,
        len: u32,
        frame_start: usize,
        output: &mut Output<'_>,
    ) -> Result<(), CodecError> {
        let stored = len & STORED != 0;
        let block = input.take((len & !STORED) as usize, "a block")?;
        if block.len() > self.block_size {
            return Err(corrupt("a block is larger than the header allows"));
        }
        if self.has(flag::BLOCK_CHECKSUM) && input.u32("a block's checksum")? != xxh32(block, 0) {
            return Err(corrupt("a block does not match its checksum"));
        }
        let left = output.left();
        if stored {
            if block.len() > left {
                return Err(output.over_limit());
            }
            return output.append(block);
        }
        let most = self.block_size.min(block.len().saturating_mul(MAX_RATIO));
        let start = output.len();
        let (before, room) = output.room_of(most.min(left))?;
        let window = match self.has(flag::INDEPENDENT) {
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
