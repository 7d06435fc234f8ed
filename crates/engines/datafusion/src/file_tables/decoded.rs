//! Files that their store decodes, before DataFusion's readers get them.
//!
//! A table of such files names their store with the decoding in front: `gz+s3://bucket` for files of gzip, `pairs+s3://bucket` for
//! JSON with [pairs of escapes](super::pairs), `quoted+s3://bucket` for JSON with [numbers in quotes](super::quoted), and
//! `quoted+pairs+gz+s3://bucket` for all. So the decoding is part of every plan, on a cluster too: DataFusion 55.2 leaves compression out of physical plans
//! (<https://github.com/apache/datafusion/issues/24180>, mended after 55.2).

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

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

use super::compression::{DECOMPRESSION, FileCompression};
use super::{pairs, quoted, zeros};
use hashlane_files::FileError;

/// The bytes of a file.
pub(super) type ContentStream = BoxStream<'static, object_store::Result<Bytes>>;

/// What stands in front of the URL of a store whose files have pairs of escapes.
const PAIRS: &str = "pairs+";

/// What stands in front of that if numbers get quotes.
const QUOTED: &str = "quoted+";

/// How the files of a store are decoded.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Hash)]
pub struct StoreDecoding {
    /// The compression around each file, or `None`.
    pub compression: Option<FileCompression>,
    /// Whether the files are JSON with pairs of escapes or zeros that arrow-json misreads. The characters of pairs and plain zeros
    /// replace them.
    pub has_pairs: bool,
    /// Whether the files are JSON with numbers that no type holds. All numbers get quotes.
    pub quotes_numbers: bool,
}

impl StoreDecoding {
    /// Splits the URL of a store into its decoding and the URL of the files' store. Returns `None` for stores that decode nothing.
    ///
    /// ```
    /// use hashlane_datafusion::file_tables::{FileCompression, StoreDecoding};
    ///
    /// let (decoding, files) = StoreDecoding::of_store("gz+s3://bucket/").expect("it has a decoding");
    /// assert_eq!((decoding.compression, files), (Some(FileCompression::Gzip), "s3://bucket/"));
    /// assert_eq!(StoreDecoding::of_store("s3://bucket/"), None);
    /// ```
    pub fn of_store(url: &str) -> Option<(StoreDecoding, &str)> {
        let (quotes_numbers, rest) = without(QUOTED, url);
        let (has_pairs, rest) = without(PAIRS, rest);
        let compressed = rest
            .split_once('+')
            .and_then(|(ending, files)| Some((FileCompression::of_ending(ending)?, files)));
        let (compression, files) = match compressed {
            Some((compression, files)) => (Some(compression), files),
            None => (None, rest),
        };
        (files.len() < url.len())
            .then_some((StoreDecoding { compression, has_pairs, quotes_numbers }, files))
    }

    /// The URL of a store that decodes the files of another one.
    ///
    /// # Errors
    /// Returns an error if `files` is not the URL of a store.
    pub fn store(self, files: &ObjectStoreUrl) -> Result<ObjectStoreUrl> {
        ObjectStoreUrl::parse(format!("{}{}", self.prefix(), files.as_str()))
    }

    fn prefix(self) -> String {
        let quoted = if self.quotes_numbers { QUOTED } else { "" };
        let pairs = if self.has_pairs { PAIRS } else { "" };
        match self.compression {
            Some(compression) => format!("{quoted}{pairs}{}+", compression.ending()),
            None => format!("{quoted}{pairs}"),
        }
    }

    fn decode(self, bytes: ContentStream) -> ContentStream {
        let bytes = match self.compression {
            Some(compression) => compression.decompress(bytes),
            None => bytes,
        };
        let bytes = if self.has_pairs { pairs::replaced(bytes) } else { bytes };
        match (self.quotes_numbers, self.has_pairs) {
            (true, _) => quoted::numbers(bytes),
            (false, true) => zeros::replaced(bytes),
            (false, false) => bytes,
        }
    }
}

/// The rest of a URL without a prefix, and whether it had it.
fn without<'a>(prefix: &str, url: &'a str) -> (bool, &'a str) {
    match url.strip_prefix(prefix) {
        Some(rest) => (true, rest),
        None => (false, url),
    }
}

/// A store whose files are decoded as they are read, from their start to their end. Nothing can be written to it.
#[derive(Debug)]
pub struct DecodedStore {
    decoding: StoreDecoding,
    files: Arc<dyn ObjectStore>,
}

impl DecodedStore {
    /// Decodes the files of a store.
    pub fn new(decoding: StoreDecoding, files: Arc<dyn ObjectStore>) -> Self {
        DecodedStore { decoding, files }
    }
}

/// An error of a decompressor, which doesn't know the file. Errors of the store stay as they are.
fn named(name: &str, error: Error) -> Error {
    match error {
        Error::Generic { store: DECOMPRESSION, source } => {
            let text = format!(
                "{source}: the file is damaged or cut off. Restore it from a copy, or write it again"
            );
            Error::Generic { store: DECOMPRESSION, source: Box::new(FileError::new(name, text)) }
        }
        other => other,
    }
}

fn unsupported(what: &str) -> Error {
    let source = format!("decoded files can't be {what}").into();
    Error::NotSupported { source }
}

impl fmt::Display for DecodedStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.decoding.prefix(), self.files)
    }
}

#[async_trait::async_trait]
impl ObjectStore for DecodedStore {
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
        // The keys of local files are paths without the first slash.
        let is_local = cfg!(unix) && self.files.to_string().starts_with("LocalFileSystem");
        let name = format!("{}{at}", if is_local { "/" } else { "" });
        let decoded = self.decoding.decode(found.into_stream());
        let payload =
            GetResultPayload::Stream(decoded.map_err(move |error| named(&name, error)).boxed());
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
