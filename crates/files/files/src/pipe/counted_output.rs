//! An output that counts its bytes.

use std::io::Write;

use super::PipeError;

/// An output that counts its bytes.
pub(super) struct CountedOutput<'a, W> {
    pub(super) output: &'a mut W,
    pub(super) bytes: u64,
}

impl<W: Write> CountedOutput<'_, W> {
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), PipeError> {
        self.output.write_all(bytes).map_err(PipeError::Write)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}
