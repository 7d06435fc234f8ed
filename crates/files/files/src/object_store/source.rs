//! An object as a source.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::failure;
use super::fetch::PinnedObject;
use super::pin::ObjectPin;
use super::read_ahead::{PendingRange, RANGES, RangeReader, ReadSequence};
use crate::{FileError, FileVersion, Source, without_secrets};

/// An object of a store.
///
/// A read that starts where another one ended counts as sequential, and the ranges after it are fetched in the
/// background: at most four, of at most 8 MiB each. Any other read fetches only its own range. Every request names the
/// object's tag, so replacing the object while it is read causes an error. Failed requests are retried as the store is
/// configured.
///
/// A small object is fetched whole as soon as it is [opened](Self::open).
///
/// Reading blocks the calling thread, through [`Handle::block_on`]. Tokio panics if that thread is a worker of an
/// asynchronous runtime, so call from `spawn_blocking` or from a plain thread. The runtime of the handle must have
/// threads of its own.
#[derive(Debug)]
pub struct ObjectSource {
    name: String,
    reader: RangeReader,
    /// The positions of readers, the latest last.
    sequences: Mutex<VecDeque<ReadSequence>>,
    /// A small object, whole. `None` once fetching it has failed.
    whole: Mutex<Option<PendingRange>>,
}

/// The most bytes of a small object. In the time of one request and its answer, a store sends about as many.
const SMALL: u64 = 1 << 20;

/// The most readers of one object that are tracked. At most this many ranges may be in flight.
const SEQUENCES: usize = RANGES;

impl ObjectSource {
    /// Creates a source for the object of `meta`, which must come from `store`. No request is made. `name` is the name
    /// in errors. Requests run on the runtime of `handle`.
    pub fn new(
        store: Arc<dyn ObjectStore>,
        meta: ObjectMeta,
        name: impl Into<String>,
        handle: Handle,
    ) -> Self {
        let location = meta.location.clone();
        let object = Arc::new(PinnedObject::new(store, location, ObjectPin::new(meta)));
        let permits = Arc::new(Semaphore::new(RANGES));
        ObjectSource {
            name: without_secrets(&name.into()).into_owned(),
            reader: RangeReader { object, handle, permits },
            sequences: Mutex::new(VecDeque::new()),
            whole: Mutex::new(None),
        }
    }

    /// Opens the object at `location`. Blocks like reading.
    ///
    /// # Errors
    /// Returns one line if the object is missing or the store doesn't answer.
    pub fn open(
        store: Arc<dyn ObjectStore>,
        location: &Path,
        name: &str,
        handle: Handle,
    ) -> Result<Self, FileError> {
        let meta = handle.block_on(look_up(store.as_ref(), location));
        let mut meta = meta.map_err(|error| FileError::io(name, failure::io(&error)))?;
        meta.location = location.clone();
        let source = ObjectSource::new(store, meta, name, handle);
        let size = source.size();
        let whole =
            (1..=SMALL).contains(&size).then(|| PendingRange::start(&source.reader, 0..size, None));
        Ok(ObjectSource { whole: Mutex::new(whole), ..source })
    }

    /// Reads from a small object. Returns `None` for any other.
    fn read_small(&self, range: Range<usize>, buffer: &mut [u8]) -> Option<io::Result<()>> {
        let mut whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        let read = whole.as_mut()?.wait(&self.reader.handle);
        let read = read.map(|bytes| buffer.copy_from_slice(&bytes[range]));
        if read.is_err() {
            *whole = None;
        }
        Some(read)
    }

    /// Returns the reader that stopped at `offset`, or a new one, and how far to fetch ahead for it.
    fn take(&self, offset: u64) -> (ReadSequence, u64) {
        let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        let found = sequences.iter().position(|sequence| sequence.next_offset() == offset);
        match found.and_then(|index| sequences.remove(index)) {
            Some(mut sequence) => {
                sequence.goes_on();
                (sequence, self.size())
            }
            None => (ReadSequence::new(offset), offset),
        }
    }

    fn put_back(&self, sequence: ReadSequence) {
        let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        if sequences.len() == SEQUENCES {
            sequences.pop_front();
        }
        sequences.push_back(sequence);
    }
}

/// Requests the metadata of an object. An answer to HEAD has no body, and so doesn't say what is missing, or why it was
/// refused. The object itself is then requested.
async fn look_up(store: &dyn ObjectStore, location: &Path) -> object_store::Result<ObjectMeta> {
    match store.head(location).await {
        Err(error) if failure::is_refusal(&error) => Ok(store.get(location).await?.meta),
        answer => answer,
    }
}

impl Source for ObjectSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> u64 {
        self.reader.object.size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        if buffer.is_empty() {
            return Ok(());
        }
        let end = offset.checked_add(buffer.len() as u64).filter(|end| *end <= self.size());
        let end = end.ok_or(io::ErrorKind::UnexpectedEof)?;
        if end <= SMALL
            && let Some(read) = self.read_small(offset as usize..end as usize, buffer)
        {
            return read;
        }
        let (mut sequence, horizon) = self.take(offset);
        sequence.read(&self.reader, horizon.max(end), buffer)?;
        self.put_back(sequence);
        Ok(())
    }

    fn version(&self) -> FileVersion {
        self.reader.object.version()
    }

    fn unchanged(&self) -> Result<(), FileError> {
        // Every answer had the tag.
        if self.reader.object.has_strong_tag() {
            return Ok(());
        }
        self.reader
            .handle
            .block_on(self.reader.object.unchanged())
            .map_err(|error| FileError::io(&self.name, error))
    }
}
