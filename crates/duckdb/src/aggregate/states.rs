//! The states that an aggregate's callbacks are given: one for each row of an update, as DuckDB documents it.
//!
//! DuckDB keeps this promise from 2.0 on. Before, it gives an array of a single state where all rows share it
//! (`OVER ()`, `OVER (PARTITION BY …)`, an ORDER BY inside the call) and says nothing of it
//! (<https://github.com/duckdb/duckdb/issues/21537>). Nothing that a callback gets tells the two apart, so
//! there the aggregates are not registered: see `refusal`.

use std::marker::PhantomData;

use libduckdb_sys::*;

/// The bytes that DuckDB must keep for a state.
pub const fn size_of_state<T>() -> idx_t {
    const { assert!(align_of::<T>() <= 8) };
    size_of::<T>() as idx_t
}

/// # Safety
/// `state` is memory of the size above, aligned to 8 bytes.
pub unsafe fn init<T: Default>(state: duckdb_aggregate_state) {
    // SAFETY: the caller vouches for the memory.
    unsafe { state.cast::<T>().write(T::default()) };
}

/// States of type `T`.
pub struct States<T> {
    first: *mut duckdb_aggregate_state,
    len: usize,
    of: PhantomData<T>,
}

// SAFETY: it is memory that DuckDB leaves to the callback, on the thread that runs it, and has no methods that
// call into DuckDB.
unsafe impl<T> Send for States<T> {}

impl<T> States<T> {
    /// # Safety
    /// `first` is an array of `len` states that were made by [`init`] with the same type, and that nothing
    /// else uses while this lives.
    pub unsafe fn new(first: *mut duckdb_aggregate_state, len: usize) -> Self {
        States { first, len, of: PhantomData }
    }

    /// The `i`th state. Panics if there are fewer.
    pub fn of(&mut self, i: usize) -> &mut T {
        assert!(i < self.len);
        // SAFETY: the array has so many states. Entries may be the same state, and only one is borrowed.
        unsafe { &mut *(*self.first.add(i)).cast::<T>() }
    }

    /// Iterates over all states. No two are the same.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        // SAFETY: as in `of`; they are borrowed together, and not to write.
        (0..self.len).map(|i| unsafe { &*(*self.first.add(i)).cast::<T>() })
    }

    /// Drops all states.
    ///
    /// # Safety
    /// None of them is used again, and no two are the same.
    pub unsafe fn destroy(self) {
        for i in 0..self.len {
            // SAFETY: the array has so many states, and the caller vouches for the rest.
            unsafe { (*self.first.add(i)).cast::<T>().drop_in_place() };
        }
    }
}
