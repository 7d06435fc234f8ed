//! The accumulator of `fingerprint_sum`.

use datafusion::arrow::array::{ArrayRef, AsArray};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err};
use datafusion::logical_expr::Accumulator;
use hashlane_catalog::{FingerprintSum, Function};

use crate::entry::failed;

/// The sum of a group's fingerprints.
#[derive(Debug)]
pub struct Fingerprints {
    function: &'static Function,
    sum: FingerprintSum,
}

impl Fingerprints {
    /// The sum of no fingerprints.
    pub fn new(function: &'static Function) -> Self {
        Fingerprints { function, sum: FingerprintSum::default() }
    }
}

impl Accumulator for Fingerprints {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let Fingerprints { function, sum } = self;
        hashlane_arrow::each_value(function, &values[0], |text| sum.add(function, text))
            .map_err(failed)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(ScalarValue::Utf8(Some(self.sum.to_string())))
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let bytes = self.sum.parts().map(u64::to_le_bytes).concat();
        Ok(vec![ScalarValue::Binary(Some(bytes))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for bytes in states[0].as_binary::<i32>().iter().flatten() {
            let parts: Option<&[[u8; 8]; 3]> = bytes.as_chunks().0.first_chunk();
            let parts = parts.filter(|_| bytes.len() == 24).ok_or_else(|| {
                exec_datafusion_err!(
                    "{}: a state is damaged: {} bytes",
                    self.function.name,
                    bytes.len()
                )
            })?;
            let other = FingerprintSum::from_parts(parts.map(u64::from_le_bytes));
            self.sum.merge(self.function, &other).map_err(failed)?;
        }
        Ok(())
    }
}
