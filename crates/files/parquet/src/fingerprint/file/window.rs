//! The bytes of one column chunk, as the parquet crate asks for them.
//!
//! The crate asks for a page's header and then for its body. On an object store that would be two requests
//! per page. A window of the chunk is therefore read at once, and the crate gets slices of it.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use hashlane_files::Source;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{ChunkReader, Length};

use super::ParquetFile;
use super::buffers::BufferPool;
use crate::page::{MAX_HEADER, PageHeader};
use crate::thrift::ThriftError;

/// A range of a file, with one window of it in memory at a time.
pub(crate) struct ChunkWindow {
    source: Arc<dyn Source>,
    buffers: BufferPool,
    end: u64,
    /// The number of bytes per read.
    window: usize,
    /// The last window read: its offset in the file, and its bytes.
    read: Mutex<(u64, Bytes)>,
}

impl ChunkWindow {
    /// Creates a chunk that ends at `end` and reads `window` bytes at a time. `read` is the part that is
    /// already in memory: its offset and its bytes.
    pub(crate) fn new(file: &ParquetFile, end: u64, window: usize, read: (u64, Bytes)) -> Self {
        let (source, buffers) = (file.source.clone(), file.buffers.clone());
        let end = end.min(source.size());
        ChunkWindow { source, buffers, end, window: window.max(1), read: Mutex::new(read) }
    }

    /// Reads the header of the page at `start`. The header must end by `end`.
    pub(crate) fn header(&self, start: u64, end: u64) -> Result<PageHeader> {
        let not_one = |error: ThriftError| {
            ParquetError::General(format!("not a page header at byte {start}: {error}"))
        };
        match PageHeader::read(&self.some(start)?) {
            Err(ThriftError::Truncated) => {}
            read => return read.map_err(not_one),
        }
        // The window cuts the header off. Read it separately, four times as many bytes on each attempt.
        let rest = end.min(self.end).saturating_sub(start);
        let mut len = HEADER as u64;
        loop {
            let all = rest.min(len) as usize;
            match PageHeader::read(&self.buffers.read(self.source.as_ref(), start, all)?) {
                Err(ThriftError::Truncated) if (all as u64) < rest && all < MAX_HEADER => len *= 4,
                read => return read.map_err(not_one),
            }
        }
    }

    /// Returns the bytes in memory from `start` on, and reads a window if none are. Returns at least one
    /// byte, or none at the end of the chunk.
    fn some(&self, start: u64) -> io::Result<Bytes> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = at_hand(&read, start) {
            return Ok(bytes);
        }
        if start >= self.end {
            return Ok(Bytes::new());
        }
        let len = (self.end - start).min(self.window as u64) as usize;
        *read = (start, self.buffers.read(self.source.as_ref(), start, len)?);
        Ok(read.1.clone())
    }
}

/// Returns the part of the window from `start` on, or `None` if `start` is outside the window.
fn at_hand((first, bytes): &(u64, Bytes), start: u64) -> Option<Bytes> {
    let skipped = start.checked_sub(*first)?;
    let skipped = usize::try_from(skipped).ok().filter(|skipped| *skipped < bytes.len())?;
    Some(bytes.slice(skipped..))
}

impl Length for ChunkWindow {
    fn len(&self) -> u64 {
        self.end
    }
}

impl ChunkReader for ChunkWindow {
    type T = WindowReader;

    fn get_read(&self, start: u64) -> Result<WindowReader> {
        let chunk = ChunkWindow {
            source: self.source.clone(),
            buffers: self.buffers.clone(),
            end: self.end,
            // The crate reads a header from it, and headers are short.
            window: self.window.min(HEADER),
            read: Mutex::new((start, self.some(start)?)),
        };
        Ok(WindowReader { chunk, at: start })
    }

    fn get_bytes(&self, start: u64, len: usize) -> Result<Bytes> {
        if let Some(bytes) = self.some(start).ok().filter(|bytes| bytes.len() >= len) {
            return Ok(bytes.slice(..len));
        }
        let end = start.checked_add(len as u64).filter(|end| *end <= self.end);
        if end.is_none() {
            return Err(ParquetError::EOF(format!(
                "{len} bytes from {start} on go past the end at {}",
                self.end
            )));
        }
        Ok(self.buffers.read(self.source.as_ref(), start, len)?)
    }
}

/// Longer than nearly all page headers.
const HEADER: usize = 4 << 10;

/// Reads a chunk sequentially from an offset.
pub(crate) struct WindowReader {
    chunk: ChunkWindow,
    at: u64,
}

impl Read for WindowReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.chunk.some(self.at)?;
        let len = bytes.len().min(buffer.len());
        buffer[..len].copy_from_slice(&bytes[..len]);
        self.at += len as u64;
        Ok(len)
    }
}

/// Returns where a column chunk starts and ends. The crate's own `byte_range` panics on negative numbers.
pub(in crate::fingerprint) fn byte_range(
    row_group: &RowGroupMetaData,
    leaf: usize,
) -> Result<(u64, u64)> {
    let chunk = row_group.column(leaf);
    let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
    let range = u64::try_from(start).ok().zip(u64::try_from(chunk.compressed_size()).ok());
    let range = range.and_then(|(start, len)| Some((start, start.checked_add(len)?)));
    range.ok_or_else(|| {
        let path = chunk.column_path().string();
        ParquetError::General(format!("the footer has column chunk {path} outside the file"))
    })
}
