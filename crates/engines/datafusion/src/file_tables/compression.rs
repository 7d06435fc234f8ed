//! Compressed files, decompressed by their store.
//!
//! A table of compressed files names its store with the compression in front: `gz+s3://bucket`. So the compression is part
//! of every plan, on a cluster too: DataFusion 55.2 leaves it out of physical plans
//! (<https://github.com/apache/datafusion/issues/24180>, mended after 55.2). And a file is read to its end: DataFusion reads only
//! the first frame of a bzip2, xz or zstd stream, though all frames of a local file
//! (<https://github.com/apache/datafusion/issues/5628>). When both are mended, DataFusion can decompress.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use async_compression::tokio::bufread::{BzDecoder, GzipDecoder, XzDecoder, ZstdDecoder};
use bytes::Bytes;
use datafusion::common::Result;
use datafusion::execution::object_store::ObjectStoreUrl;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, GetResultPayload, ListResult, MultipartUpload,
    ObjectMeta, ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult,
};
use tokio::io::AsyncRead;
use tokio_util::io::{ReaderStream, StreamReader};

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

    /// The URL of a store that decompresses the files of another one.
    ///
    /// # Errors
    /// Returns an error if `files` is not the URL of a store.
    pub fn store(self, files: &ObjectStoreUrl) -> Result<ObjectStoreUrl> {
        ObjectStoreUrl::parse(format!("{}+{}", self.ending(), files.as_str()))
    }
}

/// Splits the URL of a store that decompresses into its compression and the URL of the files' store. Returns `None` for
/// other stores.
pub fn compressed_store(url: &str) -> Option<(Compression, &str)> {
    let (ending, files) = url.split_once('+')?;
    Some((Compression::of_ending(ending)?, files))
}

/// A store whose files are decompressed as they are read, from their start to their end. Nothing can be written to it.
#[derive(Debug)]
pub struct Decompressed {
    compression: Compression,
    files: Arc<dyn ObjectStore>,
}

impl Decompressed {
    /// Decompresses the files of a store.
    pub fn new(compression: Compression, files: Arc<dyn ObjectStore>) -> Self {
        Decompressed { compression, files }
    }

    fn decompress(&self, bytes: BoxStream<'static, object_store::Result<Bytes>>) -> Decompressing {
        let bytes = StreamReader::new(bytes.map_err(std::io::Error::from));
        macro_rules! all_of {
            ($decoder:ident) => {{
                let mut decoder = $decoder::new(bytes);
                decoder.multiple_members(true);
                decompressing(decoder)
            }};
        }
        match self.compression {
            Compression::Gzip => all_of!(GzipDecoder),
            Compression::Bzip2 => all_of!(BzDecoder),
            Compression::Xz => all_of!(XzDecoder),
            Compression::Zstd => all_of!(ZstdDecoder),
        }
    }
}

type Decompressing = BoxStream<'static, object_store::Result<Bytes>>;

fn decompressing(bytes: impl AsyncRead + Send + 'static) -> Decompressing {
    let failed =
        |error: std::io::Error| Error::Generic { store: "decompression", source: Box::new(error) };
    ReaderStream::with_capacity(bytes, CHUNK_BYTES).map_err(failed).boxed()
}

fn unsupported(what: &str) -> Error {
    let source = format!("compressed files can't be {what}").into();
    Error::NotSupported { source }
}

impl fmt::Display for Decompressed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.compression.ending(), self.files)
    }
}

#[async_trait::async_trait]
impl ObjectStore for Decompressed {
    async fn get_opts(&self, at: &Path, options: GetOptions) -> object_store::Result<GetResult> {
        if options.range.is_some() {
            return Err(unsupported("read in parts"));
        }
        let is_head = options.head;
        let found = self.files.get_opts(at, options).await?;
        if is_head {
            return Ok(found);
        }
        let (meta, range) = (found.meta.clone(), found.range.clone());
        let attributes = found.attributes.clone();
        let payload = GetResultPayload::Stream(self.decompress(found.into_stream()));
        Ok(GetResult { payload, meta, range, attributes })
    }

    async fn get_ranges(&self, _: &Path, _: &[Range<u64>]) -> object_store::Result<Vec<Bytes>> {
        Err(unsupported("read in parts"))
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, object_store::Result<ObjectMeta>> {
        self.files.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> object_store::Result<ListResult> {
        self.files.list_with_delimiter(prefix).await
    }

    async fn put_opts(
        &self,
        _: &Path,
        _: PutPayload,
        _: PutOptions,
    ) -> object_store::Result<PutResult> {
        Err(unsupported("written through the store that reads them"))
    }

    async fn put_multipart_opts(
        &self,
        _: &Path,
        _: PutMultipartOptions,
    ) -> object_store::Result<Box<dyn MultipartUpload>> {
        Err(unsupported("written through the store that reads them"))
    }

    fn delete_stream(
        &self,
        at: BoxStream<'static, object_store::Result<Path>>,
    ) -> BoxStream<'static, object_store::Result<Path>> {
        self.files.delete_stream(at)
    }

    async fn copy_opts(
        &self,
        from: &Path,
        to: &Path,
        options: CopyOptions,
    ) -> object_store::Result<()> {
        self.files.copy_opts(from, to, options).await
    }
}
