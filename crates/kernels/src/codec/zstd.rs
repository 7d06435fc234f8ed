//! Zstandard frames (RFC 8878).

use zstd_safe::{CCtx, CParameter, DCtx, ResetDirective, get_error_name, zstd_sys::ZSTD_ErrorCode};

use super::{CodecError, Workspace, grow};

const FORMAT: &str = "zstd frame";

/// The levels that [`compress`] takes.
pub const LEVELS: std::ops::RangeInclusive<i32> = -7..=22;

/// The level of the `zstd` tool.
pub const DEFAULT_LEVEL: i32 = 3;

/// Content that one block can hold. RFC 8878, 3.1.1.2.4.
const MAX_BLOCK: usize = 128 << 10;

/// The fewest bytes a block that yields content can have: a 3-byte header and a repeated byte.
const MIN_BLOCK: usize = 4;

/// About what a new context takes.
const CONTEXT: usize = 128 << 10;

/// The zstd version that is linked, such as `1.5.7`.
pub fn version() -> &'static str {
    zstd_safe::version_string()
}

/// A compression context and the level it is set to.
pub(super) struct Compressor {
    context: CCtx<'static>,
    level: i32,
}

impl Compressor {
    fn new() -> Result<Self, CodecError> {
        let mut context = CCtx::try_create().ok_or(CodecError::OutOfMemory { bytes: CONTEXT })?;
        context.set_parameter(CParameter::ChecksumFlag(true)).map_err(zstd_error)?;
        Ok(Compressor { context, level: 0 })
    }

    fn set_level(&mut self, level: i32) -> Result<(), CodecError> {
        if self.level != level {
            self.context.set_parameter(CParameter::CompressionLevel(level)).map_err(zstd_error)?;
            self.level = level;
        }
        Ok(())
    }

    /// Bytes that the context holds.
    pub(super) fn memory(&self) -> usize {
        self.context.sizeof()
    }
}

/// A decompression context.
pub(super) struct Decompressor(DCtx<'static>);

/// Appends `row` as one frame, with its content size and a checksum of its content.
///
/// `level` is one of [`LEVELS`]. The frame's bytes may differ between versions of zstd; what they
/// decompress to does not.
pub fn compress(
    workspace: &mut Workspace,
    level: i32,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let mut compressor = match workspace.zstd_compressor.take() {
        Some(compressor) => compressor,
        None => Compressor::new()?,
    };
    compressor.set_level(level)?;
    let start = out.len();
    grow(out, zstd_safe::compress_bound(row.len()))?;
    let written = compressor.context.compress2(&mut out[start..], row).map_err(zstd_error)?;
    out.truncate(start + written);
    // Only a context that has not failed goes back.
    workspace.zstd_compressor = Some(compressor);
    Ok(())
}

/// Appends the content of `row`, which is one or more frames, skippable ones included.
pub fn decompress(
    workspace: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    if row.is_empty() {
        return Err(CodecError::corrupt(FORMAT, "it is empty"));
    }
    let limit = out.len().saturating_add(max_bytes);
    let mut rest = row;
    while !rest.is_empty() {
        let frame_len = zstd_safe::find_frame_compressed_size(rest).map_err(zstd_error)?;
        let (frame, after) = rest.split_at(frame_len);
        decompress_frame(workspace, frame, limit - out.len(), max_bytes, out)?;
        rest = after;
    }
    Ok(())
}

fn decompress_frame(
    workspace: &mut Workspace,
    frame: &[u8],
    room: usize,
    max_bytes: usize,
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let most = (frame.len() / MIN_BLOCK + 1).saturating_mul(MAX_BLOCK);
    let declared = zstd_safe::get_frame_content_size(frame)
        .map_err(|_| CodecError::corrupt(FORMAT, "its content size can't be read"))?;
    if let Some(declared) = declared {
        let declared = usize::try_from(declared).unwrap_or(usize::MAX);
        if declared > room {
            return Err(CodecError::OverLimit { max_bytes });
        }
        if declared > most {
            let reason =
                format!("its header claims {declared} bytes, which {} can't hold", frame.len());
            return Err(CodecError::corrupt(FORMAT, reason));
        }
        return Ok(into_capacity(workspace, frame, declared, out)?);
    }
    // zstd takes a content size of 2^64 - 1 for none at all. A header has the field where its
    // descriptor, the byte after the magic number, says how wide it is or asks for one segment.
    if frame[4] & 0b1110_0000 != 0 {
        return Err(CodecError::corrupt(FORMAT, "its header claims 2^64 - 1 bytes"));
    }
    // No content size: guess, and double the guess while it proves too small. A stream would take
    // a window of up to 128 MiB because a header says so.
    let mut capacity = frame.len().saturating_mul(4).max(1 << 10).min(most).min(room);
    loop {
        match into_capacity(workspace, frame, capacity, out) {
            Ok(()) => return Ok(()),
            Err(Failure::Zstd(code)) if is_too_small(code) && capacity < room.min(most) => {
                capacity = capacity.saturating_mul(2).min(room).min(most);
            }
            Err(Failure::Zstd(code)) if is_too_small(code) && capacity == room => {
                return Err(CodecError::OverLimit { max_bytes });
            }
            Err(failure) => return Err(failure.into()),
        }
    }
}

/// A code of zstd's, or an error of ours.
enum Failure {
    Zstd(usize),
    Codec(CodecError),
}

impl From<Failure> for CodecError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Zstd(code) => zstd_error(code),
            Failure::Codec(error) => error,
        }
    }
}

/// Decompresses a frame into `capacity` new bytes of `out`, and cuts `out` to what was written.
fn into_capacity(
    workspace: &mut Workspace,
    frame: &[u8],
    capacity: usize,
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    let start = out.len();
    grow(out, capacity).map_err(Failure::Codec)?;
    let Decompressor(context) = match &mut workspace.zstd_decompressor {
        Some(decompressor) => decompressor,
        none => {
            let out_of_memory = Failure::Codec(CodecError::OutOfMemory { bytes: CONTEXT });
            none.insert(Decompressor(DCtx::try_create().ok_or(out_of_memory)?))
        }
    };
    let result = context.decompress(&mut out[start..], frame);
    out.truncate(start + result.unwrap_or(0));
    if result.is_err() {
        // A context that failed starts afresh; resetting the session can't fail.
        let _ = context.reset(ResetDirective::SessionOnly);
    }
    result.map(|_| ()).map_err(Failure::Zstd)
}

fn is_too_small(code: usize) -> bool {
    code == (ZSTD_ErrorCode::ZSTD_error_dstSize_tooSmall as usize).wrapping_neg()
}

fn zstd_error(code: usize) -> CodecError {
    CodecError::corrupt(FORMAT, get_error_name(code))
}
