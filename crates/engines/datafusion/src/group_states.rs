//! The states of `zstd_train_dict`, `fsst_train` and `compress_bench`, which are samples of values, and of `minhash_agg`,
//! `row_sketch` and `fingerprint_sum`.

use datafusion::arrow::array::ArrayRef;
use hashlane_catalog::{
    CallError, FingerprintSum, Function, KeyedRow, Measurements, MinHash, Returns, RowSketch,
    Sampled, Settings, U32Lists, Variable,
};

use crate::states::State;

/// The most bytes in an array: its offsets have 32 bits.
const MOST: usize = i32::MAX as usize;

impl State for Sampled {
    type Row<'a> = Option<&'a [u8]>;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        Sampled::new(function, settings)
    }

    fn each_row(
        function: &'static Function,
        arguments: &[ArrayRef],
        each: impl FnMut(Self::Row<'_>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        hashlane_arrow::each_value(function, &arguments[0], each)
    }

    fn add(&mut self, settings: &Settings, row: Self::Row<'_>) -> Result<(), CallError> {
        row.map_or(Ok(()), |value| Sampled::add(self, settings, value))
    }

    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        Sampled::to_bytes(self)
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        Sampled::merge_bytes(self, bytes)
    }

    fn memory(&self) -> usize {
        Sampled::memory(self) + self.result_len()
    }

    fn results(function: &'static Function, groups: &[Self]) -> Result<ArrayRef, CallError> {
        if function.returns() == Returns::Measurements {
            let mut results = Measurements::default();
            for sampled in groups {
                let measured = (!sampled.is_empty()).then(|| sampled.measure()).transpose()?;
                results.push(function, measured.as_deref())?;
            }
            return Ok(hashlane_arrow::array_of_measurements(&results));
        }
        let mut results = Variable::at_most(MOST);
        for sampled in groups {
            match sampled.is_empty() {
                true => results.push_null(function)?,
                false => results.push(function, &sampled.train()?)?,
            }
        }
        hashlane_arrow::array_of_strings(function, results)
    }
}

impl State for MinHash {
    type Row<'a> = Option<&'a [u8]>;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        MinHash::new(function, settings)
    }

    fn each_row(
        function: &'static Function,
        arguments: &[ArrayRef],
        each: impl FnMut(Self::Row<'_>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        hashlane_arrow::each_value(function, &arguments[0], each)
    }

    fn add(&mut self, settings: &Settings, row: Self::Row<'_>) -> Result<(), CallError> {
        row.map_or(Ok(()), |value| MinHash::add(self, settings, value))
    }

    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        MinHash::to_bytes(self)
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        MinHash::merge_bytes(self, bytes)
    }

    fn memory(&self) -> usize {
        2 * MinHash::memory(self)
    }

    fn results(function: &'static Function, groups: &[Self]) -> Result<ArrayRef, CallError> {
        let mut results = U32Lists::default();
        groups.iter().try_for_each(|group| results.push(function, group.signature()))?;
        hashlane_arrow::array_of_numbers(function, results)
    }
}

impl State for RowSketch {
    type Row<'a> = KeyedRow;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        RowSketch::new(function, settings)
    }

    fn each_row(
        function: &'static Function,
        arguments: &[ArrayRef],
        each: impl FnMut(KeyedRow) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let places = function.value_places(arguments.len());
        hashlane_arrow::each_keyed_row(function, &arguments[places], each)
    }

    fn add(&mut self, settings: &Settings, row: KeyedRow) -> Result<(), CallError> {
        RowSketch::add(self, settings, row)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        self.to_state()
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        self.merge_state(bytes)
    }

    fn memory(&self) -> usize {
        RowSketch::memory(self) + self.result_len()
    }

    fn results(function: &'static Function, groups: &[Self]) -> Result<ArrayRef, CallError> {
        let mut results = Variable::at_most(MOST);
        for sketch in groups {
            match sketch.is_empty() {
                true => results.push_null(function)?,
                false => {
                    results.push_with(function, sketch.result_len(), |out| sketch.write(out))?;
                }
            }
        }
        hashlane_arrow::array_of_strings(function, results)
    }
}

/// The sum of a group's fingerprints.
#[derive(Debug)]
pub struct Fingerprints {
    function: &'static Function,
    sum: FingerprintSum,
}

impl State for Fingerprints {
    type Row<'a> = Option<&'a [u8]>;

    fn new(function: &'static Function, _: &Settings) -> Result<Self, CallError> {
        Ok(Fingerprints { function, sum: FingerprintSum::default() })
    }

    fn each_row(
        function: &'static Function,
        arguments: &[ArrayRef],
        each: impl FnMut(Self::Row<'_>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        hashlane_arrow::each_value(function, &arguments[0], each)
    }

    fn add(&mut self, _: &Settings, text: Self::Row<'_>) -> Result<(), CallError> {
        self.sum.add(self.function, text)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        Ok(self.sum.parts().map(u64::to_le_bytes).concat())
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        let parts: Option<&[[u8; 8]; 3]> = bytes.as_chunks().0.first_chunk();
        let parts = parts.filter(|_| bytes.len() == 24).ok_or_else(|| {
            let what = format!("a state is damaged: {} bytes", bytes.len());
            CallError::layout(self.function, &what)
        })?;
        let other = FingerprintSum::from_parts(parts.map(u64::from_le_bytes));
        self.sum.merge(self.function, &other)
    }

    /// Its result: `hl1:`, up to 20 digits, `:` and 32 hexadecimal digits.
    fn memory(&self) -> usize {
        57
    }

    fn results(function: &'static Function, groups: &[Self]) -> Result<ArrayRef, CallError> {
        let mut results = Variable::at_most(MOST);
        for Fingerprints { sum, .. } in groups {
            results.push(function, sum.to_string().as_bytes())?;
        }
        hashlane_arrow::array_of_strings(function, results)
    }
}
