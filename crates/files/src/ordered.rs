//! Work on several threads whose results come in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Threads, and how far they may work ahead of a result that is slow to come.
#[derive(Clone, Copy, Debug)]
pub struct Ordered {
    /// How many threads work.
    pub threads: NonZero<usize>,
    /// How many results wait for one before them, at most.
    pub ahead: usize,
}

impl Ordered {
    /// Calls `work` with each number below `count`, on several threads, each with a state of its own, and `take`, on
    /// this thread, with the results in order and as soon as they can be had, until it breaks.
    pub fn run<S, T: Send>(
        &self,
        count: usize,
        state: impl Fn() -> S + Sync,
        work: impl Fn(usize, &mut S) -> T + Sync,
        mut take: impl FnMut(T) -> ControlFlow<()>,
    ) {
        let threads = self.threads.get().min(count);
        if threads <= 1 {
            return alone(count, &state, &work, take);
        }
        let queue = Queue {
            inner: Mutex::new(Inner::new(count, self.ahead.max(threads))),
            moved: Condvar::new(),
        };
        thread::scope(|scope| {
            // Whoever leaves in a panic, the others end.
            let _stop = Stop(&queue);
            let body = || {
                let stop = Stop(&queue);
                let mut state = state();
                while let Some(index) = queue.next() {
                    queue.put(index, work(index, &mut state));
                }
                std::mem::forget(stop);
            };
            let spawn = |_: &usize| thread::Builder::new().spawn_scoped(scope, body).is_ok();
            if (0..threads).filter(spawn).count() == 0 {
                // The system has no more threads.
                return alone(count, &state, &work, take);
            }
            while let Some(result) = queue.take() {
                if take(result).is_break() {
                    break;
                }
            }
        });
    }
}

/// The same on this thread.
fn alone<S, T>(
    count: usize,
    state: impl Fn() -> S,
    work: impl Fn(usize, &mut S) -> T,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) {
    let mut state = state();
    let _ = (0..count).try_for_each(|index| take(work(index, &mut state)));
}

struct Queue<T> {
    inner: Mutex<Inner<T>>,
    moved: Condvar,
}

struct Inner<T> {
    count: usize,
    ahead: usize,
    /// The next to be worked on.
    next: usize,
    /// The next to be taken.
    due: usize,
    done: BTreeMap<usize, T>,
    stopped: bool,
}

impl<T> Inner<T> {
    fn new(count: usize, ahead: usize) -> Self {
        Inner { count, ahead, next: 0, due: 0, done: BTreeMap::new(), stopped: false }
    }
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, inner: MutexGuard<'a, Inner<T>>) -> MutexGuard<'a, Inner<T>> {
        self.moved.wait(inner).unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next item to work on, or `None` if no work is left.
    fn next(&self) -> Option<usize> {
        let mut inner = self.lock();
        while !inner.stopped
            && inner.next < inner.count
            && inner.next >= inner.due.saturating_add(inner.ahead)
        {
            inner = self.wait(inner);
        }
        if inner.stopped || inner.next == inner.count {
            return None;
        }
        inner.next += 1;
        Some(inner.next - 1)
    }

    fn put(&self, index: usize, result: T) {
        self.lock().done.insert(index, result);
        self.moved.notify_all();
    }

    fn take(&self) -> Option<T> {
        let mut inner = self.lock();
        loop {
            if inner.stopped || inner.due == inner.count {
                return None;
            }
            let due = inner.due;
            if let Some(result) = inner.done.remove(&due) {
                inner.due += 1;
                drop(inner);
                self.moved.notify_all();
                return Some(result);
            }
            inner = self.wait(inner);
        }
    }
}

struct Stop<'a, T>(&'a Queue<T>);

impl<T> Drop for Stop<'_, T> {
    fn drop(&mut self) {
        self.0.lock().stopped = true;
        self.0.moved.notify_all();
    }
}
