//! Decompresses streams that a library decodes: gzip, zlib, deflate, bzip2, xz, lzma, Brotli.

use std::io::{self, ErrorKind, Read, Write};

use bzip2::bufread::BzDecoder;
use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Error, Stream, TELL_UNSUPPORTED_CHECK};

use super::brotli::{BrotliReader, check_window};
use super::input::{BUFFER_KIB, CompressedInput};
use super::sequential::{copy, probe, room};
use super::{CountedOutput, PipeError, StreamCodec};

/// More than the lzma decoder needs in addition to its dictionary.
const LZMA: u64 = 1 << 20;

/// The memory of the bzip2 decoder, which reports damage if there is less.
const BZIP2: usize = 4 << 20;

/// Decompresses streams to the end of the input, and returns their number. Only gzip, bzip2 and xz may have several;
/// the decoder of xz reads all of them as one.
pub(super) fn streams<R: Read, W: Write>(
    codec: StreamCodec,
    input: &mut CompressedInput<R>,
    output: &mut CountedOutput<'_, W>,
    limit: u64,
) -> Result<u64, PipeError> {
    let (mut streams, mut room) = (0, room()?);
    if codec == StreamCodec::BrotliLarge {
        check_window(input, limit)?;
    }
    check_magic(codec, input)?;
    loop {
        if codec != StreamCodec::Bzip2 || !skip_empty_bzip2(input)? {
            let mut decoder = decoder(codec, input, limit)?;
            let copied = copy(&mut decoder, output, &mut room)?;
            drop(decoder);
            copied.map_err(|error| failure(codec, input, limit, error))?;
        }
        streams += 1;
        match (codec, input.at_hand()?) {
            (_, []) => return Ok(streams),
            (StreamCodec::Bzip2, _) | (StreamCodec::Gzip, [0x1F, ..]) => {}
            (StreamCodec::Gzip | StreamCodec::Zlib, _) => return padding(input).map(|()| streams),
            _ => {
                let reason = "bytes follow the end of the stream";
                return Err(PipeError::corrupt(input.offset(), reason));
            }
        }
    }
}

/// Refuses a stream that starts like no stream of the format. The decoders' own errors don't say what they read.
fn check_magic<R: Read>(
    codec: StreamCodec,
    input: &mut CompressedInput<R>,
) -> Result<(), PipeError> {
    let magic: &[u8] = match codec {
        StreamCodec::Gzip => &[0x1F, 0x8B],
        StreamCodec::Bzip2 => b"BZh",
        StreamCodec::Xz => b"\xFD7zXZ\0",
        _ => return Ok(()),
    };
    let mut start = [0; 6];
    let start = &mut start[..magic.len()];
    let len = input.fill(start)?;
    input.put_back(&start[..len]);
    if len < magic.len() || start == magic {
        return Ok(());
    }
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!(" {byte:02X}")).collect::<String>();
    let (name, expected, given) = (codec.name(), hex(magic), hex(start));
    let reason = format!("{name} starts with{expected}, but this stream with{given}");
    Err(PipeError::corrupt(input.offset(), reason))
}

/// Skips a bzip2 stream without content, if one starts here. A decoder for each would clear 3.6 MB: 100,000 streams in
/// 1.4 MB took 9 s.
fn skip_empty_bzip2<R: Read>(input: &mut CompressedInput<R>) -> Result<bool, PipeError> {
    const REST: [u8; 10] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0];
    let mut start = [0; 14];
    let len = input.fill(&mut start)?;
    let is_empty = matches!(start, [b'B', b'Z', b'h', b'1'..=b'9', ..]) && start[4..] == REST;
    if !is_empty {
        input.put_back(&start[..len]);
    }
    Ok(is_empty)
}

/// Returns a reader of the content of one stream.
fn decoder<'i, R: Read>(
    codec: StreamCodec,
    input: &'i mut CompressedInput<R>,
    limit: u64,
) -> Result<Box<dyn Read + 'i>, PipeError> {
    let refused = |error: Error| PipeError::Refused(error.to_string());
    let memory = limit.saturating_add(LZMA);
    Ok(match codec {
        StreamCodec::Gzip => Box::new(GzDecoder::new(input)),
        StreamCodec::Zlib => Box::new(ZlibDecoder::new(input)),
        StreamCodec::Deflate => Box::new(DeflateDecoder::new(input)),
        StreamCodec::Bzip2 => {
            probe(BZIP2)?;
            Box::new(BzDecoder::new(input))
        }
        StreamCodec::Xz => {
            let flags = CONCATENATED | TELL_UNSUPPORTED_CHECK;
            let stream = Stream::new_stream_decoder(memory, flags).map_err(refused)?;
            Box::new(XzDecoder::new_stream(input, stream))
        }
        StreamCodec::Lzma => {
            let stream = Stream::new_lzma_decoder(memory).map_err(refused)?;
            Box::new(XzDecoder::new_stream(input, stream))
        }
        codec => Box::new(BrotliReader::new(input, codec == StreamCodec::BrotliLarge)),
    })
}

/// Converts the error of a decoder.
fn failure<R: Read>(
    codec: StreamCodec,
    input: &mut CompressedInput<R>,
    limit: u64,
    error: io::Error,
) -> PipeError {
    if let Some(failure) = input.failure() {
        return failure;
    }
    let (name, offset) = (codec.name(), input.offset());
    let lzma = error.get_ref().and_then(|error| error.downcast_ref::<Error>());
    match (lzma, error.kind()) {
        (Some(Error::Mem), _) => PipeError::Refused("no memory to decompress".to_owned()),
        (Some(Error::MemLimit), _) => PipeError::Refused(format!(
            "needs a dictionary beyond the limit of {} MiB: raise the limit to read it",
            limit >> 20
        )),
        (_, ErrorKind::UnexpectedEof) => input.cut_off(&format!("a {name} stream")),
        _ => {
            let reason = format!("within the next {BUFFER_KIB} KiB: a {name} stream: {error}");
            PipeError::corrupt(offset, reason)
        }
    }
}

/// Skips zeros to the end of the input.
fn padding<R: Read>(input: &mut CompressedInput<R>) -> Result<(), PipeError> {
    loop {
        let (offset, bytes) = (input.offset(), input.at_hand()?);
        if let Some(at) = bytes.iter().position(|byte| *byte != 0) {
            let reason = "bytes follow the last stream that are neither another one nor zeros";
            return Err(PipeError::corrupt(offset + at as u64, reason));
        }
        match bytes.len() {
            0 => return Ok(()),
            len => input.take(len),
        }
    }
}
