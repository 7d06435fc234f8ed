//! Files in memory, and the vectors.

use std::io;
use std::path::Path;

use hashlane_files::{FileError, Source};
use serde_json::Value;

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
        let bytes = self.0.get(offset as usize..).and_then(|bytes| bytes.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }
}

/// The input of the vectors: byte i is i % 251.
pub fn cycle(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

/// The vectors of whole files.
pub fn vectors() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/vectors/files.json");
    serde_json::from_slice(&std::fs::read(path).expect("the vectors are in the repository"))
        .expect("they are JSON")
}
