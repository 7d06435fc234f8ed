//! gzip (RFC 1952), as the `gzip` tool reads and writes it.

use crate::input::FormatInput;
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, append, crc32, spaced_hex};

const FORMAT: &str = "gzip file";

/// The levels that [`compress`] takes; 0 means stored.
pub const LEVELS: std::ops::RangeInclusive<i32> = super::LEVELS;

/// The level of the `gzip` tool.
pub const DEFAULT_LEVEL: i32 = super::DEFAULT_LEVEL;

/// The crate that deflates and inflates.
pub const VERSION: &str = super::VERSION;

const MAGIC: [u8; 2] = [0x1F, 0x8B];
const DEFLATE: u8 = 8;
const UNKNOWN_SYSTEM: u8 = 255;

mod flag {
    pub(crate) const HEADER_CRC: u8 = 1 << 1;
    pub(crate) const EXTRA: u8 = 1 << 2;
    pub(crate) const NAME: u8 = 1 << 3;
    pub(crate) const COMMENT: u8 = 1 << 4;
    pub(crate) const RESERVED: u8 = 0b1110_0000;
}

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

/// Appends `row` as one member, without a name and a time.
///
/// `level` is one of [`LEVELS`]. The member's bytes may differ between versions of zlib-rs, but not their content.
pub fn compress(workspace: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    // The flags that other writers set for the slowest and the fastest level.
    let extra_flags = match level {
        9 => 2,
        1 => 4,
        _ => 0,
    };
    let [id1, id2] = MAGIC;
    append(out, &[id1, id2, DEFLATE, 0, 0, 0, 0, 0, extra_flags, UNKNOWN_SYSTEM])?;
    super::compress(workspace, FORMAT, level, row, out)?;
    append(out, &crc32(row).to_le_bytes())?;
    append(out, &(row.len() as u32).to_le_bytes())
}

/// Appends the content of `row`, which is one or more members. Verifies the CRC-32 and the length of each. Zeros after
/// the last member are padding, as on tapes and disk blocks, and as for `gzip -d`. Anything else is an error.
pub fn decompress(
    workspace: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, super::expected(row));
    let mut input = FormatInput::new(FORMAT, row);
    loop {
        read_header(&mut input)?;
        let start = output.len();
        let taken = super::decompress(workspace, FORMAT, input.rest, &mut output)?;
        input.take(taken, "its deflate stream")?;
        let content = output.content(start);
        if input.u32("its checksum")? != crc32(content) {
            return Err(corrupt("its content does not match its checksum"));
        }
        // The length is modulo 2^32.
        let claimed = input.u32("its length")?;
        if claimed != content.len() as u32 {
            let len = content.len();
            let reason = format!("its trailer says {claimed} bytes, but it decompressed to {len}");
            return Err(corrupt(reason));
        }
        if input.rest.iter().all(|byte| *byte == 0) {
            return Ok(());
        }
    }
}

fn read_header(input: &mut FormatInput<'_>) -> Result<(), CodecError> {
    const WHAT: &str = "a header";
    let header = input.rest;
    let magic: [u8; MAGIC.len()] = input.array(WHAT)?;
    if magic != MAGIC {
        let given = spaced_hex(&magic);
        return Err(corrupt(format!("a gzip stream starts with 1F 8B, not with {given}")));
    }
    let [method, flags] = input.array(WHAT)?;
    if method != DEFLATE {
        return Err(corrupt(format!("it is compressed with method {method}, not with deflate")));
    }
    if flags & flag::RESERVED != 0 {
        return Err(corrupt("its header has flags that are not defined"));
    }
    input.take(6, WHAT)?; // time, extra flags, system
    if flags & flag::EXTRA != 0 {
        let len = u16::from_le_bytes(input.array(WHAT)?);
        input.take(len.into(), WHAT)?;
    }
    for text in [flag::NAME, flag::COMMENT] {
        if flags & text != 0 {
            input.until_zero(WHAT)?;
        }
    }
    if flags & flag::HEADER_CRC != 0 {
        let covered = &header[..header.len() - input.rest.len()];
        if u16::from_le_bytes(input.array(WHAT)?) != crc32(covered) as u16 {
            return Err(corrupt("its header does not match the header's checksum"));
        }
    }
    Ok(())
}

/// `None` if `row` starts like a gzip file: a gzip header has no size. The length in the trailer doesn't help: it is
/// modulo 2^32 and counts only the last member, whose start is known only after decompression.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    read_header(&mut FormatInput::new(FORMAT, row))?;
    Ok(None)
}

/// Whether `bytes` start with the magic number and the one method that is in use.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&[MAGIC[0], MAGIC[1], DEFLATE])
}
