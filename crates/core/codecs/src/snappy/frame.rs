//! Framed Snappy: `.sz` files, and what most libraries call their Snappy stream.
//!
//! Spec: <https://github.com/google/snappy/blob/main/framing_format.txt>. The crate's reader allocates 140 KiB for
//! each stream, which would dominate the time for a column of short strings. So only the chunks are decoded by the
//! crate.

use crc_fast::{CrcAlgorithm, checksum};

use crate::input::FormatInput;
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, append, hadoop};

const FORMAT: &str = "framed Snappy stream";

/// The stream identifier: the first chunk, which may be repeated.
const IDENTIFIER: [u8; 10] = *b"\xFF\x06\x00\x00sNaPpY";

/// Types of chunks. Readers skip unknown chunks from 0x80 on.
mod chunk {
    pub(crate) const COMPRESSED: u8 = 0x00;
    pub(crate) const STORED: u8 = 0x01;
    pub(crate) const FIRST_SKIPPABLE: u8 = 0x80;
    pub(crate) const IDENTIFIER: u8 = 0xFF;
}

/// The longest content of a chunk.
const MAX_CONTENT: usize = 64 << 10;

/// The checksum before a chunk's content: a CRC-32C, rotated and offset.
fn masked(content: &[u8]) -> u32 {
    let crc = checksum(CrcAlgorithm::Crc32Iscsi, content) as u32;
    crc.rotate_right(15).wrapping_add(0xA282_EAD8)
}

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

/// Appends `row` as one stream. Snappy has no levels.
pub fn compress(workspace: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    append(out, &IDENTIFIER)?;
    for content in row.chunks(MAX_CONTENT) {
        let header = out.len();
        append(out, &[0; 4])?;
        append(out, &masked(content).to_le_bytes())?;
        let start = out.len();
        super::compress(workspace, 0, content, out)?;
        let mut kind = chunk::COMPRESSED;
        // As the reference does: saving less than an eighth isn't worth the decompression.
        if out.len() - start >= content.len() - content.len() / 8 {
            out.truncate(start);
            append(out, content)?;
            kind = chunk::STORED;
        }
        let [a, b, c, _] = ((out.len() - header - 4) as u32).to_le_bytes();
        out[header..header + 4].copy_from_slice(&[kind, a, b, c]);
    }
    Ok(())
}

/// Appends the content of `row`, which is one or more streams. The checksum of each chunk is checked.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, 0);
    each_chunk(row, |kind, expected, data| {
        let start = output.len();
        if kind == chunk::COMPRESSED {
            hadoop::read_snappy(FORMAT, data, MAX_CONTENT, &mut output)?;
        } else if data.len() > output.left() {
            return Err(output.over_limit());
        } else {
            output.append(data)?;
        }
        if masked(output.content(start)) != expected {
            return Err(corrupt("a chunk does not match its checksum"));
        }
        Ok(())
    })
}

/// The sum of the lengths in all chunks.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    let mut total = 0;
    each_chunk(row, |kind, _, data| {
        let len = if kind == chunk::COMPRESSED { super::declared(data)? } else { data.len() };
        total += len as u64;
        Ok(())
    })?;
    Ok(Some(total))
}

/// Whether `bytes` start with the stream identifier.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&IDENTIFIER)
}

/// Calls `read` with the type, the checksum and the data of each chunk with content.
fn each_chunk(
    row: &[u8],
    mut read: impl FnMut(u8, u32, &[u8]) -> Result<(), CodecError>,
) -> Result<(), CodecError> {
    if !is_magic(row) {
        return Err(corrupt("it does not start with the stream identifier"));
    }
    let mut input = FormatInput::new(FORMAT, row);
    while !input.rest.is_empty() {
        let [kind, a, b, c] = input.array("a chunk's header")?;
        let data = input.take(u32::from_le_bytes([a, b, c, 0]) as usize, "a chunk")?;
        match kind {
            chunk::COMPRESSED | chunk::STORED => {
                let mut data = FormatInput::new(FORMAT, data);
                let expected = data.u32("a chunk's checksum")?;
                if kind == chunk::STORED && data.rest.len() > MAX_CONTENT {
                    return Err(corrupt("a chunk holds more than 65,536 bytes"));
                }
                read(kind, expected, data.rest)?;
            }
            chunk::IDENTIFIER if data != &IDENTIFIER[4..] => {
                return Err(corrupt("it has a stream identifier other than sNaPpY"));
            }
            chunk::FIRST_SKIPPABLE.. => {}
            _ => return Err(corrupt(format!("it has a chunk of the unknown type {kind:#04x}"))),
        }
    }
    Ok(())
}
