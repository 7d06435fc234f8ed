//! Room for the bytes of one frame, in which short copies need neither a length nor a bounds check.

use super::LONGEST;

/// The number of bytes after a copy that may be read and written.
pub(in crate::zstd) const SLACK: usize = 64;

/// The size of the buffer, with [`SLACK`] bytes after the last one in use.
pub(super) struct Buffer([u8; LONGEST + 1 + SLACK]);

/// Positions are taken modulo this size, so that they need no check. [`LONGEST`] is one less.
const PLACES: usize = LONGEST + 1;

impl Default for Buffer {
    fn default() -> Self {
        Buffer([0; PLACES + SLACK])
    }
}

impl Buffer {
    /// The bytes from `at` on.
    #[inline(always)]
    pub fn behind(&self, at: usize) -> &[u8] {
        &self.0[at % PLACES..]
    }

    /// The bytes from `at` on.
    #[inline(always)]
    pub fn behind_mut(&mut self, at: usize) -> &mut [u8] {
        &mut self.0[at % PLACES..]
    }

    /// Copies `len` bytes from `distance` bytes before `at` to `at`. If the two overlap, copied bytes are copied
    /// again. At least as many bytes come before `at` and, except for [`SLACK`], after it.
    #[inline(always)]
    pub fn repeat(&mut self, at: usize, distance: usize, len: usize) {
        const CHUNK: usize = 16;
        let from = at - distance;
        if distance < CHUNK {
            return overlapping(&mut self.behind_mut(from)[..distance + len], distance);
        }
        for copied in (0..len).step_by(CHUNK) {
            let mut bytes = [0; CHUNK];
            bytes.copy_from_slice(&self.behind(from + copied)[..CHUNK]);
            self.behind_mut(at + copied)[..CHUNK].copy_from_slice(&bytes);
        }
    }
}

/// Repeats the first `distance` bytes up to the end.
fn overlapping(bytes: &mut [u8], distance: usize) {
    for at in distance..bytes.len() {
        bytes[at] = bytes[at - distance];
    }
}

/// Copies the first `len` bytes, and up to [`SLACK`] more where both have them.
#[inline(always)]
pub(super) fn copy(from: &[u8], to: &mut [u8], len: usize) -> Option<()> {
    const SHORT: usize = 32;
    if len <= SHORT
        && let (Some(from), Some(to)) = (from.first_chunk::<SHORT>(), to.first_chunk_mut())
    {
        *to = *from;
    } else {
        to.get_mut(..len)?.copy_from_slice(from.get(..len)?);
    }
    Some(())
}
