//! Decompresses an LZ4 frame.
//!
//! lz4_flex has readers and writers of streams, too, but its reader accepts a frame that is cut off at a block
//! boundary, and its writer has one level and one thread.

use std::io::{Read, Write};

use hashlane_codecs::lz4::format::{Lz4FrameHeader, STORED};
use lz4_flex::block::decompress_into_with_dict;
use xxhash_rust::xxh32::{Xxh32, xxh32};

use super::history::ContentHistory;
use super::input::CompressedInput;
use super::{CountedOutput, PipeError};

/// The most bytes of content per byte of a block.
const MAX_RATIO: usize = 255;

/// Writes the content of the frame whose magic number has been read.
pub(super) fn frame<R: Read, W: Write>(
    blocks: &mut BlockReader,
    input: &mut CompressedInput<R>,
    output: &mut CountedOutput<'_, W>,
) -> Result<(), PipeError> {
    let start = input.offset() - 4;
    let header = read_header(input)?;
    if let Some(id) = header.dictionary {
        return Err(PipeError::Refused(format!(
            "needs the dictionary {id}, but LZ4 dictionaries aren't supported"
        )));
    }
    blocks.history.clear();
    let mut checksum = Xxh32::new(0);
    let mut content_bytes = 0u64;
    while let Some(content) = blocks.next(&header, input)? {
        if header.content_checksum {
            checksum.update(content);
        }
        content_bytes += content.len() as u64;
        output.write(content)?;
    }
    if header.content_checksum && input.u32("the frame's checksum")? != checksum.digest() {
        return Err(PipeError::corrupt(start, "the frame's content does not match its checksum"));
    }
    match header.content_size {
        Some(size) if size != content_bytes => {
            let reason =
                format!("the frame should decompress to {size} bytes but gave {content_bytes}");
            Err(PipeError::corrupt(start, reason))
        }
        _ => Ok(()),
    }
}

fn read_header<R: Read>(input: &mut CompressedInput<R>) -> Result<Lz4FrameHeader, PipeError> {
    const WHAT: &str = "an LZ4 frame's header";
    let start = input.offset();
    let mut header = [0; 15];
    input.exact(&mut header[..1], WHAT)?;
    let len = 1 + Lz4FrameHeader::rest_len(header[0]);
    input.exact(&mut header[1..len], WHAT)?;
    Lz4FrameHeader::parse(&header[..len]).map_err(|reason| PipeError::corrupt(start, reason))
}

/// Reads the blocks of frames. The memory is reused, and room for a block is cleared once per stream. Clearing 8 MiB
/// for each frame took a second for 11 KB of empty frames.
#[derive(Default)]
pub(super) struct BlockReader {
    compressed: Vec<u8>,
    history: ContentHistory,
}

impl BlockReader {
    /// Returns the content of the next block, or `None` after the last one.
    fn next<R: Read>(
        &mut self,
        header: &Lz4FrameHeader,
        input: &mut CompressedInput<R>,
    ) -> Result<Option<&[u8]>, PipeError> {
        let start = input.offset();
        let length = input.u32("an LZ4 frame")?;
        if length == 0 {
            return Ok(None);
        }
        let len = (length & !STORED) as usize;
        if len > header.block_size {
            return Err(PipeError::corrupt(start, "a block is longer than the header allows"));
        }
        if self.compressed.len() < len {
            let more = len - self.compressed.len();
            let grown = self.compressed.try_reserve(more);
            grown.map_err(|error| PipeError::Refused(error.to_string()))?;
            self.compressed.resize(len, 0);
        }
        let compressed = &mut self.compressed[..len];
        input.exact(compressed, "an LZ4 block")?;
        if header.block_checksum && input.u32("an LZ4 block's checksum")? != xxh32(compressed, 0) {
            return Err(PipeError::corrupt(start, "a block does not match its checksum"));
        }
        if header.independent {
            self.history.clear();
        }
        let written = if length & STORED != 0 {
            self.history.split(len)?.1.copy_from_slice(compressed);
            len
        } else {
            let most = header.block_size.min(len.saturating_mul(MAX_RATIO));
            let (window, room) = self.history.split(most)?;
            decompress_into_with_dict(compressed, room, window)
                .map_err(|error| PipeError::corrupt(start, format!("a block: {error}")))?
        };
        Ok(Some(self.history.advance(written)))
    }
}
