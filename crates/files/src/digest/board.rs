//! Which chunk is read or hashed next, and by whom.
//!
//! Reading a chunk and giving a chunk to one algorithm are jobs, and any thread takes any job: first
//! the algorithm that is farthest behind, else the next read. So the slowest algorithm keeps a
//! thread to itself while the others share what is left, and with one algorithm a thread reads ahead
//! of the one that hashes. BLAKE3 needs no turn: the thread that reads a chunk hashes its subtree at
//! once, while the chunk is in that core's cache.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use hashlane_kernels::hash::stream::Stream;

use super::buffer::Buffer;
use super::tree::{Subtree, Tree};

/// Bytes in a chunk. A power of two, as BLAKE3's subtrees must be. On Zen 3, over 512 MiB in the page
/// cache and on two threads, xxh3 took 54 ms with 64 KiB, 64 with 32 and 137 with 128: all chunks of
/// a pass have to fit in a core's L2.
pub(super) const CHUNK: usize = 1 << 16;

/// What fills chunks.
pub(super) trait Fill: Sync {
    /// The number of chunks, if it is known; then any number of threads read at the same time.
    fn chunks(&self) -> Option<u64>;

    /// Replaces `buffer` by the chunk of that number. One shorter than [`CHUNK`] is the last.
    fn fill(&self, number: u64, buffer: &mut Buffer) -> io::Result<()>;
}

/// The jobs of one pass over one file.
pub(super) struct Board<'a> {
    fill: &'a dyn Fill,
    /// Called with the bytes that have been read.
    progress: &'a (dyn Fn(u64) + Sync),
    has_tree: bool,
    /// How many chunks may be held.
    depth: usize,
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

struct Jobs {
    /// The chunks that are held, from number `first` on; `None` while one is being read.
    window: VecDeque<Option<Arc<Buffer>>>,
    first: u64,
    /// How many reads are under way.
    reading: usize,
    /// The number of chunks, as soon as it is known.
    chunks: Option<u64>,
    lanes: Vec<Lane>,
    tree: Tree,
    bytes: u64,
    /// Buffers to read into.
    spare: Vec<Buffer>,
    failure: Option<io::Error>,
    /// How many threads sleep that no other has woken. It may be too high, since threads also wake by themselves; that
    /// costs a call.
    asleep: usize,
}

/// An algorithm that needs the chunks in order.
struct Lane {
    /// The number of the chunk it needs next.
    next: u64,
    /// `None` while a thread has it.
    state: Option<Box<dyn Stream>>,
}

enum Job {
    Read { number: u64, buffer: Buffer },
    Hash { lane: usize, state: Box<dyn Stream>, chunk: Arc<Buffer> },
}

/// What all chunks have come to.
pub(super) struct Finished {
    /// The states of the algorithms, as they were given.
    pub(super) lanes: Vec<Box<dyn Stream>>,
    pub(super) tree: Tree,
    pub(super) bytes: u64,
}

impl<'a> Board<'a> {
    /// The jobs of hashing what `fill` gives in `lanes`, and in BLAKE3's tree if `has_tree`.
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

    /// Takes jobs until none is left. Every thread of the pass calls it.
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

    /// Whether there is a job for a thread that sleeps. If so, the caller must wake one.
    ///
    /// For a read it is woken only once half of the window is free, and then reads several chunks before it sleeps again.
    /// When each job ended with a call to wake the others, XXH3 of 1 GiB on two threads made 77,000 calls of `futex`,
    /// which took longer than the hash. Now it makes 1,100.
    fn wakes_another(&mut self, depth: usize) -> bool {
        let wakes = self.asleep > 0 && (self.ready().is_some() || self.may_read(depth / 2));
        self.asleep -= usize::from(wakes);
        wakes
    }

    /// The algorithm that is farthest behind, of those that no thread has and whose next chunk is held.
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

    /// Whether the next chunk may be read while so many are held at most.
    fn may_read(&self, depth: usize) -> bool {
        let number = self.first + self.window.len() as u64;
        let is_next = match self.chunks {
            Some(chunks) => number < chunks,
            // Of unknown length: one piece after the other.
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
            // The end of an input that fills its last chunk.
            self.window.truncate(at);
        } else if let Some(place) = self.window.get_mut(at) {
            *place = Some(Arc::new(buffer));
        }
        self.release();
    }

    /// Gives up the chunks that no algorithm needs any more.
    fn release(&mut self) {
        while let Some(Some(_)) = self.window.front()
            && self.lanes.iter().all(|lane| lane.next > self.first)
        {
            let chunk = self.window.pop_front().flatten();
            // Nobody else holds it: a thread lets go of its chunk before its algorithm is counted.
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
