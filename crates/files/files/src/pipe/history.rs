//! The last content of an LZ4 frame, to which its blocks refer, and room for the next block.
//!
//! Each block is decompressed after the one before it. When the room is used up, the last 64 KiB move to the front. If
//! they moved for every block, a stream of blocks of one byte each would copy 64 KiB for every 5 bytes.

use hashlane_codecs::lz4::format::WINDOW;

use super::PipeError;

/// Content, followed by room that is cleared once.
#[derive(Default)]
pub(super) struct ContentHistory {
    bytes: Vec<u8>,
    /// The start and the end of this frame's content.
    start: usize,
    end: usize,
}

impl ContentHistory {
    /// Starts another frame. Its blocks don't refer to earlier content.
    pub(super) fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
    }

    /// Returns the last 64 KiB of the frame, or all of it if it is shorter, and room for `len` bytes.
    pub(super) fn split(&mut self, len: usize) -> Result<(&[u8], &mut [u8]), PipeError> {
        if self.end + len > self.bytes.len() {
            self.make_room(len)?;
        }
        let (before, room) = self.bytes.split_at_mut(self.end);
        let window = self.start.max(self.end.saturating_sub(WINDOW));
        Ok((&before[window..], &mut room[..len]))
    }

    /// Adds the first `len` bytes of the room to the frame, and returns them.
    pub(super) fn advance(&mut self, len: usize) -> &[u8] {
        let start = self.end;
        self.end += len;
        &self.bytes[start..self.end]
    }

    /// Extends the room while it is small, then reuses it.
    fn make_room(&mut self, len: usize) -> Result<(), PipeError> {
        let kept = self.start.max(self.end.saturating_sub(WINDOW))..self.end;
        // More bytes are written before the next move than the move copies.
        let enough = 2 * WINDOW.max(len) + WINDOW;
        if self.bytes.len() < enough {
            let more = (self.bytes.len()).max(len).min(enough - self.bytes.len());
            let fits = self.end + len <= self.bytes.len() + more;
            let grown = self.bytes.try_reserve_exact(more);
            grown.map_err(|error| PipeError::Refused(error.to_string()))?;
            self.bytes.resize(self.bytes.len() + more, 0);
            if fits {
                return Ok(());
            }
        }
        (self.start, self.end) = (0, kept.len());
        self.bytes.copy_within(kept, 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_the_last_64_kib_of_the_frame() {
        let stream: Vec<u8> = (0..900_000usize).map(|i| (i % 251) as u8).collect();
        let mut history = ContentHistory::default();
        for frame in 0..3 {
            history.clear();
            let mut end = 0;
            for len in [0, 1, 65_535, 1, 65_536, 65_537, 3, 100_000, 7, 400_000, 9] {
                let (window, room) = history.split(len + frame).unwrap();
                assert_eq!(window, &stream[end.max(WINDOW) - WINDOW..end], "{frame} {len}");
                room[..len].copy_from_slice(&stream[end..end + len]);
                assert_eq!(history.advance(len), &stream[end..end + len]);
                end += len;
            }
        }
    }

    #[test]
    fn small_blocks_move_little_and_take_little_room() {
        let mut history = ContentHistory::default();
        let mut moves = 0;
        for _ in 0..1_000_000 {
            let before = history.end;
            history.split(255).unwrap();
            moves += usize::from(history.end < before);
            history.advance(1);
        }
        assert!(moves <= 1_000_000 / WINDOW, "{moves}");
        assert!(history.bytes.len() <= 3 * WINDOW);
    }
}
