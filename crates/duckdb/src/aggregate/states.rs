//! The states that an aggregate's callbacks are given.
//!
//! DuckDB documents one state for each row of an update. Before 2.0 it gives an array of a single one where all
//! rows share it, in `OVER ()` and under ORDER BY, and says nothing of it: to read a second one is to
//! crash (<https://github.com/duckdb/duckdb/issues/21537>). So on such a host we know all states by their
//! addresses: in an array for all rows, every entry is one that is known.

use std::collections::HashSet;
use std::ffi::CStr;
use std::sync::{LazyLock, Mutex, MutexGuard};

use libduckdb_sys::*;

use crate::api::call;

/// What DuckDB keeps for a group.
struct Slot<T> {
    value: T,
    /// Where it was when it was made. DuckDB moves states, but updates them only where they were made.
    home: usize,
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

/// The addresses of all states of a host that shares states. Threads seldom meet in a shard.
static HOMES: LazyLock<[Mutex<HashSet<usize>>; SHARDS]> =
    LazyLock::new(|| std::array::from_fn(|_| Mutex::default()));

fn homes(address: usize) -> MutexGuard<'static, HashSet<usize>> {
    // Rows of a hash table lie one after the other in blocks of 256 KiB.
    let shard = &HOMES[(address >> 18) % SHARDS];
    shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The bytes that DuckDB must keep for a state.
pub const fn size_of_state<T>() -> idx_t {
    size_of::<Slot<T>>() as idx_t
}

/// # Safety
/// `state` is memory of the size above, aligned to 8 bytes.
pub unsafe fn init<T>(state: duckdb_aggregate_state, value: T) {
    const { assert!(align_of::<Slot<T>>() <= 8) };
    let home = state as usize;
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
/// `first` is what DuckDB gives to an update of `len` rows.
unsafe fn is_shared(first: *const duckdb_aggregate_state, len: usize) -> bool {
    // What holds a state for each row of a vector is large, and so aligned to 16 bytes by every allocator.
    if !first.addr().is_multiple_of(16) {
        return true;
    }
    // Arrays of one lie side by side, so a neighbour may be a state that is known, too.
    const LOOKED_AT: usize = 32;
    let is_known = |i: usize| {
        // SAFETY: where there is one state only, what follows it is not DuckDB's, but memory of the
        // allocator's; we look as far as what is there is a state.
        let address = unsafe { *first.add(i) } as usize;
        homes(address).contains(&address)
    };
    is_known(0) && !(1..len.min(LOOKED_AT)).all(is_known)
}

/// The states of the rows of an update.
pub struct States {
    first: *mut duckdb_aggregate_state,
    is_shared: bool,
}

impl States {
    /// # Safety
    /// `first` is what DuckDB gives to an update of `len` rows.
    pub unsafe fn new(first: *mut duckdb_aggregate_state, len: usize) -> Self {
        // SAFETY: the caller vouches for the array.
        let is_shared = len > 1 && *SHARES_STATES && unsafe { is_shared(first, len) };
        States { first, is_shared }
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
