//! bzip2, as the `bzip2` tool, Spark and Snowflake read and write it.
//!
//! The crate `bzip2` with libbz2-rs, bzip2 1.0 in Rust. Its contexts can't be used again.

use std::ops::RangeInclusive;

use bzip2::{Action, Compress, Compression, Decompress, Status};

use super::output::RowOutput;
use super::{Appended, CodecError, Workspace, check_level, grow, probe, spaced_hex};

const FORMAT: &str = "bzip2 file";

/// The levels that [`compress`] takes: blocks of so many times 100,000 bytes.
pub const LEVELS: RangeInclusive<i32> = 1..=9;

/// The level of the `bzip2` tool.
pub const DEFAULT_LEVEL: i32 = 9;

/// The crates that write and read files.
pub const VERSION: &str = "bzip2 0.6";

/// What a block starts with, and what comes in its place at the end of a stream.
const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

/// A stream without content: a header, the end and a checksum of zero.
const EMPTY: usize = 14;

/// More than contexts take, at 100,000 bytes a level. The crate panics if it gets no memory for one.
const COMPRESSOR: usize = 1 << 20;
const DECOMPRESSOR: usize = 512 << 10;

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

fn failed(error: bzip2::Error) -> CodecError {
    match error {
        bzip2::Error::DataMagic => corrupt("it does not start with a bzip2 header"),
        error => corrupt(format!("its data is damaged: {error}")),
    }
}

/// Appends `row` as one stream. `level` is one of [`LEVELS`].
pub fn compress(_: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    check_level(FORMAT, level, LEVELS)?;
    probe(COMPRESSOR * (level as usize + 1))?;
    let mut context = Compress::new(Compression::new(level as u32), 0);
    let mut step = row.len() + row.len() / 64 + 600;
    loop {
        let start = out.len();
        grow(out, step)?;
        let (read, before) = (context.total_in() as usize, context.total_out());
        let status = context.compress(&row[read..], &mut out[start..], Action::Finish);
        out.truncate(start + (context.total_out() - before) as usize);
        if status.map_err(failed)? == Status::StreamEnd {
            return Ok(());
        }
        step = row.len() / 64 + 600;
    }
}

/// Appends the content of `row`, which is one or more streams. Checksums of blocks and streams are checked.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, row.len().saturating_mul(4));
    let mut rest = row;
    loop {
        let level = level(rest)?;
        let taken = match is_empty_stream(rest) {
            // A context for each stream of 14 bytes would take 3.6 MB.
            true => EMPTY,
            false => read_stream(level, rest, &mut output)?,
        };
        rest = &rest[taken..];
        if rest.is_empty() {
            return Ok(());
        }
    }
}

/// Appends the content of the stream at the start of `input`, and returns the stream's length.
fn read_stream(
    level: usize,
    input: &[u8],
    output: &mut RowOutput<'_>,
) -> Result<usize, CodecError> {
    probe(DECOMPRESSOR * (level + 1))?;
    let mut context = Decompress::new(false);
    let mut beyond = [0];
    loop {
        let (read, before) = (context.total_in(), context.total_out());
        let full = output.left() == 0;
        // The decoder finds the end of a block only with room behind it. Room of the output would be a reallocation.
        let room = if full { &mut beyond[..] } else { output.room()? };
        let status = context.decompress(&input[read as usize..], room);
        let written = (context.total_out() - before) as usize;
        if full && written > 0 {
            return Err(output.over_limit());
        }
        output.advance(written);
        match status.map_err(failed)? {
            Status::StreamEnd => return Ok(context.total_in() as usize),
            Status::MemNeeded => {
                return Err(CodecError::OutOfMemory { bytes: DECOMPRESSOR * level });
            }
            _ => {}
        }
        if written == 0 && context.total_in() == read {
            return Err(corrupt("it is cut off"));
        }
    }
}

/// The level in the header at the start of `input`.
fn level(input: &[u8]) -> Result<usize, CodecError> {
    match input {
        [b'B', b'Z', b'h', level @ b'1'..=b'9', ..] => Ok(usize::from(level - b'0')),
        [] => Err(corrupt("it is empty")),
        _ => {
            let given = spaced_hex(&input[..input.len().min(4)]);
            Err(corrupt(format!(
                "a bzip2 stream starts with BZh and a digit from 1 to 9, not with {given}"
            )))
        }
    }
}

fn is_empty_stream(input: &[u8]) -> bool {
    input.get(4..EMPTY).is_some_and(|rest| rest.starts_with(&END) && rest[6..] == [0; 4])
}

/// `None` for what starts as a bzip2 file does: the format has no size.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    level(row).map(|_| None)
}

/// Whether `bytes` start with a header, and a block or the end.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    level(bytes).is_ok() && (bytes[4..].starts_with(&BLOCK) || bytes[4..].starts_with(&END))
}
