//! Writes lists and structs.

use std::ffi::CString;

use hashlane_catalog::{ListResults, ResultField, ResultType, Results};
use libduckdb_sys::*;

use super::OutputVector;
use crate::api::call;

impl OutputVector {
    /// Writes lists to the rows from `offset` on.
    ///
    /// # Safety
    /// The vector is of LIST, of elements of this type.
    pub(super) unsafe fn set_lists(
        &mut self,
        element: &ResultType,
        lists: &ListResults,
        offset: usize,
    ) -> Result<(), CString> {
        self.set_nulls(lists.nulls().iter().map(|row| offset + row));
        // SAFETY: the caller vouches for the vector.
        unsafe {
            let (first, mut values) = self.add_values(lists.values().len());
            self.set_ends(offset, first, lists.ends());
            values.write_results(element, lists.values(), first)
        }
    }

    /// Writes structs to the rows from `offset` on.
    ///
    /// # Safety
    /// The vector is of STRUCT, of these fields.
    pub(super) unsafe fn set_structs(
        &mut self,
        fields: &[ResultField],
        columns: &[Results],
        offset: usize,
    ) -> Result<(), CString> {
        for (place, (field, column)) in fields.iter().zip(columns).enumerate() {
            // SAFETY: the caller vouches for the vector, whose fields are as long as it is.
            unsafe {
                let child = call!(duckdb_struct_vector_get_child(self.raw, place as idx_t));
                OutputVector::new(child, self.len).write_results(&field.returns, column, offset)?;
            }
        }
        Ok(())
    }

    /// Makes room for `count` more values in the lists of a LIST vector. Returns the index of the first one, and the
    /// vector to write them to.
    ///
    /// # Safety
    /// The vector is of LIST.
    unsafe fn add_values(&mut self, count: usize) -> (usize, OutputVector) {
        // SAFETY: the caller vouches for the vector, whose child DuckDB makes large enough.
        unsafe {
            let first = call!(duckdb_list_vector_get_size(self.raw)) as usize;
            let len = first + count;
            call!(duckdb_list_vector_reserve(self.raw, len as idx_t));
            call!(duckdb_list_vector_set_size(self.raw, len as idx_t));
            (first, OutputVector::new(call!(duckdb_list_vector_get_child(self.raw)), len))
        }
    }

    /// Writes the ends of the lists of the rows from `offset` on. The first list starts at value `first`.
    ///
    /// # Safety
    /// The vector is of LIST.
    unsafe fn set_ends(&mut self, offset: usize, first: usize, ends: &[usize]) {
        let mut numbers = self.numbers();
        // SAFETY: the caller vouches for the vector.
        let entries = unsafe { numbers.values::<duckdb_list_entry>() };
        let mut start = 0;
        for (entry, end) in entries.iter_mut().skip(offset).zip(ends) {
            let offset = (first + start) as u64;
            *entry = duckdb_list_entry { offset, length: (end - start) as u64 };
            start = *end;
        }
    }
}
