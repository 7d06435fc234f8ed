//! Decides which chunk is read or hashed next.
//!
//! Reading a chunk is a job, and so is giving a chunk to one algorithm. Any thread takes any job: the hash job of the
//! algorithm that is farthest behind, or else the next read. So the slowest algorithm occupies one thread while the
//! others share the rest. With one algorithm, a thread reads ahead of the thread that hashes. BLAKE3 needs no jobs: the
//! thread that reads a chunk hashes its subtree at once, while the chunk is in that core's cache.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use hashlane_kernels::hash::stream::Stream;

use super::buffer::Buffer;
use super::tree::{Subtree, Tree};

/// The number of bytes in a chunk. It is a power of two because BLAKE3's subtrees are. On Zen 3, xxh3 of 512 MiB in the
/// page cache took 54 ms on two threads with 64 KiB, 64 ms with 32 KiB and 137 ms with 128 KiB: all chunks of a pass
/// have to fit in a core's L2.
pub(super) const CHUNK: usize = 1 << 16;

/// A source of chunks.
pub(super) trait Fill: Sync {
    /// The number of chunks, if it is known. Any number of threads may then read at the same time.
    fn chunks(&self) -> Option<u64>;

    /// Replaces the content of `buffer` by chunk `number`. A chunk shorter than [`CHUNK`] is the last one.
    fn fill(&self, number: u64, buffer: &mut Buffer) -> io::Result<()>;
}

/// The jobs of one pass over one file.
pub(super) struct Board<'a> {
    fill: &'a dyn Fill,
    /// Called with the number of bytes of each read.
    progress: &'a (dyn Fn(u64) + Sync),
    has_tree: bool,
    /// The most chunks in memory.
    depth: usize,
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

struct Jobs {
    /// The chunks in memory, from number `first` on; `None` while one is being read.
    window: VecDeque<Option<Arc<Buffer>>>,
    first: u64,
    /// The number of reads in progress.
    reading: usize,
    /// The number of chunks, once it is known.
    chunks: Option<u64>,
    lanes: Vec<Lane>,
    tree: Tree,
    bytes: u64,
    /// Buffers for reads.
    spare: Vec<Buffer>,
    failure: Option<io::Error>,
    /// The number of sleeping threads that no other thread has woken. It may be too high, since threads also wake
    /// spuriously; that costs a call.
    asleep: usize,
}

/// An algorithm that needs the chunks in order.
struct Lane {
    /// The number of the chunk that it needs next.
    next: u64,
    /// `None` while a thread uses it.
    state: Option<Box<dyn Stream>>,
}

enum Job {
    Read { number: u64, buffer: Buffer },
    Hash { lane: usize, state: Box<dyn Stream>, chunk: Arc<Buffer> },
}

/// The results over all chunks.
pub(super) struct Finished {
    /// The states of the algorithms, in the caller's order.
    pub(super) lanes: Vec<Box<dyn Stream>>,
    pub(super) tree: Tree,
    pub(super) bytes: u64,
}

impl<'a> Board<'a> {
    /// Prepares to hash the chunks of `fill` in `lanes`, and in BLAKE3's tree if `has_tree`.
    pub(super) fn new(
        fill: &'a dyn Fill,
        progress: &'a (dyn Fn(u64) + Sync),
        lanes: Vec<Box<dyn Stream>>,
        has_tree: bool,
        threads: usize,
    ) -> Self {
        let jobs = Jobs {
            window: VecDeque::new(),
            first: 0,
            reading: 0,
            chunks: fill.chunks(),
            lanes: lanes.into_iter().map(|state| Lane { next: 0, state: Some(state) }).collect(),
            tree: Tree::default(),
            bytes: 0,
            spare: Vec::new(),
            failure: None,
            asleep: 0,
        };
        let (depth, jobs) = (if threads == 1 { 1 } else { 2 * threads + 2 }, Mutex::new(jobs));
        Board { fill, progress, has_tree, depth, jobs, changed: Condvar::new() }
    }

    /// Runs jobs until none are left. Every thread of the pass calls it.
    pub(super) fn work(&self) {
        // A panic in one thread must not leave the others waiting forever.
        let stop = StopOnPanic(self);
        let mut jobs = self.lock();
        while !jobs.done() {
            let Some(job) = jobs.take(self.depth) else {
                jobs.asleep += 1;
                jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let wakes = jobs.wakes_another(self.depth);
            drop(jobs);
            if wakes {
                self.changed.notify_one();
            }
            jobs = self.run(job);
        }
        drop(jobs);
        self.changed.notify_all();
        drop(stop);
    }

    fn run(&self, job: Job) -> MutexGuard<'_, Jobs> {
        match job {
            Job::Hash { lane, mut state, chunk } => {
                state.update(&chunk);
                drop(chunk);
                let mut jobs = self.lock();
                jobs.lanes[lane].state = Some(state);
                jobs.lanes[lane].next += 1;
                jobs.release();
                jobs
            }
            Job::Read { number, mut buffer } => {
                let filled = self.fill.fill(number, &mut buffer);
                let subtree = (self.has_tree && filled.is_ok() && !buffer.is_empty())
                    .then(|| Subtree::new(number * CHUNK as u64, &buffer));
                (self.progress)(buffer.len() as u64);
                let mut jobs = self.lock();
                jobs.reading -= 1;
                match filled {
                    Ok(()) => jobs.has_read(number, buffer, subtree),
                    Err(error) => jobs.failure = Some(error),
                }
                jobs
            }
        }
    }

    /// Returns the states after the last chunk, or the error that stopped the pass.
    pub(super) fn finish(self) -> io::Result<Finished> {
        let jobs = self.jobs.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = jobs.failure {
            return Err(error);
        }
        let lanes = jobs.lanes.into_iter().filter_map(|lane| lane.state).collect();
        Ok(Finished { lanes, tree: jobs.tree, bytes: jobs.bytes })
    }

    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Jobs {
    fn done(&self) -> bool {
        self.failure.is_some()
            || self.chunks.is_some_and(|chunks| {
                self.first == chunks && self.lanes.iter().all(|lane| lane.next == chunks)
            })
    }

    fn take(&mut self, depth: usize) -> Option<Job> {
        self.take_hash().or_else(|| self.take_read(depth))
    }

    /// Whether a sleeping thread has a job. If so, the caller must wake one.
    ///
    /// A thread is woken for a read only once half of the window is free, and then reads several chunks before it
    /// sleeps again. When each job ended with a call that wakes the others, XXH3 of 1 GiB on two threads made 77,000
    /// calls of `futex`, which took longer than the hash. Now it makes 1,100.
    fn wakes_another(&mut self, depth: usize) -> bool {
        let wakes = self.asleep > 0 && (self.ready().is_some() || self.may_read(depth / 2));
        self.asleep -= usize::from(wakes);
        wakes
    }

    /// The algorithm that is farthest behind among those that no thread uses and whose next chunk is in memory.
    fn ready(&self) -> Option<(usize, &Arc<Buffer>)> {
        let chunk = |lane: &Lane| {
            let at = usize::try_from(lane.next - self.first).ok()?;
            self.window.get(at)?.as_ref().filter(|_| lane.state.is_some())
        };
        let lanes = self.lanes.iter().enumerate();
        let ready = lanes.filter_map(|(index, lane)| Some((index, chunk(lane)?)));
        ready.min_by_key(|(index, _)| self.lanes[*index].next)
    }

    fn take_hash(&mut self) -> Option<Job> {
        let (lane, chunk) = self.ready()?;
        let chunk = chunk.clone();
        let state = self.lanes[lane].state.take()?;
        Some(Job::Hash { lane, state, chunk })
    }

    /// Whether the next chunk may be read, if at most `depth` chunks may be in memory.
    fn may_read(&self, depth: usize) -> bool {
        let number = self.first + self.window.len() as u64;
        let is_next = match self.chunks {
            Some(chunks) => number < chunks,
            // If the length is unknown, read one chunk at a time.
            None => self.reading == 0,
        };
        is_next && self.window.len() < depth
    }

    fn take_read(&mut self, depth: usize) -> Option<Job> {
        if !self.may_read(depth) {
            return None;
        }
        let number = self.first + self.window.len() as u64;
        self.window.push_back(None);
        self.reading += 1;
        Some(Job::Read { number, buffer: self.spare.pop().unwrap_or_default() })
    }

    fn has_read(&mut self, number: u64, buffer: Buffer, subtree: Option<Subtree>) {
        self.bytes += buffer.len() as u64;
        if self.chunks.is_none() && buffer.len() < CHUNK {
            self.chunks = Some(number + u64::from(!buffer.is_empty()));
        }
        if let Some(subtree) = subtree {
            self.tree.add(number, subtree);
        }
        let at = (number - self.first) as usize;
        if buffer.is_empty() {
            // The input ended exactly at the end of a chunk.
            self.window.truncate(at);
        } else if let Some(place) = self.window.get_mut(at) {
            *place = Some(Arc::new(buffer));
        }
        self.release();
    }

    /// Frees the chunks that no algorithm needs any more.
    fn release(&mut self) {
        while let Some(Some(_)) = self.window.front()
            && self.lanes.iter().all(|lane| lane.next > self.first)
        {
            let chunk = self.window.pop_front().flatten();
            // No other thread holds the chunk: a thread drops it before its algorithm is counted.
            self.spare.extend(chunk.and_then(Arc::into_inner));
            self.first += 1;
        }
    }
}

struct StopOnPanic<'b, 'a>(&'b Board<'a>);

impl Drop for StopOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().failure = Some(io::Error::other("a thread panicked"));
            self.0.changed.notify_all();
        }
    }
}
