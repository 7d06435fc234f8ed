//! Raw deflate (RFC 1951), as Python's `zlib` writes it with `wbits=-15`. The format has no checksum.

use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace};

const FORMAT: &str = "raw deflate stream";

/// The levels that [`compress`] takes; 0 stores.
pub const LEVELS: std::ops::RangeInclusive<i32> = super::LEVELS;

/// The level of zlib itself.
pub const DEFAULT_LEVEL: i32 = super::DEFAULT_LEVEL;

/// Appends `row` as one stream.
///
/// `level` is one of [`LEVELS`]. The stream's bytes may differ between versions of zlib-rs; what
/// they decompress to does not.
pub fn compress(workspace: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    super::compress(workspace, FORMAT, level, row, out)
}

/// Appends the content of `row`, which is one stream.
pub fn decompress(
    workspace: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    let mut output = RowOutput::new(out, max_bytes, super::expected(row));
    let taken = super::decompress(workspace, FORMAT, row, &mut output)?;
    match row.len() - taken {
        0 => Ok(()),
        more => Err(CodecError::corrupt(FORMAT, format!("{more} bytes follow its end"))),
    }
}

/// `None`: the format has no size.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    match row.is_empty() {
        true => Err(CodecError::corrupt(FORMAT, "it is empty")),
        false => Ok(None),
    }
}
