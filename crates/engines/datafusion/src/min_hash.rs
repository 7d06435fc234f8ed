//! The accumulator of `minhash_agg`.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, ListArray, UInt32Array};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Accumulator;
use hashlane_catalog::{Function, MinHash, Settings};

use crate::entry::failed;

/// The signature of a group's values.
#[derive(Debug)]
pub struct Signature {
    function: &'static Function,
    settings: Settings,
    signature: MinHash,
}

impl Signature {
    /// The signature of no values.
    pub fn new(function: &'static Function, settings: Settings) -> Result<Self> {
        let signature = MinHash::new(function, &settings).map_err(failed)?;
        Ok(Signature { function, settings, signature })
    }
}

/// One list of numbers, or a NULL list.
fn list(signature: Option<&[u32]>) -> ListArray {
    let numbers = signature.unwrap_or_default();
    let field = Arc::new(Field::new_list_field(DataType::UInt32, false));
    let offsets = OffsetBuffer::from_lengths([numbers.len()]);
    let nulls = signature.is_none().then(|| NullBuffer::new_null(1));
    ListArray::new(field, offsets, Arc::new(UInt32Array::from(numbers.to_vec())), nulls)
}

impl Accumulator for Signature {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let Signature { function, settings, signature } = self;
        let added = hashlane_arrow::each_value(function, &values[0], |value| match value {
            Some(value) => signature.add(settings, value),
            None => Ok(()),
        });
        added.map_err(failed)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(ScalarValue::List(Arc::new(list(self.signature.signature()))))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.signature.memory()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![ScalarValue::Binary(Some(self.signature.to_bytes().map_err(failed)?))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for bytes in states[0].as_binary::<i32>().iter().flatten() {
            self.signature.merge_bytes(bytes).map_err(failed)?;
        }
        Ok(())
    }
}
