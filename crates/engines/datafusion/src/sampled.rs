//! Aggregates whose state is bytes, in any order of rows: `zstd_train_dict`, `fsst_train` and `compress_bench`, which learn from a
//! sample of their values, `minhash_agg`, `fingerprint_sum` and `row_sketch`.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, not_impl_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{Accumulator, AggregateUDFImpl};
use hashlane_catalog::{Fold, Function, Returns, Sampled, Settings};

use crate::constants::{check_types, settings};
use crate::entry::{Entry, entry_methods, failed};
use crate::fingerprint_sum::Fingerprints;
use crate::min_hash::Signature;
use crate::row_sketch::Sketching;

/// One of these aggregates as DataFusion calls it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct OfSample {
    entry: Entry,
}

impl OfSample {
    /// The UDAF of a row of the catalogue with such a fold.
    pub fn new(function: &'static Function) -> Self {
        OfSample { entry: Entry::new(function) }
    }
}

impl AggregateUDFImpl for OfSample {
    entry_methods!();

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        check_types(self.entry.function, types)
    }

    /// A sum of fingerprints has a value without rows.
    fn is_nullable(&self) -> bool {
        self.entry.function.fold() != Some(Fold::FingerprintSum)
    }

    fn default_value(&self, data_type: &DataType) -> Result<ScalarValue> {
        match self.entry.function.fold() {
            Some(Fold::FingerprintSum) => Fingerprints::new(self.entry.function).evaluate(),
            _ => ScalarValue::try_from(data_type),
        }
    }

    /// Neither a sample, a signature nor a sum depends on the order of rows.
    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        let name = format!("{}[state]", args.name);
        Ok(vec![Arc::new(Field::new(name, DataType::Binary, true))])
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        let function = self.entry.function;
        if args.is_distinct {
            let name = function.name;
            return not_impl_err!(
                "{name}: DISTINCT is not supported here; use SELECT DISTINCT … in a subquery"
            );
        }
        let settings = settings(function, &args)?;
        match function.fold() {
            Some(Fold::MinHash) => return Ok(Box::new(Signature::new(function, settings)?)),
            Some(Fold::FingerprintSum) => return Ok(Box::new(Fingerprints::new(function))),
            Some(Fold::Sketch) => return Ok(Box::new(Sketching::new(function, &settings))),
            _ => {}
        }
        let sampled = Sampled::new(function, &settings).map_err(failed)?;
        Ok(Box::new(Sampling { function, settings, sampled }))
    }
}

/// The sample of a group's values.
#[derive(Debug)]
struct Sampling {
    function: &'static Function,
    settings: Settings,
    sampled: Sampled,
}

impl Accumulator for Sampling {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let Sampling { function, settings, sampled } = self;
        let added = hashlane_arrow::each_value(function, &values[0], |value| match value {
            Some(value) => sampled.add(settings, value),
            None => Ok(()),
        });
        added.map_err(failed)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let is_empty = self.sampled.is_empty();
        if self.function.returns() == Returns::Measurements {
            let measured =
                if is_empty { None } else { Some(self.sampled.measure().map_err(failed)?) };
            let list = hashlane_arrow::measurements(measured.as_deref());
            return Ok(ScalarValue::List(Arc::new(list)));
        }
        let trained = if is_empty { None } else { Some(self.sampled.train().map_err(failed)?) };
        Ok(ScalarValue::Binary(trained))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.sampled.memory()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![ScalarValue::Binary(Some(self.sampled.to_bytes().map_err(failed)?))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for sample in states[0].as_binary::<i32>().iter().flatten() {
            self.sampled.merge_bytes(sample).map_err(failed)?;
        }
        Ok(())
    }
}
