//! Writes results into vectors.
//!
//! A callback computes a [`RowsOutcome`], and [`OutputVector`] writes them, with calls into DuckDB that may throw (see
//! `callback`). So nothing here panics, and nothing needs to be undone if such a call does not return.

use std::ffi::CString;

use hashlane_catalog::{FixedResults, ResultType, Results, StringResults};
use hashlane_kernels::blocks::StringT;
use libduckdb_sys::*;

use crate::api::call;
use crate::callback::message;

mod lists;
mod outcome;

use outcome::MAX_HEAP;
pub use outcome::{RowsOutcome, check_lengths};

/// The memory of a vector of numbers.
pub struct NumberVector {
    data: *mut u8,
    len: usize,
}

// SAFETY: DuckDB leaves the memory to the callback. No method calls into DuckDB.
unsafe impl Send for NumberVector {}

impl NumberVector {
    /// # Safety
    /// `data` has room for `len` numbers and lives as long as this.
    pub unsafe fn new(data: *mut u8, len: usize) -> Self {
        NumberVector { data, len }
    }

    /// The vector's values.
    ///
    /// # Safety
    /// `T` is the physical type of the vector.
    pub unsafe fn values<T>(&mut self) -> &mut [T] {
        if self.len == 0 || self.data.is_null() {
            return &mut [];
        }
        // SAFETY: an output vector is flat and has room for each row of the batch.
        unsafe { std::slice::from_raw_parts_mut(self.data.cast(), self.len) }
    }

    /// The bytes of the vector's values.
    ///
    /// # Safety
    /// A value of the vector has `width` bytes.
    pub unsafe fn bytes(&mut self, width: usize) -> &mut [u8] {
        if self.data.is_null() {
            return &mut [];
        }
        // SAFETY: as in `values`.
        unsafe { std::slice::from_raw_parts_mut(self.data, self.len * width) }
    }
}

/// The vector to which a callback writes its results.
pub struct OutputVector {
    raw: duckdb_vector,
    len: usize,
}

/// The error if DuckDB does not do what its documentation says.
fn refused(what: &str) -> CString {
    message(format!("hashlane: internal error, please report it: DuckDB {what}"))
}

impl OutputVector {
    /// # Safety
    /// `raw` is the output vector of a callback that writes its first `len` rows.
    pub unsafe fn new(raw: duckdb_vector, len: usize) -> Self {
        OutputVector { raw, len }
    }

    /// The vector's memory.
    pub fn numbers(&self) -> NumberVector {
        // SAFETY: `new` got a vector.
        let data = unsafe { call!(duckdb_vector_get_data(self.raw)).cast() };
        NumberVector { data, len: self.len }
    }

    /// Writes what a function of this type has computed.
    ///
    /// # Safety
    /// The vector has this type.
    pub unsafe fn write(
        &mut self,
        returns: &ResultType,
        outcome: &RowsOutcome,
    ) -> Result<(), CString> {
        match outcome {
            RowsOutcome::Null => self.set_nulls(0..self.len),
            RowsOutcome::InPlace { nulls } => self.set_nulls(nulls.iter().copied()),
            RowsOutcome::Results(results) => {
                // SAFETY: the caller vouches for the type.
                return unsafe { self.write_results(returns, results, 0) };
            }
            RowsOutcome::Repeated { different, places } => {
                // SAFETY: the caller vouches for the type.
                return unsafe { self.set_repeated(returns, different, places) };
            }
        }
        Ok(())
    }

    /// Writes results of a type to the rows from `offset` on.
    ///
    /// # Safety
    /// The vector has this type.
    pub unsafe fn write_results(
        &mut self,
        returns: &ResultType,
        results: &Results,
        offset: usize,
    ) -> Result<(), CString> {
        // SAFETY: the caller vouches for the type, which the results have too: each arm checks it.
        unsafe {
            match (returns, results) {
                (ResultType::Blob | ResultType::Varchar, Results::Fixed(fixed)) => {
                    self.set_fixed(fixed.width, offset, &fixed.bytes)
                }
                (ResultType::Blob | ResultType::Varchar, Results::Strings(strings)) => {
                    self.set_variable(offset, strings)
                }
                (ResultType::List(element), Results::Lists(lists)) => {
                    self.set_lists(element, lists, offset)
                }
                (ResultType::Struct(fields), Results::Structs(columns)) => {
                    self.set_structs(fields, columns, offset)
                }
                (number, Results::Fixed(fixed)) if number.width() == Some(fixed.width) => {
                    self.set_numbers(offset, fixed);
                    Ok(())
                }
                _ => Err(refused("gets results of another type")),
            }
        }
    }

    /// Writes numbers to the rows from `offset` on.
    ///
    /// # Safety
    /// The vector is of numbers of this width.
    unsafe fn set_numbers(&mut self, offset: usize, fixed: &FixedResults) {
        let mut numbers = self.numbers();
        // SAFETY: the caller vouches for the width.
        let out = unsafe { numbers.bytes(fixed.width) };
        let out = out.get_mut(offset * fixed.width..).unwrap_or_default();
        out.iter_mut().zip(&fixed.bytes).for_each(|(out, byte)| *out = *byte);
        self.set_nulls(fixed.nulls.iter().map(|row| offset + row));
    }

    /// Marks the rows whose bit is clear as NULL.
    pub fn set_validity(&mut self, valid: &[u64]) {
        // SAFETY: DuckDB keeps a bit for each row of the vector once it is asked to.
        unsafe {
            call!(duckdb_vector_ensure_validity_writable(self.raw));
            let words = call!(duckdb_vector_get_validity(self.raw));
            let count = self.len.div_ceil(64).min(valid.len());
            std::ptr::copy_nonoverlapping(valid.as_ptr(), words, count);
        }
    }

    /// Marks rows as NULL.
    pub(crate) fn set_nulls(&mut self, rows: impl Iterator<Item = usize>) {
        let mut words: *mut u64 = std::ptr::null_mut();
        for row in rows.filter(|row| *row < self.len) {
            // SAFETY: as in `set_validity`.
            unsafe {
                if words.is_null() {
                    call!(duckdb_vector_ensure_validity_writable(self.raw));
                    words = call!(duckdb_vector_get_validity(self.raw));
                }
                *words.add(row / 64) &= !(1 << (row % 64));
            }
        }
    }

    /// Writes strings of one width, stored one after the other in `bytes`.
    ///
    /// # Safety
    /// The vector is of VARCHAR or BLOB.
    unsafe fn set_fixed(
        &mut self,
        width: usize,
        offset: usize,
        bytes: &[u8],
    ) -> Result<(), CString> {
        let width = width.max(1);
        let rows_at_once = (MAX_HEAP / width).max(1);
        for (i, part) in bytes.chunks(rows_at_once * width).enumerate() {
            let first = offset + i * rows_at_once;
            let texts = if width <= StringT::MAX_INLINE {
                part
            } else {
                // SAFETY: the caller vouches for the vector.
                unsafe { self.keep(first, part)? }
            };
            let mut numbers = self.numbers();
            // SAFETY: the caller vouches for the vector, so its values are string_t.
            let strings = unsafe { numbers.values::<StringT>() };
            StringT::write_all(strings.get_mut(first..).unwrap_or_default(), width, texts);
        }
        Ok(())
    }

    /// Writes strings of varying length to the rows from `offset` on.
    ///
    /// # Safety
    /// The vector is of VARCHAR or BLOB.
    unsafe fn set_variable(
        &mut self,
        offset: usize,
        results: &StringResults,
    ) -> Result<(), CString> {
        // SAFETY: the caller vouches for the vector.
        unsafe { self.set_texts(offset, results)? };
        self.set_nulls(results.nulls().iter().map(|row| offset + row));
        Ok(())
    }

    /// [`OutputVector::set_variable`] without its NULLs.
    ///
    /// # Safety
    /// The vector is of VARCHAR or BLOB.
    pub(crate) unsafe fn set_texts(
        &mut self,
        offset: usize,
        results: &StringResults,
    ) -> Result<(), CString> {
        let (mut ends, bytes) = (results.ends(), results.bytes());
        let (mut first, mut start) = (offset, 0);
        while !ends.is_empty() {
            // As many rows as fit into one allocation.
            let rows = ends.partition_point(|end| end - start <= MAX_HEAP).max(1);
            let Some((part, rest)) = ends.split_at_checked(rows) else { break };
            let end = part.last().copied().unwrap_or(start);
            let bytes =
                bytes.get(start..end).ok_or_else(|| refused("gets results out of order"))?;
            // SAFETY: the caller vouches for the vector.
            unsafe { self.set_strings(first, bytes, part.iter().map(|end| end - start))? };
            (first, start, ends) = (first + rows, end, rest);
        }
        Ok(())
    }

    /// Writes strings to the rows from `first` on.
    ///
    /// # Safety
    /// The vector is of VARCHAR or BLOB.
    unsafe fn set_strings(
        &mut self,
        first: usize,
        bytes: &[u8],
        ends: impl Iterator<Item = usize>,
    ) -> Result<(), CString> {
        let heap = if bytes.len() <= StringT::MAX_INLINE {
            bytes
        } else {
            // SAFETY: the caller vouches for the vector.
            unsafe { self.keep(first, bytes)? }
        };
        let mut start = 0;
        let mut numbers = self.numbers();
        // SAFETY: the caller vouches for the vector, so its values are string_t.
        let strings = unsafe { numbers.values::<StringT>() }.iter_mut().skip(first);
        for (string, end) in strings.zip(ends) {
            let text = heap.get(start..end).ok_or_else(|| refused("gets results out of order"))?;
            *string = StringT::new(text);
            start = end;
        }
        Ok(())
    }

    /// Copies `bytes`, which must be longer than [`StringT::MAX_INLINE`], to the vector's heap. One call per string
    /// takes 34 ns a row; one copy of all strings, with `string_t` written by hand, takes 12 ns. Row `first` must be
    /// one of the rows that are written next, since this overwrites it.
    ///
    /// # Safety
    /// The vector is of VARCHAR or BLOB. The result is not used for longer than the vector.
    unsafe fn keep<'a>(&mut self, first: usize, bytes: &[u8]) -> Result<&'a [u8], CString> {
        let mut numbers = self.numbers();
        // SAFETY: the caller vouches for the vector, so its values are string_t.
        let Some(string) = unsafe { numbers.values::<StringT>() }.get_mut(first) else {
            return Ok(&[]);
        };
        // DuckDB does not assign a text that is not UTF-8, and leaves the row unchanged.
        *string = StringT::new(b"");
        let (data, len) = (bytes.as_ptr().cast(), bytes.len() as idx_t);
        // SAFETY: DuckDB copies `bytes` to the vector's heap and makes row `first` point there; the copy lives as long as the
        // vector.
        let kept = unsafe {
            call!(duckdb_vector_assign_string_element_len(self.raw, first as idx_t, data, len));
            numbers.values::<StringT>()[first].long()
        };
        match kept {
            Some(kept) if kept.len() == bytes.len() => Ok(kept),
            _ => Err(refused("takes a result for no text in UTF-8")),
        }
    }
}
