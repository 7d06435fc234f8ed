//! The hashes of a side's keys, to find those that occur more than once.
//!
//! They are collected in buckets by their highest bits. Where the memory limit leaves no room for all buckets, a pass
//! collects the first ones, and another pass over the keys the next ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use datafusion::common::exec_datafusion_err;
use datafusion::common::runtime::JoinSet;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::execution::memory_pool::{MemoryConsumer, MemoryReservation};

const BUCKETS: usize = 256;
/// Hashes that are allocated at a time: small enough that 256 last chunks per thread waste little.
const CHUNK: usize = 1024;
/// A pass collects at least so many buckets, so that there are at most 64 passes.
const FEWEST: usize = 4;

/// The buckets of a pass. Threads share it, and the first one that runs out of memory lowers its end. The others give
/// their memory back with their next batch; one that has read all of its batches keeps it until the pass is over.
#[derive(Debug)]
pub struct Pass {
    start: usize,
    end: AtomicUsize,
}

impl Pass {
    /// The pass that tries to collect all buckets.
    pub fn first() -> Self {
        Pass { start: 0, end: AtomicUsize::new(BUCKETS) }
    }

    /// The pass for the buckets that this one had no room for.
    pub fn next(&self) -> Option<Self> {
        let start = self.end();
        (start < BUCKETS).then(|| Pass { start, end: AtomicUsize::new(BUCKETS) })
    }

    fn end(&self) -> usize {
        self.end.load(Ordering::Relaxed)
    }

    /// Leaves half of the buckets to later passes, unless another thread just did so.
    fn narrow(&self, known: usize) -> Result<()> {
        let buckets = (known - self.start) / 2;
        if buckets < FEWEST {
            return Err(exec_datafusion_err!(
                "the memory limit is too low to look for duplicate keys: raise it"
            ));
        }
        let end = self.start + buckets;
        let _ = self.end.compare_exchange(known, end, Ordering::Relaxed, Ordering::Relaxed);
        Ok(())
    }
}

/// The hashes that one thread has collected in a pass.
#[derive(Debug)]
pub struct KeyHashes {
    pass: Arc<Pass>,
    /// The end of the pass when this thread last looked.
    end: usize,
    /// The chunks of each bucket.
    buckets: Vec<Vec<Vec<u64>>>,
    reservation: MemoryReservation,
}

fn bucket(hash: u64) -> usize {
    (hash >> (u64::BITS - BUCKETS.ilog2())) as usize
}

impl KeyHashes {
    /// No hashes yet.
    pub fn new(pass: &Arc<Pass>, context: &TaskContext) -> Self {
        KeyHashes {
            pass: Arc::clone(pass),
            end: pass.end(),
            buckets: vec![Vec::new(); BUCKETS],
            reservation: MemoryConsumer::new("hashes of keys").register(context.memory_pool()),
        }
    }

    /// Collects those of the hashes that the pass is about.
    ///
    /// # Errors
    /// Returns an error if the memory limit leaves no room for a few buckets.
    pub fn add(&mut self, hashes: &[u64]) -> Result<()> {
        self.release();
        for &hash in hashes {
            let at = bucket(hash);
            if !(self.pass.start..self.end).contains(&at) {
                continue;
            }
            match self.buckets[at].last_mut() {
                Some(chunk) if chunk.len() < CHUNK => chunk.push(hash),
                _ => self.add_chunk(at, hash)?,
            }
        }
        Ok(())
    }

    #[cold]
    fn add_chunk(&mut self, at: usize, hash: u64) -> Result<()> {
        while self.reservation.try_grow(CHUNK * size_of::<u64>()).is_err() {
            self.pass.narrow(self.end)?;
            self.release();
        }
        if at < self.end {
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(CHUNK).map_err(|error| exec_datafusion_err!("{error}"))?;
            chunk.push(hash);
            self.buckets[at].push(chunk);
        }
        Ok(())
    }

    /// Gives back the memory of buckets that the pass no longer collects.
    fn release(&mut self) {
        let end = self.pass.end();
        if end < self.end {
            let left_out = self.buckets[end..self.end].iter_mut().map(std::mem::take);
            let chunks = left_out.map(|chunks| chunks.len()).sum::<usize>();
            self.reservation.shrink(chunks * CHUNK * size_of::<u64>());
            self.end = end;
        }
    }
}

/// The hashes that occur more than once in what all threads have collected in a pass.
///
/// # Errors
/// Returns an error if there is no memory for a bucket.
pub async fn repeated(collected: Vec<KeyHashes>, pass: &Pass) -> Result<Vec<u64>> {
    let (threads, buckets) = (collected.len(), pass.start..pass.end());
    let collected = Arc::new(collected);
    let mut tasks = JoinSet::new();
    for thread in 0..threads {
        let collected = Arc::clone(&collected);
        let buckets = buckets.clone().skip(thread).step_by(threads);
        tasks.spawn_blocking(move || {
            let mut repeated = Vec::new();
            for bucket in buckets {
                find_repeated(&collected, bucket, &mut repeated)?;
            }
            Ok(repeated)
        });
    }
    let found = tasks.join_all().await.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(found.concat())
}

fn find_repeated(collected: &[KeyHashes], bucket: usize, repeated: &mut Vec<u64>) -> Result<()> {
    let chunks = || collected.iter().flat_map(|hashes| &hashes.buckets[bucket]);
    let mut hashes = Vec::new();
    let count = chunks().map(Vec::len).sum();
    hashes.try_reserve_exact(count).map_err(|error| exec_datafusion_err!("{error}"))?;
    chunks().for_each(|chunk| hashes.extend_from_slice(chunk));
    hashes.sort_unstable();
    let runs = hashes.chunk_by(|one, other| one == other);
    repeated.extend(runs.filter(|run| run.len() > 1).map(|run| run[0]));
    Ok(())
}
