//! Bytes as a file.

use std::io;
use std::sync::Arc;

use hashlane_files::{FileError, Source};

/// A file in memory.
pub struct Memory(Vec<u8>);

impl Memory {
    /// A file with that content.
    pub fn new(bytes: &[u8]) -> Memory {
        Memory(bytes.to_vec())
    }

    /// The same, for calls that share a file between threads.
    pub fn shared(bytes: &[u8]) -> Arc<dyn Source> {
        Arc::new(Memory::new(bytes))
    }
}

impl Source for Memory {
    fn name(&self) -> &str {
        "fuzzed.parquet"
    }

    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).ok();
        let end = start.and_then(|start| start.checked_add(buffer.len()));
        let range = start.zip(end).map(|(start, end)| start..end);
        let bytes = range.and_then(|range| self.0.get(range));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }
}
