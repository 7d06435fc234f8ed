//! Frame after frame, whatever their format.

use std::io::{Read, Write};

use hashlane_codecs::lz4_format::{self, SKIPPABLE_MAGIC};

use super::counted::Counted;
use super::input::Input;
use super::zstd_frame::ZstdDecoder;
use super::{PipeError, lz4_blocks};

/// The window of a zstd frame that is read without being asked: what `zstd -d` reads.
pub const DEFAULT_WINDOW_LIMIT: u64 = 128 << 20;

/// What came of a stream.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Decompressed {
    /// Bytes read.
    pub compressed_bytes: u64,
    /// Bytes written.
    pub content_bytes: u64,
    /// Frames, without the skippable ones.
    pub frames: u64,
}

/// Decompresses frames of zstd and of LZ4 one after the other, told apart by their magic numbers.
/// Skippable frames are passed over. Checksums are checked where the frames have them.
///
/// Bytes are written as they come, so what an error leaves in `output` must not be used. Memory is
/// bounded by `window_limit` bytes for zstd, and by a dozen MiB for LZ4, whatever headers claim.
///
/// # Errors
/// If the input can't be read, the output can't be written, the stream is damaged, cut off, followed
/// by anything else, or needs a dictionary or a window beyond `window_limit`.
pub fn decompress(
    input: impl Read,
    output: &mut impl Write,
    window_limit: u64,
) -> Result<Decompressed, PipeError> {
    let mut input = Input::new(input);
    let mut output = Counted { output, bytes: 0 };
    let mut zstd = None;
    let mut lz4 = lz4_blocks::Blocks::default();
    let mut frames = 0;
    let mut skipped = 0;
    while let Some(magic) = magic(&mut input, frames + skipped)? {
        match magic {
            zstd_safe::MAGICNUMBER => {
                let decoder = match &mut zstd {
                    Some(decoder) => decoder,
                    none => none.insert(ZstdDecoder::new(window_limit)?),
                };
                decoder.frame(&mut input, &mut output)?;
                frames += 1;
            }
            lz4_format::MAGIC => {
                lz4_blocks::frame(&mut lz4, &mut input, &mut output)?;
                frames += 1;
            }
            magic if magic & !0xF == SKIPPABLE_MAGIC => {
                let len = input.u32("a skippable frame")?;
                input.skip(len.into(), "a skippable frame")?;
                skipped += 1;
            }
            magic => return Err(unknown(input.offset() - 4, magic, frames + skipped)),
        }
    }
    output.output.flush().map_err(PipeError::Write)?;
    Ok(Decompressed { compressed_bytes: input.offset(), content_bytes: output.bytes, frames })
}

/// The magic number of the next frame; None where the stream ends.
fn magic<R: Read>(input: &mut Input<R>, before: u64) -> Result<Option<u32>, PipeError> {
    let start = input.offset();
    let mut bytes = [0; 4];
    match input.fill(&mut bytes)? {
        0 if before == 0 => Err(PipeError::corrupt(0, "the stream is empty")),
        0 => Ok(None),
        4 => Ok(Some(u32::from_le_bytes(bytes))),
        _ if before == 0 => Err(PipeError::corrupt(0, "no zstd or LZ4 frame begins here")),
        len => Err(PipeError::corrupt(start, format!("{len} bytes follow the last frame"))),
    }
}

fn unknown(offset: u64, magic: u32, before: u64) -> PipeError {
    let reason = match (magic, before) {
        (lz4_format::LEGACY_MAGIC, _) => {
            "a frame in the format of lz4 before 1.4, which is not read"
        }
        (_, 0) => "no zstd or LZ4 frame begins here",
        _ => "what follows the last frame is no frame of zstd or LZ4 (trailing garbage?)",
    };
    PipeError::corrupt(offset, reason)
}
