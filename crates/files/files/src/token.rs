//! Signals work to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::FileError;

/// Signals work that its result is no longer needed. Clones share one state.
///
/// Work checks the token between two reads, pages or batches, and fails soon after it is cancelled.
#[derive(Clone, Debug, Default)]
pub struct CancellationToken(Arc<AtomicBool>);

impl CancellationToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the work that checks this token or a clone of it. This can't be undone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Checks that work on `name` may continue.
    ///
    /// # Errors
    /// Returns an error if the token is cancelled.
    pub fn check(&self, name: &str) -> Result<(), FileError> {
        if self.is_cancelled() {
            return Err(FileError::cancelled(name));
        }
        Ok(())
    }
}
