//! An allocator that counts, so that a call that takes too much is a finding.
//!
//! libFuzzer's own limits are not enough: `-malloc_limit_mb` needs a sanitizer, and `-rss_limit_mb` does
//! not see memory that is asked for and never touched. What C libraries take (zstd, liblzma, liblz4)
//! does not come from here, and only the latter bounds it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a count of the process's bytes.
struct Counting;

/// Counts a request, granted or not: asking for 2^60 bytes is a fault even if the answer is no.
fn took(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Relaxed).wrapping_add(bytes);
    PEAK.fetch_max(live, Relaxed);
}

fn gave_back(bytes: usize) {
    LIVE.fetch_sub(bytes, Relaxed);
}

fn given(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        gave_back(bytes);
    }
    block
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        gave_back(layout.size());
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While a block moves, both are there.
        took(size);
        // SAFETY: the caller keeps the contract of `realloc`.
        let moved = given(unsafe { System.realloc(block, layout, size) }, size);
        if !moved.is_null() {
            gave_back(layout.size());
        }
        moved
    }
}

/// Runs `call`, on whatever threads.
///
/// # Panics
/// If the process had more than `most` bytes more meanwhile than before.
pub fn within<T>(most: usize, call: impl FnOnce() -> T) -> T {
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = call();
    let peak = PEAK.load(Relaxed).saturating_sub(before);
    assert!(peak <= most, "{peak} bytes were asked for, and {most} are the most");
    result
}
