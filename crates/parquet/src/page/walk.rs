//! All pages of a column chunk, one behind the other.
//!
//! Reads go through one window that slides over the chunk. A page's body is in it already where the
//! page is small, and passes through it in steps where it is not, so that memory does not depend on
//! what a header claims.

use std::ops::{ControlFlow, Range};

use hashlane_files::{FileError, Source};

use super::{MAX_HEADER, PageHeader};
use crate::thrift::ThriftError;

/// Bytes that are read at once.
const WINDOW: usize = 512 << 10;

/// A page and where it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its place in the chunk, from 0; a dictionary counts.
    pub index: u64,
    /// What it says of itself.
    pub header: PageHeader,
    /// Where in the file its header begins.
    pub offset: u64,
    /// Where in the file its body lies. Within the chunk.
    pub body: Range<u64>,
}

/// Why a walk can't go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum WalkError {
    /// The file can't be read.
    File(FileError),
    /// What should be a page is none, and where the next one begins is not known.
    Header {
        /// The page that it would be, from 0.
        page: u64,
        /// Where in the file its header begins.
        offset: u64,
        /// What is wrong with it, in words.
        detail: String,
    },
}

impl From<FileError> for WalkError {
    fn from(error: FileError) -> Self {
        WalkError::File(error)
    }
}

/// Goes over the pages of a column chunk.
pub struct PageWalk<'a> {
    source: &'a dyn Source,
    end: u64,
    at: u64,
    index: u64,
    window: &'a mut Vec<u8>,
    window_start: u64,
    /// Bytes of it that are of this chunk. What a chunk before has left is not cleared: that would
    /// write every byte once more.
    window_len: usize,
}

impl<'a> PageWalk<'a> {
    /// The pages in `chunk`, a range of bytes of the file. The window's content is overwritten;
    /// whoever walks many chunks passes the same one.
    pub fn new(source: &'a dyn Source, chunk: Range<u64>, window: &'a mut Vec<u8>) -> Self {
        let (at, end) = (chunk.start, chunk.end);
        PageWalk { source, end, at, index: 0, window, window_start: at, window_len: 0 }
    }

    /// Where the next page begins.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// The next page, or `None` at the end of the chunk. The walk is then behind its body, whether
    /// or not anybody reads that.
    ///
    /// # Errors
    /// If the file can't be read, or there is no header, or its page does not fit the chunk. Nothing
    /// comes behind a bad header, unless the walk is [resumed](Self::resume).
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

    /// Goes on at `at`, wherever the walk is, with the page of this number: behind a bad header, where
    /// something else names the next page.
    pub fn resume(&mut self, at: u64, index: u64) {
        (self.at, self.index) = (at.min(self.end), index);
    }

    /// Hands the bytes of a body over, piece by piece.
    ///
    /// # Errors
    /// If the file can't be read.
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

    /// The header at the present position: the inner error is what is wrong with it.
    fn header(&mut self) -> Result<Result<PageHeader, String>, FileError> {
        let bytes = self.window_at(self.at)?;
        match PageHeader::read(bytes) {
            Err(ThriftError::Truncated) => self.long_header(),
            read => Ok(read.map_err(|error| format!("not a page header: {error}"))),
        }
    }

    /// A header that the window cuts off, or one that is longer than a window: its bytes are read
    /// on their own, four times as many each time.
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
                        "not a page header: it does not end before the chunk does, at {end}"
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
                "the page claims {len} bytes where the column chunk has {rest} left"
            ));
        }
        Ok(start..start + len)
    }

    fn stop(&mut self, page: u64, offset: u64, detail: String) -> WalkError {
        self.at = self.end;
        WalkError::Header { page, offset, detail }
    }

    /// What the window has from `at` on, which is before the end of the chunk: at least one byte.
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

/// The bytes of a range. Its length is checked against the file before memory is taken for it.
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
