//! Compressed input, and the position in it.

use std::io::{self, BufRead, BufReader, Read};

use super::PipeError;

/// The number of bytes per read.
const BUFFER: usize = BUFFER_KIB << 10;

/// The same in KiB.
pub(super) const BUFFER_KIB: usize = 256;

/// A compressed stream.
pub(super) struct CompressedInput<R> {
    reader: BufReader<R>,
    offset: u64,
    /// Bytes that were put back, and how many of them have been read again.
    back: Vec<u8>,
    back_taken: usize,
    /// The error of a read that a decoder has been told of.
    failure: Option<io::Error>,
}

impl<R: Read> CompressedInput<R> {
    pub(super) fn new(reader: R) -> Self {
        let reader = BufReader::with_capacity(BUFFER, reader);
        CompressedInput { reader, offset: 0, back: Vec::new(), back_taken: 0, failure: None }
    }

    /// The number of bytes read.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the bytes in the buffer, at least one unless the stream has ended.
    pub(super) fn at_hand(&mut self) -> Result<&[u8], PipeError> {
        while self.buffered().is_empty() {
            match self.reader.fill_buf() {
                Ok(_) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(PipeError::Read(error)),
            }
        }
        Ok(self.buffered())
    }

    fn buffered(&self) -> &[u8] {
        match &self.back[self.back_taken..] {
            [] => self.reader.buffer(),
            back => back,
        }
    }

    /// Consumes bytes of the buffer.
    pub(super) fn take(&mut self, bytes: usize) {
        self.offset += bytes as u64;
        match self.back_taken < self.back.len() {
            true => self.back_taken += bytes,
            false => self.reader.consume(bytes),
        }
    }

    /// Puts the last few bytes back, for a decoder that reads from the start of its stream.
    pub(super) fn put_back(&mut self, bytes: &[u8]) {
        self.back.drain(..self.back_taken);
        self.back.splice(..0, bytes.iter().copied());
        self.back_taken = 0;
        self.offset -= bytes.len() as u64;
    }

    /// Appends the next `len` bytes. Returns an error that the stream is cut off in `what` if there are fewer. Memory
    /// grows with the bytes that exist, whatever `len` claims.
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

    /// Fills `buffer` as far as the stream goes, and returns the number of bytes.
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

    /// Fills `buffer`. Returns an error that the stream is cut off in `what` if there are too few bytes.
    pub(super) fn exact(&mut self, buffer: &mut [u8], what: &str) -> Result<(), PipeError> {
        match self.fill(buffer)? == buffer.len() {
            true => Ok(()),
            false => Err(self.cut_off(what)),
        }
    }

    /// Reads a little-endian number of four bytes.
    pub(super) fn u32(&mut self, what: &str) -> Result<u32, PipeError> {
        let mut bytes = [0; 4];
        self.exact(&mut bytes, what)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// Skips bytes.
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

    /// The error of the read that failed in a decoder of a library, if one did.
    pub(super) fn failure(&mut self) -> Option<PipeError> {
        self.failure.take().map(PipeError::Read)
    }

    /// The error that the stream ends in `what`.
    pub(super) fn cut_off(&self, what: &str) -> PipeError {
        PipeError::corrupt(self.offset, format!("the stream is cut off in {what}"))
    }
}

/// For the decoders and encoders of libraries, whose own errors are of the same type as those of reads.
impl<R: Read> BufRead for CompressedInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if let Err(PipeError::Read(error)) = self.at_hand() {
            let kind = error.kind();
            self.failure = Some(error);
            return Err(kind.into());
        }
        Ok(self.buffered())
    }

    fn consume(&mut self, bytes: usize) {
        if bytes > 0 {
            self.take(bytes);
        }
    }
}

impl<R: Read> Read for CompressedInput<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(room)?;
        self.consume(read);
        Ok(read)
    }
}
