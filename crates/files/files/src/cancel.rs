//! Files whose reads can be stopped.

use std::io;

use crate::error::CANCELLED;
use crate::{CancellationToken, Source, SourceLayer};

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
