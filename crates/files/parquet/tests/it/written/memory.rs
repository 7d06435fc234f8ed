//! Files in memory.

use std::io;

use hashlane_files::{FileError, Source};

/// A file in memory.
pub struct Memory<B = Vec<u8>>(pub B);

impl<B: AsRef<[u8]> + Send + Sync> Source for Memory<B> {
    fn name(&self) -> &str {
        "folder/memory.parquet"
    }

    fn size(&self) -> u64 {
        self.0.as_ref().len() as u64
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let end = start.checked_add(buffer.len());
        match end.and_then(|end| self.0.as_ref().get(start..end)) {
            Some(bytes) => buffer.copy_from_slice(bytes),
            None => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        Ok(())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }
}

/// A file whose second half is gone when it is read.
pub struct Changing<'a>(pub &'a [u8]);

impl Source for Changing<'_> {
    fn name(&self) -> &str {
        "changing.parquet"
    }

    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        // The footer is still read from the complete file.
        let footer = offset + buffer.len() as u64 + 8 >= self.size();
        if offset < self.size() / 2 || footer {
            return Memory(self.0).read_exact_at(offset, buffer);
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Err(FileError::new(self.name(), "changed while it was read: try again"))
    }
}
