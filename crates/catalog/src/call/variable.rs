//! Results of varying length.

use hashlane_kernels::codec::CodecError;

use super::CallError;
use crate::function::Function;

/// The results of a batch whose lengths vary: one after the other, with where each ends.
#[derive(Debug, Default)]
pub struct Variable {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Rows that are NULL beyond those whose arguments are: where `try_` forgives, or nothing is found.
    failed: Vec<usize>,
}

impl Variable {
    /// All results, one after the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All results, one after the other, to keep.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Gives back memory beyond about `bytes` bytes, for a buffer that is kept between batches.
    pub fn shrink_to(&mut self, bytes: usize) {
        self.bytes.clear();
        self.bytes.shrink_to(bytes);
    }

    /// Where the result of each row ends in [`Variable::bytes`]; NULL rows are empty.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// The rows that are NULL though no argument is, in ascending order.
    pub fn failed(&self) -> &[usize] {
        &self.failed
    }

    /// Adds the result of a row.
    pub fn push(&mut self, result: &[u8]) {
        self.bytes.extend_from_slice(result);
        self.ends.push(self.bytes.len());
    }

    /// Adds a row that is NULL.
    pub fn push_null(&mut self) {
        self.null();
        self.null_last();
    }

    /// Empties it for another batch of `rows` rows, keeping its memory.
    pub(super) fn clear(&mut self, function: &Function, rows: usize) -> Result<(), CallError> {
        self.bytes.clear();
        self.ends.clear();
        self.failed.clear();
        let bytes = rows * size_of::<usize>();
        let reserved = self.ends.try_reserve(rows);
        reserved.map_err(|_| CallError::out_of_memory(function, bytes))
    }

    /// Ends a row after `append` has appended its result, or has failed.
    pub(super) fn row<T>(
        &mut self,
        append: impl FnOnce(&mut Vec<u8>) -> Result<T, CodecError>,
    ) -> Result<T, CodecError> {
        let start = self.bytes.len();
        let result = append(&mut self.bytes);
        if result.is_err() {
            self.bytes.truncate(start);
        }
        self.ends.push(self.bytes.len());
        result
    }

    /// Notes that the row which just ended is NULL.
    pub(super) fn null_last(&mut self) {
        self.failed.push(self.ends.len() - 1);
    }

    /// Ends a NULL row.
    pub(super) fn null(&mut self) {
        self.ends.push(self.bytes.len());
    }
}
