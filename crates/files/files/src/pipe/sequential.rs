//! Compresses the formats that one thread writes: all but zstd and LZ4 frames.

use std::io::{self, Read, Write};

use ::brotli::CompressorReader;
use ::brotli::enc::BrotliEncoderParams;
use bzip2::bufread::BzEncoder;
use flate2::Compression;
use flate2::bufread::{DeflateEncoder, GzEncoder, ZlibEncoder};
use liblzma::bufread::XzEncoder;
use liblzma::stream::{Check, LzmaOptions, Stream};

use super::chunked::ChunkedReader;
use super::input::CompressedInput;
use super::{CountedOutput, PipeError, StreamCodec};

/// The number of bytes that are written at a time.
const ROOM: usize = 128 << 10;

/// The number of bytes that Brotli's encoder reads at a time.
const BROTLI_BUFFER: usize = 64 << 10;

/// The logarithms of Brotli's default window and of the large window that we write.
const WINDOW: i32 = 22;
const LARGE_WINDOW: i32 = 27;

/// Compresses `input` into `output` as one stream. Returns the numbers of bytes read and written.
pub(super) fn compress(
    codec: StreamCodec,
    level: i32,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(u64, u64), PipeError> {
    let mut input = CompressedInput::new(input);
    let mut output = CountedOutput { output, bytes: 0 };
    let mut encoder = encoder(codec, level, &mut input).map_err(refused)?;
    let copied = copy(&mut encoder, &mut output, &mut room()?)?;
    drop(encoder);
    copied.map_err(|error| input.failure().unwrap_or_else(|| refused(error)))?;
    output.output.flush().map_err(PipeError::Write)?;
    Ok((input.offset(), output.bytes))
}

/// Returns a reader of the compressed stream.
fn encoder<'i, R: Read>(
    codec: StreamCodec,
    level: i32,
    input: &'i mut CompressedInput<R>,
) -> io::Result<Box<dyn Read + 'i>> {
    let unsigned = level.max(0) as u32;
    let deflate = Compression::new(unsigned);
    Ok(match codec {
        StreamCodec::Gzip => Box::new(GzEncoder::new(input, deflate)),
        StreamCodec::Zlib => Box::new(ZlibEncoder::new(input, deflate)),
        StreamCodec::Deflate => Box::new(DeflateEncoder::new(input, deflate)),
        StreamCodec::Bzip2 => Box::new(BzEncoder::new(input, bzip2::Compression::new(unsigned))),
        StreamCodec::Xz => {
            let stream = Stream::new_easy_encoder(unsigned, Check::Crc64)?;
            Box::new(XzEncoder::new_stream(input, stream))
        }
        StreamCodec::Lzma => {
            let stream = Stream::new_lzma_encoder(&LzmaOptions::new_preset(unsigned)?)?;
            Box::new(XzEncoder::new_stream(input, stream))
        }
        StreamCodec::Brotli | StreamCodec::BrotliLarge => {
            let large_window = codec == StreamCodec::BrotliLarge;
            let lgwin = if large_window { LARGE_WINDOW } else { WINDOW };
            let params =
                BrotliEncoderParams { quality: level, lgwin, large_window, ..Default::default() };
            Box::new(CompressorReader::with_params(input, BROTLI_BUFFER, &params))
        }
        chunks => Box::new(ChunkedReader::new(chunks, input)),
    })
}

/// Memory for [`copy`].
pub(super) fn room() -> Result<Vec<u8>, PipeError> {
    let mut room = Vec::new();
    let reserved = room.try_reserve_exact(ROOM);
    reserved.map_err(|error| PipeError::Refused(error.to_string()))?;
    room.resize(ROOM, 0);
    Ok(room)
}

/// Checks that `bytes` bytes can be allocated. For decoders that report a lack of memory as something else.
pub(super) fn probe(bytes: usize) -> Result<(), PipeError> {
    let probe = Vec::<u8>::new().try_reserve_exact(bytes);
    probe.map_err(|error| PipeError::Refused(error.to_string()))
}

/// Copies all of `reader` to `output`. The inner result is the reader's.
pub(super) fn copy<W: Write>(
    reader: &mut dyn Read,
    output: &mut CountedOutput<'_, W>,
    room: &mut [u8],
) -> Result<io::Result<()>, PipeError> {
    loop {
        match reader.read(room) {
            Ok(0) => return Ok(Ok(())),
            Ok(len) => output.write(&room[..len])?,
            Err(error) => return Ok(Err(error)),
        }
    }
}

fn refused(error: io::Error) -> PipeError {
    PipeError::Refused(error.to_string())
}
