//! What identifies a chunk, and the buffers that packs keep in a workspace.

use super::ChunkCodec;

/// What determines the values of a chunk, together with its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChunkIdentity {
    pub(super) codec: ChunkCodec,
    pub(super) chunk_bytes: u32,
    /// The index of the first value.
    pub(super) first: u32,
    /// The number of values.
    pub(super) count: u32,
    pub(super) checksum: u32,
}

/// What packs keep in a workspace from one row to the next.
#[derive(Default)]
pub(crate) struct PackScratch {
    /// The chunk that was decompressed last.
    pub(super) last: Option<ChunkIdentity>,
    /// Its bytes. They are compared as well, since a checksum can be forged.
    pub(super) chunk: Vec<u8>,
    /// Its content, or the start of it.
    pub(super) content: Vec<u8>,
    /// The chunk that is being built.
    pub(super) built: Vec<u8>,
    /// The compressed content of a chunk that is being built.
    pub(super) payload: Vec<u8>,
}

impl PackScratch {
    /// Frees the buffers if they hold more than `bytes` bytes.
    pub(crate) fn trim(&mut self, bytes: usize) {
        let held = [&self.chunk, &self.content, &self.built, &self.payload];
        if held.iter().map(|buffer| buffer.capacity()).sum::<usize>() > bytes {
            *self = PackScratch::default();
        }
    }
}
