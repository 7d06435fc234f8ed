//! How far a comparison is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many rows of both sides have been hashed so far. Clones share one count, so that another thread can show it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    /// The rows of both sides that have been hashed: in the end, all of them.
    pub fn rows(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add_rows(&self, rows: usize) {
        self.0.fetch_add(rows as u64, Ordering::Relaxed);
    }
}
