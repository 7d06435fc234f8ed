//! Compressed bytes alone, for a container that keeps their lengths and checksums itself: bare LZ4
//! blocks, and zstd frames without a checksum.
//!
//! The length of the content is known before it is decompressed: more and less are errors.

use lz4_flex::block::decompress_into;
use zstd_safe::{CCtx, CParameter, DCtx, ResetDirective, get_error_name};

use super::lz4_block::{MAX_INPUT, MAX_RATIO, append_bare};
use super::lz4_prefix::decompress_prefix;
use super::{CodecError, grow};

const LZ4: &str = "LZ4 block";
const ZSTD: &str = "zstd frame";

/// Content that one zstd block can hold. RFC 8878, 3.1.1.2.4.
const MAX_BLOCK: usize = 128 << 10;

/// The fewest bytes of a zstd block that yields content: a 3-byte header and a repeated byte.
const MIN_BLOCK: usize = 4;

/// About what a new zstd context takes.
const CONTEXT: usize = 128 << 10;

/// zstd contexts of their own: those of [`super::zstd`] are set to write checksums.
#[derive(Default)]
pub(crate) struct Contexts {
    compressor: Option<Compressor>,
    decompressor: Option<DCtx<'static>>,
}

struct Compressor {
    context: CCtx<'static>,
    level: i32,
}

impl Contexts {
    /// Drops a compressor that holds more than `bytes`.
    pub(super) fn trim(&mut self, bytes: usize) {
        if self.compressor.as_ref().is_some_and(|c| c.context.sizeof() > bytes) {
            self.compressor = None;
        }
    }

    /// Appends `content` as one zstd frame with its content size, without a checksum.
    pub(crate) fn zstd_compress(
        &mut self,
        level: i32,
        content: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let mut compressor = match self.compressor.take() {
            Some(compressor) if compressor.level == level => compressor,
            other => Compressor::at_level(other.map(|c| c.context), level)?,
        };
        let start = out.len();
        grow(out, zstd_safe::compress_bound(content.len()))?;
        let written =
            compressor.context.compress2(&mut out[start..], content).map_err(zstd_error)?;
        out.truncate(start + written);
        // Only a context that has not failed goes back.
        self.compressor = Some(compressor);
        Ok(())
    }

    /// Appends the `content` bytes that `frame`, which is one whole frame, holds.
    ///
    /// All of them, even if the first are enough. zstd decompresses blocks of up to 128 KiB whole,
    /// so that a stream is no faster on less: 16,600 ns in place of 14,500 to a quarter of 16 KiB.
    /// To a quarter of 1 MiB it takes 400 us in place of 1,000, and a window of 1 MiB.
    pub(crate) fn zstd_decompress(
        &mut self,
        frame: &[u8],
        content: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        if content > (frame.len() / MIN_BLOCK + 1).saturating_mul(MAX_BLOCK) {
            return Err(too_much(ZSTD, content, frame.len()));
        }
        if zstd_safe::find_frame_compressed_size(frame).map_err(zstd_error)? != frame.len() {
            return Err(CodecError::corrupt(ZSTD, "it is followed by other bytes"));
        }
        let start = out.len();
        grow(out, content)?;
        let context = match &mut self.decompressor {
            Some(context) => context,
            none => {
                let context = DCtx::try_create();
                none.insert(context.ok_or(CodecError::OutOfMemory { bytes: CONTEXT })?)
            }
        };
        let result = context.decompress(&mut out[start..], frame);
        if result.is_err() {
            // A context that failed starts afresh; resetting the session can't fail.
            let _ = context.reset(ResetDirective::SessionOnly);
        }
        all_of(content, result.map_err(zstd_error)?, ZSTD)
    }
}

impl Compressor {
    fn at_level(context: Option<CCtx<'static>>, level: i32) -> Result<Self, CodecError> {
        let context = context.or_else(CCtx::try_create);
        let mut context = context.ok_or(CodecError::OutOfMemory { bytes: CONTEXT })?;
        context.set_parameter(CParameter::CompressionLevel(level)).map_err(zstd_error)?;
        Ok(Compressor { context, level })
    }
}

/// Appends `content` as one LZ4 block.
pub(crate) fn lz4_compress(content: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
    if content.len() > MAX_INPUT {
        let bytes = content.len();
        return Err(CodecError::InputTooLong { format: LZ4, bytes, max: MAX_INPUT });
    }
    append_bare(content, out)
}

/// Appends the first `wanted` of the `content` bytes that `block` holds, or all of them where that
/// takes no longer.
pub(crate) fn lz4_decompress(
    block: &[u8],
    content: usize,
    wanted: usize,
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    if content > block.len().saturating_mul(MAX_RATIO) {
        return Err(too_much(LZ4, content, block.len()));
    }
    if wanted < content / 8 * 7 {
        return decompress_prefix(block, wanted, out);
    }
    let start = out.len();
    grow(out, content)?;
    let written = decompress_into(block, &mut out[start..])
        .map_err(|e| CodecError::corrupt(LZ4, e.to_string()))?;
    all_of(content, written, LZ4)
}

fn all_of(content: usize, written: usize, format: &'static str) -> Result<(), CodecError> {
    if written == content {
        return Ok(());
    }
    let reason = format!("it should hold {content} bytes, and {written} came out");
    Err(CodecError::corrupt(format, reason))
}

fn too_much(format: &'static str, content: usize, compressed: usize) -> CodecError {
    let reason = format!("it should hold {content} bytes, which {compressed} can't hold");
    CodecError::corrupt(format, reason)
}

fn zstd_error(code: usize) -> CodecError {
    CodecError::corrupt(ZSTD, get_error_name(code))
}
