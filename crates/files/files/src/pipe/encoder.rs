//! Encodes the pieces of a stream.

use std::sync::Arc;

use hashlane_codecs::lz4::format::{Lz4FrameHeader, STORED};
use hashlane_codecs::{CodecError, Workspace, zstd};
use zstd_safe::zstd_sys::ZSTD_EndDirective;
use zstd_safe::{CCtx, CParameter, InBuffer, OutBuffer, get_error_name};

use super::PipeError;

/// A piece of the stream, with its number, counted from 0.
pub(super) struct StreamPiece {
    pub(super) index: u64,
    pub(super) level: i32,
    pub(super) content: Vec<u8>,
    /// What is known at the end of the stream. Only the last piece has it; that piece is empty.
    pub(super) end: Option<StreamEnd>,
}

/// What is known at the end of a stream.
pub(super) struct StreamEnd {
    pub(super) xxh32: u32,
}

/// Encodes pieces. All encoders but [`ZstdStream`] keep no state from one piece to the next, so any thread may encode
/// any piece.
pub(super) trait PieceEncoder: Send {
    /// Encodes `piece` and appends the result.
    fn encode(&mut self, piece: &StreamPiece, out: &mut Vec<u8>) -> Result<(), PipeError>;
}

/// Writes a zstd frame for each piece, with its size and a checksum.
pub(super) struct ZstdFrames {
    workspace: Workspace,
    dictionary: Option<Arc<zstd::Dictionary>>,
}

impl ZstdFrames {
    pub(super) fn new(dictionary: Option<Arc<zstd::Dictionary>>) -> Self {
        ZstdFrames { workspace: Workspace::default(), dictionary }
    }
}

impl PieceEncoder for ZstdFrames {
    fn encode(&mut self, piece: &StreamPiece, out: &mut Vec<u8>) -> Result<(), PipeError> {
        // An empty stream is one empty frame.
        if piece.end.is_some() && piece.index > 0 {
            return Ok(());
        }
        let (workspace, level) = (&mut self.workspace, piece.level);
        match &self.dictionary {
            None => zstd::compress(workspace, level, &piece.content, out),
            Some(dictionary) => {
                zstd::compress_with(workspace, level, dictionary, &piece.content, out)
            }
        }
        .map_err(refused)
    }
}

/// Writes one zstd frame for the whole stream.
pub(super) struct ZstdStream {
    context: CCtx<'static>,
}

impl ZstdStream {
    /// `size` is the size of the stream, if known. Another size is an error at the end.
    pub(super) fn new(
        level: i32,
        size: Option<u64>,
        dictionary: Option<&zstd::Dictionary>,
    ) -> Result<Self, PipeError> {
        let mut context = CCtx::try_create()
            .ok_or_else(|| PipeError::Refused("no memory to compress".to_owned()))?;
        for parameter in [CParameter::ChecksumFlag(true), CParameter::CompressionLevel(level)] {
            context.set_parameter(parameter).map_err(zstd_error)?;
        }
        if let Some(dictionary) = dictionary {
            context.load_dictionary(dictionary.bytes()).map_err(zstd_error)?;
        }
        context.set_pledged_src_size(size).map_err(zstd_error)?;
        Ok(ZstdStream { context })
    }
}

impl PieceEncoder for ZstdStream {
    fn encode(&mut self, piece: &StreamPiece, out: &mut Vec<u8>) -> Result<(), PipeError> {
        let mut input = InBuffer::around(&piece.content);
        let directive = match piece.end {
            None => ZSTD_EndDirective::ZSTD_e_continue,
            Some(_) => ZSTD_EndDirective::ZSTD_e_end,
        };
        let mut room = Vec::new();
        grow(&mut room, CCtx::out_size())?;
        loop {
            let mut output = OutBuffer::around(&mut room[..]);
            let left = self.context.compress_stream2(&mut output, &mut input, directive);
            let left = left.map_err(zstd_error)?;
            append(out, output.as_slice())?;
            let done = match piece.end {
                None => input.pos() == piece.content.len(),
                Some(_) => left == 0,
            };
            if done {
                return Ok(());
            }
        }
    }
}

/// Writes the blocks of one LZ4 frame.
pub(super) struct Lz4Blocks {
    pub(super) header: Lz4FrameHeader,
}

impl PieceEncoder for Lz4Blocks {
    fn encode(&mut self, piece: &StreamPiece, out: &mut Vec<u8>) -> Result<(), PipeError> {
        if piece.index == 0 {
            let (header, len) = self.header.to_bytes();
            append(out, &header[..len])?;
        }
        for block in piece.content.chunks(self.header.block_size) {
            append_block(block, piece.level, out)?;
        }
        if let Some(end) = &piece.end {
            append(out, &0u32.to_le_bytes())?;
            append(out, &end.xxh32.to_le_bytes())?;
        }
        Ok(())
    }
}

/// The first level that searches longer, as in the `lz4` tool.
const FIRST_HC_LEVEL: i32 = 3;

/// Appends a block after its length. A block that does not shrink is stored.
fn append_block(block: &[u8], level: i32, out: &mut Vec<u8>) -> Result<(), PipeError> {
    let start = out.len();
    let room = 4 + lzzzz::lz4::max_compressed_size(block.len());
    grow(out, room)?;
    let compressed = &mut out[start + 4..];
    let len = match level {
        ..FIRST_HC_LEVEL => lzzzz::lz4::compress(block, compressed, lzzzz::lz4::ACC_LEVEL_DEFAULT),
        _ => lzzzz::lz4_hc::compress(block, compressed, level),
    };
    let len = len.map_err(|error| PipeError::Refused(error.to_string()))?;
    let mut header = len as u32;
    out.truncate(start + 4 + len);
    if len >= block.len() {
        out.truncate(start + 4);
        out.extend_from_slice(block);
        header = block.len() as u32 | STORED;
    }
    out[start..start + 4].copy_from_slice(&header.to_le_bytes());
    Ok(())
}

fn append(out: &mut Vec<u8>, bytes: &[u8]) -> Result<(), PipeError> {
    out.try_reserve(bytes.len()).map_err(|error| PipeError::Refused(error.to_string()))?;
    out.extend_from_slice(bytes);
    Ok(())
}

/// Appends zero bytes for a codec to overwrite.
fn grow(out: &mut Vec<u8>, len: usize) -> Result<(), PipeError> {
    out.try_reserve(len).map_err(|error| PipeError::Refused(error.to_string()))?;
    out.resize(out.len() + len, 0);
    Ok(())
}

fn refused(error: CodecError) -> PipeError {
    PipeError::Refused(error.to_string())
}

fn zstd_error(code: usize) -> PipeError {
    PipeError::Refused(format!("zstd: {}", get_error_name(code)))
}
