//! Compressed bytes, and where in the stream they are.

use std::io::{self, BufRead, BufReader, Read};

use super::PipeError;

/// What is read at a time.
const BUFFER: usize = BUFFER_KIB << 10;

/// The same in KiB.
pub(super) const BUFFER_KIB: usize = 256;

/// A compressed stream.
pub(super) struct Input<R> {
    reader: BufReader<R>,
    offset: u64,
    /// Bytes that were put back, and how many of them have been taken again.
    back: Vec<u8>,
    back_taken: usize,
}

impl<R: Read> Input<R> {
    pub(super) fn new(reader: R) -> Self {
        let reader = BufReader::with_capacity(BUFFER, reader);
        Input { reader, offset: 0, back: Vec::new(), back_taken: 0 }
    }

    /// Bytes that have been taken.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes that are at hand, at least one unless the stream has ended.
    pub(super) fn at_hand(&mut self) -> Result<&[u8], PipeError> {
        if self.back_taken < self.back.len() {
            return Ok(&self.back[self.back_taken..]);
        }
        loop {
            match self.reader.fill_buf() {
                // Asked for again below: a borrow that is returned can't be in a loop.
                Ok(_) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(PipeError::Read(error)),
            }
        }
        Ok(self.reader.buffer())
    }

    /// Takes bytes of those at hand.
    pub(super) fn take(&mut self, bytes: usize) {
        self.offset += bytes as u64;
        match self.back_taken < self.back.len() {
            true => self.back_taken += bytes,
            false => self.reader.consume(bytes),
        }
    }

    /// Puts the last bytes that were taken back, for a decoder that reads from the start of its stream. They are few.
    pub(super) fn put_back(&mut self, bytes: &[u8]) {
        self.back.drain(..self.back_taken);
        self.back.splice(..0, bytes.iter().copied());
        self.back_taken = 0;
        self.offset -= bytes.len() as u64;
    }

    /// Appends the next `len` bytes, or says that the stream is cut off in `what`. Memory grows with the bytes that are
    /// there, whatever `len` claims.
    pub(super) fn append(
        &mut self,
        mut len: usize,
        out: &mut Vec<u8>,
        what: &str,
    ) -> Result<(), PipeError> {
        while len > 0 {
            let bytes = self.at_hand()?;
            let taken = bytes.len().min(len);
            if taken == 0 {
                return Err(self.cut_off(what));
            }
            out.try_reserve(taken).map_err(|error| PipeError::Refused(error.to_string()))?;
            out.extend_from_slice(&bytes[..taken]);
            self.take(taken);
            len -= taken;
        }
        Ok(())
    }

    /// Fills `buffer` as far as the stream goes, and returns how far.
    pub(super) fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, PipeError> {
        let mut filled = 0;
        while filled < buffer.len() {
            let bytes = self.at_hand()?;
            let taken = bytes.len().min(buffer.len() - filled);
            if taken == 0 {
                break;
            }
            buffer[filled..filled + taken].copy_from_slice(&bytes[..taken]);
            self.take(taken);
            filled += taken;
        }
        Ok(filled)
    }

    /// Fills `buffer`, or says that the stream is cut off in `what`.
    pub(super) fn exact(&mut self, buffer: &mut [u8], what: &str) -> Result<(), PipeError> {
        match self.fill(buffer)? == buffer.len() {
            true => Ok(()),
            false => Err(self.cut_off(what)),
        }
    }

    /// The next four bytes, little-endian.
    pub(super) fn u32(&mut self, what: &str) -> Result<u32, PipeError> {
        let mut bytes = [0; 4];
        self.exact(&mut bytes, what)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// Passes over bytes.
    pub(super) fn skip(&mut self, mut bytes: u64, what: &str) -> Result<(), PipeError> {
        while bytes > 0 {
            let here = self.at_hand()?.len();
            if here == 0 {
                return Err(self.cut_off(what));
            }
            let taken = usize::try_from(bytes).unwrap_or(usize::MAX).min(here);
            self.take(taken);
            bytes -= taken as u64;
        }
        Ok(())
    }

    /// The stream ends in `what`.
    pub(super) fn cut_off(&self, what: &str) -> PipeError {
        PipeError::corrupt(self.offset, format!("the stream is cut off in {what}"))
    }
}
