//! The memory of vectors.

use libduckdb_sys::*;

use crate::api::call;

/// The memory of a vector. DuckDB hands vectors over flat: a value for each row.
#[derive(Clone, Copy)]
pub struct Vector {
    data: *const u8,
    validity: *const u64,
    len: usize,
}

// SAFETY: it is memory that DuckDB leaves as it is while a callback runs, and has no methods that write or
// call into DuckDB.
unsafe impl Send for Vector {}
// SAFETY: as above.
unsafe impl Sync for Vector {}

impl Vector {
    /// # Safety
    /// `raw` is a vector of a chunk of `len` rows, which stays as it is while this is used.
    pub unsafe fn read(raw: duckdb_vector, len: usize) -> Self {
        // SAFETY: the caller vouches for the vector.
        unsafe {
            let data = call!(duckdb_vector_get_data(raw)).cast_const().cast();
            let validity = call!(duckdb_vector_get_validity(raw)).cast_const();
            Vector { data, validity, len }
        }
    }

    /// A vector of `len` rows that is not read.
    pub fn none(len: usize) -> Self {
        Vector { data: std::ptr::null(), validity: std::ptr::null(), len }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// One bit a row, set where the row is not NULL; `None` where no row is.
    pub fn validity(&self) -> Option<&[u64]> {
        if self.validity.is_null() {
            return None;
        }
        // SAFETY: DuckDB keeps a bit for each row of the vector.
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

/// Whether a row's bit is set. It doesn't panic, so that every phase of a callback can use it.
pub fn is_valid(valid: Option<&[u64]>, row: usize) -> bool {
    valid.is_none_or(|bits| bits.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1))
}

/// The number of a UUID from its low and its high half.
pub fn uuid([low, high]: &[u64; 2]) -> u128 {
    u128::from(high ^ 1 << 63) << 64 | u128::from(*low)
}
