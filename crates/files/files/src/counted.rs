//! Files whose reads are counted.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{Source, SourceLayer};

/// Counts the bytes that files have read, from any thread.
pub trait Counter: Send + Sync {
    /// Waits until a read of so many bytes may begin.
    fn wait(&self, _bytes: u64) {}

    /// So many more bytes are done.
    fn add(&self, bytes: u64);
}

/// A source that counts a known number of bytes in total.
///
/// Footers are read several times and gaps never. Bytes beyond the known number are not counted, and missing bytes are
/// counted when the source is dropped.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
///
/// use hashlane_files::{CountedSource, Counter, InMemory, Source};
///
/// struct Bytes(AtomicU64);
/// impl Counter for Bytes {
///     fn add(&self, bytes: u64) {
///         self.0.fetch_add(bytes, Relaxed);
///     }
/// }
///
/// let bytes = Arc::new(Bytes(AtomicU64::new(0)));
/// let file = InMemory::new("ten".to_owned(), vec![0; 10], None);
/// let source = CountedSource::new(Arc::new(file), 1, bytes.clone());
/// source.read_exact_at(4, &mut [0; 6])?;
/// assert_eq!(bytes.0.load(Relaxed), 6);
/// drop(source); // nothing has read the first 4
/// assert_eq!(bytes.0.load(Relaxed), 10);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct CountedSource {
    source: Arc<dyn Source>,
    left: AtomicU64,
    counter: Arc<dyn Counter>,
}

impl CountedSource {
    /// Wraps a source that will be read `passes` times.
    pub fn new(source: Arc<dyn Source>, passes: u64, counter: Arc<dyn Counter>) -> Self {
        let left = source.size().saturating_mul(passes).into();
        CountedSource { source, left, counter }
    }

    fn count(&self, bytes: u64) {
        let less = |left: u64| Some(left.saturating_sub(bytes));
        let before = self.left.fetch_update(Relaxed, Relaxed, less).unwrap_or_default();
        self.counter.add(before.min(bytes));
    }
}

impl SourceLayer for CountedSource {
    fn inner(&self) -> &dyn Source {
        &*self.source
    }

    fn before_read(&self, bytes: u64) -> io::Result<()> {
        self.counter.wait(bytes);
        Ok(())
    }

    fn after_read(&self, bytes: u64) {
        self.count(bytes);
    }
}

impl Drop for CountedSource {
    fn drop(&mut self) {
        self.count(u64::MAX);
    }
}
