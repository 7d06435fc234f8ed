//! Reads packs.

use super::chunk::{ChunkPayload, PackChunk};
use super::header::{ChunkEntry, ENTRY, HEADER, PackHeader};
use super::last_chunk::ChunkRequest;
use super::scratch::ChunkIdentity;
use super::{ChunkCodec, append, corrupt};
use crate::{CodecError, Workspace};

/// A pack, read in place.
#[derive(Clone, Copy)]
pub struct Pack<'a> {
    header: PackHeader,
    bytes: &'a [u8],
    table: &'a [[u8; ENTRY]],
}

impl<'a> Pack<'a> {
    /// Reads the header of a pack and checks it. That takes about 20 ns for a pack of any length. Chunks and their
    /// entries in the table are checked when they are read.
    ///
    /// # Errors
    /// Returns an error if `bytes` are not a pack, are of another version, or are cut off.
    pub fn open(bytes: &'a [u8]) -> Result<Self, CodecError> {
        let header = PackHeader::parse(bytes)?;
        let table_bytes = header.chunks as usize * ENTRY;
        let (table, _) = bytes[bytes.len() - table_bytes..].as_chunks();
        Ok(Pack { header, bytes, table })
    }

    /// The number of values, NULLs included.
    pub fn len(&self) -> u32 {
        self.header.values
    }

    /// Whether the pack has no values.
    pub fn is_empty(&self) -> bool {
        self.header.values == 0
    }

    /// How the pack was compressed.
    pub fn codec(&self) -> ChunkCodec {
        self.header.codec
    }

    /// The number of content bytes after which its chunks were closed.
    pub fn chunk_bytes(&self) -> u32 {
        self.header.chunk_bytes
    }

    /// Whether the value at `index`, counted from 0, is NULL. Reads and checks its chunk without decompressing it.
    pub fn is_null(&self, index: u64) -> Result<bool, CodecError> {
        let (chunk, i) = self.find(index)?;
        chunk.verify()?;
        Ok(chunk.open()?.lengths.get(i).is_none())
    }

    /// Appends the value at `index`, counted from 0, and returns whether there is one; `false` is NULL. After an
    /// error, the caller truncates what was appended.
    ///
    /// `max_bytes` limits what has to be decompressed. If the chunk is compressed as a whole, that is the chunk, which
    /// has less than twice [`Pack::chunk_bytes`] bytes or holds only this value. Otherwise it is the value.
    ///
    /// The chunk stays in `workspace`, so that reading the next value of it doesn't decompress it again.
    pub fn get(
        &self,
        workspace: &mut Workspace,
        index: u64,
        max_bytes: usize,
        out: &mut Vec<u8>,
    ) -> Result<bool, CodecError> {
        let (chunk, i) = self.find(index)?;
        let remembered = workspace.pack.remembers(&chunk);
        if !remembered {
            chunk.verify()?;
        }
        let open = chunk.open()?;
        let Some(span) = open.lengths.span(i) else {
            return Ok(false);
        };
        match open.payload {
            ChunkPayload::Stored(_) if span.len > max_bytes => {
                return Err(CodecError::OverLimit { max_bytes });
            }
            ChunkPayload::Stored(stored) => append(out, span.slice(stored))?,
            ChunkPayload::Values(symbols, codes) => {
                open.decode(&symbols.decoder(), span.slice(codes), max_bytes, out)?;
            }
            ChunkPayload::Content(payload) if chunk.identity.count == 1 => {
                open.decompress(payload, usize::MAX, &mut workspace.bare, max_bytes, out)?;
            }
            ChunkPayload::Content(payload) => {
                let Workspace { pack: scratch, bare: contexts, .. } = workspace;
                let wanted = ChunkRequest { remembered, first: i == 0, end: span.end(), max_bytes };
                let content = scratch.content(&chunk, &open, payload, wanted, contexts)?;
                append(out, span.slice(content))?;
            }
        }
        Ok(true)
    }

    /// The chunks in order, not verified.
    pub(super) fn chunks(self) -> impl Iterator<Item = Result<PackChunk<'a>, CodecError>> {
        (0..self.table.len()).map(move |number| self.chunk(number))
    }

    /// The number of chunks.
    pub(super) fn chunk_count(&self) -> usize {
        self.table.len()
    }

    /// The chunk that holds the value at `index`, not verified, and the value's index in it.
    fn find(&self, index: u64) -> Result<(PackChunk<'a>, usize), CodecError> {
        let values = self.header.values;
        let Some(index) = u32::try_from(index).ok().filter(|index| *index < values) else {
            return Err(CodecError::NoSuchValue { index, values });
        };
        let after =
            self.table.partition_point(|entry| ChunkEntry::from_bytes(entry).first <= index);
        // A damaged table can lead to a wrong chunk, but never to one that claims to hold the value and matches its
        // checksum.
        let chunk = self.chunk(after.saturating_sub(1))?;
        let ChunkIdentity { first, count, .. } = chunk.identity;
        match index.checked_sub(first).filter(|i| *i < count) {
            Some(i) => Ok((chunk, i as usize)),
            None => Err(corrupt("its table of chunks is damaged")),
        }
    }

    /// Chunk `number`, not verified. It ends where the next one starts, in bytes and in values.
    pub(super) fn chunk(&self, number: usize) -> Result<PackChunk<'a>, CodecError> {
        let PackHeader { codec, chunk_bytes, values, .. } = self.header;
        let ChunkEntry { start, first, checksum } = ChunkEntry::from_bytes(&self.table[number]);
        let (end, next) = match self.table.get(number + 1).map(ChunkEntry::from_bytes) {
            Some(next) => (next.start, next.first),
            None => ((self.bytes.len() - self.table.len() * ENTRY) as u64, values),
        };
        let damaged = || corrupt(format!("entry {number} of its table of chunks is damaged"));
        if number == 0 && (start, first) != (HEADER as u64, 0) {
            return Err(damaged());
        }
        let count = next.checked_sub(first).filter(|count| *count > 0).ok_or_else(damaged)?;
        let chunks = &self.bytes[..self.bytes.len() - self.table.len() * ENTRY];
        let (start, end) = (usize::try_from(start).ok(), usize::try_from(end).ok());
        let range = start.zip(end).map(|(start, end)| start..end);
        let bytes = range.and_then(|range| chunks.get(range)).ok_or_else(damaged)?;
        Ok(PackChunk {
            identity: ChunkIdentity { codec, chunk_bytes, first, count, checksum },
            bytes,
        })
    }
}
