//! The compression of files, which are decompressed to their end.
//!
//! DataFusion 55.2 reads only the first frame of a bzip2, xz or zstd stream, though all frames of a local file
//! (<https://github.com/apache/datafusion/issues/5628>).

use async_compression::tokio::bufread::{BzDecoder, GzipDecoder, XzDecoder, ZstdDecoder};
use futures::{StreamExt, TryStreamExt};
use object_store::Error;
use tokio::io::AsyncRead;
use tokio_util::io::{ReaderStream, StreamReader};

use super::decoded::Content;

/// The bytes that are decompressed at a time.
const CHUNK_BYTES: usize = 256 << 10;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum Compression {
    /// Members of gzip.
    Gzip,
    /// Streams of bzip2.
    Bzip2,
    /// Streams of xz.
    Xz,
    /// Frames of zstd.
    Zstd,
}

impl Compression {
    const ALL: [Compression; 4] =
        [Compression::Gzip, Compression::Bzip2, Compression::Xz, Compression::Zstd];

    /// The compression of files whose names end like this, without the dot.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|compression| compression.ending() == ending)
    }

    /// The ending of such a file's name, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Compression::Gzip => "gz",
            Compression::Bzip2 => "bz2",
            Compression::Xz => "xz",
            Compression::Zstd => "zst",
        }
    }

    /// Decompresses the content of a file.
    pub(super) fn decompress(self, bytes: Content) -> Content {
        let bytes = StreamReader::new(bytes.map_err(std::io::Error::from));
        macro_rules! all_of {
            ($decoder:ident) => {{
                let mut decoder = $decoder::new(bytes);
                decoder.multiple_members(true);
                decompressing(decoder)
            }};
        }
        match self {
            Compression::Gzip => all_of!(GzipDecoder),
            Compression::Bzip2 => all_of!(BzDecoder),
            Compression::Xz => all_of!(XzDecoder),
            Compression::Zstd => all_of!(ZstdDecoder),
        }
    }
}

fn decompressing(bytes: impl AsyncRead + Send + 'static) -> Content {
    let failed =
        |error: std::io::Error| Error::Generic { store: "decompression", source: Box::new(error) };
    ReaderStream::with_capacity(bytes, CHUNK_BYTES).map_err(failed).boxed()
}
