//! An LZ4 frame to its content.

use std::io::{Read, Write};

use hashlane_kernels::codec::lz4_format::{STORED, WINDOW};
use lz4_flex::block::decompress_into_with_dict;
use xxhash_rust::xxh32::{Xxh32, xxh32};

use super::PipeError;
use super::decompress::Counted;
use super::input::Input;
use super::lz4_frame::Descriptor;

/// Writes the content of the frame whose magic number has been taken.
pub(super) fn frame<R: Read, W: Write>(
    input: &mut Input<R>,
    output: &mut Counted<'_, W>,
) -> Result<(), PipeError> {
    let start = input.offset() - 4;
    let descriptor = read_descriptor(input)?;
    if let Some(id) = descriptor.dictionary {
        return Err(PipeError::Dictionary(id));
    }
    let mut blocks = Blocks::new(descriptor)?;
    let mut checksum = Xxh32::new(0);
    let mut content_bytes = 0u64;
    while let Some(content) = blocks.next(input)? {
        if descriptor.content_checksum {
            checksum.update(content);
        }
        content_bytes += content.len() as u64;
        output.write(content)?;
    }
    if descriptor.content_checksum && input.u32("the frame's checksum")? != checksum.digest() {
        return Err(PipeError::corrupt(start, "the frame's content does not match its checksum"));
    }
    match descriptor.content_size {
        Some(size) if size != content_bytes => {
            let reason = format!("the frame claims {size} bytes, and {content_bytes} came out");
            Err(PipeError::corrupt(start, reason))
        }
        _ => Ok(()),
    }
}

fn read_descriptor<R: Read>(input: &mut Input<R>) -> Result<Descriptor, PipeError> {
    const WHAT: &str = "an LZ4 frame's header";
    let start = input.offset();
    let mut header = [0; 15];
    input.exact(&mut header[..2], WHAT)?;
    let len = 2 + Descriptor::rest_len(header[0]);
    input.exact(&mut header[2..len], WHAT)?;
    Descriptor::read(&header[..len]).map_err(|reason| PipeError::corrupt(start, reason))
}

/// The blocks of a frame.
struct Blocks {
    descriptor: Descriptor,
    compressed: Vec<u8>,
    content: Vec<u8>,
    /// The last bytes that came out, for blocks that refer to them.
    window: Vec<u8>,
}

impl Blocks {
    fn new(descriptor: Descriptor) -> Result<Self, PipeError> {
        let (mut compressed, mut content) = (Vec::new(), Vec::new());
        for buffer in [&mut compressed, &mut content] {
            buffer
                .try_reserve_exact(descriptor.block_size)
                .map_err(|error| PipeError::Refused(error.to_string()))?;
            buffer.resize(descriptor.block_size, 0);
        }
        Ok(Blocks { descriptor, compressed, content, window: Vec::new() })
    }

    /// The content of the next block; None behind the last one.
    fn next<R: Read>(&mut self, input: &mut Input<R>) -> Result<Option<&[u8]>, PipeError> {
        let start = input.offset();
        let header = input.u32("an LZ4 frame")?;
        if header == 0 {
            return Ok(None);
        }
        let len = (header & !STORED) as usize;
        if len > self.descriptor.block_size {
            return Err(PipeError::corrupt(start, "a block is longer than the header allows"));
        }
        let compressed = &mut self.compressed[..len];
        input.exact(compressed, "an LZ4 block")?;
        if self.descriptor.block_checksum
            && input.u32("an LZ4 block's checksum")? != xxh32(compressed, 0)
        {
            return Err(PipeError::corrupt(start, "a block does not match its checksum"));
        }
        let content = if header & STORED != 0 {
            &*compressed
        } else {
            let len = decompress_into_with_dict(compressed, &mut self.content, &self.window)
                .map_err(|error| PipeError::corrupt(start, format!("a block: {error}")))?;
            &self.content[..len]
        };
        if !self.descriptor.independent {
            slide(&mut self.window, content);
        }
        Ok(Some(content))
    }
}

/// Keeps the last [`WINDOW`] bytes of what came out.
fn slide(window: &mut Vec<u8>, content: &[u8]) {
    let new = &content[content.len().saturating_sub(WINDOW)..];
    let surplus = (window.len() + new.len()).saturating_sub(WINDOW);
    window.drain(..surplus);
    window.extend_from_slice(new);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_the_last_64_kib() {
        let stream: Vec<u8> = (0..400_000usize).map(|i| (i % 251) as u8).collect();
        let mut window = Vec::new();
        let mut end = 0;
        for len in [0, 1, 65_535, 1, 65_536, 65_537, 3, 100_000] {
            slide(&mut window, &stream[end..end + len]);
            end += len;
            assert_eq!(window, stream[end.saturating_sub(WINDOW)..end]);
        }
    }
}
