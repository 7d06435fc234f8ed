//! Work on files that can be stopped.

use std::fs::Metadata;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::CANCELLED;
use crate::{FileError, Source};

/// Tells work that its result is no longer wanted. Clones share one state.
///
/// Work looks at the token between two reads, pages or batches, and fails soon after it is cancelled.
#[derive(Clone, Debug, Default)]
pub struct CancellationToken(Arc<AtomicBool>);

impl CancellationToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the work that looks at this token or at a clone of it. It can't be undone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The error of work on `name` that was stopped.
    ///
    /// # Errors
    /// Returns one if the token is cancelled.
    pub fn check(&self, name: &str) -> Result<(), FileError> {
        if self.is_cancelled() {
            return Err(FileError::cancelled(name));
        }
        Ok(())
    }
}

/// A source whose reads fail once a token is cancelled, so that everything that reads it stops.
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

impl Source for CancellableSource {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn size(&self) -> u64 {
        self.source.size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        // Not `ErrorKind::Interrupted`, after which readers try again.
        if self.token.is_cancelled() {
            return Err(io::Error::other(CANCELLED));
        }
        self.source.read_exact_at(offset, buffer)
    }

    fn is_local(&self) -> bool {
        self.source.is_local()
    }

    fn unchanged(&self) -> Result<(), FileError> {
        self.source.unchanged()
    }

    fn is_cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    fn metadata(&self) -> Option<Metadata> {
        self.source.metadata()
    }
}
