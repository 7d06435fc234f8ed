//! Reads that are counted, and that keep to a rate.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hashlane_files::Counter;

use crate::RunWatch;

/// Counts the bytes that all files together have read, and slows reads down to a rate.
pub(crate) struct ReadMeter {
    /// Bytes per second.
    rate: Option<u64>,
    /// When the next read may begin.
    next: Mutex<Instant>,
    watch: Arc<dyn RunWatch>,
}

impl ReadMeter {
    pub(crate) fn new(rate: Option<u64>, watch: Arc<dyn RunWatch>) -> Arc<Self> {
        Arc::new(ReadMeter { rate, next: Mutex::new(Instant::now()), watch })
    }
}

impl Counter for ReadMeter {
    fn wait(&self, bytes: u64) {
        let Some(rate) = self.rate else { return };
        let now = Instant::now();
        let turn = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let turn = (*next).max(now);
            *next = turn + Duration::from_secs_f64(bytes as f64 / rate as f64);
            turn
        };
        thread::sleep(turn.saturating_duration_since(now));
    }

    fn add(&self, bytes: u64) {
        self.watch.read(bytes);
    }
}
