//! The limit on the length of the output.

use super::CodecError;

/// The bound on an output buffer that may hold other rows already.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    /// The greatest length of the buffer.
    pub(crate) end: usize,
    /// The limit that the user set.
    max_bytes: usize,
}

impl Limit {
    /// A limit of `max_bytes` more than the current length of `out`.
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
