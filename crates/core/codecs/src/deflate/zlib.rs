//! zlib streams (RFC 1950), as Python's `zlib` reads and writes them.

use adler2::adler32_slice;

use crate::input::FormatInput;
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, append};

const FORMAT: &str = "zlib stream";

/// The levels that [`compress`] takes; 0 means stored.
pub const LEVELS: std::ops::RangeInclusive<i32> = super::LEVELS;

/// The level of zlib itself.
pub const DEFAULT_LEVEL: i32 = super::DEFAULT_LEVEL;

/// The crate that deflates and inflates.
pub const VERSION: &str = super::VERSION;

/// Deflate, with a window of 32 KiB.
const METHOD: u8 = 0x78;
const DICTIONARY: u8 = 1 << 5;

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

/// A header is a multiple of 31.
fn header(level: i32) -> [u8; 2] {
    let effort: u8 = match level {
        ..=1 => 0,
        2..=5 => 1,
        6 => 2,
        7.. => 3,
    };
    let unchecked = u16::from_be_bytes([METHOD, effort << 6]);
    (unchecked.next_multiple_of(31)).to_be_bytes()
}

/// Appends `row` as one stream.
///
/// `level` is one of [`LEVELS`]. The stream's bytes may differ between versions of zlib-rs, but not their content.
pub fn compress(workspace: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    append(out, &header(level))?;
    super::compress(workspace, FORMAT, level, row, out)?;
    append(out, &adler32_slice(row).to_be_bytes())
}

/// Appends the content of `row`, which is one stream, and zeros as padding behind it. Its Adler-32 is checked.
pub fn decompress(
    workspace: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, super::expected(row));
    let mut input = FormatInput::new(FORMAT, row);
    read_header(&mut input)?;
    let taken = super::decompress(workspace, FORMAT, input.rest, &mut output)?;
    input.take(taken, "its deflate stream")?;
    if u32::from_be_bytes(input.array("its checksum")?) != adler32_slice(output.content(0)) {
        return Err(corrupt("its content does not match its checksum"));
    }
    match input.rest.len() {
        _ if input.rest.iter().all(|byte| *byte == 0) => Ok(()),
        more => Err(corrupt(format!("{more} bytes follow its end"))),
    }
}

fn read_header(input: &mut FormatInput<'_>) -> Result<(), CodecError> {
    let header = input.array("its header")?;
    if !is_header(header) {
        return Err(corrupt("it does not start with a header for deflate"));
    }
    if header[1] & DICTIONARY != 0 {
        let id = u32::from_be_bytes(input.array("its header")?);
        return Err(corrupt(format!(
            "it needs the dictionary {id}, but dictionaries aren't supported here"
        )));
    }
    Ok(())
}

/// Method 8, a window of at most 32 KiB, and a sum that 31 divides.
fn is_header([method, flags]: [u8; 2]) -> bool {
    method & 0xF == 8 && method >> 4 <= 7 && u16::from_be_bytes([method, flags]).is_multiple_of(31)
}

/// `None` if `row` starts like a zlib stream: the format has no size.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    read_header(&mut FormatInput::new(FORMAT, row))?;
    Ok(None)
}

/// Whether `bytes` look like a zlib stream.
///
/// The format has no magic number. Eleven bits of its two header bytes can be checked. One in 2,000 random inputs
/// passes, and so does text that starts with `x^`. What can be checked of the first block without decompressing it
/// halves that. This suffices to choose a decompressor, since the checksum decides, but not for more.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    // The header, two bytes of deflate at least, the checksum.
    if bytes.len() < 8 || !is_header([bytes[0], bytes[1]]) || bytes[1] & DICTIONARY != 0 {
        return false;
    }
    const STORED: u8 = 0;
    const DYNAMIC: u8 = 2;
    match bytes[2] >> 1 & 0b11 {
        STORED => {
            // The length of the block and its complement.
            bytes[3] == !bytes[5] && bytes[4] == !bytes[6]
        }
        DYNAMIC => {
            // At most 286 literals and lengths, and 30 distances.
            bytes[2] >> 3 <= 29 && bytes[3] & 0x1F <= 29
        }
        block_type => block_type == 1,
    }
}
