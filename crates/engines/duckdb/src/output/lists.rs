//! Writes lists: of numbers, of measurements, of differences between tables.

use std::ffi::CString;

use hashlane_catalog::{Differences, Measurements, Variable};
use libduckdb_sys::*;

use super::Output;
use crate::api::call;

impl Output {
    /// Makes room for `count` more values in the lists of a LIST vector. Returns the index of the first one, and the
    /// vector to write them to.
    ///
    /// # Safety
    /// The vector is of LIST.
    pub(super) unsafe fn add_values(&mut self, count: usize) -> (usize, Output) {
        // SAFETY: the caller vouches for the vector, whose child DuckDB makes large enough.
        unsafe {
            let first = call!(duckdb_list_vector_get_size(self.raw)) as usize;
            let len = first + count;
            call!(duckdb_list_vector_reserve(self.raw, len as idx_t));
            call!(duckdb_list_vector_set_size(self.raw, len as idx_t));
            (first, Output::new(call!(duckdb_list_vector_get_child(self.raw)), len))
        }
    }

    /// Writes the ends of the lists of the rows from `offset` on. The first list starts at value `first`.
    ///
    /// # Safety
    /// The vector is of LIST.
    pub(super) unsafe fn set_lists(&mut self, offset: usize, first: usize, ends: &[usize]) {
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

    /// Writes lists of measurements.
    ///
    /// # Safety
    /// The vector is of [`hashlane_catalog::Returns::Measurements`].
    pub(super) unsafe fn set_measurements(
        &mut self,
        offset: usize,
        measurements: &Measurements,
        names: &Variable,
    ) -> Result<(), CString> {
        let Measurements { all, ends, nulls } = measurements;
        self.set_nulls(nulls.iter().map(|row| offset + row));
        // SAFETY: the caller vouches for the vector: a LIST of a STRUCT of VARCHAR, INTEGER and three DOUBLE.
        unsafe {
            let (first, structs) = self.add_values(all.len());
            self.set_lists(offset, first, ends);
            structs.field(0).set_variable(first, names)?;
            let mut levels = structs.field(1);
            levels.set_numbers(first, all.iter().map(|m| m.level.unwrap_or_default()));
            let without = (first..).zip(all).filter(|(_, m)| m.level.is_none());
            levels.set_nulls(without.map(|(row, _)| row));
            structs.field(2).set_numbers(first, all.iter().map(|m| m.ratio));
            structs.field(3).set_numbers(first, all.iter().map(|m| m.compress_mb_s));
            structs.field(4).set_numbers(first, all.iter().map(|m| m.decompress_mb_s));
        }
        Ok(())
    }

    /// Writes lists of differences.
    ///
    /// # Safety
    /// The vector is of [`hashlane_catalog::Returns::Differences`].
    pub(super) unsafe fn set_differences(
        &mut self,
        offset: usize,
        differences: &Differences,
        sides: &Variable,
    ) -> Result<(), CString> {
        let Differences { all, ends, nulls } = differences;
        self.set_nulls(nulls.iter().map(|row| offset + row));
        // SAFETY: the caller vouches for the vector: a LIST of a STRUCT of VARCHAR, two BIGINT and UBIGINT.
        unsafe {
            let (first, structs) = self.add_values(all.len());
            self.set_lists(offset, first, ends);
            structs.field(0).set_variable(first, sides)?;
            structs.field(1).set_numbers(first, all.iter().map(|found| found.key));
            structs.field(2).set_numbers(first, all.iter().map(|found| found.hash));
            structs.field(3).set_numbers(first, all.iter().map(|found| found.rows));
        }
        Ok(())
    }

    /// The field of a STRUCT vector.
    ///
    /// # Safety
    /// The vector is of STRUCT, and has more than `place` fields.
    unsafe fn field(&self, place: idx_t) -> Output {
        // SAFETY: the caller vouches for the vector, whose fields are as long as it is.
        unsafe { Output::new(call!(duckdb_struct_vector_get_child(self.raw, place)), self.len) }
    }

    /// Writes lists of numbers to the rows from `offset` on.
    ///
    /// # Safety
    /// The vector is of LIST, and `T` the physical type of the elements.
    pub(super) unsafe fn set_number_lists<T: Copy>(
        &mut self,
        offset: usize,
        all: &[T],
        ends: &[usize],
        nulls: &[usize],
    ) {
        // SAFETY: the caller vouches for the types.
        unsafe {
            let (first, numbers) = self.add_values(all.len());
            self.set_lists(offset, first, ends);
            numbers.set_numbers(first, all.iter().copied());
        }
        self.set_nulls(nulls.iter().map(|row| offset + row));
    }

    /// Writes numbers to the rows from `first` on.
    ///
    /// # Safety
    /// `T` is the physical type of the vector.
    unsafe fn set_numbers<T>(&self, first: usize, numbers: impl Iterator<Item = T>) {
        let mut values = self.numbers();
        // SAFETY: the caller vouches for the type.
        let values = unsafe { values.values::<T>() }.iter_mut().skip(first);
        values.zip(numbers).for_each(|(value, number)| *value = number);
    }
}
