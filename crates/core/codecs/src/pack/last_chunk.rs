//! The chunk that was decompressed last, so that reading its values one after the other costs one
//! decompression.

use super::chunk::{OpenChunk, PackChunk};
use super::scratch::PackScratch;
use crate::{CodecError, bare};

/// What to read from a chunk.
#[derive(Clone, Copy)]
pub(super) struct ChunkRequest {
    /// The result of [`PackScratch::remembers`].
    pub(super) remembered: bool,
    /// Whether the first value is read.
    pub(super) first: bool,
    /// The content up to this position is needed.
    pub(super) end: usize,
    /// The most bytes that the chunk may have.
    pub(super) max_bytes: usize,
}

impl PackScratch {
    /// Longer chunks are not remembered.
    const MAX_REMEMBERED: u64 = 1 << 20;

    /// Whether `chunk` is the last one that was decompressed, so that its checksum has been verified.
    pub(super) fn remembers(&self, chunk: &PackChunk<'_>) -> bool {
        self.last == Some(chunk.identity) && self.chunk == chunk.bytes
    }

    /// The content of `chunk`, which was opened as `open` and holds `payload`, compressed as a whole.
    ///
    /// A remembered chunk isn't decompressed again. The first time, only the needed part is decompressed, unless the
    /// first value is read: a caller that reads a second value of a chunk, or its first one, is likely to read the
    /// rest.
    pub(super) fn content(
        &mut self,
        chunk: &PackChunk<'_>,
        open: &OpenChunk<'_>,
        payload: &[u8],
        wanted: ChunkRequest,
        contexts: &mut bare::BareContexts,
    ) -> Result<&[u8], CodecError> {
        let ChunkRequest { remembered, first, end, max_bytes } = wanted;
        open.check_limit(max_bytes)?;
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
