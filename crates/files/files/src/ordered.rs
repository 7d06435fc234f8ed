//! Work on several threads whose results arrive in order.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The number of threads, and how far they may work ahead of a slow result.
#[derive(Clone, Copy, Debug)]
pub struct OrderedWork {
    /// The number of threads that work.
    pub threads: NonZero<usize>,
    /// The most results that wait for an earlier one.
    pub ahead: usize,
}

impl OrderedWork {
    /// Calls `work` with each number below `count` on several threads, each of which has a `state` of its own. Calls
    /// `take` on this thread with each result, in order and as soon as it is known, until it breaks.
    ///
    /// # Panics
    /// Panics if `work` or `take` does.
    pub fn for_each<S, T: Send>(
        &self,
        count: usize,
        state: impl Fn() -> S + Sync,
        work: impl Fn(usize, &mut S) -> T + Sync,
        mut take: impl FnMut(T) -> ControlFlow<()>,
    ) {
        let threads = self.threads.get().min(count);
        // A result has a place in the queue from the time its number is handed out.
        let (queue, results) = sync_channel(self.ahead.max(threads).min(count));
        let numbers = Mutex::new((0..count, queue));
        let body = || {
            let mut state = state();
            loop {
                let mut numbers = numbers.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(number) = numbers.0.next() else { return };
                let (place, result) = sync_channel(1);
                if numbers.1.send(result).is_err() {
                    return;
                }
                drop(numbers);
                // The send fails if no more results are taken.
                let _ = place.send(work(number, &mut state));
            }
        };
        thread::scope(|scope| {
            let spawn = |_: &usize| thread::Builder::new().spawn_scoped(scope, body).is_ok();
            if threads <= 1 || (0..threads).filter(spawn).count() == 0 {
                // One thread is enough, or the system has no more.
                let mut state = state();
                let _ = (0..count).try_for_each(|number| take(work(number, &mut state)));
                return;
            }
            for result in results.into_iter().take(count) {
                // A thread that panics sends no result. The scope passes the panic on.
                let Ok(result) = result.recv() else { break };
                if take(result).is_break() {
                    break;
                }
            }
        });
    }
}
