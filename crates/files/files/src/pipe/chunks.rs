//! Formats whose streams consist of chunks with lengths: framed Snappy, snappy-java, lz4-java, legacy LZ4, Hadoop.
//!
//! Each chunk is decompressed like the value of a row, so both accept the same input.

use std::io::{Read, Write};

use hashlane_codecs::lz4::format::LEGACY_MAGIC;
use hashlane_codecs::{CodecError, Decompress, Workspace, lz4, snappy};

use super::input::CompressedInput;
use super::{CountedOutput, PipeError};

/// The first bytes of framed Snappy.
const SNAPPY_FRAME: &[u8; 10] = b"\xFF\x06\x00\x00sNaPpY";

/// The first bytes of each stream of snappy-java, and the length of them and two versions.
const SNAPPY_JAVA: &[u8; 8] = b"\x82SNAPPY\x00";
const SNAPPY_JAVA_HEADER: usize = 16;

/// The length of a block's header in lz4-java, and the most content of a block.
const LZ4_JAVA_HEADER: usize = 21;
const LZ4_JAVA_BLOCK: usize = 32 << 20;

/// The content of a block of legacy LZ4, and the longest block.
const LEGACY_BLOCK: usize = 8 << 20;
const LEGACY_COMPRESSED: usize = LEGACY_BLOCK + LEGACY_BLOCK / 255 + 16;

/// The content of a chunk of framed Snappy.
const SNAPPY_CHUNK: usize = 64 << 10;

/// Reads chunks. The memory is reused for each.
pub(super) struct ChunkReader<'a, 'o, R, W> {
    pub(super) input: &'a mut CompressedInput<R>,
    pub(super) output: &'a mut CountedOutput<'o, W>,
    /// The most bytes of a chunk and of its content, if the format has no limit of its own.
    pub(super) limit: u64,
    pub(super) buffers: ChunkBuffers,
}

/// A chunk and its content.
#[derive(Default)]
pub(super) struct ChunkBuffers {
    workspace: Workspace,
    chunk: Vec<u8>,
    content: Vec<u8>,
}

impl<R: Read, W: Write> ChunkReader<'_, '_, R, W> {
    /// Decompresses the chunk in the buffer to at most `most` bytes, writes the content and returns its length.
    fn write(
        &mut self,
        start: u64,
        decompress: Decompress,
        most: usize,
    ) -> Result<usize, PipeError> {
        let ChunkBuffers { workspace, chunk, content } = &mut self.buffers;
        content.clear();
        let result = decompress(workspace, most, chunk, content);
        result.map_err(|error| match error {
            CodecError::OutOfMemory { .. } => PipeError::Refused(error.to_string()),
            CodecError::OverLimit { .. } => {
                PipeError::corrupt(start, format!("a block holds more than {most} bytes"))
            }
            error => PipeError::corrupt(start, error.to_string()),
        })?;
        self.output.write(content)?;
        Ok(content.len())
    }

    /// Fills the buffer with `start` and the next `len` bytes.
    fn read(&mut self, start: &[u8], len: usize, what: &str) -> Result<(), PipeError> {
        self.buffers.chunk.clear();
        self.buffers.chunk.extend_from_slice(start);
        self.input.append(len, &mut self.buffers.chunk, what)
    }

    fn at_end(&mut self) -> Result<bool, PipeError> {
        Ok(self.input.at_hand()?.is_empty())
    }

    /// Reads a big-endian length of 4 bytes and checks it against the limit.
    fn length(&mut self, what: &str) -> Result<usize, PipeError> {
        let start = self.input.offset();
        let length = self.input.u32(what)?.swap_bytes();
        if length > i32::MAX as u32 {
            return Err(PipeError::corrupt(start, "a length is negative"));
        }
        Ok(length as usize)
    }

    /// Like `length`, for a block that is read into memory.
    fn block_length(&mut self, what: &str) -> Result<usize, PipeError> {
        let length = self.length(what)?;
        match length as u64 > self.limit {
            true => Err(PipeError::Window { needed: length as u64, limit: self.limit }),
            false => Ok(length),
        }
    }

    pub(super) fn snappy_frame(&mut self) -> Result<u64, PipeError> {
        let decompress = snappy::frame::decompress;
        let start = self.input.offset();
        self.read(&[], SNAPPY_FRAME.len(), "a stream identifier")?;
        if self.buffers.chunk != SNAPPY_FRAME {
            return Err(PipeError::corrupt(
                start,
                "the stream identifier of framed Snappy is missing",
            ));
        }
        while !self.at_end()? {
            let start = self.input.offset();
            let mut header = [0; 4];
            self.input.exact(&mut header, "a chunk's header")?;
            let len = u32::from_le_bytes(header) >> 8;
            self.read(&[&SNAPPY_FRAME[..], &header].concat(), len as usize, "a chunk")?;
            self.write(start, decompress, SNAPPY_CHUNK)?;
        }
        Ok(1)
    }

    pub(super) fn snappy_java(&mut self) -> Result<u64, PipeError> {
        let mut in_stream = false;
        while !in_stream || !self.at_end()? {
            let start = self.input.offset();
            let mut length = [0; 4];
            self.input.exact(&mut length, "a chunk's length")?;
            if length[..] == SNAPPY_JAVA[..4] {
                self.read(&length, SNAPPY_JAVA_HEADER - 4, "a header")?;
                if !self.buffers.chunk.starts_with(SNAPPY_JAVA) {
                    return Err(PipeError::corrupt(
                        start,
                        "a header does not start with its magic number",
                    ));
                }
                in_stream = true;
                continue;
            }
            if !in_stream {
                return Err(PipeError::corrupt(
                    start,
                    "the magic number of snappy-java is missing",
                ));
            }
            self.input.put_back(&length);
            let len = self.block_length("a chunk's length")?;
            self.snappy_block(start, len)?;
        }
        Ok(1)
    }

    fn snappy_block(&mut self, start: u64, len: usize) -> Result<usize, PipeError> {
        self.read(&[], len, "a block")?;
        let declared = snappy::uncompressed_size(&self.buffers.chunk);
        let declared = declared.map_err(|error| PipeError::corrupt(start, error.to_string()))?;
        if let Some(needed) = declared.filter(|declared| *declared > self.limit) {
            return Err(PipeError::Window { needed, limit: self.limit });
        }
        let most = usize::try_from(self.limit).unwrap_or(usize::MAX);
        self.write(start, snappy::decompress, most)
    }

    /// Decompresses streams of lz4-java to the end of the input. Returns the number of streams.
    pub(super) fn lz4_java(&mut self) -> Result<u64, PipeError> {
        let mut end = Vec::new();
        lz4::java::compress(&mut Workspace::default(), 0, b"", &mut end)
            .map_err(|error| PipeError::Refused(error.to_string()))?;
        let mut streams = 0;
        loop {
            let start = self.input.offset();
            let mut header = [0; LZ4_JAVA_HEADER];
            self.input.exact(&mut header, "a block's header")?;
            let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| header[at + byte]));
            let (compressed, content) = (word(9) as usize, word(13) as usize);
            if compressed > 2 * LZ4_JAVA_BLOCK {
                return Err(PipeError::corrupt(start, "a block's header contradicts itself"));
            }
            self.read(&header, if content > 0 { compressed } else { 0 }, "a block")?;
            if content > 0 {
                self.buffers.chunk.extend_from_slice(&end);
            }
            self.write(start, lz4::java::decompress, LZ4_JAVA_BLOCK)?;
            streams += u64::from(content == 0);
            if content == 0 && self.at_end()? {
                return Ok(streams);
            }
        }
    }

    /// Decompresses the blocks of a legacy LZ4 frame whose magic number has been read. Stops before a number that can't
    /// be the length of a block.
    pub(super) fn lz4_legacy(&mut self) -> Result<(), PipeError> {
        while !self.at_end()? {
            let start = self.input.offset();
            let mut length = [0; 4];
            self.input.exact(&mut length, "a block's length")?;
            let len = u32::from_le_bytes(length) as usize;
            if len > LEGACY_COMPRESSED {
                self.input.put_back(&length);
                return Ok(());
            }
            let header = [LEGACY_MAGIC.to_le_bytes(), length].concat();
            self.read(&header, len, "a block")?;
            self.write(start, lz4::legacy::decompress, LEGACY_BLOCK)?;
        }
        Ok(())
    }

    /// Decompresses Hadoop's records, of Snappy or of LZ4.
    pub(super) fn hadoop(&mut self, is_snappy: bool) -> Result<u64, PipeError> {
        while !self.at_end()? {
            let mut left = self.length("a record's length")?;
            while left > 0 {
                let start = self.input.offset();
                let len = self.block_length("a block's length")?;
                let held = match is_snappy {
                    true => self.snappy_block(start, len)?,
                    false => {
                        self.read(&[], len, "a block")?;
                        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
                        self.write(start, lz4::raw::decompress, left.min(limit))?
                    }
                };
                if held == 0 || held > left {
                    return Err(PipeError::corrupt(
                        start,
                        "a block does not hold what its record says",
                    ));
                }
                left -= held;
            }
        }
        Ok(1)
    }
}
