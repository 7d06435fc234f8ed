//! Files in memory.

use std::io;

use hashlane_files::{FileError, Source};

/// A file in memory.
pub struct Memory(pub Vec<u8>);

impl Source for Memory {
    fn name(&self) -> &str {
        "memory"
    }

    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let end = start.checked_add(buffer.len());
        match end.and_then(|end| self.0.get(start..end)) {
            Some(bytes) => buffer.copy_from_slice(bytes),
            None => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        Ok(())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }
}
