//! Writes the results of values that repeat: each row's entry points to the one result of its value.
//!
//! `duckdb_slice_vector` (1.5.6) could make a dictionary of the vector instead, but a scalar function may not: if all arguments are
//! constant, DuckDB declares the result a constant vector and reads it as one (`CAPIScalarFunction`). GROUP BY wouldn't gain,
//! since it uses dictionaries of known size only, and a slice has none.

use std::ffi::CString;

use hashlane_catalog::{ResultType, Results};
use hashlane_kernels::blocks::StringT;

use crate::output::OutputVector;

impl OutputVector {
    /// Writes the number at its place to each row.
    ///
    /// # Safety
    /// The vector is of numbers of this width, and `different` has one at each place.
    pub unsafe fn spread(&mut self, width: usize, different: *const u8, places: &[u16]) {
        let mut numbers = self.numbers();
        // SAFETY: the caller vouches for the width.
        let out = unsafe { numbers.bytes(width) };
        for (out, place) in out.chunks_exact_mut(width.max(1)).zip(places) {
            // SAFETY: the caller vouches for the place.
            let number = unsafe {
                std::slice::from_raw_parts(different.add(usize::from(*place) * width), width)
            };
            out.copy_from_slice(number);
        }
    }

    /// Writes the result at its place to each row. No place is above the index of its row.
    ///
    /// # Safety
    /// The vector is of VARCHAR or BLOB.
    pub unsafe fn set_repeated(
        &mut self,
        returns: &ResultType,
        different: &Results,
        places: &[u16],
    ) -> Result<(), CString> {
        // SAFETY: the caller vouches for the vector, whose first rows get the different results for now.
        unsafe {
            match different {
                Results::Strings(results) => {
                    self.set_texts(0, results)?;
                    if !results.nulls().is_empty() {
                        let is_null =
                            |place: &u16| results.nulls().binary_search(&(*place).into()).is_ok();
                        let rows = places.iter().enumerate();
                        self.set_nulls(
                            rows.filter(|(_, place)| is_null(place)).map(|(row, _)| row),
                        );
                    }
                }
                results => self.write_results(returns, results, 0)?,
            }
        }
        let mut numbers = self.numbers();
        // SAFETY: the caller vouches for the vector, so its values are string_t.
        let entries = unsafe { numbers.values::<StringT>() };
        // From the last row on, so that a result is read before it is overwritten.
        for (row, place) in places.iter().enumerate().rev() {
            if let Some(entry) = entries.get(usize::from(*place)).copied()
                && let Some(to) = entries.get_mut(row)
            {
                *to = entry;
            }
        }
        Ok(())
    }
}
