//! Decompresses pages. The header records the decompressed length; any other length is an error.

use std::fmt;

use hashlane_codecs::{CodecError, Decompress, Workspace, brotli, deflate::gzip, snappy, zstd};
use parquet::basic::CompressionCodec;

use super::varint;

/// The reason why a page isn't decompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DecompressError {
    /// Its codec is not supported.
    Unsupported(&'static str),
    /// The page is damaged, with a description.
    Damaged(String),
}

impl fmt::Display for DecompressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecompressError::Unsupported(codec) => {
                write!(f, "{codec} is not a supported codec")
            }
            DecompressError::Damaged(detail) => f.write_str(detail),
        }
    }
}

/// Decompresses `body`, which must give `len` bytes, and appends the result.
pub(crate) fn decompress(
    codec: CompressionCodec,
    workspace: &mut Workspace,
    body: &[u8],
    len: usize,
    out: &mut Vec<u8>,
) -> Result<(), DecompressError> {
    let start = out.len();
    let result = match codec {
        CompressionCodec::UNCOMPRESSED => append(body, out),
        CompressionCodec::SNAPPY => with(snappy::decompress, workspace, body, len, out),
        CompressionCodec::GZIP => with(gzip::decompress, workspace, body, len, out),
        CompressionCodec::BROTLI => with(brotli::decompress, workspace, body, len, out),
        CompressionCodec::ZSTD => with(zstd::decompress, workspace, body, len, out),
        CompressionCodec::LZ4_RAW => lz4_block(body, len, out),
        CompressionCodec::LZ4 => lz4_hadoop(workspace, body, len, out),
        CompressionCodec::LZO => {
            return Err(DecompressError::Unsupported("LZO"));
        }
    };
    result.map_err(DecompressError::Damaged)?;
    let came = out.len() - start;
    if came != len {
        let detail = format!("the page should decompress to {len} bytes but gave {came}");
        return Err(DecompressError::Damaged(detail));
    }
    Ok(())
}

/// Checks that `start` is the start of data that decompress to `len` bytes, as far as the codec tells it before it
/// decompresses.
///
/// # Errors
/// Returns what it is instead.
pub(crate) fn check_start(codec: CompressionCodec, start: &[u8], len: usize) -> Result<(), String> {
    let is_right = match codec {
        CompressionCodec::ZSTD => {
            match start.first_chunk::<4>().map(|magic| u32::from_le_bytes(*magic)) {
                Some(magic) => magic == 0xfd2f_b528 || magic & !15 == 0x184d_2a50,
                None => false,
            }
        }
        CompressionCodec::GZIP => start.starts_with(&[0x1f, 0x8b]),
        CompressionCodec::SNAPPY => varint(&mut &*start) == Some(len as u64),
        // Hadoop writes blocks, each after its length before compression. Nothing here decompresses them.
        CompressionCodec::LZO => {
            let block = start.first_chunk::<4>().map(|len| u32::from_be_bytes(*len) as usize);
            block.is_some_and(|block| block <= len)
        }
        // The other codecs have no magic number and no length.
        _ => true,
    };
    match is_right {
        true => Ok(()),
        false => Err(format!("its values do not start like {len} bytes compressed with {codec:?}")),
    }
}

fn append(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
    out.try_reserve(bytes.len()).map_err(|error| error.to_string())?;
    out.extend_from_slice(bytes);
    Ok(())
}

fn with(
    decompress: Decompress,
    workspace: &mut Workspace,
    body: &[u8],
    len: usize,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    decompress(workspace, len, body, out).map_err(|error| match error {
        CodecError::OverLimit { .. } => {
            format!("the page decompresses to more than the {len} bytes in its header")
        }
        error => error.to_string(),
    })
}

/// The most bytes that one byte of a block can stand for.
const MAX_LZ4_RATIO: usize = 255;

/// Decompresses one block to at most `len` bytes.
fn lz4_block(block: &[u8], len: usize, out: &mut Vec<u8>) -> Result<(), String> {
    if len > block.len().saturating_mul(MAX_LZ4_RATIO) {
        return Err(format!("{len} bytes are more than {} bytes of LZ4 can hold", block.len()));
    }
    let start = out.len();
    out.try_reserve(len).map_err(|error| error.to_string())?;
    out.resize(start + len, 0);
    let written = lz4_flex::block::decompress_into(block, &mut out[start..])
        .map_err(|error| format!("corrupt LZ4 block: {error}"))?;
    out.truncate(start + written);
    Ok(())
}

/// Decompresses the deprecated codec LZ4. Writers use the name for three formats: blocks in Hadoop's framing, an LZ4
/// frame, and a bare block. Like other readers, this takes the first format that fits.
fn lz4_hadoop(
    workspace: &mut Workspace,
    body: &[u8],
    len: usize,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    let start = out.len();
    if hadoop_blocks(body, len, out).is_ok() && out.len() - start == len {
        return Ok(());
    }
    out.truncate(start);
    let frame = hashlane_codecs::lz4::frame::decompress;
    if with(frame, workspace, body, len, out).is_ok() && out.len() - start == len {
        return Ok(());
    }
    out.truncate(start);
    lz4_block(body, len, out)
}

/// Decompresses blocks that follow their lengths before and after compression, as big-endian 32-bit numbers.
fn hadoop_blocks(mut body: &[u8], len: usize, out: &mut Vec<u8>) -> Result<(), String> {
    let end = out.len() + len;
    while !body.is_empty() {
        let cut_off = || "cut off".to_owned();
        let (content, rest) = body.split_first_chunk::<4>().ok_or_else(cut_off)?;
        let (stored, rest) = rest.split_first_chunk::<4>().ok_or_else(cut_off)?;
        let content = u32::from_be_bytes(*content) as usize;
        let stored = u32::from_be_bytes(*stored) as usize;
        if stored > rest.len() || content > end - out.len() {
            return Err("lengths past the end".to_owned());
        }
        let before = out.len();
        lz4_block(&rest[..stored], content, out)?;
        if out.len() - before != content {
            return Err("a block of another length".to_owned());
        }
        body = &rest[stored..];
    }
    Ok(())
}
