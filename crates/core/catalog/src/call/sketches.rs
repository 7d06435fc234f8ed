//! Sketches of tables: of the rows of a group, and the rows that differ between two.

use hashlane_kernels::row::Column;
use hashlane_kernels::sketch::{self, Keys, Refusal, Sketch, SketchError};

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
    p: u32,
    /// `None` without rows.
    sketch: Option<Sketch>,
}

impl RowSketch {
    /// The sketch of no rows.
    pub fn new(function: &'static Function, settings: &Settings) -> Self {
        RowSketch { function, p: settings.length as u32, sketch: None }
    }

    /// A copy; an error if memory for it can't be allocated.
    pub fn try_clone(&self) -> Result<Self, CallError> {
        let sketch = self.sketch.as_ref().map(Sketch::try_clone).transpose();
        Ok(RowSketch { sketch: sketch.map_err(|e| self.error(&e))?, ..*self })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated, or if the sketch has too many rows.
    pub fn add(&mut self, row: KeyedRow) -> Result<(), CallError> {
        let function = self.function;
        let added = match &mut self.sketch {
            Some(sketch) => sketch.add(row.key, row.hash),
            none => Sketch::new(self.p, row.keys)
                .and_then(|sketch| none.insert(sketch).add(row.key, row.hash)),
        };
        added.map_err(|e| CallError::layout(function, &e))
    }

    /// Checks that all rows of a group have the same settings.
    ///
    /// # Errors
    /// Returns an error if the settings have another `p`.
    pub fn check(&self, settings: &Settings) -> Result<(), CallError> {
        match settings.length == self.p as usize {
            true => Ok(()),
            false => {
                let (_, arg) = self.function.params().next().expect("p");
                Err(CallError::not_constant(self.function, arg))
            }
        }
    }

    /// Adds the rows of another sketch.
    ///
    /// # Errors
    /// Returns an error if it has another `p` or other keys, or too many rows.
    pub fn merge(&mut self, other: &RowSketch) -> Result<(), CallError> {
        match (&other.sketch, &mut self.sketch) {
            (None, _) => Ok(()),
            (Some(other), Some(own)) => {
                own.merge(other).map_err(|e| CallError::layout(self.function, &e))
            }
            (Some(_), none) => {
                *none = other.try_clone()?.sketch;
                Ok(())
            }
        }
    }

    /// Adds the rows of a sketch that arrives as [`RowSketch::to_bytes`].
    ///
    /// # Errors
    /// As for [`RowSketch::merge`].
    pub fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let sketch = Some(Sketch::from_bytes(bytes).map_err(|e| self.error(&e))?);
        self.merge(&RowSketch { sketch, ..*self })
    }

    /// The sketch as bytes; empty without rows.
    ///
    /// # Errors
    /// Returns an error if memory for them can't be allocated.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        let bytes = self.sketch.as_ref().map(Sketch::to_bytes).transpose();
        Ok(bytes.map_err(|e| self.error(&e))?.unwrap_or_default())
    }

    /// The number of bytes of the sketch.
    pub fn encoded_len(&self) -> usize {
        Sketch::encoded_len(self.p)
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.sketch.is_none()
    }

    /// The bytes that it holds.
    pub fn memory(&self) -> usize {
        self.sketch.as_ref().map_or(0, Sketch::memory)
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
