//! The pages of a mapped file.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::ptr::{self, NonNull};

use super::lost::{self, Watch};

/// A file's bytes, as long as this lives. Only this crate reads them, and only to hash them.
pub struct Mapping {
    start: NonNull<u8>,
    len: usize,
    watch: Watch,
}

// SAFETY: the pages are only read, and any thread may unmap them.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// The first `len` bytes of a file. None where they can't be mapped: there are none, the file system
    /// has no pages, or as many files are mapped as can be watched.
    pub(crate) fn new(file: &File, len: u64) -> Option<Mapping> {
        let len = usize::try_from(len).ok().filter(|len| *len > 0)?;
        let slot = lost::slot()?;
        let (protection, flags) = (libc::PROT_READ, libc::MAP_SHARED);
        // SAFETY: the system chooses an address at which nothing lies, and checks the file.
        let start =
            unsafe { libc::mmap(ptr::null_mut(), len, protection, flags, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let start = NonNull::new(start.cast::<u8>())?;
        Some(Mapping { start, len, watch: slot.watch(start.as_ptr().addr(), len) })
    }

    /// The bytes. Where the file is written to meanwhile they are those of any moment, and where it
    /// became shorter they are zeros. They are for hashing: nothing but the digest depends on them.
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: the pages are there until `drop`: those that the file loses are replaced (`lost`). Another
        // process may write to them, which no program can forbid for files: what reads them must not
        // rely on reading the same value twice. BLAKE3 alone reads them (`digest::tree::root`), which
        // neither branches on a byte nor indexes by one; `Pass::digests` asks `Source::unchanged` before
        // it gives out the digest.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }

    /// Whether bytes could not be had, and were taken for zeros.
    pub(crate) fn is_lost(&self) -> bool {
        self.watch.is_lost()
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // Before the pages go: what lies there next is not to be replaced.
        self.watch.end();
        // SAFETY: `mmap` gave these pages, or `lost` put others in their place; nobody borrows them now.
        unsafe {
            libc::munmap(self.start.as_ptr().cast(), self.len);
        }
    }
}
