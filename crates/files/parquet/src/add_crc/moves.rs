//! Maps offsets of the old file to offsets of the new file.

use std::ops::Range;

/// The pieces of a file whose length changes. Everything between them keeps its length.
#[derive(Debug, Default)]
pub(super) struct PieceMoves {
    pieces: Vec<MovedPiece>,
}

/// A page, or an offset index.
#[derive(Debug)]
struct MovedPiece {
    old: Range<u64>,
    /// The bytes that the file has grown by, up to the end of the piece. An offset index may shrink if its writer used
    /// longer numbers than necessary.
    growth: i64,
}

impl PieceMoves {
    /// Adds a piece, which must come after the others. Its new length is `new_len` bytes.
    pub(crate) fn add(&mut self, old: Range<u64>, new_len: u64) {
        let growth = self.growth() + (new_len as i64 - (old.end - old.start) as i64);
        self.pieces.push(MovedPiece { old, growth });
    }

    /// The bytes that the file has grown by so far.
    fn growth(&self) -> i64 {
        self.pieces.last().map_or(0, |piece| piece.growth)
    }

    /// The new offset of a byte.
    pub(crate) fn offset(&self, old: u64) -> u64 {
        let next = self.pieces.partition_point(|piece| piece.old.start < old);
        // The first byte of a piece does not move by the growth of that piece.
        old.saturating_add_signed(next.checked_sub(1).map_or(0, |last| self.pieces[last].growth))
    }

    /// The new offset and length of a piece, if the range is exactly one piece.
    pub(crate) fn piece(&self, old: Range<u64>) -> Option<(u64, u64)> {
        let at = self.pieces.binary_search_by_key(&old.start, |piece| piece.old.start).ok()?;
        if self.pieces[at].old != old {
            return None;
        }
        let start = self.offset(old.start);
        Some((start, self.offset(old.end) - start))
    }

    /// Whether a piece starts at this offset.
    pub(crate) fn starts(&self, old: u64) -> bool {
        self.pieces.binary_search_by_key(&old, |piece| piece.old.start).is_ok()
    }

    /// The number of bytes by which a range grows.
    pub(crate) fn grown(&self, old: &Range<u64>) -> i64 {
        let new_len = self.offset(old.end) - self.offset(old.start);
        new_len as i64 - (old.end - old.start) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_move_by_what_lies_before_them() {
        let mut moves = PieceMoves::default();
        moves.add(4..10, 8);
        moves.add(10..20, 10);
        moves.add(30..40, 15);
        moves.add(50..60, 9);
        let moved =
            [(0, 0), (4, 4), (10, 12), (20, 22), (25, 27), (30, 32), (40, 47), (50, 57), (60, 66)];
        for (old, new) in moved {
            assert_eq!(moves.offset(old), new, "{old}");
        }
        assert_eq!(moves.piece(30..40), Some((32, 15)));
        assert_eq!(moves.piece(30..39), None);
        assert_eq!(moves.piece(31..40), None);
        assert!(moves.starts(10) && !moves.starts(20));
        assert_eq!(moves.grown(&(4..20)), 2);
        assert_eq!(moves.grown(&(20..30)), 0);
    }
}
