//! Sketches of tables: of the rows of a group, and the rows that differ between two.

use hashlane_kernels::encoding::Column;
use hashlane_kernels::sketch::{
    self, GrowingSketch, Keys, Refusal, RowDifference, Sketch, SketchError,
};

use crate::CallOutput;
use crate::Settings;
use crate::call::is_valid;
use crate::function::Function;
use crate::{AggregateState, KeyedRows, PortableState};
use crate::{Call, CallError, Results};

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
pub(crate) fn check_sketched(function: &Function, columns: &[Column<'_>]) -> Result<(), CallError> {
    sketch::keys_of(columns).map(|_| ()).map_err(|refusal| refused(function, &refusal))
}

/// The sketch of a group's rows. It is the same in any order and any partition of them.
#[derive(Debug)]
pub struct RowSketch {
    function: &'static Function,
    sketch: GrowingSketch,
}

impl RowSketch {
    fn error(&self, error: &SketchError) -> CallError {
        CallError::layout(self.function, error)
    }
}

impl AggregateState for RowSketch {
    type Input = KeyedRows;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        let sketch = GrowingSketch::new(settings.length as u32);
        Ok(RowSketch { function, sketch: sketch.map_err(|e| CallError::layout(function, &e))? })
    }

    fn add(&mut self, settings: &Settings, row: KeyedRow) -> Result<(), CallError> {
        if settings.length != self.sketch.p() as usize {
            let (_, arg) = self.function.params().next().expect("p");
            return Err(CallError::not_constant(self.function, arg));
        }
        let KeyedRow { keys, key, hash } = row;
        self.sketch.add(keys, key, hash).map_err(|e| self.error(&e))
    }

    fn merge(&mut self, other: &Self) -> Result<(), CallError> {
        self.sketch.merge(&other.sketch).map_err(|e| self.error(&e))
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        let sketch = self.sketch.try_clone().map_err(|e| self.error(&e))?;
        Ok(RowSketch { function: self.function, sketch })
    }

    /// What it holds, or what its next row makes it hold.
    fn memory(&self) -> usize {
        self.sketch.memory()
    }

    fn result_len(&self) -> usize {
        if self.sketch.is_empty() { 0 } else { Sketch::encoded_len(self.sketch.p()) }
    }

    fn finish(&self, results: &mut Results) -> Result<(), CallError> {
        let write = |out: &mut Vec<u8>| self.sketch.write(out).map_err(|e| self.error(&e));
        match self.sketch.is_empty() {
            true => results.push_null(self.function),
            false => {
                results.strings(self.function)?.push_with(self.function, self.result_len(), write)
            }
        }
    }
}

impl PortableState for RowSketch {
    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        self.sketch.to_state().map_err(|e| self.error(&e))
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        self.sketch.merge_state(bytes).map_err(|e| self.error(&e))
    }
}

impl Call<'_> {
    /// The rows that differ between two sketches.
    ///
    /// # Errors
    /// Returns an error if a value is not a sketch, if more rows differ than the sketches hold, or if memory can't be allocated.
    pub fn differences(self, out: &mut CallOutput<'_>) -> Result<(), CallError> {
        let Call { function, source, valid, mut by_row, .. } = self;
        let out = out.lists(function)?;
        let arg = &function.args[function.value_index()];
        source.each_row(function, |i, row| {
            if !is_valid(valid, i) {
                return out.push_null(function);
            }
            let first = Sketch::from_bytes(row);
            let mut first = first.map_err(|e| CallError::argument(function, arg, &e))?;
            let second = by_row.settings(i)?.sketch.as_ref().expect("a sketch that isn't NULL");
            let decoded = first.subtract(second).and_then(|()| first.decode());
            for found in decoded.map_err(|e| CallError::layout(function, &e))? {
                push_difference(function, out.values_mut(), &found)?;
            }
            out.end_list(function)
        })
    }
}

/// Adds a difference to structs.
fn push_difference(
    function: &Function,
    structs: &mut Results,
    found: &RowDifference,
) -> Result<(), CallError> {
    let Results::Structs(fields) = structs else { return Err(CallError::shape(function)) };
    let [side, key, hash, rows] = &mut fields[..] else { return Err(CallError::shape(function)) };
    side.strings(function)?.push(function, found.side.name().as_bytes())?;
    key.push_number(function, found.key)?;
    hash.push_number(function, found.hash)?;
    rows.push_number(function, found.rows)
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
