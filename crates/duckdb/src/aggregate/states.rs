//! The states that an aggregate's callbacks are given.
//!
//! DuckDB documents one state for each row of an update. Before 2.0 it gives an array of a single one where all
//! rows share it, in `OVER ()`, `OVER (PARTITION BY …)` and under ORDER BY, and says nothing of it: to read a
//! second one is to crash (<https://github.com/duckdb/duckdb/issues/21537>). So on such a host we know all
//! states by their addresses, and an array has one for each row where every entry is one that is known.
//!
//! That is no proof: what follows an array of one may by chance be the address of a state. So an aggregate
//! that needs no ORDER BY refuses the query at the first array of one: all updates of a window would have to
//! be taken for others. (Where windows over 150,000 partitions of two rows were answered instead, 1 % of the
//! answers were wrong.) One that needs it has states on the thread that sorts alone, one at a time.

use std::collections::HashSet;
use std::ffi::CStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard};

use libduckdb_sys::*;

use crate::api::call;

/// What DuckDB keeps for a group.
struct Slot<T> {
    value: T,
    /// What it was known by when it was made. DuckDB moves states, but updates them only where they were made.
    home: Home,
}

/// What a state is known by: its address, and in the bits above it what kind it is of and, for one that is
/// made and updated by the same thread, which. The set of those of ten million groups is to be small.
type Home = u64;

/// The kinds of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sum over rows in any order.
    Multiset = 1,
    /// A digest of rows in order.
    Digest = 2,
    /// A sample of values in any order.
    Sample = 3,
    /// A pack of values in order.
    Pack = 4,
}

impl Kind {
    /// Whether it takes an array of one state for all rows. Under ORDER BY there is no other.
    fn takes_shared(self) -> bool {
        match self {
            Kind::Multiset | Kind::Sample => false,
            Kind::Digest | Kind::Pack => true,
        }
    }

    fn home(self, address: usize) -> Home {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        thread_local! {
            static THREAD: u64 = NEXT.fetch_add(1, Ordering::Relaxed);
        }
        let thread = if self.takes_shared() { THREAD.with(|thread| *thread) } else { 0 };
        address as Home ^ (self as Home) << 48 ^ thread << 52
    }
}

/// Whether the host gives arrays of one state for many rows.
static SHARES_STATES: LazyLock<bool> = LazyLock::new(|| {
    // SAFETY: DuckDB gives a C string that lives for ever.
    let version = unsafe { CStr::from_ptr(call!(duckdb_library_version())) };
    let version = version.to_string_lossy();
    let major = version.trim_start_matches('v').split('.').next();
    major.and_then(|major| major.parse::<u32>().ok()).is_some_and(|major| major < 2)
});

const SHARDS: usize = 64;

/// All states of a host that shares states. Threads seldom meet in a shard.
static HOMES: LazyLock<[Mutex<HashSet<Home>>; SHARDS]> =
    LazyLock::new(|| std::array::from_fn(|_| Mutex::default()));

fn homes(home: Home) -> MutexGuard<'static, HashSet<Home>> {
    // Rows of a hash table lie one after the other in blocks of 256 KiB.
    let shard = &HOMES[(home >> 18) as usize % SHARDS];
    shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The bytes that DuckDB must keep for a state.
pub const fn size_of_state<T>() -> idx_t {
    size_of::<Slot<T>>() as idx_t
}

/// # Safety
/// `state` is memory of the size above, aligned to 8 bytes.
pub unsafe fn init<T>(kind: Kind, state: duckdb_aggregate_state, value: T) {
    const { assert!(align_of::<Slot<T>>() <= 8) };
    let home = kind.home(state as usize);
    if *SHARES_STATES {
        homes(home).insert(home);
    }
    // SAFETY: the caller vouches for the memory.
    unsafe { state.cast::<Slot<T>>().write(Slot { value, home }) };
}

/// # Safety
/// The state was made by [`init`] with the same type, and is not used again.
pub unsafe fn destroy<T>(state: duckdb_aggregate_state) {
    // SAFETY: the caller vouches for the state.
    let slot = unsafe { state.cast::<Slot<T>>().read() };
    if *SHARES_STATES {
        homes(slot.home).remove(&slot.home);
    }
}

/// # Safety
/// The state was made by [`init`] with the same type, and nothing else uses it now.
pub unsafe fn value<'a, T>(state: duckdb_aggregate_state) -> &'a mut T {
    // SAFETY: the caller vouches for the state.
    unsafe { &mut (*state.cast::<Slot<T>>()).value }
}

/// Whether an array has one state for all rows.
///
/// # Safety
/// `first` is what DuckDB gives to an update of `len` rows, of which there is at least one.
unsafe fn is_shared(kind: Kind, first: *const duckdb_aggregate_state, len: usize) -> bool {
    // What holds a state for each row of a vector is large, and so aligned to 16 bytes by every allocator.
    if !first.addr().is_multiple_of(16) {
        return true;
    }
    // Arrays of one lie side by side, so a neighbour may be a state that is known, too.
    const LOOKED_AT: usize = 64;
    let looked_at = len.min(LOOKED_AT);
    if !is_mapped(first.cast(), looked_at * size_of::<duckdb_aggregate_state>()) {
        return true;
    }
    let is_known = |i: usize| {
        // SAFETY: the pages of all entries that are looked at are mapped. Where there is one state only, those
        // after it are bytes of the host's heap, no object of Rust's; whatever a volatile read finds there is
        // compared with known addresses, and not followed.
        let home = kind.home(unsafe { first.add(i).read_volatile() } as usize);
        homes(home).contains(&home)
    };
    is_known(0) && !(1..looked_at).all(is_known)
}

/// Whether the pages of `bytes` bytes can be read. That is asked for only where they are not all on the page of
/// the first, which the host vouches for.
#[cfg(unix)]
fn is_mapped(first: *const u8, bytes: usize) -> bool {
    const PAGE: usize = 4096;
    let end = first.addr() + bytes - 1;
    if end / PAGE == first.addr() / PAGE {
        return true;
    }
    // A system whose pages are larger says no to an address within one, which is on the page of the first.
    let page = first.with_addr(end / PAGE * PAGE).cast_mut();
    let mut resident = 0;
    // SAFETY: mincore reads nothing but the page's entry; it writes a byte for the one page.
    let mapped = unsafe { libc::mincore(page.cast(), 1, &raw mut resident) } == 0;
    mapped || std::io::Error::last_os_error().raw_os_error() != Some(libc::ENOMEM)
}

/// Where the system can't be asked, a heap is taken to go on for the half KiB that is looked at.
#[cfg(not(unix))]
fn is_mapped(_first: *const u8, _bytes: usize) -> bool {
    true
}

/// The states of the rows of an update.
pub struct States {
    first: *mut duckdb_aggregate_state,
    is_shared: bool,
}

impl States {
    /// `None` where the array is one that the kind refuses.
    ///
    /// # Safety
    /// `first` is what DuckDB gives to an update of `len` rows.
    pub unsafe fn new(kind: Kind, first: *mut duckdb_aggregate_state, len: usize) -> Option<Self> {
        // SAFETY: the caller vouches for the array.
        let is_shared = len > 1 && *SHARES_STATES && unsafe { is_shared(kind, first, len) };
        (!is_shared || kind.takes_shared()).then_some(States { first, is_shared })
    }

    /// The state of row `i`.
    ///
    /// # Safety
    /// The update has so many rows.
    pub unsafe fn of(&self, i: usize) -> duckdb_aggregate_state {
        // SAFETY: the array has a state for each row, or one for all.
        unsafe { *self.first.add(if self.is_shared { 0 } else { i }) }
    }
}
