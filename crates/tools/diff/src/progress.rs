//! The progress of a comparison.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the hashed rows of both sides. Clones share one count, so that another thread can show it.
#[derive(Clone, Debug, Default)]
pub struct HashProgress(Arc<AtomicU64>);

impl HashProgress {
    /// The number of hashed rows of both sides. At the end, all rows are hashed.
    pub fn rows(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add_rows(&self, rows: usize) {
        self.0.fetch_add(rows as u64, Ordering::Relaxed);
    }
}
