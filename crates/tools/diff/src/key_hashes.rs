//! The hashes of a side's keys, to find those that occur more than once.
//!
//! They are collected in buckets by their highest bits. If the memory limit leaves no room for all buckets, a pass
//! collects the first ones, and another pass over the keys the next ones.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use datafusion::common::exec_datafusion_err;
use datafusion::common::runtime::JoinSet;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::execution::memory_pool::{MemoryConsumer, MemoryReservation};

const BUCKETS: usize = 256;
/// The number of hashes per allocation: small enough that 256 last chunks per thread take 2 MiB.
const CHUNK: usize = 1024;
const CHUNK_BYTES: usize = CHUNK * size_of::<u64>();
/// The fewest buckets of a pass, so that there are at most 64 passes.
const FEWEST: usize = 4;

/// The buckets of a pass, which its threads share. The first thread that runs out of memory lowers their end, and drops
/// the content of the buckets after it.
#[derive(Debug)]
pub(crate) struct KeyPass {
    start: usize,
    end: AtomicUsize,
    /// The full chunks of each bucket.
    full: Vec<Mutex<Vec<Vec<u64>>>>,
    /// The memory of all chunks, full or not.
    reservation: Mutex<MemoryReservation>,
}

/// A panic leaves none of the guarded values half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl KeyPass {
    /// The pass that tries to collect all buckets.
    pub(crate) fn first(context: &TaskContext) -> Self {
        Self::from(0, MemoryConsumer::new("hashes of keys").register(context.memory_pool()))
    }

    /// Returns the pass for the buckets for which this one had no room.
    pub(crate) fn next(&self) -> Option<Self> {
        let start = self.end();
        (start < BUCKETS).then(|| Self::from(start, lock(&self.reservation).new_empty()))
    }

    fn from(start: usize, reservation: MemoryReservation) -> Self {
        KeyPass {
            start,
            end: AtomicUsize::new(BUCKETS),
            full: (0..BUCKETS).map(|_| Mutex::default()).collect(),
            reservation: Mutex::new(reservation),
        }
    }

    fn end(&self) -> usize {
        self.end.load(Ordering::Relaxed)
    }

    /// Reserves memory for bucket `at`, and narrows the pass until there is some. Returns `false` if the pass no longer collects the bucket.
    ///
    /// One thread at a time: another one would narrow the pass again before this one has given memory back.
    fn reserve(&self, bytes: usize, at: usize) -> Result<bool> {
        let mut reservation = lock(&self.reservation);
        loop {
            let end = self.end();
            if at >= end {
                return Ok(false);
            }
            match reservation.try_grow(bytes) {
                Ok(()) => return Ok(true),
                Err(_) => self.narrow(end, &mut reservation)?,
            }
        }
    }

    /// Leaves half of the buckets to later passes.
    fn narrow(&self, end: usize, reservation: &mut MemoryReservation) -> Result<()> {
        let buckets = (end - self.start) / 2;
        if buckets < FEWEST {
            return Err(too_low());
        }
        let end = self.start + buckets;
        self.end.store(end, Ordering::Relaxed);
        for bucket in &self.full[end..] {
            let chunks = std::mem::take(&mut *lock(bucket));
            reservation.shrink(chunks.len() * CHUNK_BYTES);
        }
        Ok(())
    }

    /// Adds a full chunk to a bucket, if the pass still collects it. The end is lowered before a bucket is locked and emptied, so no chunk is
    /// left over.
    fn put(&self, at: usize, chunk: Vec<u64>) -> Result<()> {
        if !self.reserve(CHUNK_BYTES, at)? {
            return Ok(());
        }
        let mut bucket = lock(&self.full[at]);
        if at < self.end() {
            bucket.push(chunk);
            return Ok(());
        }
        drop(bucket);
        lock(&self.reservation).shrink(CHUNK_BYTES);
        Ok(())
    }
}

fn too_low() -> DataFusionError {
    exec_datafusion_err!("the memory limit is too low to look for duplicate keys: raise it")
}

/// The hashes of one thread in a pass that don't fill a chunk yet: at most 2 MiB.
#[derive(Debug)]
pub(crate) struct PassKeyHashes {
    pass: Arc<KeyPass>,
    /// The last chunk of each bucket; a vector without capacity if the bucket has no hashes yet.
    last: Vec<Vec<u64>>,
}

fn bucket(hash: u64) -> usize {
    (hash >> (u64::BITS - BUCKETS.ilog2())) as usize
}

impl PassKeyHashes {
    /// No hashes yet.
    ///
    /// # Errors
    /// Returns an error if the memory limit leaves no room for a chunk of each bucket.
    pub(crate) fn new(pass: &Arc<KeyPass>) -> Result<Self> {
        pass.reserve(BUCKETS * CHUNK_BYTES, pass.start)?;
        Ok(PassKeyHashes { pass: Arc::clone(pass), last: vec![Vec::new(); BUCKETS] })
    }

    /// Collects the hashes that belong to the buckets of the pass.
    ///
    /// # Errors
    /// Returns an error if the memory limit leaves no room for a few buckets.
    pub(crate) fn add(&mut self, hashes: &[u64]) -> Result<()> {
        let collected = self.pass.start..self.pass.end();
        for &hash in hashes {
            let at = bucket(hash);
            if !collected.contains(&at) {
                continue;
            }
            if self.last[at].len() == self.last[at].capacity() {
                self.next_chunk(at)?;
            }
            self.last[at].push(hash);
        }
        Ok(())
    }

    #[cold]
    fn next_chunk(&mut self, at: usize) -> Result<()> {
        let mut chunk = Vec::new();
        chunk.try_reserve_exact(CHUNK).map_err(|error| exec_datafusion_err!("{error}"))?;
        let last = std::mem::replace(&mut self.last[at], chunk);
        if !last.is_empty() {
            self.pass.put(at, last)?;
        }
        Ok(())
    }
}

/// The sorted hashes of the keys of rows that were not paired. A pair has one key.
#[derive(Debug, Default)]
pub(crate) struct UnpairedKeys {
    /// The hashes of the left side, which are among the collected ones.
    pub left: Vec<u64>,
    /// The hashes of the right side.
    pub right: Vec<u64>,
}

/// Returns the hashes that occur more than once on the left side, whose hashes a pass has collected, and on the right
/// side, which has the hashes of the left side's pairs and others of its own.
///
/// # Errors
/// Returns an error if memory for a bucket can't be allocated.
pub(crate) async fn repeated(
    collected: Vec<PassKeyHashes>,
    pass: &Arc<KeyPass>,
    unpaired: &Arc<UnpairedKeys>,
) -> Result<[Vec<u64>; 2]> {
    let (threads, buckets) = (collected.len(), pass.start..pass.end());
    let collected = Arc::new(collected);
    let mut tasks = JoinSet::new();
    for thread in 0..threads {
        let (pass, collected) = (Arc::clone(pass), Arc::clone(&collected));
        let unpaired = Arc::clone(unpaired);
        let buckets = buckets.clone().skip(thread).step_by(threads);
        tasks.spawn_blocking(move || {
            let mut repeated = [Vec::new(), Vec::new()];
            for bucket in buckets {
                let hashes = sorted(&pass, &collected, bucket)?;
                let runs = hashes.chunk_by(|one, other| one == other);
                repeated[0].extend(runs.filter(|run| run.len() > 1).map(|run| run[0]));
                unpaired.repeated_right(&hashes, bucket, &mut repeated[1]);
            }
            Ok(repeated)
        });
    }
    let found = tasks.join_all().await.into_iter().collect::<Result<Vec<_>>>()?;
    Ok([0, 1].map(|side| found.iter().flat_map(|found| &found[side]).copied().collect()))
}

/// Returns the sorted hashes of a bucket.
fn sorted(pass: &KeyPass, collected: &[PassKeyHashes], bucket: usize) -> Result<Vec<u64>> {
    let full = lock(&pass.full[bucket]);
    let chunks = || full.iter().chain(collected.iter().map(|hashes| &hashes.last[bucket]));
    let mut hashes = Vec::new();
    let count = chunks().map(Vec::len).sum();
    hashes.try_reserve_exact(count).map_err(|error| exec_datafusion_err!("{error}"))?;
    chunks().for_each(|chunk| hashes.extend_from_slice(chunk));
    hashes.sort_unstable();
    Ok(hashes)
}

impl UnpairedKeys {
    /// Adds the hashes of a bucket that occur more than once on the right side, given those of the left side.
    fn repeated_right(&self, left: &[u64], number: usize, repeated: &mut Vec<u64>) {
        let start = self.right.partition_point(|&hash| bucket(hash) < number);
        let end = self.right.partition_point(|&hash| bucket(hash) <= number);
        for run in self.right[start..end].chunk_by(|one, other| one == other) {
            let paired = count(left, run[0]).saturating_sub(count(&self.left, run[0]));
            if run.len() + paired > 1 {
                repeated.push(run[0]);
            }
        }
    }
}

/// Counts a hash among sorted hashes.
fn count(hashes: &[u64], hash: u64) -> usize {
    let start = hashes.partition_point(|&other| other < hash);
    hashes[start..].partition_point(|&other| other == hash)
}
