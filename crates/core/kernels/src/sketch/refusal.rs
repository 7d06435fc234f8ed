//! Why a row has no hash.

/// Why a row has no hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A value has no text that all databases share, or is not allowed as a key.
    Value {
        /// Its column, counted from 0. The first one is the key.
        column: usize,
        /// The rest of a sentence that starts with the value.
        reason: String,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the request.
        bytes: usize,
    },
}

impl Refusal {
    pub(super) fn new(reason: String) -> Self {
        Refusal::Value { column: 0, reason }
    }

    pub(super) fn of(self, column: usize) -> Self {
        match self {
            Refusal::Value { reason, .. } => Refusal::Value { column, reason },
            Refusal::OutOfMemory { .. } => self,
        }
    }
}
