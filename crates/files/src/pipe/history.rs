//! What came out of the blocks of an LZ4 frame last, for blocks that refer to it, and room for the next.
//!
//! Blocks are decompressed behind one another. The last 64 KiB move to the front when the end of the room is
//! reached, after as many bytes as a block may have. If every block moved them, a stream of blocks of one byte
//! each would take 64 KiB of copying for every 5 bytes.

use hashlane_codecs::lz4_format::WINDOW;

use super::PipeError;

/// Content, and room behind it that has been cleared once.
#[derive(Default)]
pub(super) struct History {
    bytes: Vec<u8>,
    /// Where the content of this frame starts, and where it ends.
    start: usize,
    end: usize,
}

impl History {
    /// Begins another frame, whose blocks don't refer to what came before.
    pub(super) fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
    }

    /// The last 64 KiB of the frame, or all there is of it, and room of `len` bytes.
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

    /// Makes the room longer as long as it is short, then uses it again.
    fn make_room(&mut self, len: usize) -> Result<(), PipeError> {
        let kept = self.start.max(self.end.saturating_sub(WINDOW))..self.end;
        // As much is written before the next move as is moved, and more.
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
        let mut history = History::default();
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
        let mut history = History::default();
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
