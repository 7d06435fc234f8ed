//! The streams of lz4-java's `LZ4BlockOutputStream`, which Spark writes shuffle files with.
//!
//! lz4-java defines the format by its code: `net.jpountz.lz4.LZ4BlockOutputStream`. Each block has a header of 21
//! bytes with its lengths and a checksum of its content. A block without content ends the stream.

use xxhash_rust::xxh32::xxh32;

use super::bare::append_bare;
use super::raw::read_exact;
use crate::input::FormatInput;
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, append, spaced_hex};

const FORMAT: &str = "LZ4 stream of lz4-java";

/// What every block starts with.
const MAGIC: [u8; 8] = *b"LZ4Block";

/// Methods, in the upper half of a block's token.
const STORED: u8 = 0x10;
const LZ4: u8 = 0x20;

/// The lower half of a token: blocks hold at most 2^(10 + level) bytes.
const LEVEL_BASE: u32 = 10;

/// Content of a block that is written: lz4-java's default.
const BLOCK: usize = 64 << 10;
const BLOCK_LEVEL: u8 = 6;

const SEED: u32 = 0x9747_B28C;

/// lz4-java keeps 28 bits of the checksum.
fn checksum(content: &[u8]) -> u32 {
    xxh32(content, SEED) & 0x0FFF_FFFF
}

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

/// Appends `row` as one stream of blocks of 64 KiB. No levels.
pub fn compress(_: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    for block in row.chunks(BLOCK) {
        let header = out.len();
        append(out, &[0; JavaHeader::LEN])?;
        let start = out.len();
        append_bare(block, out)?;
        let mut method = LZ4;
        if out.len() - start >= block.len() {
            out.truncate(start);
            append(out, block)?;
            method = STORED;
        }
        let (compressed, content) = ((out.len() - start) as u32, block.len() as u32);
        let fields = JavaHeader {
            method,
            level: BLOCK_LEVEL,
            compressed,
            content,
            checksum: checksum(block),
        };
        out[header..start].copy_from_slice(&fields.bytes());
    }
    append(
        out,
        &JavaHeader { method: STORED, level: BLOCK_LEVEL, compressed: 0, content: 0, checksum: 0 }
            .bytes(),
    )
}

/// Appends the content of `row`, which is one or more streams. The checksum of each block is checked.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, 0);
    each_block(row, |header, block| {
        let (start, len) = (output.len(), header.content as usize);
        if header.method == STORED {
            if len > output.left() {
                return Err(output.over_limit());
            }
            output.append(block)?;
        } else {
            read_exact(FORMAT, block, len, &mut output)?;
        }
        if checksum(output.content(start)) != header.checksum {
            return Err(corrupt("a block does not match its checksum"));
        }
        Ok(())
    })
}

/// How many bytes the content has, as the headers of all blocks say.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    let mut total = 0;
    each_block(row, |header, _| {
        total += u64::from(header.content);
        Ok(())
    })?;
    Ok(Some(total))
}

/// Whether `bytes` start with a block's magic number.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Calls `read` with each block that has content, to the end of the last stream.
fn each_block(
    row: &[u8],
    mut read: impl FnMut(JavaHeader, &[u8]) -> Result<(), CodecError>,
) -> Result<(), CodecError> {
    let mut input = FormatInput::new(FORMAT, row);
    loop {
        let header = JavaHeader::parse(&mut input)?;
        if header.content > 0 {
            let block = input.take(header.compressed as usize, "a block")?;
            read(header, block)?;
        } else if input.rest.is_empty() {
            return Ok(());
        }
    }
}

/// What a block starts with, behind the magic number.
struct JavaHeader {
    method: u8,
    level: u8,
    compressed: u32,
    content: u32,
    checksum: u32,
}

impl JavaHeader {
    const LEN: usize = 21;

    fn bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8] = self.method | self.level;
        bytes[9..13].copy_from_slice(&self.compressed.to_le_bytes());
        bytes[13..17].copy_from_slice(&self.content.to_le_bytes());
        bytes[17..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    /// Reads a header, and returns an error for what lz4-java rejects.
    fn parse(input: &mut FormatInput<'_>) -> Result<Self, CodecError> {
        const WHAT: &str = "a block's header";
        if input.rest.is_empty() {
            return Err(corrupt("it ends without the block that marks the end"));
        }
        let magic: [u8; MAGIC.len()] = input.array(WHAT)?;
        if magic != MAGIC {
            let given = spaced_hex(&magic);
            return Err(corrupt(format!("a block starts with LZ4Block, not with {given}")));
        }
        let [token] = input.array(WHAT)?;
        let header = JavaHeader {
            method: token & 0xF0,
            level: token & 0x0F,
            compressed: input.u32(WHAT)?,
            content: input.u32(WHAT)?,
            checksum: input.u32(WHAT)?,
        };
        let most = 1 << (LEVEL_BASE + u32::from(header.level));
        let consistent = match header.method {
            _ if header.content == 0 => header.compressed == 0 && header.checksum == 0,
            STORED => header.compressed == header.content,
            LZ4 => header.compressed > 0,
            _ => false,
        };
        if !matches!(header.method, STORED | LZ4) || !consistent || header.content > most {
            return Err(corrupt("a block's header contradicts itself"));
        }
        Ok(header)
    }
}
