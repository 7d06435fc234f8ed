//! A client of a store that reads one version of each object.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt, stream};
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, GetResultPayload, ListResult, MultipartUpload,
    ObjectMeta, ObjectStore, ObjectStoreExt, PutMultipartOptions, PutOptions, PutPayload,
    PutResult, Result,
};
use xxhash_rust::xxh3::Xxh3;

use super::failure;
use super::key::listed_key;
use super::pin::{ObjectPin, bare};
use crate::FileError;

/// A store for an engine. Engines read an object with many requests and don't check that all of them see the same
/// version.
///
/// The first answer about an object pins its version. From then on, an answer about another version is an error, until
/// you call [`forget`](Self::forget). A body of the wrong length is an error, too. Each error has a [`FileError`],
/// which names the object, as its source.
///
/// Engines compare the time of an object with the time in their caches. Objects of two stores may have the same key,
/// size and second, so a hash of the store and of the object's tag replaces the fraction of the second. The hash is the
/// same in every process. A plan that carries an object's time and size therefore carries its version, and
/// [`expect`](Self::expect) holds the store to it.
#[derive(Debug)]
pub struct PinnedStore {
    /// `s3://bucket`, for errors.
    root: Arc<str>,
    store: Arc<dyn ObjectStore>,
    pins: Arc<Mutex<HashMap<Path, ObjectPin>>>,
    expected: Arc<HashMap<Path, ExpectedObject>>,
}

/// What another process was told of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ExpectedObject {
    size: u64,
    /// The hash of its version.
    version: u32,
}

impl ExpectedObject {
    /// Of what a client of [`PinnedStore`] is told.
    fn from_meta(told: &ObjectMeta) -> Self {
        ExpectedObject { size: told.size, version: told.last_modified.timestamp_subsec_nanos() }
    }
}

impl PinnedStore {
    /// Creates a client without pins. The store's objects have `root` before their keys.
    pub(super) fn new(root: &str, store: Arc<dyn ObjectStore>) -> Self {
        PinnedStore { root: root.into(), store, pins: Arc::default(), expected: Arc::default() }
    }

    /// Pins the versions of `objects` that another process has seen. If `objects` has two versions of one object, the last
    /// one counts.
    #[must_use]
    pub fn expect<'a>(self, objects: impl IntoIterator<Item = &'a ObjectMeta>) -> Self {
        let objects = objects.into_iter();
        let expected =
            objects.map(|told| (told.location.clone(), ExpectedObject::from_meta(told))).collect();
        PinnedStore { expected: Arc::new(expected), ..self }
    }

    /// Forgets all versions. The next answers pin new ones.
    pub fn forget(&self) {
        self.pins.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn forget_one(&self, at: &Path) {
        self.pins.lock().unwrap_or_else(PoisonError::into_inner).remove(at);
    }

    fn reader(&self) -> PinnedReader {
        PinnedReader {
            root: Arc::clone(&self.root),
            pins: Arc::clone(&self.pins),
            expected: Arc::clone(&self.expected),
        }
    }

    /// Adds a condition to `options` if the object is pinned.
    fn conditional(&self, at: &Path, options: GetOptions) -> (bool, GetOptions) {
        let pins = self.pins.lock().unwrap_or_else(PoisonError::into_inner);
        match pins.get(at) {
            // Not every server supports conditions on HEAD. Its answer has the version.
            Some(_) if options.head => (true, options),
            Some(pin) => (true, pin.conditional(options)),
            None => (false, options),
        }
    }
}

/// The parts of the client that a stream of answers needs.
#[derive(Clone)]
struct PinnedReader {
    root: Arc<str>,
    pins: Arc<Mutex<HashMap<Path, ObjectPin>>>,
    expected: Arc<HashMap<Path, ExpectedObject>>,
}

impl PinnedReader {
    fn named(&self, at: &Path, line: impl Into<String>) -> Box<FileError> {
        let name = match at.as_ref().is_empty() {
            true => self.root.to_string(),
            false => format!("{}/{}", self.root, listed_key(at)),
        };
        Box::new(FileError::new(&name, line))
    }

    /// Adds the object's name to an error. A missing object keeps its kind, because an engine then tries it as a
    /// folder.
    fn error(&self, at: &Path, error: &Error) -> Error {
        let source = self.named(at, failure::line(error));
        match error {
            Error::NotFound { .. } => Error::NotFound { path: at.to_string(), source },
            _ => Error::Generic { store: "object store", source },
        }
    }

    fn changed(&self, at: &Path) -> Error {
        let source = self.named(at, failure::CHANGED);
        Error::Generic { store: "object store", source }
    }

    /// Pins a version, or compares it with the pinned one. Returns the metadata for the engine.
    fn hold(&self, meta: ObjectMeta) -> Result<ObjectMeta> {
        let told = self.told(&meta);
        let expected = self.expected.get(&meta.location);
        if expected.is_some_and(|expected| *expected != ExpectedObject::from_meta(&told)) {
            return Err(self.changed(&meta.location));
        }
        let mut pins = self.pins.lock().unwrap_or_else(PoisonError::into_inner);
        match pins.entry(meta.location.clone()) {
            Entry::Occupied(pin) if pin.get().holds(&meta) => {}
            Entry::Occupied(_) => return Err(self.changed(&meta.location)),
            Entry::Vacant(place) => {
                place.insert(ObjectPin::new(meta));
            }
        }
        Ok(told)
    }

    /// The metadata for the engine, with the hash of the version in place of the fraction of a second. Some stores have
    /// fractions only in listings, so for an object with a tag the hash doesn't depend on its time.
    fn told(&self, meta: &ObjectMeta) -> ObjectMeta {
        let fraction = meta.last_modified.timestamp_subsec_nanos();
        let mut hasher = Xxh3::new();
        hasher.update(self.root.as_bytes());
        hasher.update(&[0]);
        match &meta.e_tag {
            Some(tag) => hasher.update(bare(tag).as_bytes()),
            None => hasher.update(&meta.last_modified.timestamp_micros().to_le_bytes()),
        }
        let version = hasher.digest() % 1_000_000_000;
        let last_modified = meta.last_modified - Duration::from_nanos(fraction.into())
            + Duration::from_nanos(version);
        ObjectMeta { last_modified, ..meta.clone() }
    }

    /// Checks that the pieces of a body have the length of `range` in total.
    fn whole(self, at: Path, range: &Range<u64>, result: GetResult) -> GetResultPayload {
        let mut left = range.end - range.start;
        let end = (self.clone(), at.clone());
        let pieces = result.into_stream().map(Some).chain(stream::iter([None]));
        let pieces = pieces.filter_map(move |piece| {
            let piece = match piece {
                Some(Ok(piece)) => match left.checked_sub(piece.len() as u64) {
                    Some(rest) => {
                        left = rest;
                        Some(Ok(piece))
                    }
                    None => Some(Err("the server sent more than it was asked for".to_owned())),
                },
                Some(Err(error)) => Some(Err(failure::line(&error))),
                None if left > 0 => Some(Err(format!("the server sent {left} bytes too few"))),
                None => None,
            };
            futures::future::ready(piece)
        });
        let pieces = pieces.map_err(move |line| Error::Generic {
            store: "object store",
            source: end.0.named(&end.1, line),
        });
        // Nothing is read after an error.
        let mut failed = false;
        let pieces = pieces.take_while(move |piece| {
            futures::future::ready(!std::mem::replace(&mut failed, piece.is_err()))
        });
        GetResultPayload::Stream(pieces.boxed())
    }
}

impl fmt::Display for PinnedStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::shown(&self.root))
    }
}

#[async_trait::async_trait]
impl ObjectStore for PinnedStore {
    async fn get_opts(&self, at: &Path, options: GetOptions) -> Result<GetResult> {
        let reader = self.reader();
        let is_head = options.head;
        let (is_pinned, options) = self.conditional(at, options);
        let mut result = match self.store.get_opts(at, options).await {
            Ok(result) => result,
            Err(Error::NotFound { .. }) if is_pinned => return Err(reader.changed(at)),
            Err(error) => {
                // A range may be beyond the end of another version.
                if self.expected.contains_key(at)
                    && let Ok(meta) = self.store.head(at).await
                {
                    reader.hold(meta)?;
                }
                return Err(reader.error(at, &error));
            }
        };
        // Web servers answer with a path of their own.
        result.meta.location = at.clone();
        if result.meta.e_tag.is_none() && !self.root.starts_with("http") {
            let source = reader.named(at, failure::NO_TAG);
            return Err(Error::Generic { store: "object store", source });
        }
        result.meta = reader.hold(result.meta)?;
        if is_head {
            return Ok(result);
        }
        let (meta, range) = (result.meta.clone(), result.range.clone());
        let attributes = result.attributes.clone();
        let payload = reader.whole(at.clone(), &range, result);
        Ok(GetResult { payload, meta, range, attributes })
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        let reader = self.reader();
        let folder = prefix.cloned().unwrap_or_default();
        let listed = self.store.list(prefix).map(move |object| match object {
            Ok(object) => reader.hold(object),
            Err(error) => Err(reader.error(&folder, &error)),
        });
        listed.boxed()
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        let reader = self.reader();
        let listed = self.store.list_with_delimiter(prefix).await;
        let folder = prefix.cloned().unwrap_or_default();
        let ListResult { common_prefixes, objects } =
            listed.map_err(|error| reader.error(&folder, &error))?;
        let objects = objects.into_iter().map(|object| reader.hold(object));
        Ok(ListResult { common_prefixes, objects: objects.collect::<Result<_>>()? })
    }

    async fn put_opts(&self, at: &Path, bytes: PutPayload, how: PutOptions) -> Result<PutResult> {
        self.forget_one(at);
        let put = self.store.put_opts(at, bytes, how).await;
        put.map_err(|error| self.reader().error(at, &error))
    }

    async fn put_multipart_opts(
        &self,
        at: &Path,
        how: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.forget_one(at);
        let upload = self.store.put_multipart_opts(at, how).await;
        upload.map_err(|error| self.reader().error(at, &error))
    }

    fn delete_stream(
        &self,
        at: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        self.store.delete_stream(at)
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.forget_one(to);
        let copied = self.store.copy_opts(from, to, options).await;
        copied.map_err(|error| self.reader().error(from, &error))
    }
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use object_store::memory::InMemory;

    use super::*;

    fn store() -> (PinnedStore, Arc<InMemory>, Path) {
        let memory = Arc::new(InMemory::new());
        let at = Path::from("a");
        block_on(memory.put(&at, "one".into())).unwrap();
        (PinnedStore::new("s3://bucket", Arc::clone(&memory) as _), memory, at)
    }

    fn text(error: &Error) -> String {
        std::error::Error::source(error).unwrap().downcast_ref::<FileError>().unwrap().to_string()
    }

    #[test]
    fn an_object_that_is_replaced_is_an_error_until_its_version_is_forgotten() {
        const CHANGED: &str = "s3://bucket/a: changed while it was read: try again";
        let (pinned, memory, at) = store();
        let read = || block_on(pinned.get_range(&at, 0..3));
        assert_eq!(read().unwrap(), "one");
        block_on(memory.put(&at, "two".into())).unwrap();
        assert_eq!(text(&read().unwrap_err()), CHANGED);
        assert_eq!(text(&block_on(pinned.head(&at)).unwrap_err()), CHANGED);
        let listed = block_on(pinned.list(None).try_collect::<Vec<_>>());
        assert_eq!(text(&listed.unwrap_err()), CHANGED);
        pinned.forget();
        assert_eq!(read().unwrap(), "two");
        block_on(memory.delete(&at)).unwrap();
        assert_eq!(text(&read().unwrap_err()), CHANGED);
        pinned.forget();
        let missing = read().unwrap_err();
        assert!(matches!(missing, Error::NotFound { .. }));
        assert_eq!(text(&missing), "s3://bucket/a: no such object");
    }

    #[test]
    fn another_process_reads_the_version_that_a_plan_carries() {
        let (planned, memory, at) = store();
        let listed = block_on(planned.list(None).try_collect::<Vec<_>>()).unwrap();
        let reading = || {
            let reading = PinnedStore::new("s3://bucket", Arc::clone(&memory) as _);
            // A plan has no tags.
            let plan = listed.iter().map(|meta| ObjectMeta { e_tag: None, ..meta.clone() });
            reading.expect(&plan.collect::<Vec<_>>())
        };
        assert_eq!(block_on(reading().get_range(&at, 0..3)).unwrap(), "one");
        block_on(memory.put(&at, "two".into())).unwrap();
        let error = block_on(reading().get_range(&at, 0..3)).unwrap_err();
        assert_eq!(text(&error), "s3://bucket/a: changed while it was read: try again");
        block_on(memory.put(&at, "".into())).unwrap();
        let error = block_on(reading().get_range(&at, 1..3)).unwrap_err();
        assert_eq!(text(&error), "s3://bucket/a: changed while it was read: try again");
    }

    #[test]
    fn what_is_written_may_be_read() {
        let (pinned, _, at) = store();
        block_on(pinned.head(&at)).unwrap();
        block_on(pinned.put(&at, "two".into())).unwrap();
        assert_eq!(block_on(pinned.get_range(&at, 0..3)).unwrap(), "two");
    }

    #[test]
    fn equal_keys_of_two_stores_have_different_times() {
        let (one, memory, at) = store();
        let other = PinnedStore::new("s3://other", memory);
        let times = [&one, &other].map(|store| block_on(store.head(&at)).unwrap().last_modified);
        assert_eq!(times.map(|time| time.timestamp())[0], times[1].timestamp());
        assert_ne!(times[0], times[1]);
        let listed = block_on(one.list(None).try_collect::<Vec<_>>()).unwrap();
        assert_eq!(listed[0].last_modified, times[0]);
    }

    #[test]
    fn a_body_has_the_length_that_was_asked_for() {
        let (pinned, memory, at) = store();
        for (range, message) in [
            (0..2, "s3://bucket/a: the server sent more than it was asked for"),
            (0..4, "s3://bucket/a: the server sent 1 bytes too few"),
        ] {
            let result = block_on(memory.get(&at)).unwrap();
            let GetResultPayload::Stream(body) = pinned.reader().whole(at.clone(), &range, result)
            else {
                panic!("a stream");
            };
            let read = block_on(body.try_collect::<Vec<_>>());
            assert_eq!(text(&read.unwrap_err()), message);
        }
    }
}
