//! Huge pages for large results.

use std::mem::MaybeUninit;

/// Below this size glibc's allocator returns used memory again, without page faults; from it on, it maps new memory each
/// time. Huge pages from 4 MiB on made `xxh3` of 2.6 million UUIDs slower, from 3.4 to 4.9 ns a row.
#[cfg(target_os = "linux")]
const LEAST_BYTES: usize = 32 << 20;

/// The size and the alignment of a huge page on x86-64, and on 64-bit ARM with pages of 4 KiB.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// Asks the operating system for huge pages for a buffer that hasn't been written yet. Without them, new memory costs a page
/// fault for each 4 KiB: in a virtual machine on Zen 5, `xxh3` of 8 million short strings took 7.8 ns a row without and 5.4
/// with them. A system that has no huge pages left uses small ones.
#[cfg(target_os = "linux")]
pub fn request<T>(spare: &mut [MaybeUninit<T>]) {
    let bytes = size_of_val(spare);
    let start = spare.as_mut_ptr().cast::<u8>();
    let before = start.align_offset(HUGE_PAGE);
    if bytes < LEAST_BYTES || before >= bytes {
        return;
    }
    let whole = (bytes - before) / HUGE_PAGE * HUGE_PAGE;
    // SAFETY: the range lies in `spare`, which is borrowed, and the advice leaves its bytes as they are.
    unsafe { libc::madvise(start.add(before).cast(), whole, libc::MADV_HUGEPAGE) };
}

/// Other systems use their default pages.
#[cfg(not(target_os = "linux"))]
pub fn request<T>(_: &mut [MaybeUninit<T>]) {}
