//! Bytes before an unreadable page.

use std::ptr;

/// A buffer that ends where readable memory ends.
pub struct Guarded {
    base: *mut u8,
    size: usize,
}

const PAGE: usize = 4096;

impl Guarded {
    /// A buffer of at least `len` bytes.
    pub fn new(len: usize) -> Guarded {
        let size = len.next_multiple_of(PAGE);
        // SAFETY: an anonymous mapping wherever there is room, whose last page becomes unreadable.
        let base = unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let base = libc::mmap(ptr::null_mut(), size + PAGE, access, flags, -1, 0);
            assert_ne!(base, libc::MAP_FAILED);
            assert_eq!(libc::mprotect(base.byte_add(size), PAGE, libc::PROT_NONE), 0);
            base.cast()
        };
        Guarded { base, size }
    }

    /// Writes `bytes` to the end of the buffer, and returns them.
    pub fn end(&mut self, bytes: &[u8]) -> &[u8] {
        // SAFETY: `size` bytes from `base` on can be read and written.
        let buffer = unsafe { std::slice::from_raw_parts_mut(self.base, self.size) };
        let end = &mut buffer[self.size - bytes.len()..];
        end.copy_from_slice(bytes);
        end
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: `new` has mapped this much.
        unsafe { libc::munmap(self.base.cast(), self.size + PAGE) };
    }
}
