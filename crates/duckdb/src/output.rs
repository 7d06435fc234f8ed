//! Results as vectors, written where they lie.

use hashlane_catalog::{CallError, Function, Variable};
use hashlane_kernels::rows::StringT;
use libduckdb_sys::*;

use crate::api::call;

/// The most bytes that one allocation in a vector's string heap takes: a string's length is 32 bits.
const MAX_HEAP: usize = u32::MAX as usize;

/// The vector that a function writes its results to.
pub struct Output {
    raw: duckdb_vector,
    len: usize,
}

impl Output {
    /// # Safety
    /// `raw` is the output vector of a callback over `len` rows.
    pub unsafe fn new(raw: duckdb_vector, len: usize) -> Self {
        Output { raw, len }
    }

    /// The vector's values.
    ///
    /// # Safety
    /// `T` is the physical type of the vector.
    pub unsafe fn values<T>(&mut self) -> &mut [T] {
        // SAFETY: an output vector is flat and has room for each row of the batch.
        unsafe {
            std::slice::from_raw_parts_mut(call!(duckdb_vector_get_data(self.raw)).cast(), self.len)
        }
    }

    /// Marks the rows NULL whose bit is clear.
    pub fn set_validity(&mut self, valid: &[u64]) {
        // SAFETY: DuckDB keeps a bit for each row of the vector once it is asked to.
        unsafe {
            call!(duckdb_vector_ensure_validity_writable(self.raw));
            let words = call!(duckdb_vector_get_validity(self.raw));
            std::ptr::copy_nonoverlapping(valid.as_ptr(), words, self.len.div_ceil(64));
        }
    }

    /// Marks one row NULL.
    pub fn set_null(&mut self, row: usize) {
        assert!(row < self.len);
        // SAFETY: as in `set_validity`.
        unsafe {
            call!(duckdb_vector_ensure_validity_writable(self.raw));
            let words = call!(duckdb_vector_get_validity(self.raw));
            *words.add(row / 64) &= !(1 << (row % 64));
        }
    }

    /// Writes strings of one width, which lie one after the other in `bytes`.
    pub fn set_fixed(
        &mut self,
        function: &Function,
        width: usize,
        bytes: &[u8],
    ) -> Result<(), CallError> {
        let rows_at_once = (MAX_HEAP / width).max(1);
        for (i, part) in bytes.chunks(rows_at_once * width).enumerate() {
            let first = i * rows_at_once;
            let ends = (1..=part.len() / width).map(|row| row * width);
            self.set_strings(function, first, part, ends)?;
        }
        Ok(())
    }

    /// Writes strings of varying length to the rows from `offset` on.
    pub fn set_variable(
        &mut self,
        function: &Function,
        offset: usize,
        results: &Variable,
    ) -> Result<(), CallError> {
        let (bytes, ends) = (results.bytes(), results.ends());
        let (mut first, mut start) = (0, 0);
        while first < ends.len() {
            // As many rows as fit in one allocation.
            let rows = ends[first..].partition_point(|end| end - start <= MAX_HEAP).max(1);
            let end = ends[first + rows - 1];
            let part = ends[first..first + rows].iter().map(|end| end - start);
            self.set_strings(function, offset + first, &bytes[start..end], part)?;
            (first, start) = (first + rows, end);
        }
        for &row in results.failed() {
            self.set_null(offset + row);
        }
        Ok(())
    }

    /// Makes room for `count` values in the lists of a vector of LIST, and returns where they go.
    ///
    /// # Safety
    /// The vector is of LIST.
    pub unsafe fn list_values(&mut self, count: usize) -> Output {
        // SAFETY: the caller vouches for the vector, whose child DuckDB makes large enough.
        unsafe {
            call!(duckdb_list_vector_reserve(self.raw, count as idx_t));
            call!(duckdb_list_vector_set_size(self.raw, count as idx_t));
            Output::new(call!(duckdb_list_vector_get_child(self.raw)), count)
        }
    }

    /// How many values the lists of a vector of LIST have so far.
    ///
    /// # Safety
    /// The vector is of LIST.
    pub unsafe fn list_len(&self) -> usize {
        // SAFETY: the caller vouches for the vector.
        unsafe { call!(duckdb_list_vector_get_size(self.raw)) as usize }
    }

    /// The field of a vector of STRUCT.
    ///
    /// # Safety
    /// The vector is of STRUCT, with so many fields.
    pub unsafe fn field(&mut self, place: usize) -> Output {
        // SAFETY: the caller vouches for the vector, whose fields are as long as it is.
        unsafe {
            Output::new(call!(duckdb_struct_vector_get_child(self.raw, place as idx_t)), self.len)
        }
    }

    /// Writes where the lists of the rows from `offset` on end among their values, the first of which is value `first`.
    ///
    /// # Safety
    /// The vector is of LIST.
    pub unsafe fn set_lists(
        &mut self,
        offset: usize,
        first: usize,
        ends: impl Iterator<Item = usize>,
    ) {
        // SAFETY: the caller vouches for the vector.
        let entries = unsafe { &mut self.values::<duckdb_list_entry>()[offset..] };
        let mut start = 0;
        for (entry, end) in entries.iter_mut().zip(ends) {
            let offset = (first + start) as u64;
            *entry = duckdb_list_entry { offset, length: (end - start) as u64 };
            start = end;
        }
    }

    /// Writes strings to the rows from `first` on. String by string `bytes` would be copied in a
    /// call each: 34 ns a row; one copy of all, and `string_t` written by hand, is 12.
    fn set_strings(
        &mut self,
        function: &Function,
        first: usize,
        bytes: &[u8],
        ends: impl Iterator<Item = usize>,
    ) -> Result<(), CallError> {
        if bytes.len() > MAX_HEAP {
            return Err(CallError::result_too_long(function, bytes.len(), MAX_HEAP));
        }
        if self.len == first {
            return Ok(());
        }
        let raw = self.raw;
        // SAFETY: the vector is of VARCHAR or BLOB, so its values are string_t.
        let strings = unsafe { &mut self.values::<StringT>()[first..] };
        let head;
        let heap = if bytes.len() <= StringT::MAX_INLINE {
            bytes
        } else {
            // SAFETY: DuckDB copies `bytes` to the vector's heap and makes row `first` point there;
            // the copy lives as long as the vector, and so as long as the rows that point into it.
            unsafe {
                let (data, len) = (bytes.as_ptr().cast(), bytes.len() as idx_t);
                call!(duckdb_vector_assign_string_element_len(raw, first as idx_t, data, len));
                head = strings[0];
                head.bytes()
            }
        };
        let mut start = 0;
        for (string, end) in strings.iter_mut().zip(ends) {
            *string = StringT::new(&heap[start..end]);
            start = end;
        }
        Ok(())
    }
}
