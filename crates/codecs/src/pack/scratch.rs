//! The buffers that packs keep in a workspace.

use super::identity::Identity;

/// What packs keep in a workspace from one row to the next.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The chunk that was decompressed last.
    pub(super) last: Option<Identity>,
    /// Its bytes. A checksum can be forged, so that what is remembered is what has the same
    /// bytes.
    pub(super) chunk: Vec<u8>,
    /// Its content, or the start of that.
    pub(super) content: Vec<u8>,
    /// The chunk that is being built.
    pub(super) built: Vec<u8>,
    /// The compressed content of a chunk that is being built.
    pub(super) payload: Vec<u8>,
}

impl Scratch {
    /// Gives back what is longer than `bytes`.
    pub(crate) fn trim(&mut self, bytes: usize) {
        let held = [&self.chunk, &self.content, &self.built, &self.payload];
        if held.iter().map(|buffer| buffer.capacity()).sum::<usize>() > bytes {
            *self = Scratch::default();
        }
    }
}
