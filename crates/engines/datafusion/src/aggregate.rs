//! The one UDAF type: an aggregate of the catalogue.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, not_impl_err, plan_datafusion_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{Accumulator, AggregateUDFImpl, GroupsAccumulator};
use hashlane_catalog::{CallError, Fold, Function};

use crate::entry::{CatalogEntry, entry_methods};
use crate::multiset::{MultisetAccumulator, MultisetGroups, PARTS};

/// An aggregate of the catalogue as DataFusion calls it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct CatalogAggregate {
    entry: CatalogEntry,
}

impl CatalogAggregate {
    /// The UDAF of a row of the catalogue.
    pub fn new(function: &'static Function) -> Self {
        CatalogAggregate { entry: CatalogEntry::new(function) }
    }

    fn fold(&self) -> Fold {
        self.entry.function.fold().expect("the catalogue's aggregates have folds")
    }

    fn check(&self, args: &AccumulatorArgs) -> Result<()> {
        if args.is_distinct {
            let name = self.entry.function.name;
            return not_impl_err!(
                "{name}: DISTINCT is not supported here; aggregate over SELECT DISTINCT … in a subquery"
            );
        }
        Ok(())
    }
}

impl AggregateUDFImpl for CatalogAggregate {
    entry_methods!();

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let function = self.entry.function;
        if !function.arity().contains(&types.len()) {
            return Err(plan_datafusion_err!("{}", CallError::arity(function, types.len())));
        }
        if let [only] = types
            && is_struct(only)
        {
            return Err(plan_datafusion_err!("{}", CallError::lone_struct(function, "*")));
        }
        hashlane_arrow::check_row(function, types.iter())
            .map_err(|e| plan_datafusion_err!("{e}"))?;
        Ok(types.to_vec())
    }

    /// Otherwise DataFusion would pass the columns of an ORDER BY as further values of the row.
    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    fn is_nullable(&self) -> bool {
        false
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        let field = |part: &&str| {
            let name = format!("{}[{part}]", args.name);
            Arc::new(Field::new(name, DataType::UInt64, false))
        };
        Ok(PARTS.iter().map(field).collect())
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        self.check(&args)?;
        Ok(Box::new(MultisetAccumulator::new(self.entry.function, self.fold())))
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(
        &self,
        args: AccumulatorArgs,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        self.check(&args)?;
        Ok(Box::new(MultisetGroups::new(self.entry.function, self.fold())))
    }

    fn default_value(&self, _data_type: &DataType) -> Result<datafusion::common::ScalarValue> {
        MultisetAccumulator::new(self.entry.function, self.fold()).evaluate()
    }
}

/// Whether the values are structs, however they are stored.
fn is_struct(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(_) => true,
        DataType::Dictionary(_, values) => is_struct(values),
        DataType::RunEndEncoded(_, values) => is_struct(values.data_type()),
        _ => false,
    }
}
