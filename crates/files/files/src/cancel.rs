//! Files whose reads can be stopped.

use std::fs::Metadata;
use std::io;

use crate::error::CANCELLED;
use crate::{CancellationToken, FileError, Source, Version};

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

impl Source for CancellableSource {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn size(&self) -> u64 {
        self.source.size()
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        // Not `ErrorKind::Interrupted`: readers try again after it.
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

    fn version(&self) -> Version {
        self.source.version()
    }

    fn metadata(&self) -> Option<Metadata> {
        self.source.metadata()
    }
}
