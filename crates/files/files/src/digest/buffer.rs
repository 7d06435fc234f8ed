//! Memory that files are read into.

use std::io;
use std::ops::Deref;

/// The number of bytes in a cache line.
const LINE: usize = 64;

/// Bytes that start on a cache line.
///
/// Allocators put large blocks 16 bytes after the start of a page. On Zen 4, the system copies from the page cache to
/// such an address at 6.3 GB/s, and to addresses 0, 64, 256, 2048 and 2064 bytes after the start at 7.6 to 8.4 GB/s, in
/// pieces of 64 KiB or 256 KiB.
#[derive(Default)]
pub(super) struct AlignedBuffer {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl AlignedBuffer {
    /// Changes the length to `len` bytes of any value, and returns them.
    ///
    /// # Errors
    /// Returns an error if an allocation fails.
    pub(super) fn resize(&mut self, len: usize) -> io::Result<&mut [u8]> {
        if self.memory.len() < len.saturating_add(LINE) {
            self.memory.clear();
            self.memory.try_reserve_exact(len.saturating_add(LINE))?;
            self.memory.resize(len + LINE, 0);
            self.start = self.memory.as_ptr().align_offset(LINE).min(LINE);
        }
        self.len = len;
        Ok(&mut self.memory[self.start..][..len])
    }

    /// Drops the bytes from `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl Deref for AlignedBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[self.start..][..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_on_a_cache_line_at_any_length() {
        let mut buffer = AlignedBuffer::default();
        for len in [0, 1, 100, 5000, 300, 1 << 18, 70_000] {
            let bytes = buffer.resize(len).expect("there is memory");
            assert_eq!(bytes.len(), len);
            assert_eq!(bytes.as_ptr().addr() % LINE, 0);
            bytes.fill(7);
            assert_eq!(*buffer, *vec![7; len]);
        }
        buffer.truncate(3);
        assert_eq!(*buffer, [7; 3]);
        assert!(buffer.resize(usize::MAX).is_err());
    }
}
