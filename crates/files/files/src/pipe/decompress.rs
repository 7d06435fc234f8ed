//! Decompresses one zstd or LZ4 frame after another, or one stream of another format.

use std::io::{Read, Write};
use std::sync::Arc;

use hashlane_codecs::lz4::format::{self, LEGACY_MAGIC, SKIPPABLE_MAGIC};
use hashlane_codecs::{framing, zstd};

use super::chunks::{ChunkBuffers, ChunkReader};
use super::input::CompressedInput;
use super::zstd_frame::ZstdDecoder;
use super::{CountedOutput, PipeError, StreamCodec, library, lz4_blocks};

/// The largest window of a zstd frame that is accepted by default, as in `zstd -d`.
pub const DEFAULT_WINDOW_LIMIT: u64 = 128 << 20;

/// Options for decompression.
#[derive(Clone, Debug)]
pub struct DecompressOptions {
    /// The format; `None` to detect it by its magic number.
    pub codec: Option<StreamCodec>,
    /// The most bytes of a window, of a dictionary of xz or lzma, or of a chunk of Hadoop or snappy-java.
    pub window_limit: u64,
    /// The dictionary of zstd frames.
    pub dictionary: Option<Arc<zstd::Dictionary>>,
}

impl Default for DecompressOptions {
    fn default() -> Self {
        DecompressOptions { codec: None, window_limit: DEFAULT_WINDOW_LIMIT, dictionary: None }
    }
}

/// The result of [`decompress`].
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct DecompressedStream {
    /// The number of bytes read.
    pub compressed_bytes: u64,
    /// The number of bytes written.
    pub content_bytes: u64,
    /// The number of frames of zstd and LZ4 (without skippable ones), members of gzip, or streams of bzip2 and
    /// lz4-java. 1 for other formats.
    pub frames: u64,
}

/// Decompresses a stream. If `options` name no format, it is detected by its magic number.
///
/// Frames of zstd, of LZ4 and of legacy LZ4 may follow each other, and skippable frames are skipped. Checksums are
/// verified. zlib, raw deflate, lzma, Brotli and Hadoop's formats have no magic number.
///
/// Bytes are written as soon as they are decompressed, so after an error the content of `output` must not be used.
/// Memory is limited to `window_limit` bytes and a few dozen MiB, whatever headers claim.
///
/// # Errors
/// Returns an error if the input can't be read or the output can't be written. Also returns an error if the stream is
/// damaged, cut off or followed by other bytes, or needs a dictionary that isn't given or a window above
/// `window_limit`.
pub fn decompress(
    input: impl Read,
    output: &mut impl Write,
    options: &DecompressOptions,
) -> Result<DecompressedStream, PipeError> {
    let mut input = CompressedInput::new(input);
    let mut output = CountedOutput { output, bytes: 0 };
    let codec = match options.codec {
        Some(codec) => codec,
        None => detected(&mut input)?,
    };
    let frames = match codec {
        StreamCodec::Zstd | StreamCodec::Lz4 | StreamCodec::Lz4Legacy => {
            FrameReader { options, zstd: None, lz4: lz4_blocks::BlockReader::default() }
                .read(&mut input, &mut output)?
        }
        codec => stream(codec, &mut input, &mut output, options.window_limit)?,
    };
    output.output.flush().map_err(PipeError::Write)?;
    Ok(DecompressedStream { compressed_bytes: input.offset(), content_bytes: output.bytes, frames })
}

/// Detects the format by the first four bytes. Unknown bytes count as zstd, whose reader reports them.
fn detected<R: Read>(input: &mut CompressedInput<R>) -> Result<StreamCodec, PipeError> {
    let mut start = [0; 4];
    let len = input.fill(&mut start)?;
    input.put_back(&start[..len]);
    Ok(match &start[..len] {
        [0x1F, 0x8B, 8, _] => StreamCodec::Gzip,
        [b'B', b'Z', b'h', b'1'..=b'9'] => StreamCodec::Bzip2,
        [0xFD, b'7', b'z', b'X'] => StreamCodec::Xz,
        [0xFF, 6, 0, 0] => StreamCodec::SnappyFrame,
        [0x82, b'S', b'N', b'A'] => StreamCodec::SnappyJava,
        b"LZ4B" => StreamCodec::Lz4Java,
        _ => StreamCodec::Zstd,
    })
}

/// Decompresses the streams of `codec`, which end with the input. Returns their number.
fn stream<R: Read, W: Write>(
    codec: StreamCodec,
    input: &mut CompressedInput<R>,
    output: &mut CountedOutput<'_, W>,
    limit: u64,
) -> Result<u64, PipeError> {
    let is_snappy = codec == StreamCodec::HadoopSnappy;
    let buffers = ChunkBuffers::default();
    match codec {
        StreamCodec::Lz4Java => ChunkReader { input, output, limit, buffers }.lz4_java(),
        StreamCodec::SnappyFrame => ChunkReader { input, output, limit, buffers }.snappy_frame(),
        StreamCodec::SnappyJava => ChunkReader { input, output, limit, buffers }.snappy_java(),
        StreamCodec::HadoopSnappy | StreamCodec::HadoopLz4 => {
            ChunkReader { input, output, limit, buffers }.hadoop(is_snappy)
        }
        codec => library::streams(codec, input, output, limit),
    }
}

/// Reads frames of zstd and LZ4. The memory is reused for each.
struct FrameReader<'a> {
    options: &'a DecompressOptions,
    zstd: Option<ZstdDecoder>,
    lz4: lz4_blocks::BlockReader,
}

impl FrameReader<'_> {
    /// Decompresses all frames, and returns their number.
    fn read<R: Read, W: Write>(
        &mut self,
        input: &mut CompressedInput<R>,
        output: &mut CountedOutput<'_, W>,
    ) -> Result<u64, PipeError> {
        let (mut frames, mut skipped) = (0, 0);
        while let Some(magic) = magic(input, frames + skipped)? {
            match magic {
                magic if magic & !0xF == SKIPPABLE_MAGIC => {
                    let len = input.u32("a skippable frame")?;
                    input.skip(len.into(), "a skippable frame")?;
                    skipped += 1;
                    continue;
                }
                zstd_safe::MAGICNUMBER => self.zstd()?.frame(input, output)?,
                format::MAGIC => lz4_blocks::frame(&mut self.lz4, input, output)?,
                LEGACY_MAGIC => {
                    let (limit, buffers) = (self.options.window_limit, ChunkBuffers::default());
                    ChunkReader { input, output, limit, buffers }.lz4_legacy()?;
                }
                magic => return Err(unknown(input, magic, frames + skipped)),
            }
            frames += 1;
        }
        Ok(frames)
    }

    fn zstd(&mut self) -> Result<&mut ZstdDecoder, PipeError> {
        Ok(match &mut self.zstd {
            Some(decoder) => decoder,
            none => {
                let DecompressOptions { window_limit, dictionary, .. } = self.options;
                none.insert(ZstdDecoder::new(*window_limit, dictionary.as_deref())?)
            }
        })
    }
}

/// Returns the magic number of the next frame, or `None` at the end of the stream.
fn magic<R: Read>(input: &mut CompressedInput<R>, before: u64) -> Result<Option<u32>, PipeError> {
    let start = input.offset();
    let mut bytes = [0; 4];
    match input.fill(&mut bytes)? {
        0 if before == 0 => Err(PipeError::corrupt(0, "the stream is empty")),
        0 => Ok(None),
        4 => Ok(Some(u32::from_le_bytes(bytes))),
        _ if before == 0 => Err(PipeError::corrupt(0, UNKNOWN)),
        len => Err(PipeError::corrupt(start, format!("{len} bytes follow the last frame"))),
    }
}

const UNKNOWN: &str = "the stream does not start with the magic number of a known format: zstd, lz4, lz4_legacy, \
                       lz4_java, gzip, bzip2, xz, snappy_frame, snappy_java; name the format if it has none";

/// The error for bytes without a known magic number. It names the format that they resemble, if that format has no
/// magic number.
fn unknown<R: Read>(input: &mut CompressedInput<R>, magic: u32, before: u64) -> PipeError {
    let start = input.offset() - 4;
    if before > 0 {
        let reason = "the bytes after the last frame are neither a zstd nor an LZ4 frame (trailing \
                      garbage?)";
        return PipeError::corrupt(start, reason);
    }
    input.put_back(&magic.to_le_bytes());
    let mut bytes = [0; 64];
    let len = input.fill(&mut bytes).unwrap_or(0);
    match framing(&bytes[..len]) {
        Some(codec) => {
            PipeError::corrupt(start, format!("{UNKNOWN}; it looks like {}", codec.name))
        }
        None => PipeError::corrupt(start, UNKNOWN),
    }
}
