//! Pages that a mapped file has no more.
//!
//! Who reads such a page gets SIGBUS. The handler puts zeros in the place of the page and of all behind it,
//! and says so to the mapping; the read goes on. (libwayland and EFL do the same.) A SIGBUS elsewhere goes
//! to whoever handled it before, which is Rust's check for overflowing stacks.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// More files are not mapped at once: each is hashed on a thread at least.
const SLOTS: usize = 256;

/// A range of addresses that is watched, in memory that a signal handler may read at any time.
struct Range {
    /// 0 where nothing is, 1 where somebody is about to watch something.
    start: AtomicUsize,
    end: AtomicUsize,
    is_lost: AtomicBool,
}

const FREE: usize = 0;
const TAKEN: usize = 1;

static RANGES: [Range; SLOTS] = [const {
    Range {
        start: AtomicUsize::new(FREE),
        end: AtomicUsize::new(0),
        is_lost: AtomicBool::new(false),
    }
}; SLOTS];

/// A place for a range.
pub(super) struct Slot(&'static Range);

/// A range that is watched until [`Watch::end`].
pub(super) struct Watch(&'static Range);

/// A free slot, if there is one. From the first one on, SIGBUS is handled.
pub(super) fn slot() -> Option<Slot> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(install);
    let take = |range: &&Range| {
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        range.start.compare_exchange(FREE, TAKEN, acquire, relaxed).is_ok()
    };
    RANGES.iter().find(take).map(Slot)
}

impl Slot {
    /// Watches the pages from `start` on.
    pub fn watch(self, start: usize, len: usize) -> Watch {
        let range = self.0;
        range.is_lost.store(false, Ordering::Relaxed);
        range.end.store(start + len, Ordering::Relaxed);
        range.start.store(start, Ordering::Release);
        std::mem::forget(self);
        Watch(range)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.start.store(FREE, Ordering::Release);
    }
}

impl Watch {
    pub fn is_lost(&self) -> bool {
        self.0.is_lost.load(Ordering::Acquire)
    }

    /// The pages are about to go.
    pub fn end(&self) {
        self.0.start.store(FREE, Ordering::Release);
    }
}

/// Who handled SIGBUS before. Written once, before [`on_bus_error`] can be called.
struct Before(UnsafeCell<MaybeUninit<libc::sigaction>>);

// SAFETY: it is written once, by `install`, before anything reads it.
unsafe impl Sync for Before {}

static BEFORE: Before = Before(UnsafeCell::new(MaybeUninit::uninit()));

fn install() {
    // SAFETY: `sigaction` writes who handled the signal before it has ours called, and zeros are a
    // `sigaction` without flags or a mask. The handler calls nothing but `mmap` and `sigaction`, and
    // reads atomics. Where the signal can't be handled, a file that shrinks ends the process as before.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_bus_error as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigaction(libc::SIGBUS, ptr::null(), BEFORE.0.get().cast());
        libc::sigaction(libc::SIGBUS, &action, ptr::null_mut());
    }
}

extern "C" fn on_bus_error(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the system calls this with what it knows of the fault.
    let address = unsafe { (*info).si_addr() }.addr();
    if !replace(address) {
        // The instruction is run once more, and faults again.
        // SAFETY: `install` has written it before this could be called.
        unsafe {
            libc::sigaction(libc::SIGBUS, BEFORE.0.get().cast(), ptr::null_mut());
        }
    }
}

/// Puts zeros in the place of the page at `address` and of all behind it in its mapping.
fn replace(address: usize) -> bool {
    let holds = |range: &&Range| {
        let start = range.start.load(Ordering::Acquire);
        start > TAKEN && (start..range.end.load(Ordering::Relaxed)).contains(&address)
    };
    let Some(range) = RANGES.iter().find(holds) else { return false };
    // SAFETY: it only asks for a number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    let first = address / page * page;
    let len = range.end.load(Ordering::Relaxed) - first;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
    // SAFETY: these are pages of a mapping that somebody reads at this moment, and so nobody unmaps.
    let zeros = unsafe {
        libc::mmap(ptr::without_provenance_mut(first), len, libc::PROT_READ, flags, -1, 0)
    };
    range.is_lost.store(true, Ordering::Release);
    zeros != libc::MAP_FAILED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_taken_and_given_back() {
        let mut held: Vec<Slot> = std::iter::from_fn(slot).collect();
        assert_eq!(held.len(), SLOTS);
        let watch = held.pop().expect("one").watch(1 << 20, 1 << 20);
        assert!(slot().is_none() && !watch.is_lost());
        watch.end();
        assert!(slot().is_some());
        drop(held);
        assert_eq!(std::iter::from_fn(slot).collect::<Vec<_>>().len(), SLOTS);
    }
}
