//! The chunk that was decompressed last, so that reading its values one after the other costs one
//! decompression.

use super::chunk::{Chunk, Open};
use super::scratch::Scratch;
use crate::{CodecError, bare};

/// What is wanted of a chunk.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// As of [`Scratch::remembers`].
    pub(super) remembered: bool,
    /// Whether it is the first value.
    pub(super) first: bool,
    /// The content up to here, or more.
    pub(super) end: usize,
    /// The most bytes that the chunk may have.
    pub(super) max_bytes: usize,
}

impl Scratch {
    /// Longer chunks are not remembered.
    const MAX_REMEMBERED: u64 = 1 << 20;

    /// Whether `chunk` was decompressed last, and so is known to match its checksum.
    pub(super) fn remembers(&self, chunk: &Chunk<'_>) -> bool {
        self.last == Some(chunk.identity) && self.chunk == chunk.bytes
    }

    /// The content of `chunk`, which has been opened as `open` and holds `payload` compressed as one.
    ///
    /// What is remembered is not decompressed again. The first time no more is decompressed than
    /// is wanted; who wants more of the same chunk will want the rest, and who wants its first value as
    /// well.
    pub(super) fn content(
        &mut self,
        chunk: &Chunk<'_>,
        open: &Open<'_>,
        payload: &[u8],
        wanted: Wanted,
        contexts: &mut bare::Contexts,
    ) -> Result<&[u8], CodecError> {
        let Wanted { remembered, first, end, max_bytes } = wanted;
        open.check(max_bytes)?;
        if remembered && end <= self.content.len() {
            return Ok(&self.content);
        }
        self.last = None;
        self.content.clear();
        let wanted = if remembered || first { usize::MAX } else { end };
        open.decompress(payload, wanted, contexts, max_bytes, &mut self.content)?;
        if open.total() <= Self::MAX_REMEMBERED {
            self.chunk.clear();
            super::append(&mut self.chunk, chunk.bytes)?;
            self.last = Some(chunk.identity);
        }
        Ok(&self.content)
    }
}
