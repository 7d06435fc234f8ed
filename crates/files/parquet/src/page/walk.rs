//! All pages of a column chunk, one after another.
//!
//! Reads go through one window that slides over the chunk. The body of a small page is already in the
//! window. The body of a large page passes through it in steps, so memory does not depend on the size
//! that a header claims.

use std::ops::{ControlFlow, Range};

use hashlane_files::{FileError, Source};

use super::{MAX_HEADER, PageHeader};
use crate::thrift::ThriftError;

/// The number of bytes per read.
const WINDOW: usize = 512 << 10;

/// A page and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its index in the chunk, from 0. A dictionary page counts.
    pub index: u64,
    /// Its header.
    pub header: PageHeader,
    /// The offset of its header in the file.
    pub offset: u64,
    /// The range of its body in the file, always within the chunk.
    pub body: Range<u64>,
}

/// The reason why a walk ends early.
#[derive(Debug)]
#[non_exhaustive]
pub enum WalkError {
    /// The file can't be read.
    File(FileError),
    /// The bytes are not a valid page, so the walk can't tell where the next page begins.
    Header {
        /// The index that the page would have, from 0.
        page: u64,
        /// The offset of its header in the file.
        offset: u64,
        /// A description of the problem.
        detail: String,
    },
}

impl From<FileError> for WalkError {
    fn from(error: FileError) -> Self {
        WalkError::File(error)
    }
}

/// Walks over the pages of a column chunk.
pub struct PageWalk<'a> {
    source: &'a dyn Source,
    end: u64,
    at: u64,
    index: u64,
    window: &'a mut Vec<u8>,
    window_start: u64,
    /// The number of bytes of the window that belong to this chunk. The bytes of an earlier chunk are not cleared,
    /// because that would write every byte twice.
    window_len: usize,
}

impl<'a> PageWalk<'a> {
    /// Starts a walk over the pages in `chunk`, a byte range of the file. The walk overwrites the window's
    /// content. If you walk many chunks, pass the same window each time.
    pub fn new(source: &'a dyn Source, chunk: Range<u64>, window: &'a mut Vec<u8>) -> Self {
        let (at, end) = (chunk.start, chunk.end);
        PageWalk { source, end, at, index: 0, window, window_start: at, window_len: 0 }
    }

    /// The offset of the next page.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Returns the next page, or `None` at the end of the chunk. The walk then moves past the page's body,
    /// even if the body is never read.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, if the header is invalid, or if its page does not fit
    /// the chunk. A bad header ends the walk unless you [resume](Self::resume) it.
    pub fn next_page(&mut self) -> Result<Option<Page>, WalkError> {
        if self.at >= self.end {
            return Ok(None);
        }
        let (index, offset) = (self.index, self.at);
        match self.header()? {
            Ok(header) => {
                let body = self.body_range(offset, &header);
                let body = body.map_err(|detail| self.stop(index, offset, detail))?;
                self.at = body.end;
                self.index += 1;
                Ok(Some(Page { index, header, offset, body }))
            }
            Err(detail) => Err(self.stop(index, offset, detail)),
        }
    }

    /// Continues the walk at offset `at` with page number `index`. Use it after a bad header, if
    /// something else gives the location of the next page.
    pub fn resume(&mut self, at: u64, index: u64) {
        (self.at, self.index) = (at.min(self.end), index);
    }

    /// Passes the bytes of a body to `piece`, one piece at a time, until it breaks.
    ///
    /// # Errors
    /// Returns an error if the file can't be read.
    pub fn body(
        &mut self,
        body: Range<u64>,
        piece: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), FileError> {
        let mut at = body.start;
        while at < body.end {
            let bytes = self.window_at(at)?;
            let len = (bytes.len() as u64).min(body.end - at) as usize;
            if piece(&bytes[..len]).is_break() {
                break;
            }
            at += len as u64;
        }
        Ok(())
    }

    /// Reads the header at the current position. The inner error describes a bad header.
    fn header(&mut self) -> Result<Result<PageHeader, String>, FileError> {
        let bytes = self.window_at(self.at)?;
        match PageHeader::read(bytes) {
            Err(ThriftError::Truncated) => self.long_header(),
            read => Ok(read.map_err(|error| format!("not a page header: {error}"))),
        }
    }

    /// Reads a header that extends beyond the window. Its bytes are read separately, four times as many on each
    /// attempt.
    fn long_header(&mut self) -> Result<Result<PageHeader, String>, FileError> {
        let rest = self.end - self.at;
        let mut len = 4 << 10;
        loop {
            let all = rest.min(len) as usize;
            let bytes = read_range(self.source, self.at..self.at + all as u64)?;
            match PageHeader::read(&bytes) {
                Err(ThriftError::Truncated) if all as u64 == rest => {
                    let end = self.end;
                    return Ok(Err(format!(
                        "not a page header: it goes past the end of the chunk, at {end}"
                    )));
                }
                Err(ThriftError::Truncated) if all >= MAX_HEADER => {
                    return Ok(Err(format!(
                        "not a page header: it is longer than {MAX_HEADER} bytes"
                    )));
                }
                Err(ThriftError::Truncated) => len *= 4,
                read => return Ok(read.map_err(|error| format!("not a page header: {error}"))),
            }
        }
    }

    fn body_range(&self, offset: u64, header: &PageHeader) -> Result<Range<u64>, String> {
        let (stored, whole) = (header.compressed_size, header.uncompressed_size);
        if whole < 0 {
            return Err(format!("the page claims {whole} bytes before compression"));
        }
        let len = u64::try_from(stored).map_err(|_| format!("the page claims {stored} bytes"))?;
        let start = offset + header.len as u64;
        if len > self.end - start {
            let rest = self.end - start;
            return Err(format!(
                "the page claims {len} bytes, but the column chunk has only {rest} left"
            ));
        }
        Ok(start..start + len)
    }

    fn stop(&mut self, page: u64, offset: u64, detail: String) -> WalkError {
        self.at = self.end;
        WalkError::Header { page, offset, detail }
    }

    /// Returns the window's bytes from `at` on, at least one. `at` must be before the end of the chunk.
    fn window_at(&mut self, at: u64) -> Result<&[u8], FileError> {
        let start = self.window_start;
        if at < start || at >= start + self.window_len as u64 {
            let len = (self.end - at).min(WINDOW as u64) as usize;
            if self.window.len() < len {
                self.window.resize(len, 0);
            }
            (self.window_start, self.window_len) = (at, 0);
            let read = self.source.read_exact_at(at, &mut self.window[..len]);
            read.map_err(|error| FileError::io(self.source.name(), error))?;
            self.window_len = len;
        }
        Ok(&self.window[(at - self.window_start) as usize..self.window_len])
    }
}

/// Reads a range of bytes. Checks its length against the file before it allocates memory.
pub(crate) fn read_range(source: &dyn Source, range: Range<u64>) -> Result<Vec<u8>, FileError> {
    let name = source.name();
    if range.start > range.end || range.end > source.size() {
        return Err(FileError::io(name, std::io::ErrorKind::UnexpectedEof.into()));
    }
    let len = usize::try_from(range.end - range.start)
        .map_err(|_| FileError::io(name, std::io::ErrorKind::OutOfMemory.into()))?;
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(len)
        .map_err(|_| FileError::io(name, std::io::ErrorKind::OutOfMemory.into()))?;
    bytes.resize(len, 0);
    source.read_exact_at(range.start, &mut bytes).map_err(|error| FileError::io(name, error))?;
    Ok(bytes)
}
