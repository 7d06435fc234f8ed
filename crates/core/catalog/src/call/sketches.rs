//! Sketches of tables: of the rows of a group, and the rows that differ between two.

use hashlane_kernels::row::Column;
use hashlane_kernels::sketch::{self, GrowingSketch, Keys, Refusal, Sketch, SketchError};

use super::batch::is_valid;
use super::{Call, CallError, Differences};
use crate::function::Function;
use crate::settings::Settings;

/// A row as a sketch holds it.
#[derive(Clone, Copy, Debug)]
pub struct KeyedRow {
    keys: Keys,
    key: i64,
    hash: i64,
}

/// Calls `each` with the rows `ids` of columns and the place of each row in `ids`. The first column is the key.
///
/// # Errors
/// Returns an error if a value has no text that all databases share, if a key is NULL or too large, or if `each` fails.
pub fn each_keyed_row(
    function: &Function,
    columns: &[Column<'_>],
    ids: impl ExactSizeIterator<Item = usize>,
    mut each: impl FnMut(usize, KeyedRow) -> Result<(), CallError>,
) -> Result<(), CallError> {
    crate::ready()?;
    let keys = sketch::keys_of(columns).map_err(|refusal| refused(function, &refusal))?;
    let each = |place, key, hash| each(place, KeyedRow { keys, key, hash });
    sketch::each_row(columns, ids, |refusal| refused(function, &refusal), each)
}

/// Checks that the values of columns have texts.
pub(super) fn check_types(function: &Function, columns: &[Column<'_>]) -> Result<(), CallError> {
    sketch::keys_of(columns).map(|_| ()).map_err(|refusal| refused(function, &refusal))
}

/// The sketch of a group's rows. It is the same in any order and any partition of them.
#[derive(Debug)]
pub struct RowSketch {
    function: &'static Function,
    sketch: GrowingSketch,
}

impl RowSketch {
    /// The sketch of no rows.
    ///
    /// # Errors
    /// Returns an error if the settings' `p` is out of range.
    pub fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        let sketch = GrowingSketch::new(settings.length as u32);
        Ok(RowSketch { function, sketch: sketch.map_err(|e| CallError::layout(function, &e))? })
    }

    /// A copy; an error if memory for it can't be allocated.
    pub fn try_clone(&self) -> Result<Self, CallError> {
        let sketch = self.sketch.try_clone().map_err(|e| self.error(&e))?;
        Ok(RowSketch { function: self.function, sketch })
    }

    /// Adds a row. The settings must be the same for all rows.
    ///
    /// # Errors
    /// Returns an error if the settings have another `p`, if memory can't be allocated, or if the sketch has too many rows.
    pub fn add(&mut self, settings: &Settings, row: KeyedRow) -> Result<(), CallError> {
        if settings.length != self.sketch.p() as usize {
            let (_, arg) = self.function.params().next().expect("p");
            return Err(CallError::not_constant(self.function, arg));
        }
        let KeyedRow { keys, key, hash } = row;
        self.sketch.add(keys, key, hash).map_err(|e| self.error(&e))
    }

    /// Adds the rows of another sketch.
    ///
    /// # Errors
    /// Returns an error if it has another `p` or other keys, or too many rows.
    pub fn merge(&mut self, other: &RowSketch) -> Result<(), CallError> {
        self.sketch.merge(&other.sketch).map_err(|e| self.error(&e))
    }

    /// Adds the rows of a sketch that arrives as [`RowSketch::to_state`].
    ///
    /// # Errors
    /// As for [`RowSketch::merge`].
    pub fn merge_state(&mut self, state: &[u8]) -> Result<(), CallError> {
        self.sketch.merge_state(state).map_err(|e| self.error(&e))
    }

    /// The rows as bytes, for [`RowSketch::merge_state`] in another process.
    ///
    /// # Errors
    /// Returns an error if memory for them can't be allocated.
    pub fn to_state(&self) -> Result<Vec<u8>, CallError> {
        self.sketch.to_state().map_err(|e| self.error(&e))
    }

    /// Appends the sketch; nothing without rows.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn write(&self, out: &mut Vec<u8>) -> Result<(), CallError> {
        self.sketch.write(out).map_err(|e| self.error(&e))
    }

    /// The number of bytes that [`RowSketch::write`] appends.
    pub fn result_len(&self) -> usize {
        if self.is_empty() { 0 } else { Sketch::encoded_len(self.sketch.p()) }
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.sketch.is_empty()
    }

    /// The bytes that it holds, or that its next row makes it hold.
    pub fn memory(&self) -> usize {
        self.sketch.memory()
    }

    fn error(&self, error: &SketchError) -> CallError {
        CallError::layout(self.function, error)
    }
}

impl Call<'_> {
    /// The rows that differ between two sketches.
    pub(super) fn differences(self, out: &mut Differences) -> Result<(), CallError> {
        let Call { function, source, valid, mut by_row, .. } = self;
        let arg = &function.args[function.value_index()];
        source.each_row(function, |i, row| {
            if !is_valid(valid, i) {
                return out.push(function, None);
            }
            let first = Sketch::from_bytes(row);
            let mut first = first.map_err(|e| CallError::argument(function, arg, &e))?;
            let second = by_row.settings(i)?.sketch.as_ref().expect("a sketch that isn't NULL");
            let decoded = first.subtract(second).and_then(|()| first.decode());
            out.push(function, Some(&decoded.map_err(|e| CallError::layout(function, &e))?))
        })
    }
}

/// A row has no hash.
fn refused(function: &Function, refusal: &Refusal) -> CallError {
    match refusal {
        Refusal::Value { column: 0, reason } => {
            CallError::layout(function, &format!("the key {reason}"))
        }
        Refusal::Value { column, reason } => {
            let number = column + 1;
            CallError::layout(function, &format!("value {number} of the row {reason}"))
        }
        Refusal::OutOfMemory { bytes } => CallError::out_of_memory(function, *bytes),
    }
}
