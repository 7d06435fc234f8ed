//! Writes packs.

use super::chunk::{self, checksum, is_full};
use super::header::{ChunkEntry, ENTRY, HEADER, PackHeader};
use super::values::ChunkValues;
use super::{ChunkCodec, FORMAT, MAX_CHUNK_BYTES, MAX_VALUES, Pack, append};
use crate::{CodecError, Workspace};

/// A pack under construction.
///
/// Holds the closed chunks, compressed, and the values of the open chunk. After an error it may lack values: drop it.
#[derive(Clone, Debug)]
pub struct PackBuilder {
    codec: ChunkCodec,
    chunk_bytes: u32,
    values: u32,
    /// Room for the header, and the closed chunks. Empty before the first chunk.
    pack: Vec<u8>,
    closed: Vec<ClosedChunk>,
    open: OpenValues,
}

/// A chunk in [`PackBuilder::pack`].
#[derive(Clone, Copy, Debug)]
struct ClosedChunk {
    start: usize,
    count: u32,
}

/// The values of the open chunk.
#[derive(Clone, Debug, Default)]
struct OpenValues {
    lengths: Vec<Option<u32>>,
    content: Vec<u8>,
}

impl OpenValues {
    fn push(&mut self, value: Option<&[u8]>) -> Result<(), CodecError> {
        let entry = size_of::<Option<u32>>();
        self.lengths.try_reserve(1).map_err(|_| CodecError::OutOfMemory { bytes: entry })?;
        append(&mut self.content, value.unwrap_or_default())?;
        // Below MAX_CHUNK_BYTES.
        self.lengths.push(value.map(|value| value.len() as u32));
        Ok(())
    }
}

impl PackBuilder {
    /// An empty pack whose chunks close when they hold `chunk_bytes` bytes of content or `chunk_bytes` values. A value
    /// of `chunk_bytes` bytes or more gets its own chunk.
    ///
    /// `chunk_bytes` is 1 to [`MAX_CHUNK_BYTES`]. Reading a value decompresses its chunk: larger chunks compress
    /// better and take longer to read from.
    pub fn new(codec: ChunkCodec, chunk_bytes: u32) -> Result<Self, CodecError> {
        codec.check_level()?;
        if !(1..=MAX_CHUNK_BYTES).contains(&chunk_bytes) {
            return Err(CodecError::argument(format!(
                "chunk_bytes {chunk_bytes} is out of range (1 to {MAX_CHUNK_BYTES})"
            )));
        }
        let (pack, closed, open) = Default::default();
        Ok(PackBuilder { codec, chunk_bytes, values: 0, pack, closed, open })
    }

    /// The number of values so far, NULLs included.
    pub fn len(&self) -> u32 {
        self.values
    }

    /// Whether it has no values yet.
    pub fn is_empty(&self) -> bool {
        self.values == 0
    }

    /// The number of bytes that the builder holds.
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + self.pack.capacity()
            + self.closed.capacity() * size_of::<ClosedChunk>()
            + self.open.lengths.capacity() * size_of::<Option<u32>>()
            + self.open.content.capacity()
    }

    /// Appends a value; `None` is NULL. Compresses the chunk if the value fills it.
    ///
    /// # Errors
    /// Returns an error if the value has 4 GiB or more, if the pack has 2^32 - 1 values, or if the chunk can't
    /// be compressed: LZ4 accepts up to 2,113,929,216 bytes.
    pub fn push(
        &mut self,
        workspace: &mut Workspace,
        value: Option<&[u8]>,
    ) -> Result<(), CodecError> {
        let values = self.sum_of_values(1)?;
        let bytes = value.map_or(0, <[u8]>::len);
        if bytes >= self.chunk_bytes as usize {
            let length = u32::try_from(bytes).map_err(|_| {
                let max = u32::MAX as usize;
                CodecError::InputTooLong { format: FORMAT, bytes, max }
            })?;
            self.close(workspace)?;
            self.write_chunk(workspace, &[Some(length)], value.unwrap_or_default())?;
        } else {
            self.open.push(value)?;
            if is_full(self.chunk_bytes, self.open.lengths.len(), self.open.content.len() as u64) {
                self.close(workspace)?;
            }
        }
        self.values = values;
        Ok(())
    }

    /// Appends the values of `other`. Closed chunks of `other` are copied.
    ///
    /// # Errors
    /// Returns an error if the codec, the level or `chunk_bytes` differ, or if there are too many values.
    pub fn append(
        &mut self,
        workspace: &mut Workspace,
        other: &PackBuilder,
    ) -> Result<(), CodecError> {
        self.check_settings(other.codec, other.chunk_bytes)?;
        self.sum_of_values(other.values)?;
        for (i, ClosedChunk { start, count }) in other.closed.iter().enumerate() {
            let end = other.closed.get(i + 1).map_or(other.pack.len(), |next| next.start);
            self.copy_chunk(workspace, *count, &other.pack[*start..end])?;
        }
        let mut rest = &other.open.content[..];
        for length in &other.open.lengths {
            let (value, after) = rest.split_at(length.unwrap_or(0) as usize);
            self.push(workspace, length.map(|_| value))?;
            rest = after;
        }
        Ok(())
    }

    /// Appends the values of a finished pack, like [`PackBuilder::append`], for partial results from elsewhere. Full
    /// chunks are copied once their checksums are verified; the values of other chunks are compressed again.
    ///
    /// # Errors
    /// Returns an error if the codec, the level or `chunk_bytes` differ, if there are too many values, or if a chunk
    /// is damaged.
    pub fn append_pack(
        &mut self,
        workspace: &mut Workspace,
        pack: &Pack<'_>,
    ) -> Result<(), CodecError> {
        self.check_settings(pack.codec(), pack.chunk_bytes())?;
        self.sum_of_values(pack.len())?;
        for chunk in pack.chunks() {
            let chunk = chunk?;
            chunk.verify()?;
            let count = chunk.identity.count;
            if is_full(self.chunk_bytes, count as usize, chunk.open()?.content(count)?) {
                self.copy_chunk(workspace, count, chunk.bytes)?;
                continue;
            }
            let mut values = ChunkValues::new(chunk, &mut workspace.bare, usize::MAX, Vec::new())?;
            while let Some(value) = values.next()? {
                self.push(workspace, value)?;
            }
        }
        Ok(())
    }

    /// A copy, or an error if memory for it can't be allocated.
    pub fn try_clone(&self) -> Result<Self, CodecError> {
        let PackBuilder { codec, chunk_bytes, values, .. } = *self;
        let (pack, closed) = (copied(&self.pack)?, copied(&self.closed)?);
        let open = OpenValues {
            lengths: copied(&self.open.lengths)?,
            content: copied(&self.open.content)?,
        };
        Ok(PackBuilder { codec, chunk_bytes, values, pack, closed, open })
    }

    /// The finished pack.
    pub fn finish(mut self, workspace: &mut Workspace) -> Result<Vec<u8>, CodecError> {
        self.close(workspace)?;
        self.make_room_for_header()?;
        let end = self.pack.len();
        let table = self.closed.len() * ENTRY;
        self.pack.try_reserve_exact(table).map_err(|_| CodecError::OutOfMemory { bytes: table })?;
        let mut first = 0;
        for (i, ClosedChunk { start, count }) in self.closed.iter().enumerate() {
            let end = self.closed.get(i + 1).map_or(end, |next| next.start);
            let checksum = checksum(first, *count, &self.pack[*start..end]);
            let entry = ChunkEntry { start: *start as u64, first, checksum };
            self.pack.extend_from_slice(&entry.to_bytes());
            first += count;
        }
        let header = PackHeader {
            codec: self.codec,
            chunk_bytes: self.chunk_bytes,
            // A pack has at most as many chunks as values.
            chunks: self.closed.len() as u32,
            values: self.values,
            length: self.pack.len() as u64,
        };
        self.pack[..HEADER].copy_from_slice(&header.to_bytes());
        Ok(self.pack)
    }

    fn sum_of_values(&self, more: u32) -> Result<u32, CodecError> {
        self.values.checked_add(more).ok_or(CodecError::TooManyValues { max: MAX_VALUES })
    }

    fn check_settings(&self, codec: ChunkCodec, chunk_bytes: u32) -> Result<(), CodecError> {
        if (self.codec, self.chunk_bytes) == (codec, chunk_bytes) {
            return Ok(());
        }
        let (ours, our_bytes) = (self.codec, self.chunk_bytes);
        Err(CodecError::argument(format!(
            "can't merge a block pack of {codec} with chunks of {chunk_bytes} bytes into one of \
             {ours} with chunks of {our_bytes}; build both with the same codec and chunk_bytes"
        )))
    }

    /// Closes the open chunk, if it has values.
    fn close(&mut self, workspace: &mut Workspace) -> Result<(), CodecError> {
        if self.open.lengths.is_empty() {
            return Ok(());
        }
        let mut open = std::mem::take(&mut self.open);
        self.write_chunk(workspace, &open.lengths, &open.content)?;
        open.lengths.clear();
        open.content.clear();
        self.open = open;
        Ok(())
    }

    fn write_chunk(
        &mut self,
        workspace: &mut Workspace,
        lengths: &[Option<u32>],
        content: &[u8],
    ) -> Result<(), CodecError> {
        let mut chunk = std::mem::take(&mut workspace.pack.built);
        chunk.clear();
        chunk::write(self.codec, workspace, lengths, content, &mut chunk)?;
        // A chunk has at most MAX_CHUNK_BYTES values.
        self.add_chunk(lengths.len() as u32, &chunk)?;
        workspace.pack.built = chunk;
        Ok(())
    }

    fn copy_chunk(
        &mut self,
        workspace: &mut Workspace,
        count: u32,
        bytes: &[u8],
    ) -> Result<(), CodecError> {
        let values = self.sum_of_values(count)?;
        self.close(workspace)?;
        self.add_chunk(count, bytes)?;
        self.values = values;
        Ok(())
    }

    fn add_chunk(&mut self, count: u32, bytes: &[u8]) -> Result<(), CodecError> {
        self.make_room_for_header()?;
        let entry = size_of::<ClosedChunk>();
        self.closed.try_reserve(1).map_err(|_| CodecError::OutOfMemory { bytes: entry })?;
        // Grows by a quarter: with doubling, a builder held up to 1.9 times its pack.
        if self.pack.capacity() - self.pack.len() < bytes.len() {
            let more = bytes.len().max(self.pack.len() / 4);
            self.pack
                .try_reserve_exact(more)
                .map_err(|_| CodecError::OutOfMemory { bytes: more })?;
        }
        self.closed.push(ClosedChunk { start: self.pack.len(), count });
        self.pack.extend_from_slice(bytes);
        Ok(())
    }

    fn make_room_for_header(&mut self) -> Result<(), CodecError> {
        if self.pack.is_empty() { append(&mut self.pack, &[0; HEADER]) } else { Ok(()) }
    }
}

fn copied<T: Copy>(items: &[T]) -> Result<Vec<T>, CodecError> {
    let (mut copy, bytes) = (Vec::new(), size_of_val(items));
    copy.try_reserve_exact(items.len()).map_err(|_| CodecError::OutOfMemory { bytes })?;
    copy.extend_from_slice(items);
    Ok(copy)
}
