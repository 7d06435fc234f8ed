//! Writes the values of a column at a cursor for each row of a block.

use super::integer::Short;

/// The number of bytes that may be written past the end of a value. The next value overwrites them.
pub(super) const SLACK: usize = 16;

/// A buffer in which rows are written side by side, each at its cursor.
pub(super) struct Writer<'a> {
    pub buffer: &'a mut [u8],
    /// The position of the next byte of each row.
    pub cursors: &'a mut [usize],
}

impl Writer<'_> {
    /// Writes a short value to row `at`.
    #[inline(always)]
    pub fn short(&mut self, at: usize, value: Short) {
        let cursor = &mut self.cursors[at];
        let bytes = value.bytes.to_le_bytes();
        self.buffer[*cursor..*cursor + SLACK].copy_from_slice(&bytes);
        *cursor += value.len;
    }

    /// Writes bytes to row `at`.
    #[inline(always)]
    pub fn bytes(&mut self, at: usize, bytes: &[u8]) {
        let cursor = &mut self.cursors[at];
        self.buffer[*cursor..*cursor + bytes.len()].copy_from_slice(bytes);
        *cursor += bytes.len();
    }
}
