//! An allocator that counts, per thread, so that tests can bound what a call takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, with a count of this thread's bytes.
pub struct Counting;

/// Counts a request, granted or not: asking for 2^60 bytes is a fault even if the answer is no.
fn took(bytes: usize) {
    LIVE.set(LIVE.get() + bytes as isize);
    PEAK.set(PEAK.get().max(LIVE.get()));
}

fn gave_back(bytes: usize) {
    LIVE.set(LIVE.get() - bytes as isize);
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

fn given(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        gave_back(bytes);
    }
    block
}

/// Runs `call` and says how many bytes this thread held at most over what it held before.
pub fn peak<T>(call: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let result = call();
    (result, (PEAK.get() - before) as usize)
}

/// Runs `call` and says how many bytes more this thread holds after it.
pub fn held<T>(call: impl FnOnce() -> T) -> (T, isize) {
    let before = LIVE.get();
    let result = call();
    (result, LIVE.get() - before)
}

#[test]
fn what_is_taken_is_counted() {
    let (_, nothing) = peak(|| ());
    assert_eq!(nothing, 0);
    let (_, zeroed) = peak(|| drop(vec![0u8; 1 << 20]));
    assert_eq!(zeroed, 1 << 20);
    let (refused, asked) = peak(|| Vec::<u8>::new().try_reserve_exact(1 << 60).is_err());
    assert!(refused && asked >= 1 << 60);
    let (kept, more) = held(|| vec![0u8; 1 << 10]);
    assert_eq!(more, 1 << 10);
    assert_eq!(held(|| drop(kept)).1, -1 << 10);
}
