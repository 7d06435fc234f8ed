//! The buffers that packs keep in a workspace.

use super::identity::Identity;

/// What packs keep in a workspace from one row to the next.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The chunk that was decompressed last.
    pub(super) last: Option<Identity>,
    /// Its bytes. They are compared as well, since a checksum can be forged.
    pub(super) chunk: Vec<u8>,
    /// Its content, or the start of it.
    pub(super) content: Vec<u8>,
    /// The chunk that is being built.
    pub(super) built: Vec<u8>,
    /// The compressed content of a chunk that is being built.
    pub(super) payload: Vec<u8>,
}

impl Scratch {
    /// Frees the buffers if they hold more than `bytes` bytes.
    pub(crate) fn trim(&mut self, bytes: usize) {
        let held = [&self.chunk, &self.content, &self.built, &self.payload];
        if held.iter().map(|buffer| buffer.capacity()).sum::<usize>() > bytes {
            *self = Scratch::default();
        }
    }
}
