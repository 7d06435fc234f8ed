//! The states that the callbacks of an aggregate get. DuckDB documents one state for each row of an update.
//!
//! DuckDB does this from 2.0 on. Earlier versions pass an array of a single state if all rows share it (`OVER ()`,
//! `OVER (PARTITION BY …)`, an ORDER BY inside the call) and give no sign of it
//! (<https://github.com/duckdb/duckdb/issues/21537>). A callback can't distinguish the two, so there the aggregates are
//! registered as errors: see `refusal`.

use std::marker::PhantomData;

use libduckdb_sys::*;

/// The bytes that DuckDB must allocate for a state.
pub const fn size_of_state<T>() -> idx_t {
    const { assert!(align_of::<T>() <= 8) };
    size_of::<T>() as idx_t
}

/// # Safety
/// `state` is memory of the size above, aligned to 8 bytes.
pub unsafe fn init<T: Default>(state: duckdb_aggregate_state) {
    // SAFETY: the caller guarantees the memory.
    unsafe { state.cast::<T>().write(T::default()) };
}

/// States of type `T`.
pub struct GroupStates<T> {
    first: *mut duckdb_aggregate_state,
    len: usize,
    of: PhantomData<T>,
}

// SAFETY: DuckDB leaves the memory to the callback, on the thread that runs it. No method calls into DuckDB.
unsafe impl<T> Send for GroupStates<T> {}

impl<T> GroupStates<T> {
    /// # Safety
    /// `first` is an array of `len` states that [`init`] has made with the same type, and that nothing else uses while
    /// this is alive.
    pub unsafe fn new(first: *mut duckdb_aggregate_state, len: usize) -> Self {
        GroupStates { first, len, of: PhantomData }
    }

    /// The state with index `i`. Panics if there are fewer.
    pub fn state(&mut self, i: usize) -> &mut T {
        assert!(i < self.len);
        // SAFETY: the array has `len` states. Entries may be the same state, but only one is borrowed.
        unsafe { &mut *(*self.first.add(i)).cast::<T>() }
    }

    /// Iterates over all states, which must be distinct.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        // SAFETY: as in `of`; several are borrowed at once, but only for reading.
        (0..self.len).map(|i| unsafe { &*(*self.first.add(i)).cast::<T>() })
    }

    /// Drops all states.
    ///
    /// # Safety
    /// None of them is used again, and no two are the same.
    pub unsafe fn destroy(self) {
        for i in 0..self.len {
            // SAFETY: the array has `len` states, and the caller guarantees the rest.
            unsafe { (*self.first.add(i)).cast::<T>().drop_in_place() };
        }
    }
}
