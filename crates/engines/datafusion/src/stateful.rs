//! Aggregates whose state is bytes, in any order of rows: `zstd_train_dict`, `fsst_train` and `compress_bench`, which learn from a
//! sample of their values, `minhash_agg`, `fingerprint_sum` and `row_sketch`.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, not_impl_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{Accumulator, AggregateUDFImpl, GroupsAccumulator};
use hashlane_catalog::{
    Fold, Function, MinHash, RowSketch, SampledValues, Settings, SummedFingerprints,
};

use crate::constants::{check_types, settings};
use crate::entry::{CatalogEntry, entry_methods};
use crate::states::{StateAccumulator, StateGroups};

/// One of these aggregates as DataFusion calls it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct StatefulAggregate {
    entry: CatalogEntry,
}

impl StatefulAggregate {
    /// The UDAF of a row of the catalogue with such a fold.
    pub fn new(function: &'static Function) -> Self {
        StatefulAggregate { entry: CatalogEntry::new(function) }
    }
}

impl AggregateUDFImpl for StatefulAggregate {
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
            Some(Fold::FingerprintSum) => {
                let function = self.entry.function;
                StateAccumulator::<SummedFingerprints>::new(function, Settings::defaults(function))?
                    .evaluate()
            }
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
        Ok(match function.fold() {
            Some(Fold::MinHash) => Box::new(StateAccumulator::<MinHash>::new(function, settings)?),
            Some(Fold::FingerprintSum) => {
                Box::new(StateAccumulator::<SummedFingerprints>::new(function, settings)?)
            }
            Some(Fold::Sketch) => Box::new(StateAccumulator::<RowSketch>::new(function, settings)?),
            _ => Box::new(StateAccumulator::<SampledValues>::new(function, settings)?),
        })
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(
        &self,
        args: AccumulatorArgs,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        let function = self.entry.function;
        let settings = settings(function, &args)?;
        Ok(match function.fold() {
            Some(Fold::MinHash) => Box::new(StateGroups::<MinHash>::new(function, settings)),
            Some(Fold::FingerprintSum) => {
                Box::new(StateGroups::<SummedFingerprints>::new(function, settings))
            }
            Some(Fold::Sketch) => Box::new(StateGroups::<RowSketch>::new(function, settings)),
            _ => Box::new(StateGroups::<SampledValues>::new(function, settings)),
        })
    }
}
