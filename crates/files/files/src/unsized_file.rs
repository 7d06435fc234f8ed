//! Files that have content although the system gives their length as 0: those of `/proc` and of some network file
//! systems. Their length is known only at the end.

use std::fs::Metadata;
use std::io::{self, Read};

use crate::{FileError, Source};

/// The longest such file that is accepted. The longest lists in `/proc` take about 10 MiB.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the content of a file whose length is given as 0, or `None` if it has none.
///
/// # Errors
/// Returns an error if it can't be read, or has more than 64 MiB.
pub fn read_unsized(name: &str, reader: &mut dyn Read) -> Result<Option<Vec<u8>>, FileError> {
    let mut bytes = Vec::new();
    // `read_to_end` reserves as it reads, and returns an error if memory runs out.
    let read = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    let read = read.map_err(|error| FileError::io(name, error))? as u64;
    if read > MAX_BYTES {
        let message =
            "reports a length of 0 but has more than 64 MiB of content: copy it to a file first";
        return Err(FileError::new(name, message));
    }
    Ok((read > 0).then_some(bytes))
}

/// The content of such a file when it was opened.
pub struct InMemory {
    name: String,
    bytes: Vec<u8>,
    metadata: Option<Metadata>,
}

impl InMemory {
    /// Creates a file of this name and content. `metadata` comes from the system.
    pub fn new(name: String, bytes: Vec<u8>, metadata: Option<Metadata>) -> Self {
        InMemory { name, bytes, metadata }
    }
}

impl Source for InMemory {
    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        let found = self.bytes.get(start..).and_then(|rest| rest.get(..buffer.len()));
        buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    /// The content in memory doesn't change.
    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }

    fn is_local(&self) -> bool {
        true
    }

    fn metadata(&self) -> Option<Metadata> {
        self.metadata.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_bounded() {
        let read = |len: u64| read_unsized("endless", &mut io::repeat(7).take(len));
        assert_eq!(read(0).expect("it has none"), None);
        assert_eq!(
            read(MAX_BYTES).expect("it fits").map(|bytes| bytes.len() as u64),
            Some(MAX_BYTES)
        );
        let error = read(u64::MAX).expect_err("it has no end").to_string();
        assert!(error.ends_with("copy it to a file first"), "{error}");
    }
}
