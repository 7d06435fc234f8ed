//! An allocator that counts per thread, so that tests can limit the memory of a call. It can refuse
//! requests, so that tests can run a call out of memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    /// Which requests are refused.
    static REFUSED: Cell<Refused> = const { Cell::new(Refused::Nothing) };
}

/// Smaller requests are never refused: their size doesn't come from data.
pub const LARGE: usize = 4 << 10;

#[derive(Clone, Copy)]
enum Refused {
    Nothing,
    /// The large request after this many granted ones.
    After(usize),
    /// Every request that would take the thread over this many bytes.
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

/// Runs `call` and refuses large request number `n`, counted from 0. Returns whether there was one.
#[allow(dead_code, reason = "not all crates' tests use it")]
pub fn without<T>(n: usize, call: impl FnOnce() -> T) -> (T, bool) {
    REFUSED.set(Refused::After(n));
    let result = call();
    let is_left = matches!(REFUSED.replace(Refused::Nothing), Refused::After(_));
    (result, !is_left)
}

/// Runs `call` inside one of the other functions with nothing refused, for the test's own memory.
#[allow(dead_code, reason = "not all crates' tests use it")]
pub fn granted<T>(call: impl FnOnce() -> T) -> T {
    let refused = REFUSED.replace(Refused::Nothing);
    let result = call();
    REFUSED.set(refused);
    result
}

/// Runs `call` and refuses this thread more than `bytes` additional bytes, except in small
/// requests.
#[allow(dead_code, reason = "not all crates' tests use it")]
pub fn within<T>(bytes: usize, call: impl FnOnce() -> T) -> T {
    REFUSED.set(Refused::Beyond(LIVE.get() + bytes as isize));
    let result = call();
    REFUSED.set(Refused::Nothing);
    result
}

/// The system's allocator, with a count of this thread's bytes.
pub struct Counting;

/// Counts a request, granted or not: asking for 2^60 bytes is a fault even if it is refused.
fn took(bytes: usize) {
    LIVE.set(LIVE.get() + bytes as isize);
    PEAK.set(PEAK.get().max(LIVE.get()));
}

fn gave_back(bytes: usize) {
    LIVE.set(LIVE.get() - bytes as isize);
}

// SAFETY: every call goes to the system's allocator unchanged, or returns null, which means out of
// memory.
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
        // While a block moves, both copies exist.
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

/// Runs `call` and returns the most additional bytes that this thread held meanwhile.
pub fn peak<T>(call: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let result = call();
    (result, (PEAK.get() - before) as usize)
}

/// Runs `call` and returns how many more bytes this thread holds after it.
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
