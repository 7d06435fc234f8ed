//! Read-ahead, pinning and patterns, on the store in memory, with a count of its requests.

use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use futures::stream::BoxStream;
use hashlane_files::{ObjectSource, Source, expand};
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    CopyOptions, GetOptions, GetRange, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, ObjectStoreExt, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use tokio::runtime::{Builder, Runtime};

/// A store that remembers the requested ranges.
#[derive(Debug, Default)]
struct Recorder {
    memory: InMemory,
    ranges: Mutex<Vec<Range<u64>>>,
}

impl fmt::Display for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recorder")
    }
}

#[async_trait::async_trait]
impl ObjectStore for Recorder {
    async fn put_opts(&self, at: &Path, bytes: PutPayload, how: PutOptions) -> Result<PutResult> {
        self.memory.put_opts(at, bytes, how).await
    }

    async fn put_multipart_opts(
        &self,
        at: &Path,
        how: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.memory.put_multipart_opts(at, how).await
    }

    async fn get_opts(&self, at: &Path, options: GetOptions) -> Result<GetResult> {
        if let Some(GetRange::Bounded(range)) = &options.range {
            assert!(options.if_match.is_some(), "every range is pinned");
            self.ranges.lock().unwrap().push(range.clone());
        }
        self.memory.get_opts(at, options).await
    }

    fn delete_stream(
        &self,
        at: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        self.memory.delete_stream(at)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.memory.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.memory.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.memory.copy_opts(from, to, options).await
    }
}

struct World {
    runtime: Runtime,
    store: Arc<Recorder>,
}

impl World {
    fn new() -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        World { runtime, store: Arc::default() }
    }

    fn put(&self, key: &str, content: Vec<u8>) {
        self.runtime.block_on(self.store.put(&Path::from(key), content.into())).unwrap();
    }

    fn open(&self, key: &str) -> ObjectSource {
        let handle = self.runtime.handle().clone();
        ObjectSource::open(self.store.clone(), &Path::from(key), key, handle).unwrap()
    }

    fn ranges(&self) -> Vec<Range<u64>> {
        std::mem::take(&mut self.store.ranges.lock().unwrap())
    }
}

/// Bytes in which no two pieces of a few MiB are the same.
fn content(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8 ^ (i >> 16) as u8).collect()
}

const MIB: usize = 1 << 20;

#[test]
fn reading_on_fetches_ahead_and_every_byte_once() {
    let world = World::new();
    let whole = content(60 * MIB + 7);
    world.put("a", whole.clone());
    let source = world.open("a");
    let mut buffer = vec![0; 3 * MIB + 1];
    let mut at = 0;
    while at < whole.len() {
        let len = buffer.len().min(whole.len() - at);
        source.read_exact_at(at as u64, &mut buffer[..len]).unwrap();
        assert!(buffer[..len] == whole[at..at + len], "at {at}");
        at += len;
    }
    let mut ranges = world.ranges();
    ranges.sort_by_key(|range| range.start);
    let mut end = 0;
    for range in &ranges {
        assert_eq!(range.start, end, "{ranges:?}");
        assert!(range.end - range.start <= 8 << 20);
        end = range.end;
    }
    assert_eq!(end, whole.len() as u64);
}

#[test]
fn a_jump_takes_only_what_it_asks_for() {
    let world = World::new();
    let whole = content(20 * MIB);
    world.put("a", whole.clone());
    let source = world.open("a");
    let mut buffer = [0; 8];
    for at in [whole.len() - 8, 0, 5 * MIB, 1000] {
        source.read_exact_at(at as u64, &mut buffer).unwrap();
        assert_eq!(buffer, whole[at..at + 8]);
        let read = at as u64..at as u64 + 8;
        assert_eq!(world.ranges(), vec![read]);
    }
}

#[test]
fn readers_who_take_turns_each_go_on() {
    let world = World::new();
    let whole = content(24 * MIB);
    world.put("a", whole.clone());
    let source = world.open("a");
    let mut buffer = vec![0; MIB];
    for step in 0..8 {
        for start in [0, 8 * MIB, 16 * MIB] {
            let at = start + step * MIB;
            source.read_exact_at(at as u64, &mut buffer).unwrap();
            assert!(buffer == whole[at..at + MIB]);
        }
    }
}

#[test]
fn past_the_end_is_an_error_without_a_request() {
    let world = World::new();
    let size = 2 * MIB as u64;
    world.put("a", content(2 * MIB));
    let source = world.open("a");
    for (at, len) in [(size, 1), (size - 5, 6), (u64::MAX, 1)] {
        let error = source.read_exact_at(at, &mut vec![0; len]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
    source.read_exact_at(size, &mut []).unwrap();
    assert_eq!(world.ranges(), []);
}

#[test]
fn an_object_that_is_replaced_is_an_error() {
    let world = World::new();
    world.put("a", content(2 * MIB));
    let source = world.open("a");
    source.read_exact_at(0, &mut [0; 10]).unwrap();
    world.put("a", content(2 * MIB));
    let error = source.read_exact_at(50, &mut [0; 10]).unwrap_err();
    assert!(error.to_string().contains("changed while it was read"), "{error}");
}

#[test]
fn a_small_object_is_fetched_once_and_whole() {
    let world = World::new();
    for len in [1, 10, MIB] {
        let whole = content(len);
        world.put("a", whole.clone());
        let source = world.open("a");
        let mut last = [0];
        for at in [len - 1, 0] {
            source.read_exact_at(at as u64, &mut last).unwrap();
            assert_eq!(last, whole[at..=at]);
        }
        // What was read is one version, whatever the store has now.
        world.put("a", content(3));
        let mut read = vec![0; len];
        source.read_exact_at(0, &mut read).unwrap();
        assert!(read == whole);
        source.unchanged().unwrap();
        assert_eq!(world.ranges(), vec![0..len as u64]);
    }
    world.put("a", Vec::new());
    assert_eq!(world.open("a").size(), 0);
    assert_eq!(world.ranges(), []);
}

#[test]
fn patterns_are_those_of_a_shell() {
    let world = World::new();
    for key in ["x/a.parquet", "x/b.parquet", "x/y/c.parquet", "x/b.csv", "z", "x/[odd].csv"] {
        world.runtime.block_on(world.store.put(&Path::parse(key).unwrap(), "1".into())).unwrap();
    }
    let found = |pattern: &str| {
        let found = world.runtime.block_on(expand(world.store.as_ref(), pattern, pattern));
        found.map_err(|error| error.to_string())
    };
    assert_eq!(found("x/*.parquet").unwrap(), ["x/a.parquet", "x/b.parquet"]);
    assert_eq!(found("x/**/*.parquet").unwrap(), ["x/a.parquet", "x/b.parquet", "x/y/c.parquet"]);
    assert_eq!(found("?").unwrap(), ["z"]);
    assert_eq!(found("*/*/c.*").unwrap(), ["x/y/c.parquet"]);
    assert_eq!(found("x/[odd].csv").unwrap(), ["x/[odd].csv"]);
    assert_eq!(found("no/such").unwrap(), ["no/such"]);
    assert_eq!(found("x/*.orc").unwrap_err(), "x/*.orc: matches no object");
    assert!(found("x/[").unwrap_err().contains("is not a valid pattern"));
    // A key with an empty part.
    assert_eq!(found("/x/*.csv").unwrap_err(), "/x/*.csv: matches no object");
    assert_eq!(found("x//*.csv").unwrap_err(), "x//*.csv: matches no object");
}
