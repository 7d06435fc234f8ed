//! The accumulator of `row_sketch`.

use datafusion::arrow::array::{ArrayRef, AsArray};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Accumulator;
use hashlane_catalog::{Function, RowSketch, Settings};

use crate::entry::failed;

/// The sketch of a group's rows.
#[derive(Debug)]
pub struct Sketching {
    function: &'static Function,
    sketch: RowSketch,
}

impl Sketching {
    /// The sketch of no rows.
    pub fn new(function: &'static Function, settings: &Settings) -> Self {
        Sketching { function, sketch: RowSketch::new(function, settings) }
    }

    /// The sketch as bytes, `None` without rows.
    fn bytes(&self) -> Result<ScalarValue> {
        let bytes = (!self.sketch.is_empty()).then(|| self.sketch.to_bytes()).transpose();
        Ok(ScalarValue::Binary(bytes.map_err(failed)?))
    }
}

impl Accumulator for Sketching {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let Sketching { function, sketch } = self;
        let places = function.value_places(values.len());
        let added =
            hashlane_arrow::each_keyed_row(function, &values[places], |row| sketch.add(row));
        added.map_err(failed)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        self.bytes()
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.sketch.memory()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![self.bytes()?])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for bytes in states[0].as_binary::<i32>().iter().flatten() {
            self.sketch.merge_bytes(bytes).map_err(failed)?;
        }
        Ok(())
    }
}
