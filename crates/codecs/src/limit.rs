//! How long the output may get.

use super::CodecError;

/// The bound on an output buffer that may hold other rows already.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    /// The longest length of the buffer.
    pub(crate) end: usize,
    /// What the user asked for.
    max_bytes: usize,
}

impl Limit {
    /// `max_bytes` more than `out` holds now.
    pub(crate) fn new(out: &[u8], max_bytes: usize) -> Self {
        Limit { end: out.len().saturating_add(max_bytes), max_bytes }
    }

    /// How many bytes fit behind `len` bytes.
    pub(crate) fn room(self, len: usize) -> usize {
        self.end.saturating_sub(len)
    }

    pub(crate) fn error(self) -> CodecError {
        CodecError::OverLimit { max_bytes: self.max_bytes }
    }
}
