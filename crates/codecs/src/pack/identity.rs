//! What tells a chunk from others, with its bytes.

use super::Codec;

/// What determines the values of a chunk, together with its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) codec: Codec,
    pub(super) chunk_bytes: u32,
    /// The place of the first value.
    pub(super) first: u32,
    /// How many values there are.
    pub(super) count: u32,
    pub(super) checksum: u32,
}
