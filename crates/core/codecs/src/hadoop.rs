//! The framing of Hadoop's `SnappyCodec` and `Lz4Codec`: `.snappy` and `.lz4` files of Hadoop, Hive and Spark.
//!
//! Hadoop defines it by its code, `org.apache.hadoop.io.compress.BlockCompressorStream`: records of the length of
//! the content, then chunks, each a length and a block, until the content is complete. All lengths are big-endian
//! and of 4 bytes. The format has no magic number and no checksum. Nothing at all is a stream without content, as
//! aircompressor writes it.

use super::input::FormatInput;
use super::lz4::bare::append_bare;
use super::lz4::raw::read_block;
use super::output::RowOutput;
use super::{Appended, CodecError, Workspace, append, append_with_length, snappy};

const SNAPPY: &str = "Hadoop Snappy stream";
const LZ4: &str = "Hadoop LZ4 stream";

/// The buffers of Hadoop's codecs. A record that compresses badly must fit.
const BUFFER: usize = 256 << 10;
const SNAPPY_RECORD: usize = BUFFER - (BUFFER / 6 + 32);
const LZ4_RECORD: usize = BUFFER - (BUFFER / 255 + 16);

/// Appends `row` as records of Snappy. No levels.
pub fn compress_snappy(
    workspace: &mut Workspace,
    _: i32,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    append_records(row, SNAPPY_RECORD, out, |block, out| snappy::compress(workspace, 0, block, out))
}

/// Appends `row` as records of LZ4. No levels.
pub fn compress_lz4(_: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    append_records(row, LZ4_RECORD, out, append_bare)
}

fn append_records(
    row: &[u8],
    most: usize,
    out: &mut Vec<u8>,
    mut append_block: impl FnMut(&[u8], &mut Vec<u8>) -> Appended,
) -> Appended {
    if row.is_empty() {
        // As Hadoop ends a stream to which nothing was written.
        return append(out, &[0; 4]);
    }
    for content in row.chunks(most) {
        append(out, &(content.len() as u32).to_be_bytes())?;
        append_with_length(out, u32::to_be_bytes, |out| append_block(content, out))?;
    }
    Ok(())
}

/// Appends the content of `row`, records of Snappy.
pub fn decompress_snappy(
    _: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    read_records(SNAPPY, read_snappy, max_bytes, row, out)
}

/// Appends the content of `row`, records of LZ4.
pub fn decompress_lz4(
    _: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    read_records(LZ4, read_block, max_bytes, row, out)
}

/// Appends the content of records, whose blocks `read` reads.
fn read_records(
    format: &'static str,
    read: fn(&'static str, &[u8], usize, &mut RowOutput<'_>) -> Result<usize, CodecError>,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, 0);
    each_chunk(format, row, |block, left| {
        if left > output.left() {
            return Err(output.over_limit());
        }
        read(format, block, left, &mut output)
    })
}

/// Appends the content of a raw Snappy block, at most `most` bytes, and returns its length.
pub(super) fn read_snappy(
    format: &'static str,
    block: &[u8],
    most: usize,
    output: &mut RowOutput<'_>,
) -> Result<usize, CodecError> {
    let len = snappy::declared(block)?;
    if len > most {
        let reason = format!("a block claims {len} bytes, but its record has at most {most} left");
        return Err(CodecError::corrupt(format, reason));
    }
    if len > output.left() {
        return Err(output.over_limit());
    }
    let (_, room) = output.room_of(len)?;
    snappy::decompress_exact(block, room)?;
    output.advance(len);
    Ok(len)
}

/// How many bytes the content of Snappy records has, as their lengths say.
pub(crate) fn snappy_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    let mut total = 0;
    each_chunk(SNAPPY, row, |block, left| {
        let len = snappy::declared(block)?;
        total += len as u64;
        match len > left {
            true => Err(CodecError::corrupt(SNAPPY, "a block holds more than its record")),
            false => Ok(len),
        }
    })?;
    Ok(Some(total))
}

/// How many bytes the content of one LZ4 record has; `None` for several, since the end of a record is known only
/// once its blocks are decompressed.
pub(crate) fn lz4_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    let mut input = FormatInput::new(LZ4, row);
    if row.is_empty() {
        return Ok(Some(0));
    }
    let content = length(LZ4, &mut input)?;
    if content == 0 {
        return Ok(input.rest.is_empty().then_some(0));
    }
    let block = length(LZ4, &mut input)?;
    input.take(block, "a block")?;
    Ok(input.rest.is_empty().then_some(content as u64))
}

/// Which of the two codecs `bytes` may be the output of, by the lengths of the first record; `None` if they don't fit.
///
/// The format has no magic number: this is a hint for errors, not for [`super::detect`].
pub(crate) fn resembles(bytes: &[u8]) -> Option<&'static str> {
    let mut input = FormatInput::new(LZ4, bytes);
    let content = length(LZ4, &mut input).ok()?;
    let len = length(LZ4, &mut input).ok()?;
    let block = input.take(len, "a block").ok()?;
    if content == 0 || block.is_empty() {
        return None;
    }
    if snappy::declared(block).is_ok_and(|declared| declared == content) {
        return Some("hadoop_snappy");
    }
    let whole = input.rest.is_empty() && content <= len.saturating_mul(255);
    whole.then_some("hadoop_lz4")
}

fn length(format: &'static str, input: &mut FormatInput<'_>) -> Result<usize, CodecError> {
    let len = i32::from_be_bytes(input.array("a length")?);
    usize::try_from(len).map_err(|_| CodecError::corrupt(format, format!("negative length: {len}")))
}

/// Calls `read` with each block and how much of its record is left, and gets back how much the block holds.
fn each_chunk(
    format: &'static str,
    row: &[u8],
    mut read: impl FnMut(&[u8], usize) -> Result<usize, CodecError>,
) -> Result<(), CodecError> {
    let mut input = FormatInput::new(format, row);
    while !input.rest.is_empty() {
        let mut left = length(format, &mut input)?;
        while left > 0 {
            let len = length(format, &mut input)?;
            let block = input.take(len, "a block")?;
            let read = read(block, left)?;
            if read == 0 {
                return Err(CodecError::corrupt(format, "a block is empty"));
            }
            left -= read;
        }
    }
    Ok(())
}
