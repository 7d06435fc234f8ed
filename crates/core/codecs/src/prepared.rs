//! A process-wide cache of values that are expensive to prepare from bytes: dictionaries and symbol tables.

use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use xxhash_rust::xxh3::Xxh3DefaultBuilder;

use super::CodecError;

/// The most memory that the entries of a cache may hold.
const MAX_BYTES: usize = 64 << 20;

/// The most entries of a cache: a lookup that misses may sum up the memory of all entries.
const MAX_ENTRIES: usize = 256;

/// A value that is prepared from bytes. The same bytes always give the same value.
pub(crate) trait PreparedValue: Sized {
    /// Prepares it.
    fn prepare(bytes: &[u8]) -> Result<Self, CodecError>;

    /// The bytes that it was prepared from.
    fn bytes(&self) -> &[u8];

    /// The number of bytes that it holds now, which may grow while it is in use.
    fn memory(&self) -> usize;
}

/// An entry is found by comparing all bytes that it was prepared from: equal hashes don't prove equality.
struct ByBytes<T>(Arc<T>);

impl<T: PreparedValue> Borrow<[u8]> for ByBytes<T> {
    fn borrow(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl<T: PreparedValue> Hash for ByBytes<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.bytes().hash(state);
    }
}

impl<T: PreparedValue> PartialEq for ByBytes<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.bytes() == other.0.bytes()
    }
}

impl<T: PreparedValue> Eq for ByBytes<T> {}

/// Least recently used entries are evicted first. A caller that holds an entry can keep it.
pub(crate) struct PreparedCache<T> {
    entries: Mutex<LruCache<ByBytes<T>, (), Xxh3DefaultBuilder>>,
}

impl<T: PreparedValue> PreparedCache<T> {
    pub(crate) fn new() -> Self {
        PreparedCache { entries: Mutex::new(LruCache::unbounded_with_hasher(Xxh3DefaultBuilder)) }
    }

    /// An entry is never half written, so the cache stays usable after a panic in another thread.
    fn lock(&self) -> MutexGuard<'_, LruCache<ByBytes<T>, (), Xxh3DefaultBuilder>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entry for `bytes`.
    pub(crate) fn get_or_prepare(&self, bytes: &[u8]) -> Result<Arc<T>, CodecError> {
        if let Some(found) = self.find(bytes) {
            return Ok(found);
        }
        // Prepared without the lock, so that other threads don't wait. Two threads may do the same work.
        let prepared = Arc::new(T::prepare(bytes)?);
        if let Some(found) = self.find(bytes) {
            return Ok(found);
        }
        self.lock().put(ByBytes(Arc::clone(&prepared)), ());
        self.shrink();
        Ok(prepared)
    }

    fn find(&self, bytes: &[u8]) -> Option<Arc<T>> {
        self.lock().get_key_value(bytes).map(|(entry, ())| Arc::clone(&entry.0))
    }

    /// Evicts entries until the cache is within its limits. Call it when an entry has grown.
    pub(crate) fn shrink(&self) {
        let mut gone = Vec::new();
        let mut entries = self.lock();
        let mut memory: usize = entries.iter().map(|(entry, ())| entry.0.memory()).sum();
        while memory > MAX_BYTES || entries.len() > MAX_ENTRIES {
            let Some((entry, ())) = entries.pop_lru() else { break };
            memory = memory.saturating_sub(entry.0.memory());
            gone.push(entry);
        }
        // Freeing is slow, so it happens without the lock.
        drop(entries);
    }
}
