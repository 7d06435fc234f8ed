//! Reads a source sequentially.

use std::io::{self, Read};
use std::sync::Arc;

use crate::Source;

/// Reads a [`Source`] as a stream. Each read continues where the last one ended.
pub struct SourceReader {
    source: Arc<dyn Source>,
    offset: u64,
}

impl SourceReader {
    /// Starts at the first byte.
    pub fn new(source: impl Into<Arc<dyn Source>>) -> Self {
        SourceReader { source: source.into(), offset: 0 }
    }

    /// Returns an error if the source is known to have changed. Its message names the source, and so does the caller,
    /// so the name is left out here.
    fn unchanged(&self) -> io::Result<()> {
        let changed = |_| io::Error::other("changed while it was read: try again");
        self.source.unchanged().map_err(changed)
    }
}

impl Read for SourceReader {
    /// At the end, returns an error if the source is known to have changed. A failed read reports the change, too, if
    /// that is the cause.
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
