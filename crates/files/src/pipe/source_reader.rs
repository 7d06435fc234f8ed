//! A source, read from its start to its end.

use std::io::{self, Read};
use std::sync::Arc;

use crate::Source;

/// Reads a [`Source`] as a stream: each read goes on where the last one ended.
pub struct SourceReader {
    source: Arc<dyn Source>,
    offset: u64,
}

impl SourceReader {
    /// From the first byte on.
    pub fn new(source: impl Into<Arc<dyn Source>>) -> Self {
        SourceReader { source: source.into(), offset: 0 }
    }

    /// Fails if the source is known to have changed. Its own message names it, and so does whoever asked us.
    fn unchanged(&self) -> io::Result<()> {
        let changed = |_| io::Error::other("changed while it was read: try again");
        self.source.unchanged().map_err(changed)
    }
}

impl Read for SourceReader {
    /// Fails at the end if the source is known to have changed meanwhile, and says so as well where that is
    /// why it can't be read.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.source.size().saturating_sub(self.offset);
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        if len == 0 && !buffer.is_empty() {
            self.unchanged()?;
        }
        if let Err(error) = self.source.read_exact_at(self.offset, &mut buffer[..len]) {
            self.unchanged()?;
            return Err(error);
        }
        self.offset += len as u64;
        Ok(len)
    }
}
