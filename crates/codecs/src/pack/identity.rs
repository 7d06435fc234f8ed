//! The identity of a chunk.

use super::Codec;

/// What determines the values of a chunk, together with its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) codec: Codec,
    pub(super) chunk_bytes: u32,
    /// The index of the first value.
    pub(super) first: u32,
    /// The number of values.
    pub(super) count: u32,
    pub(super) checksum: u32,
}
