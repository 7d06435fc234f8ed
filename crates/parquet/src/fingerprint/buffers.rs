//! Memory that is used again for what is read and for pages.
//!
//! New memory costs a fault for every 4 KiB, and the crate clears it before it decompresses: for TPC-H's
//! orders that was a tenth of the time.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use hashlane_files::Source;

/// So many bytes are kept for later at most.
const MOST_IDLE: usize = 16 << 20;

/// A buffer has so many bytes, or a multiple of them.
const STEP: usize = 64 << 10;

/// Buffers that nobody uses right now. Threads share them.
#[derive(Clone, Default)]
pub(crate) struct Buffers(Arc<Mutex<Vec<Vec<u8>>>>);

impl Buffers {
    /// A buffer of `len` bytes, which `fill` writes. It is given whatever was in there before.
    pub fn filled<E: From<io::Error>>(
        &self,
        len: usize,
        fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<Bytes, E> {
        let mut buffer = Lent { bytes: self.take(len)?, buffers: self.clone() };
        fill(&mut buffer.bytes[..len])?;
        Ok(Bytes::from_owner(buffer).slice(..len))
    }

    /// The bytes of a part of a file. What it is taken for is at most the file itself.
    pub fn read(&self, source: &dyn Source, start: u64, len: usize) -> io::Result<Bytes> {
        if start.checked_add(len as u64).is_none_or(|end| end > source.size()) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.filled(len, |bytes| source.read_exact_at(start, bytes))
    }

    /// One of at least `len` bytes: the one that was used last among those that are not much longer.
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

/// A buffer that goes back when it is no longer used.
struct Lent {
    bytes: Vec<u8>,
    buffers: Buffers,
}

impl AsRef<[u8]> for Lent {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut idle = self.buffers.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(std::mem::take(&mut self.bytes));
        let mut bytes: usize = idle.iter().map(Vec::len).sum();
        // Those that were not used for the longest time go first.
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

    fn filled(buffers: &Buffers, len: usize, byte: u8) -> Bytes {
        let fill = |bytes: &mut [u8]| {
            bytes.fill(byte);
            Ok::<(), io::Error>(())
        };
        buffers.filled(len, fill).unwrap()
    }

    fn idle(buffers: &Buffers) -> usize {
        buffers.0.lock().unwrap().iter().map(Vec::len).sum()
    }

    #[test]
    fn a_buffer_is_used_again_once_nobody_reads_it() {
        let buffers = Buffers::default();
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
        let buffers = Buffers::default();
        let long = filled(&buffers, MOST_IDLE + 1, 1);
        let short = filled(&buffers, 1, 1);
        drop(short);
        drop(long);
        assert_eq!(idle(&buffers), 0);
        drop((0..40).map(|_| filled(&buffers, 1 << 20, 1)).collect::<Vec<_>>());
        assert_eq!(idle(&buffers), MOST_IDLE);
    }
}
