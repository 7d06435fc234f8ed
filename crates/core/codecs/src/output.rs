//! The limit on the length of the output, and the output of a decoder that doesn't know the length of the content.

use super::{CodecError, append, grow_within};

/// The most room that a decoder requests beyond the longest allowed content.
pub(crate) const SLACK: usize = 64;

/// The least room that is cleared at first.
const FIRST_STEP: usize = 256;

/// The bound on an output buffer that may hold other rows already.
#[derive(Clone, Copy)]
pub(crate) struct OutputLimit {
    /// The greatest length of the buffer.
    pub(crate) end: usize,
    /// The limit that the user set.
    max_bytes: usize,
}

impl OutputLimit {
    /// A limit of `max_bytes` more than the current length of `out`.
    pub(crate) fn new(out: &[u8], max_bytes: usize) -> Self {
        OutputLimit { end: out.len().saturating_add(max_bytes), max_bytes }
    }

    /// How many bytes fit after `len` bytes.
    pub(crate) fn room(self, len: usize) -> usize {
        self.end.saturating_sub(len)
    }

    pub(crate) fn error(self) -> CodecError {
        CodecError::OverLimit { max_bytes: self.max_bytes }
    }
}

/// The content of a row, at the end of a buffer that may hold other rows, followed by room for more.
///
/// Room is cleared once, however many units of the input (members, blocks, frames) are written to it. When gzip
/// cleared four times its remaining input for every member, 4 MB of empty members took 33 s. In total, less than twice
/// the content is cleared, plus the largest request for room.
///
/// Dropping it truncates the buffer to the content, after an error as well.
pub(crate) struct RowOutput<'a> {
    buffer: &'a mut Vec<u8>,
    /// Where the content starts in the buffer.
    start: usize,
    /// Where it ends. The room after it extends to the end of the buffer.
    end: usize,
    /// How much room is cleared next.
    step: usize,
    limit: OutputLimit,
}

impl<'a> RowOutput<'a> {
    /// An empty output after the current content of `buffer`, for at most `max_bytes` bytes. A unit gets about
    /// `expected` bytes of room at once.
    pub(crate) fn new(buffer: &'a mut Vec<u8>, max_bytes: usize, expected: usize) -> Self {
        let limit = OutputLimit::new(buffer, max_bytes);
        let (start, step) = (buffer.len(), expected.max(FIRST_STEP));
        RowOutput { buffer, start, end: start, step, limit }
    }

    /// How many bytes may still be written.
    pub(crate) fn left(&self) -> usize {
        self.limit.room(self.end)
    }

    /// The error for content that is longer than allowed.
    pub(crate) fn over_limit(&self) -> CodecError {
        self.limit.error()
    }

    /// The length of the content.
    pub(crate) fn len(&self) -> usize {
        self.end - self.start
    }

    /// The content from byte `at` on.
    pub(crate) fn content(&self, at: usize) -> &[u8] {
        &self.buffer[self.start + at..self.end]
    }

    /// Room for a decoder that fills it and then asks for more. It is empty only if the limit is reached.
    #[inline]
    pub(crate) fn room(&mut self) -> Result<&mut [u8], CodecError> {
        if self.end == self.buffer.len() {
            grow_within(self.buffer, self.step.min(self.left()), self.limit.end)?;
            // This way, less than twice the written bytes are cleared.
            self.step = self.step.saturating_mul(2);
        }
        Ok(&mut self.buffer[self.end..])
    }

    /// The content, and exactly `len` bytes of room, which may be more than the limit allows to keep.
    #[inline]
    pub(crate) fn room_of(&mut self, len: usize) -> Result<(&[u8], &mut [u8]), CodecError> {
        let lacking = len.saturating_sub(self.buffer.len() - self.end);
        if lacking > 0 {
            grow_within(self.buffer, lacking, self.limit.end.saturating_add(SLACK))?;
        }
        let (before, room) = self.buffer.split_at_mut(self.end);
        Ok((&before[self.start..], &mut room[..len]))
    }

    /// Makes the first `len` bytes of the room part of the content.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) {
        self.end += len;
    }

    /// Appends bytes. The caller has checked the limit.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), CodecError> {
        if self.end == self.buffer.len() {
            append(self.buffer, bytes)?;
        } else {
            self.room_of(bytes.len())?.1.copy_from_slice(bytes);
        }
        self.advance(bytes.len());
        Ok(())
    }
}

impl Drop for RowOutput<'_> {
    fn drop(&mut self) {
        self.buffer.truncate(self.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_more_is_cleared_than_is_written() {
        for unit in [0, 1, 20, 255, 256, 257, 70_000] {
            let (mut buffer, mut cleared) = (b"before".to_vec(), 0);
            let mut output = RowOutput::new(&mut buffer, usize::MAX, 1000);
            for _ in 0..1000 {
                let mut left = unit;
                loop {
                    let before = output.buffer.len();
                    let room = output.room().unwrap().len();
                    assert!(room > 0);
                    cleared += output.buffer.len() - before;
                    output.advance(left.min(room));
                    left -= left.min(room);
                    if left == 0 {
                        break;
                    }
                }
            }
            let written = output.len();
            assert!(written == 1000 * unit && cleared <= 2 * written + 1000, "{unit}: {cleared}");
            drop(output);
            assert_eq!(buffer.len(), 6 + written);
        }
    }

    #[test]
    fn there_is_room_up_to_the_limit() {
        let mut buffer = vec![1; 10];
        let mut output = RowOutput::new(&mut buffer, 300, 0);
        output.append(&[7; 5]).unwrap();
        let mut rooms = Vec::new();
        loop {
            let room = output.room().unwrap().len();
            rooms.push(room);
            if room == 0 {
                break;
            }
            output.advance(room);
        }
        assert_eq!(rooms, [256, 39, 0]);
        assert_eq!((output.left(), output.len()), (0, 300));
        let (content, room) = output.room_of(64).unwrap();
        assert_eq!((content.len(), room.len()), (300, 64));
        assert_eq!(output.content(0)[..6], [7, 7, 7, 7, 7, 0]);
        drop(output);
        assert_eq!(buffer.len(), 310);
    }
}
