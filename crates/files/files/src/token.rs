//! Signals work to stop, and files whose reads stop then.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::CANCELLED;
use crate::{FileError, Source, SourceLayer};

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

/// A source whose reads fail once a token is cancelled. Everything that reads it then stops.
pub struct CancellableSource {
    source: Box<dyn Source>,
    token: CancellationToken,
}

impl CancellableSource {
    /// Wraps a source.
    pub fn new(source: Box<dyn Source>, token: CancellationToken) -> Self {
        CancellableSource { source, token }
    }
}

impl SourceLayer for CancellableSource {
    fn inner(&self) -> &dyn Source {
        &*self.source
    }

    fn before_read(&self, _bytes: u64) -> io::Result<()> {
        // Not `ErrorKind::Interrupted`: readers try again after it.
        match self.token.is_cancelled() {
            true => Err(io::Error::other(CANCELLED)),
            false => Ok(()),
        }
    }

    fn is_stopped(&self) -> bool {
        self.token.is_cancelled()
    }
}
