//! Writes one stream after another on one thread, for formats whose streams can't be divided, and for all others with
//! one thread.

use std::io::{self, Write};
use std::mem;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use liblzma::stream::{Check, LzmaOptions, Stream};
use liblzma::write::XzEncoder;

use super::encoder::{Encoder, Piece};
use super::{Codec, PipeError};

/// The number of bytes that a library's encoder gets at a time.
const BUFFER: usize = 64 << 10;

/// The logarithms of Brotli's default window and of the large window that we write.
const WINDOW: i32 = 22;
const LARGE_WINDOW: i32 = 27;

/// The encoder of one stream. Pieces arrive in order, since there is one worker.
pub(super) struct Serial(Option<Stage>);

enum Stage {
    Gzip(GzEncoder<Vec<u8>>),
    Zlib(ZlibEncoder<Vec<u8>>),
    Deflate(DeflateEncoder<Vec<u8>>),
    Bzip2(bzip2::write::BzEncoder<Vec<u8>>),
    /// .xz and .lzma.
    Xz(XzEncoder<Vec<u8>>),
    Brotli(Box<brotli::CompressorWriter<Vec<u8>>>),
}

impl Serial {
    /// Returns `None` for a format that [`Framed`](super::framed::Framed) writes.
    pub(super) fn new(codec: Codec, level: i32) -> Result<Option<Self>, PipeError> {
        let deflate = Compression::new(level.max(0) as u32);
        let out = Vec::new();
        let stage = match codec {
            Codec::Gzip => Stage::Gzip(GzEncoder::new(out, deflate)),
            Codec::Zlib => Stage::Zlib(ZlibEncoder::new(out, deflate)),
            Codec::Deflate => Stage::Deflate(DeflateEncoder::new(out, deflate)),
            Codec::Bzip2 => {
                let level = bzip2::Compression::new(level as u32);
                Stage::Bzip2(bzip2::write::BzEncoder::new(out, level))
            }
            Codec::Xz | Codec::Lzma => {
                let stream = xz_stream(codec, level).map_err(|error| refused(error.into()))?;
                Stage::Xz(XzEncoder::new_stream(out, stream))
            }
            Codec::Brotli | Codec::BrotliLarge => {
                Stage::Brotli(Box::new(brotli_writer(codec, level, out)))
            }
            _ => return Ok(None),
        };
        Ok(Some(Serial(Some(stage))))
    }
}

fn xz_stream(codec: Codec, level: i32) -> Result<Stream, liblzma::stream::Error> {
    match codec {
        Codec::Lzma => Stream::new_lzma_encoder(&LzmaOptions::new_preset(level as u32)?),
        _ => Stream::new_easy_encoder(level as u32, Check::Crc64),
    }
}

fn brotli_writer(codec: Codec, level: i32, out: Vec<u8>) -> brotli::CompressorWriter<Vec<u8>> {
    let large_window = codec == Codec::BrotliLarge;
    let params = brotli::enc::BrotliEncoderParams {
        quality: level,
        lgwin: if large_window { LARGE_WINDOW } else { WINDOW },
        large_window,
        ..Default::default()
    };
    brotli::CompressorWriter::with_params(out, BUFFER, &params)
}

impl Stage {
    fn write(&mut self, content: &[u8]) -> io::Result<()> {
        match self {
            Stage::Gzip(encoder) => encoder.write_all(content),
            Stage::Zlib(encoder) => encoder.write_all(content),
            Stage::Deflate(encoder) => encoder.write_all(content),
            Stage::Bzip2(encoder) => encoder.write_all(content),
            Stage::Xz(encoder) => encoder.write_all(content),
            Stage::Brotli(encoder) => encoder.write_all(content),
        }
    }

    /// Returns the output since the last call.
    fn take(&mut self) -> Vec<u8> {
        mem::take(match self {
            Stage::Gzip(encoder) => encoder.get_mut(),
            Stage::Zlib(encoder) => encoder.get_mut(),
            Stage::Deflate(encoder) => encoder.get_mut(),
            Stage::Bzip2(encoder) => encoder.get_mut(),
            Stage::Xz(encoder) => encoder.get_mut(),
            Stage::Brotli(encoder) => encoder.get_mut(),
        })
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Stage::Gzip(encoder) => encoder.finish(),
            Stage::Zlib(encoder) => encoder.finish(),
            Stage::Deflate(encoder) => encoder.finish(),
            Stage::Bzip2(encoder) => encoder.finish(),
            Stage::Xz(encoder) => encoder.finish(),
            Stage::Brotli(encoder) => Ok(encoder.into_inner()),
        }
    }
}

impl Encoder for Serial {
    fn encode(&mut self, piece: &Piece, out: &mut Vec<u8>) -> Result<(), PipeError> {
        let Some(mut stage) = self.0.take() else {
            return Err(PipeError::Refused("the stream has ended".to_owned()));
        };
        stage.write(&piece.content).map_err(refused)?;
        match piece.end {
            Some(_) => *out = stage.finish().map_err(refused)?,
            None => {
                *out = stage.take();
                self.0 = Some(stage);
            }
        }
        Ok(())
    }
}

fn refused(error: io::Error) -> PipeError {
    PipeError::Refused(error.to_string())
}
