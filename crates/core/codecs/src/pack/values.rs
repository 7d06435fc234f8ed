//! All values of a pack in order.

use super::Pack;
use super::chunk::{ChunkPayload, OpenChunk, PackChunk};
use crate::fsst::FsstDecoder;
use crate::{CodecError, Workspace, bare};

/// How much the values of a pack may cost a caller that keeps all of them.
///
/// A value costs its bytes and its slot: a pack of 53 bytes can hold 16 million NULLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackAllowance {
    /// The most bytes that all values may cost in total.
    pub max_bytes: usize,
    /// The bytes that the caller needs per value in addition to its content, for NULLs and empty values as well: 16
    /// for a `string_t` of DuckDB, 8 for an offset of 64 bits.
    pub place_bytes: usize,
}

/// The values of a [`Pack`] in order. Each chunk is decompressed once.
///
/// This is not an [`Iterator`], because the next value overwrites the buffer of the current one.
pub struct PackValues<'a> {
    pack: Pack<'a>,
    max_bytes: usize,
    /// The number of the chunk after the current one.
    next_chunk: usize,
    current: Option<ChunkValues<'a>>,
}

impl<'a> Pack<'a> {
    /// All values in order. Each chunk is decompressed once; `max_bytes` is as for [`Pack::get`].
    pub fn values(&self, max_bytes: usize) -> PackValues<'a> {
        PackValues::new(*self, max_bytes)
    }

    /// Calls `each` with all values in order; `None` is NULL. Each chunk is decompressed once.
    ///
    /// # Errors
    /// Returns an error before `each` is called for a value that the allowance doesn't cover. The number of values is
    /// in the header, so if the allowance doesn't cover their slots, `each` is never called. Also returns an error if
    /// a chunk is damaged or if `each` fails.
    pub fn unpack(
        &self,
        workspace: &mut Workspace,
        allowance: PackAllowance,
        mut each: impl FnMut(Option<&[u8]>) -> Result<(), CodecError>,
    ) -> Result<(), CodecError> {
        let PackAllowance { max_bytes, place_bytes } = allowance;
        let over = || CodecError::OverLimit { max_bytes };
        let places = (self.len() as usize).checked_mul(place_bytes).ok_or_else(over)?;
        let mut left = max_bytes.checked_sub(places).ok_or_else(over)?;
        let mut values = self.values(max_bytes);
        while let Some(value) = values.next(workspace)? {
            left = left.checked_sub(value.map_or(0, <[u8]>::len)).ok_or_else(over)?;
            each(value)?;
        }
        Ok(())
    }
}

impl<'a> PackValues<'a> {
    pub(super) fn new(pack: Pack<'a>, max_bytes: usize) -> Self {
        PackValues { pack, max_bytes, next_chunk: 0, current: None }
    }

    /// The next value: `Some(None)` for NULL, and `None` after the last one.
    ///
    /// # Errors
    /// Returns an error if a chunk is damaged or over the limit. After an error, the iterator ends.
    pub fn next(&mut self, workspace: &mut Workspace) -> Result<Option<Option<&[u8]>>, CodecError> {
        if self.current.as_ref().is_none_or(ChunkValues::is_at_end) {
            let number = std::mem::replace(&mut self.next_chunk, self.pack.chunk_count());
            let buffer = self.current.take().map(|chunk| chunk.content).unwrap_or_default();
            if number == self.pack.chunk_count() {
                return Ok(None);
            }
            let chunk = self.pack.chunk(number)?;
            let values = ChunkValues::new(chunk, &mut workspace.bare, self.max_bytes, buffer)?;
            self.current = Some(values);
            self.next_chunk = number + 1;
        }
        let Some(chunk) = &mut self.current else {
            return Ok(None);
        };
        let value = chunk.next();
        if value.is_err() {
            self.next_chunk = self.pack.chunk_count();
        }
        value
    }
}

/// The values of a chunk in order.
pub(super) struct ChunkValues<'a> {
    open: OpenChunk<'a>,
    count: usize,
    max_bytes: usize,
    /// The value that comes next, and where it starts.
    i: usize,
    start: usize,
    /// Present if values are compressed one by one.
    decoder: Option<FsstDecoder>,
    /// The content of a chunk that is compressed as a whole; otherwise the last value, if it is compressed.
    content: Vec<u8>,
}

impl<'a> ChunkValues<'a> {
    /// Verifies a chunk. Decompressed content has at most `max_bytes` bytes and goes to `buffer`.
    pub(super) fn new(
        chunk: PackChunk<'a>,
        contexts: &mut bare::BareContexts,
        max_bytes: usize,
        buffer: Vec<u8>,
    ) -> Result<Self, CodecError> {
        chunk.verify()?;
        let (open, count, mut content) = (chunk.open()?, chunk.identity.count as usize, buffer);
        content.clear();
        let mut decoder = None;
        match open.payload {
            ChunkPayload::Stored(_) => {}
            ChunkPayload::Content(payload) => {
                open.decompress(payload, usize::MAX, contexts, max_bytes, &mut content)?;
            }
            ChunkPayload::Values(symbols, _) => decoder = Some(symbols.decoder()),
        }
        Ok(ChunkValues { open, count, max_bytes, i: 0, start: 0, decoder, content })
    }

    fn is_at_end(&self) -> bool {
        self.i == self.count
    }

    /// The next value: `Some(None)` for NULL, and `None` after the last one and after an error.
    pub(super) fn next(&mut self) -> Result<Option<Option<&[u8]>>, CodecError> {
        if self.is_at_end() {
            return Ok(None);
        }
        let length = self.open.lengths.get(self.i);
        let start = self.start;
        self.i += 1;
        self.start += length.unwrap_or(0) as usize;
        if length.is_none() {
            return Ok(Some(None));
        }
        let range = start..self.start;
        match (self.open.payload, &self.decoder) {
            (ChunkPayload::Stored(stored), _) => Ok(Some(Some(&stored[range]))),
            (ChunkPayload::Values(_, codes), Some(decoder)) => {
                self.content.clear();
                let (open, content) = (&self.open, &mut self.content);
                if let Err(error) = open.decode(decoder, &codes[range], self.max_bytes, content) {
                    self.i = self.count;
                    return Err(error);
                }
                Ok(Some(Some(&self.content)))
            }
            _ => Ok(Some(Some(&self.content[range]))),
        }
    }
}
