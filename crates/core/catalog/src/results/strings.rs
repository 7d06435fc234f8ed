//! Results that are texts or bytes of any length.

use hashlane_codecs::CodecError;

use crate::CallError;
use crate::function::Function;
use crate::more_room;

/// The results of a batch whose lengths vary: one after the other, with the end of each.
///
/// Their number comes from data (a pack of 53 bytes can claim 2^31 NULLs), so every method that adds one can fail.
#[derive(Debug)]
pub struct StringResults {
    /// The most bytes that the engine can hold.
    most: usize,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Rows that are NULL though no argument is: those that `try_` forgives, or in which nothing is found.
    nulls: Vec<usize>,
}

impl Default for StringResults {
    fn default() -> Self {
        StringResults::at_most(usize::MAX)
    }
}

impl StringResults {
    /// No rows yet. The results may take at most `most` bytes.
    pub(crate) fn at_most(most: usize) -> Self {
        StringResults { most, bytes: Vec::new(), ends: Vec::new(), nulls: Vec::new() }
    }

    /// All results, one after the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All results, one after the other, owned.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// No rows, in the same memory.
    pub(crate) fn emptied(mut self, most: usize) -> Self {
        self.bytes.clear();
        self.ends.clear();
        self.nulls.clear();
        StringResults { most, ..self }
    }

    /// Frees memory beyond about `bytes` bytes, for a buffer that is kept between batches.
    pub fn shrink_to(&mut self, bytes: usize) {
        self.bytes.clear();
        self.bytes.shrink_to(bytes);
        let entries = bytes / size_of::<usize>();
        for entry in [&mut self.ends, &mut self.nulls] {
            entry.clear();
            entry.shrink_to(entries);
        }
    }

    /// The end of each row's result in [`StringResults::bytes`]; NULL rows are empty.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// The rows that are NULL though no argument is, in ascending order.
    pub fn nulls(&self) -> &[usize] {
        &self.nulls
    }

    /// Adds the result of a row.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated, or the engine can't hold so many bytes.
    pub fn push(&mut self, function: &Function, result: &[u8]) -> Result<(), CallError> {
        self.value(result).map_err(|e| CallError::codec(function, &e))?;
        self.check_size(function)
    }

    /// Adds the result of `len` bytes that `write` appends.
    ///
    /// # Errors
    /// As for [`StringResults::push`], before `write` is called; and the error of `write`.
    pub(crate) fn push_with(
        &mut self,
        function: &Function,
        len: usize,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let total = self.bytes.len().saturating_add(len);
        if total > self.most {
            return Err(CallError::batch_too_long(function, total, self.most));
        }
        more_room(function, &mut self.bytes, len)?;
        let start = self.begin(function)?;
        let written = write(&mut self.bytes);
        if written.is_err() {
            self.bytes.truncate(start);
        }
        self.ends.push(self.bytes.len());
        written
    }

    /// Adds a row that is NULL.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn push_null(&mut self, function: &Function) -> Result<(), CallError> {
        self.null_value().map_err(|e| CallError::codec(function, &e))
    }

    /// Makes room for `rows` more rows.
    pub(crate) fn reserve(&mut self, function: &Function, rows: usize) -> Result<(), CallError> {
        more_room(function, &mut self.ends, rows)
    }

    /// Returns an error if the results take more bytes than the engine can hold.
    pub(crate) fn check_size(&self, function: &Function) -> Result<(), CallError> {
        match self.bytes.len() {
            total if total > self.most => {
                Err(CallError::batch_too_long(function, total, self.most))
            }
            _ => Ok(()),
        }
    }

    /// Starts a row: returns the number of bytes before it. Its result is then appended to [`StringResults::bytes_mut`].
    pub(crate) fn begin(&mut self, function: &Function) -> Result<usize, CallError> {
        more_room(function, &mut self.ends, 1)?;
        Ok(self.bytes.len())
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Ends the row whose result was appended.
    pub(crate) fn end(&mut self) {
        self.ends.push(self.bytes.len());
    }

    /// Ends the row that began at `start` without its result.
    pub(crate) fn end_empty(&mut self, start: usize) {
        self.bytes.truncate(start);
        self.end();
    }

    /// Adds a value.
    pub(crate) fn value(&mut self, value: &[u8]) -> Result<(), CodecError> {
        reserve(&mut self.ends, 1)?;
        reserve(&mut self.bytes, value.len())?;
        self.bytes.extend_from_slice(value);
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// Adds a value that is NULL.
    pub(crate) fn null_value(&mut self) -> Result<(), CodecError> {
        reserve(&mut self.ends, 1)?;
        reserve(&mut self.nulls, 1)?;
        self.nulls.push(self.ends.len());
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// Marks the row that just ended as NULL.
    pub(crate) fn null_last(&mut self, function: &Function) -> Result<(), CallError> {
        more_room(function, &mut self.nulls, 1)?;
        self.nulls.push(self.ends.len() - 1);
        Ok(())
    }

    /// Ends a row that has a NULL argument.
    pub(crate) fn skip(&mut self, function: &Function) -> Result<(), CallError> {
        more_room(function, &mut self.ends, 1)?;
        self.ends.push(self.bytes.len());
        Ok(())
    }
}

fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), CodecError> {
    let bytes = more.saturating_mul(size_of::<T>());
    items.try_reserve(more).map_err(|_| CodecError::OutOfMemory { bytes })
}
