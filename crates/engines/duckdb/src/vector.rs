//! The memory of vectors.

use libduckdb_sys::*;

use crate::api::call;

/// The memory of a vector. DuckDB passes flat vectors, with a value for each row.
#[derive(Clone, Copy)]
pub struct Vector {
    data: *const u8,
    validity: *const u64,
    len: usize,
}

// SAFETY: DuckDB does not change the memory while a callback runs. No method writes or calls into DuckDB.
unsafe impl Send for Vector {}
// SAFETY: as above.
unsafe impl Sync for Vector {}

impl Vector {
    /// # Safety
    /// `raw` is a vector of a chunk of `len` rows, which does not change while this is alive.
    pub unsafe fn read(raw: duckdb_vector, len: usize) -> Self {
        // SAFETY: the caller vouches for the vector.
        unsafe {
            let data = call!(duckdb_vector_get_data(raw)).cast_const().cast();
            let validity = call!(duckdb_vector_get_validity(raw)).cast_const();
            Vector { data, validity, len }
        }
    }

    /// A vector in memory of ours.
    ///
    /// # Safety
    /// `data` has a value for each row, and lives with `validity` as long as this.
    pub unsafe fn new(data: *const u8, validity: Option<&[u64]>, len: usize) -> Self {
        Vector { data, validity: validity.map_or(std::ptr::null(), <[u64]>::as_ptr), len }
    }

    /// A vector of `len` rows whose values are not read.
    pub fn none(len: usize) -> Self {
        Vector { data: std::ptr::null(), validity: std::ptr::null(), len }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// One bit per row, set if the row is not NULL; `None` if no row is NULL.
    pub fn validity(&self) -> Option<&[u64]> {
        if self.validity.is_null() {
            return None;
        }
        // SAFETY: DuckDB has a bit for each row of the vector.
        Some(unsafe { std::slice::from_raw_parts(self.validity, self.len.div_ceil(64)) })
    }

    /// # Safety
    /// `T` is the physical type of the vector.
    pub unsafe fn values<T>(&self) -> &[T] {
        if self.len == 0 || self.data.is_null() {
            return &[];
        }
        // SAFETY: a flat vector has a value for each row; the caller vouches for the type.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.len) }
    }
}

/// Whether a row's bit is set. Never panics, so every phase of a callback may call it.
pub fn is_valid(valid: Option<&[u64]>, row: usize) -> bool {
    valid.is_none_or(|bits| bits.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1))
}

/// Returns a UUID as a number, from its low and its high half.
pub fn uuid([low, high]: &[u64; 2]) -> u128 {
    u128::from(high ^ 1 << 63) << 64 | u128::from(*low)
}
