//! Snappy's raw format: a length, then literals and copies.
//!
//! Spec: <https://github.com/google/snappy/blob/main/format_description.txt>. This is what Parquet
//! pages and Python's `snappy.compress` hold. The format has no checksum. [`frame`] and [`java`] are the two framings
//! with a magic number; Hadoop's is in [`super::hadoop`].
//!
//! The crate `snap` writes and reads it.

pub mod frame;
pub mod java;

use snap::raw;

use super::{Appended, CodecError, Workspace, grow, probe};

const FORMAT: &str = "raw Snappy";

/// The crate that writes and reads the format.
pub const VERSION: &str = "snap 1.1";

/// The longest input: the crate requires that its longest output has a length of 32 bits.
pub const MAX_INPUT: usize = (u32::MAX as usize - 32) / 7 * 6;

/// A copy of 64 bytes takes three: no input holds more than this many times its length.
const MAX_RATIO: usize = 22;

/// The longest row for which the crate's encoder needs no extra table.
const MAX_SMALL: usize = 1 << 10;

/// More than that table takes.
const TABLE: usize = 48 << 10;

/// The crate's encoder, which a workspace keeps.
pub(crate) struct SnappyCompressor {
    encoder: raw::Encoder,
    has_table: bool,
}

impl SnappyCompressor {
    fn new() -> Self {
        SnappyCompressor { encoder: raw::Encoder::new(), has_table: false }
    }

    /// The encoder, or an error if the table that `row` needs can't be allocated. The crate allocates it when it
    /// is first needed, and aborts if that fails.
    fn encoder_for(&mut self, row: &[u8]) -> Result<&mut raw::Encoder, CodecError> {
        if row.len() > MAX_SMALL && !self.has_table {
            probe(TABLE)?;
            self.has_table = true;
        }
        Ok(&mut self.encoder)
    }
}

fn corrupt(error: snap::Error) -> CodecError {
    CodecError::corrupt(FORMAT, error.to_string())
}

/// Appends `row`. Snappy has no levels.
pub fn compress(workspace: &mut Workspace, _: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    if row.len() > MAX_INPUT {
        return Err(CodecError::InputTooLong { format: FORMAT, bytes: row.len(), max: MAX_INPUT });
    }
    let start = out.len();
    grow(out, raw::max_compress_len(row.len()))?;
    let compressor = workspace.snappy.get_or_insert_with(SnappyCompressor::new);
    let written = compressor.encoder_for(row)?.compress(row, &mut out[start..]).map_err(corrupt)?;
    out.truncate(start + written);
    Ok(())
}

/// Appends the content of `row`.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let claimed = declared(row)?;
    if claimed > max_bytes {
        return Err(CodecError::OverLimit { max_bytes });
    }
    let start = out.len();
    grow(out, claimed)?;
    decompress_declared(row, &mut out[start..])
}

/// Writes the content of `row` to `out`, which must have its length.
pub fn decompress_exact(row: &[u8], out: &mut [u8]) -> Result<(), CodecError> {
    let claimed = declared(row)?;
    if claimed != out.len() {
        let reason = format!("its length says {claimed} bytes, but {} are expected", out.len());
        return Err(CodecError::corrupt(FORMAT, reason));
    }
    decompress_declared(row, out)
}

/// Writes the content of `row` to `out`, which has the length that `row` claims. The crate returns an error for any other
/// content.
fn decompress_declared(row: &[u8], out: &mut [u8]) -> Result<(), CodecError> {
    raw::Decoder::new().decompress(row, out).map(drop).map_err(corrupt)
}

/// The length at the start of `row`, if `row` can hold that much.
pub(super) fn declared(row: &[u8]) -> Result<usize, CodecError> {
    if row.is_empty() {
        return Err(CodecError::corrupt(FORMAT, "it is empty"));
    }
    let claimed = raw::decompress_len(row).map_err(corrupt)?;
    if claimed > row.len().saturating_mul(MAX_RATIO) {
        let reason =
            format!("its length says {claimed} bytes, more than {} bytes can hold", row.len());
        return Err(CodecError::corrupt(FORMAT, reason));
    }
    Ok(claimed)
}

/// The length of the content according to the start of `row`.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    Ok(Some(declared(row)? as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_cannot_be_decoded_is_described() {
        let content = b"an order of the customer Wolf, ".repeat(200);
        let whole = raw::Encoder::new().compress_vec(&content).unwrap();
        let mut out = vec![0; content.len()];
        decompress_exact(&whole, &mut out).unwrap();
        assert!(out == content);
        let error = decompress_exact(&whole[..whole.len() - 1], &mut out).unwrap_err();
        let theirs = raw::Decoder::new().decompress_vec(&whole[..whole.len() - 1]).unwrap_err();
        assert!(error.to_string().contains(&theirs.to_string()), "{error}");
        let error = decompress_exact(&whole, &mut out[1..]).unwrap_err().to_string();
        let (claimed, expected) = (content.len(), content.len() - 1);
        let lengths = format!("its length says {claimed} bytes, but {expected} are expected");
        assert!(error.contains(&lengths), "{error}");
    }
}
