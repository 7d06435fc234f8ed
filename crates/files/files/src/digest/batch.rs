//! Processes several files at a time and returns their results in order.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use super::pass::useful_threads;
use super::{DigestPass, FileAlgorithm};
use crate::OrderedWork;

/// How many objects of a store to ask for at a time. A store answers as many as fast as one.
pub const OBJECTS: NonZero<usize> = NonZero::new(32).expect("it is not zero");

/// Processes many files on a number of threads that they share.
#[derive(Debug)]
pub struct FileBatch {
    threads: NonZero<usize>,
    /// The number of items that are worked on at a time.
    items: NonZero<usize>,
    free: Mutex<usize>,
    freed: Condvar,
}

impl Default for FileBatch {
    /// As many threads as the machine can run at once.
    fn default() -> Self {
        FileBatch::on(thread::available_parallelism().map_or(1, NonZero::get))
    }
}

/// Threads that one file may use. They are returned when this is dropped.
#[derive(Debug)]
pub struct ThreadShare<'a> {
    batch: &'a FileBatch,
    threads: usize,
}

impl FileBatch {
    /// Uses `threads` threads; 0 counts as 1.
    pub fn on(threads: usize) -> Self {
        let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        FileBatch {
            threads,
            items: threads,
            free: Mutex::new(threads.get()),
            freed: Condvar::new(),
        }
    }

    /// Works on at least `items` items at a time, since most of them wait for a server. The threads that
    /// [`share`](Self::share) returns stay as many.
    #[must_use]
    pub fn at_a_time(self, items: NonZero<usize>) -> Self {
        FileBatch { items: self.items.max(items), ..self }
    }

    /// Calls `work` with each item, several at a time, and `take` on this thread with the results, in the order of the
    /// items and as soon as they are known. Stops at the first error of `take`.
    ///
    /// # Errors
    /// Returns the error of `take`.
    pub fn in_order<'i, I: Sync, R: Send, E>(
        &self,
        items: &'i [I],
        work: impl Fn(&'i I) -> R + Sync,
        mut take: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut result = Ok(());
        // Results are a few digests each, so many of them can wait for a large file.
        let ordered = OrderedWork { threads: self.items, ahead: 1 << 16 };
        ordered.for_each(
            items.len(),
            || (),
            |index, ()| work(&items[index]),
            |done| match take(done) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    result = Err(error);
                    ControlFlow::Break(())
                }
            },
        );
        result
    }

    /// Returns threads for a file of `size` bytes: as many of the free ones as are useful, and at least one, for which
    /// it waits.
    pub fn share(
        &self,
        size: Option<u64>,
        algorithms: &[&'static FileAlgorithm],
    ) -> ThreadShare<'_> {
        /// A smaller file is read before another thread has started.
        const WORTH_A_THREAD: u64 = 4 << 20;
        let by_size = size.map_or(self.threads.get() as u64, |size| 1 + size / WORTH_A_THREAD);
        let by_jobs = useful_threads(algorithms).unwrap_or(self.threads.get());
        let wanted = by_jobs.min(usize::try_from(by_size).unwrap_or(usize::MAX));
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        let threads = wanted.min(*free);
        *free -= threads;
        ThreadShare { batch: self, threads }
    }
}

impl ThreadShare<'_> {
    /// The number of threads, this one included.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// A pass on these threads.
    pub fn pass(&self) -> DigestPass<'static> {
        DigestPass::on(self.threads)
    }
}

impl Drop for ThreadShare<'_> {
    fn drop(&mut self) {
        *self.batch.free.lock().unwrap_or_else(PoisonError::into_inner) += self.threads;
        self.batch.freed.notify_all();
    }
}
