//! A source, read from its start to its end.

use std::io::{self, Read};

use crate::Source;

/// Reads a [`Source`] as a stream: each read goes on where the last one ended.
pub struct SourceReader {
    source: Box<dyn Source>,
    offset: u64,
}

impl SourceReader {
    /// From the first byte on.
    pub fn new(source: Box<dyn Source>) -> Self {
        SourceReader { source, offset: 0 }
    }
}

impl Read for SourceReader {
    /// Fails at the end if the source is known to have changed meanwhile.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.source.size().saturating_sub(self.offset);
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        if len == 0 && !buffer.is_empty() {
            // The message of the source names it, and so does whoever asked us.
            self.source
                .unchanged()
                .map_err(|_| io::Error::other("changed while it was read: try again"))?;
        }
        self.source.read_exact_at(self.offset, &mut buffer[..len])?;
        self.offset += len as u64;
        Ok(len)
    }
}
