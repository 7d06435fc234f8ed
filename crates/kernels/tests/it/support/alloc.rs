//! An allocator that counts, per thread, so that tests can bound what a call takes; and that refuses, so that they
//! see what a call does without memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    /// What is refused.
    static REFUSED: Cell<Refused> = const { Cell::new(Refused::Nothing) };
}

/// A request of fewer bytes is never refused: its size doesn't come from data.
pub const LARGE: usize = 4 << 10;

#[derive(Clone, Copy)]
enum Refused {
    Nothing,
    /// The large request after so many that are granted.
    After(usize),
    /// Every request with which the thread would hold more than this.
    Beyond(isize),
}

/// Whether a request for `bytes` bytes is refused.
fn is_refused(bytes: usize) -> bool {
    match REFUSED.get() {
        Refused::Nothing => false,
        Refused::After(_) if bytes < LARGE => false,
        Refused::After(granted) => {
            REFUSED.set(granted.checked_sub(1).map_or(Refused::Nothing, Refused::After));
            granted == 0
        }
        Refused::Beyond(most) => bytes >= LARGE && LIVE.get() + bytes as isize > most,
    }
}

/// Runs `call`, in which large request number `n`, counted from 0, is refused, and says whether there was one.
#[allow(dead_code, reason = "not all crates' tests use it")]
pub fn without<T>(n: usize, call: impl FnOnce() -> T) -> (T, bool) {
    REFUSED.set(Refused::After(n));
    let result = call();
    let is_left = matches!(REFUSED.replace(Refused::Nothing), Refused::After(_));
    (result, !is_left)
}

/// Runs `call` within one of the others with nothing refused: for memory of the test's own.
#[allow(dead_code, reason = "not all crates' tests use it")]
pub fn granted<T>(call: impl FnOnce() -> T) -> T {
    let refused = REFUSED.replace(Refused::Nothing);
    let result = call();
    REFUSED.set(refused);
    result
}

/// Runs `call`, in which this thread can't have more than `bytes` bytes over what it holds, but for small requests.
#[allow(dead_code, reason = "not all crates' tests use it")]
pub fn within<T>(bytes: usize, call: impl FnOnce() -> T) -> T {
    REFUSED.set(Refused::Beyond(LIVE.get() + bytes as isize));
    let result = call();
    REFUSED.set(Refused::Nothing);
    result
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

// SAFETY: every call goes to the system's allocator as it came, or gets null, which tells that there is no memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_refused(layout.size()) {
            return std::ptr::null_mut();
        }
        took(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_refused(layout.size()) {
            return std::ptr::null_mut();
        }
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
        if is_refused(size) {
            return std::ptr::null_mut();
        }
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

#[test]
fn what_is_refused_is_an_error() {
    let reserve = |bytes: usize| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    let both = || (reserve(LARGE), reserve(LARGE - 1), reserve(LARGE));
    assert_eq!(without(0, both), ((false, true, true), true));
    assert_eq!(without(1, both), ((true, true, false), true));
    assert_eq!(without(2, both), ((true, true, true), false));
    assert_eq!(within(2 * LARGE, || (reserve(2 * LARGE), reserve(2 * LARGE + 1))), (true, false));
    assert!(reserve(2 * LARGE + 1));
}
