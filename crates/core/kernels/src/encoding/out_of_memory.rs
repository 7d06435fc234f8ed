//! The error of an encoder, and allocations that return it.

use std::fmt;

/// The machine lacks memory for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The size of the request.
    pub bytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for {} bytes of encoded rows", self.bytes)
    }
}

impl std::error::Error for OutOfMemory {}

impl OutOfMemory {
    /// Makes room for `more` values.
    pub(super) fn unless_reserved<T>(values: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
        let bytes = (values.len().saturating_add(more)).saturating_mul(size_of::<T>());
        values.try_reserve(more).map_err(|_| OutOfMemory { bytes })
    }

    /// The value in `kept`, created when it is first needed. A `Box` would end the process if
    /// memory ran out.
    pub(super) fn unless_kept<T>(
        kept: &mut Vec<T>,
        make: impl FnOnce() -> T,
    ) -> Result<&mut T, OutOfMemory> {
        if kept.is_empty() {
            OutOfMemory::unless_reserved(kept, 1)?;
            kept.push(make());
        }
        Ok(&mut kept[0])
    }
}

/// An empty vector with room for `len` values. The number of elements in lists comes from the data,
/// so memory may not suffice.
pub(crate) fn room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut values = Vec::new();
    OutOfMemory::unless_reserved(&mut values, len)?;
    Ok(values)
}
