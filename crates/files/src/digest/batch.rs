//! Several files at a time, results in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

use super::{Algorithm, Pass};

/// Works on many files with a number of threads that they share.
#[derive(Debug)]
pub struct Batch {
    threads: usize,
    free: Mutex<usize>,
    freed: Condvar,
}

impl Default for Batch {
    /// On as many threads as the machine runs at once.
    fn default() -> Self {
        Batch::on(thread::available_parallelism().map_or(1, NonZero::get))
    }
}

/// Threads that one file may use. They go back when this is dropped.
#[derive(Debug)]
pub struct Share<'a> {
    batch: &'a Batch,
    threads: usize,
}

impl Batch {
    /// On so many threads; 0 is taken for 1.
    pub fn on(threads: usize) -> Self {
        let threads = threads.max(1);
        Batch { threads, free: Mutex::new(threads), freed: Condvar::new() }
    }

    /// Calls `work` with each item, several at a time, and `take` with the results on this thread, in
    /// the order of the items and as soon as they can be had. Stops early where `take` says no; its
    /// error is returned.
    ///
    /// # Errors
    /// Those of `take`.
    pub fn in_order<'i, I: Sync, R: Send, E>(
        &self,
        items: &'i [I],
        work: impl Fn(&'i I) -> R + Sync,
        mut take: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let workers = self.threads.min(items.len());
        if workers <= 1 {
            return items.iter().try_for_each(|item| take(work(item)));
        }
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = mpsc::channel();
        let worker = |send: mpsc::Sender<(usize, R)>| {
            while !stop.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { break };
                if send.send((index, work(item))).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            let spawned = (0..workers).filter(|_| {
                let (send, worker) = (send.clone(), &worker);
                thread::Builder::new().spawn_scoped(scope, move || worker(send)).is_ok()
            });
            if spawned.count() == 0 {
                worker(send);
            } else {
                drop(send);
            }
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            for (index, result) in receive {
                waiting.insert(index, result);
                while let Some(result) = waiting.remove(&due) {
                    due += 1;
                    if let Err(error) = take(result) {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
            Ok(())
        })
    }

    /// Threads for a file of so many bytes under these algorithms: at least one, for which it waits,
    /// and of those that are free as many as are of use.
    pub fn share(&self, size: Option<u64>, algorithms: &[&'static Algorithm]) -> Share<'_> {
        /// Less than that is read before another thread has started.
        const WORTH_A_THREAD: u64 = 4 << 20;
        let by_size = size.map_or(self.threads as u64, |size| 1 + size / WORTH_A_THREAD);
        let has_tree = algorithms.iter().any(|algorithm| algorithm.is_tree());
        let by_jobs = if has_tree { self.threads } else { algorithms.len() + 1 };
        let wanted = by_jobs.min(usize::try_from(by_size).unwrap_or(usize::MAX));
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        let threads = wanted.min(*free);
        *free -= threads;
        Share { batch: self, threads }
    }
}

impl Share<'_> {
    /// How many threads, this one included.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// A pass on these threads.
    pub fn pass(&self) -> Pass<'static> {
        Pass::on(self.threads)
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        *self.batch.free.lock().unwrap_or_else(PoisonError::into_inner) += self.threads;
        self.batch.freed.notify_all();
    }
}
