//! The streams of snappy-java's `SnappyOutputStream`, which Spark and Kafka's Java clients write.
//!
//! snappy-java defines the format by its code, `org.xerial.snappy.SnappyOutputStream`: a header, then chunks, each a
//! big-endian length of 4 bytes and a raw Snappy block. The format has no checksum and no end mark: a stream that is cut
//! between two chunks is a stream.

use crate::input::FormatInput;
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, append, append_with_length, hadoop};

const FORMAT: &str = "Snappy stream of snappy-java";

const MAGIC: [u8; 8] = *b"\x82SNAPPY\x00";
/// The first bytes of the magic number. In the place of a chunk's length, they start another stream.
const MAGIC_START: [u8; 4] = *b"\x82SNA";

/// The version that is written, and the oldest version that can read it. Readers accept any.
const VERSIONS: [u8; 8] = [0, 0, 0, 1, 0, 0, 0, 1];

/// The content of a chunk that we write: snappy-java's default.
const CHUNK: usize = 32 << 10;

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

/// Appends `row` as one stream. Snappy has no levels.
pub fn compress(workspace: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    append(out, &MAGIC)?;
    append(out, &VERSIONS)?;
    for content in row.chunks(CHUNK) {
        append_with_length(out, u32::to_be_bytes, |out| {
            super::compress(workspace, 0, content, out)
        })?;
    }
    Ok(())
}

/// Appends the content of `row`, which is one or more streams.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, 0);
    each_chunk(row, |block| hadoop::read_snappy(FORMAT, block, usize::MAX, &mut output).map(drop))
}

/// The sum of the lengths in all chunks.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    let mut total = 0;
    each_chunk(row, |block| {
        total += super::declared(block)? as u64;
        Ok(())
    })?;
    Ok(Some(total))
}

/// Whether `bytes` start with the magic number.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

fn each_chunk(
    row: &[u8],
    mut read: impl FnMut(&[u8]) -> Result<(), CodecError>,
) -> Result<(), CodecError> {
    if !is_magic(row) {
        return Err(corrupt("it does not start with its magic number, 82 53 4E 41 50 50 59 00"));
    }
    let mut input = FormatInput::new(FORMAT, row);
    while !input.rest.is_empty() {
        let len = input.array("a chunk's length")?;
        if len == MAGIC_START {
            let header: [u8; 12] = input.array("a header")?;
            if header[..4] != MAGIC[4..] {
                return Err(corrupt("a header does not start with its magic number"));
            }
            continue;
        }
        let len = usize::try_from(i32::from_be_bytes(len));
        let len = len.map_err(|_| corrupt("the length of a chunk is negative"))?;
        read(input.take(len, "a chunk")?)?;
    }
    Ok(())
}
