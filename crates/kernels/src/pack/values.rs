//! All values of a pack in order.

use super::Pack;
use super::chunk::Open;
use crate::codec::{CodecError, Workspace};

/// The values of a [`Pack`] in order, each chunk decompressed once.
///
/// No [`Iterator`], because a value lies in a buffer that the next chunk is decompressed to.
pub struct Values<'a> {
    pack: Pack<'a>,
    max_bytes: usize,
    /// The number of the chunk after the current one.
    next_chunk: usize,
    current: Option<Current<'a>>,
    /// The content of the current chunk if that is compressed.
    content: Vec<u8>,
}

/// The chunk whose values come next.
struct Current<'a> {
    open: Open<'a>,
    count: usize,
    /// The value that comes next, and where its content starts.
    i: usize,
    start: usize,
}

impl<'a> Values<'a> {
    pub(super) fn new(pack: Pack<'a>, max_bytes: usize) -> Self {
        Values { pack, max_bytes, next_chunk: 0, current: None, content: Vec::new() }
    }

    /// The next value, which is `Some(None)` for NULL, and `None` behind the last.
    ///
    /// An error where a chunk is damaged or over the limit; nothing comes after it.
    pub fn next(&mut self, workspace: &mut Workspace) -> Result<Option<Option<&[u8]>>, CodecError> {
        if self.current.as_ref().is_none_or(|chunk| chunk.i == chunk.count) {
            if self.next_chunk == self.pack.chunk_count() {
                self.current = None;
                return Ok(None);
            }
            let number = std::mem::replace(&mut self.next_chunk, self.pack.chunk_count());
            self.current = None;
            self.current = Some(self.open_chunk(workspace, number)?);
            self.next_chunk = number + 1;
        }
        let Some(chunk) = &mut self.current else {
            return Ok(None);
        };
        let length = chunk.open.lengths.get(chunk.i);
        let start = chunk.start;
        chunk.i += 1;
        chunk.start += length.unwrap_or(0) as usize;
        let content = chunk.open.stored().unwrap_or(&self.content);
        Ok(Some(length.map(|_| &content[start..chunk.start])))
    }

    fn open_chunk(
        &mut self,
        workspace: &mut Workspace,
        number: usize,
    ) -> Result<Current<'a>, CodecError> {
        let chunk = self.pack.chunk(number)?;
        chunk.verify()?;
        let open = chunk.open()?;
        self.content.clear();
        if open.stored().is_none() {
            open.decompress(&mut workspace.bare, self.max_bytes, &mut self.content)?;
        }
        Ok(Current { open, count: chunk.identity.count as usize, i: 0, start: 0 })
    }
}
