//! The compression of files, which are decompressed to their end.
//!
//! DataFusion 55.2 reads only the first frame of a bzip2, xz or zstd stream, though all frames of a local file
//! (<https://github.com/apache/datafusion/issues/5628>).

use std::io;

use async_compression::tokio::bufread::{BzDecoder, GzipDecoder, XzDecoder, ZstdDecoder};
use bytes::BytesMut;
use futures::{StreamExt, TryStreamExt, stream};
use object_store::Error;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt};
use tokio_util::io::{ReaderStream, StreamReader};

use super::decoded::ContentStream;

/// The bytes that are decompressed at a time.
const CHUNK_BYTES: usize = 256 << 10;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum FileCompression {
    /// Members of gzip.
    Gzip,
    /// Streams of bzip2.
    Bzip2,
    /// Streams of xz.
    Xz,
    /// Frames of zstd.
    Zstd,
}

impl FileCompression {
    const ALL: [FileCompression; 4] =
        [FileCompression::Gzip, FileCompression::Bzip2, FileCompression::Xz, FileCompression::Zstd];

    /// The compression of files whose names end like this, without the dot.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|compression| compression.ending() == ending)
    }

    /// The ending of such a file's name, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            FileCompression::Gzip => "gz",
            FileCompression::Bzip2 => "bz2",
            FileCompression::Xz => "xz",
            FileCompression::Zstd => "zst",
        }
    }

    /// Decompresses the content of a file.
    pub(super) fn decompress(self, bytes: ContentStream) -> ContentStream {
        let bytes = StreamReader::new(bytes.map_err(io::Error::from));
        macro_rules! all_of {
            ($decoder:ident) => {{
                let mut decoder = $decoder::new(bytes);
                decoder.multiple_members(true);
                decompressing(decoder)
            }};
        }
        match self {
            FileCompression::Gzip => members(bytes),
            FileCompression::Bzip2 => all_of!(BzDecoder),
            FileCompression::Xz => all_of!(XzDecoder),
            FileCompression::Zstd => all_of!(ZstdDecoder),
        }
    }
}

/// Decompresses members of gzip. Zeros after the last one are padding, as for gzip itself.
fn members<B: AsyncBufRead + Send + Unpin + 'static>(bytes: B) -> ContentStream {
    let next = async |mut decoder: GzipDecoder<B>| loop {
        let mut chunk = BytesMut::with_capacity(CHUNK_BYTES);
        if decoder.read_buf(&mut chunk).await? > 0 {
            return Ok(Some((chunk.freeze(), decoder)));
        }
        let mut rest = decoder.into_inner();
        decoder = match rest.fill_buf().await? {
            [0x1F, ..] => GzipDecoder::new(rest),
            _ => return padding(rest).await.map(|()| None),
        };
    };
    stream::try_unfold(GzipDecoder::new(bytes), next).map_err(failed).boxed()
}

/// Reads zeros to the end.
async fn padding(mut rest: impl AsyncBufRead + Unpin) -> io::Result<()> {
    loop {
        let bytes = rest.fill_buf().await?;
        if bytes.iter().any(|byte| *byte != 0) {
            let text = "bytes follow the last gzip member that are neither another one nor zeros";
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        match bytes.len() {
            0 => return Ok(()),
            len => rest.consume(len),
        }
    }
}

/// The store that errors of decompressors name.
pub(super) const DECOMPRESSION: &str = "decompression";

/// An error of a decompressor, or the error of the store that it passes on.
fn failed(error: io::Error) -> Error {
    let other = |error| Error::Generic { store: DECOMPRESSION, source: Box::new(error) };
    error.downcast::<Error>().unwrap_or_else(other)
}

fn decompressing(bytes: impl AsyncRead + Send + 'static) -> ContentStream {
    ReaderStream::with_capacity(bytes, CHUNK_BYTES).map_err(failed).boxed()
}
