//! Reusable buffers for reads and for pages.
//!
//! New memory costs a page fault for every 4 KiB, and the crate clears it before it decompresses. For
//! TPC-H's orders that took a tenth of the time.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use hashlane_files::Source;

/// The most bytes that are kept for reuse.
const MOST_IDLE: usize = 16 << 20;

/// The length of a new buffer is a multiple of this.
const STEP: usize = 64 << 10;

/// A pool of idle buffers, shared by threads.
#[derive(Clone, Default)]
pub(crate) struct BufferPool(Arc<Mutex<Vec<Vec<u8>>>>);

impl BufferPool {
    /// Returns a buffer of `len` bytes that `fill` has written. `fill` gets the buffer with its old content.
    pub(crate) fn filled<E: From<io::Error>>(
        &self,
        len: usize,
        fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<Bytes, E> {
        let mut buffer = LentBuffer { bytes: self.take(len)?, buffers: self.clone() };
        fill(&mut buffer.bytes[..len])?;
        Ok(Bytes::from_owner(buffer).slice(..len))
    }

    /// Reads part of a file. Checks the range against the file's size before it allocates memory.
    pub(crate) fn read(&self, source: &dyn Source, start: u64, len: usize) -> io::Result<Bytes> {
        if start.checked_add(len as u64).is_none_or(|end| end > source.size()) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.filled(len, |bytes| source.read_exact_at(start, bytes))
    }

    /// Takes a buffer of at least `len` bytes: the most recently used one that is not much longer, or a new
    /// one.
    fn take(&self, len: usize) -> io::Result<Vec<u8>> {
        let whole = len.checked_next_multiple_of(STEP).unwrap_or(len);
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |buffer: &Vec<u8>| (len..=whole.saturating_mul(2)).contains(&buffer.len());
        if let Some(place) = idle.iter().rposition(fits) {
            return Ok(idle.remove(place));
        }
        drop(idle);
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(whole).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        bytes.resize(whole, 0);
        Ok(bytes)
    }
}

/// A buffer that returns to the pool when it is dropped.
struct LentBuffer {
    bytes: Vec<u8>,
    buffers: BufferPool,
}

impl AsRef<[u8]> for LentBuffer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for LentBuffer {
    fn drop(&mut self) {
        let mut idle = self.buffers.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(std::mem::take(&mut self.bytes));
        let mut bytes: usize = idle.iter().map(Vec::len).sum();
        // Free the least recently used buffers first.
        let kept = idle.iter().position(|buffer| {
            let fits = bytes <= MOST_IDLE;
            bytes -= buffer.len();
            fits
        });
        let kept = kept.unwrap_or(idle.len());
        let given_back: Vec<_> = idle.drain(..kept).collect();
        drop(idle);
        drop(given_back);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(buffers: &BufferPool, len: usize, byte: u8) -> Bytes {
        let fill = |bytes: &mut [u8]| {
            bytes.fill(byte);
            Ok::<(), io::Error>(())
        };
        buffers.filled(len, fill).unwrap()
    }

    fn idle(buffers: &BufferPool) -> usize {
        buffers.0.lock().unwrap().iter().map(Vec::len).sum()
    }

    #[test]
    fn a_buffer_is_reused_when_it_has_no_readers() {
        let buffers = BufferPool::default();
        let first = filled(&buffers, 1_000_000, 1);
        let part = first.slice(10..20);
        let address = first.as_ptr();
        drop(first);
        assert_eq!(idle(&buffers), 0);
        let second = filled(&buffers, 1_000_000, 2);
        assert_eq!((&part[..], &second[..]), (&[1; 10][..], &[2; 1_000_000][..]));
        drop(part);
        assert_eq!(filled(&buffers, 900_000, 3).as_ptr(), address);
        // One that is far too long is not taken.
        assert_ne!(filled(&buffers, 10, 4).as_ptr(), address);
    }

    #[test]
    fn little_is_kept() {
        let buffers = BufferPool::default();
        let long = filled(&buffers, MOST_IDLE + 1, 1);
        let short = filled(&buffers, 1, 1);
        drop(short);
        drop(long);
        assert_eq!(idle(&buffers), 0);
        drop((0..40).map(|_| filled(&buffers, 1 << 20, 1)).collect::<Vec<_>>());
        assert_eq!(idle(&buffers), MOST_IDLE);
    }
}
