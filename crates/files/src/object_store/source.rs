//! An object as a source.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::failure;
use super::fetch::Object;
use super::pin::Pin;
use super::read_ahead::{RANGES, Reader, Sequence};
use crate::{FileError, Source, without_secrets};

/// An object of a store.
///
/// A read that begins where another one ended is taken for a sequence, and the ranges after it are
/// fetched in the background: at most four, of at most 8 MiB each. Any other read fetches what it
/// asks for. Every request names the object's tag, so an object that is replaced while it is read
/// is an error. Failed requests are retried as the store is configured.
///
/// Reading blocks the thread that calls, through [`Handle::block_on`]. It must not be a worker of
/// an asynchronous runtime, where Tokio panics: call from `spawn_blocking` or from a plain thread.
/// The runtime of the handle must have threads of its own.
#[derive(Debug)]
pub struct ObjectSource {
    name: String,
    reader: Reader,
    /// Where readers have stopped, the latest one last.
    sequences: Mutex<VecDeque<Sequence>>,
}

/// Readers of one object that are told apart: as many as may wait for a range.
const SEQUENCES: usize = RANGES;

impl ObjectSource {
    /// The object that `meta` tells of, which came from `store`; no request is made. `name` is what
    /// errors call it. `handle` is of the runtime that requests run on.
    pub fn new(
        store: Arc<dyn ObjectStore>,
        meta: ObjectMeta,
        name: impl Into<String>,
        handle: Handle,
    ) -> Self {
        let location = meta.location.clone();
        let object = Arc::new(Object::new(store, location, Pin::new(meta)));
        let permits = Arc::new(Semaphore::new(RANGES));
        ObjectSource {
            name: without_secrets(&name.into()).into_owned(),
            reader: Reader { object, handle, permits },
            sequences: Mutex::new(VecDeque::new()),
        }
    }

    /// Asks `store` for the object at `location`, and blocks for that as reading does.
    ///
    /// # Errors
    /// One line, if it is missing or the store can't be asked.
    pub fn open(
        store: Arc<dyn ObjectStore>,
        location: &Path,
        name: &str,
        handle: Handle,
    ) -> Result<Self, FileError> {
        let meta = handle.block_on(look_up(store.as_ref(), location));
        let mut meta = meta.map_err(|error| FileError::new(name, failure::line(&error)))?;
        meta.location = location.clone();
        Ok(ObjectSource::new(store, meta, name, handle))
    }

    /// The reader who stopped at `offset`, or a new one, and how far to fetch ahead for them.
    fn take(&self, offset: u64) -> (Sequence, u64) {
        let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        let found = sequences.iter().position(|sequence| sequence.at() == offset);
        match found.and_then(|index| sequences.remove(index)) {
            Some(mut sequence) => {
                sequence.goes_on();
                (sequence, self.size())
            }
            None => (Sequence::new(offset), offset),
        }
    }

    fn put_back(&self, sequence: Sequence) {
        let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        if sequences.len() == SEQUENCES {
            sequences.pop_front();
        }
        sequences.push_back(sequence);
    }
}

/// What the store says of an object. An answer without a body, as HEAD has, does not tell a missing
/// bucket from a missing object, so then the object itself is asked for.
async fn look_up(store: &dyn ObjectStore, location: &Path) -> object_store::Result<ObjectMeta> {
    match store.head(location).await {
        Err(object_store::Error::NotFound { .. }) => Ok(store.get(location).await?.meta),
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
        let (mut sequence, horizon) = self.take(offset);
        sequence.read(&self.reader, horizon.max(end), buffer)?;
        self.put_back(sequence);
        Ok(())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        self.reader
            .handle
            .block_on(self.reader.object.unchanged())
            .map_err(|error| FileError::io(&self.name, error))
    }
}
