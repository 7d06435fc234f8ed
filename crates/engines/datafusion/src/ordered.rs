//! `digest_agg` and `block_pack`, which depend on the order of rows.
//!
//! Rows come from several partitions and are in order only at the end. Until then they are collected by `array_agg`, which
//! sorts them.

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, plan_datafusion_err};
use datafusion::functions_aggregate::array_agg::ArrayAgg;
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{Accumulator, AggregateUDFImpl};
use hashlane_catalog::{
    AggregateState, CallError, Fold, Function, OrderedDigest, PackedValues, Settings,
};

use crate::constants::{check_types, settings};
use crate::entry::{CatalogEntry, entry_methods};

/// `digest_agg` or `block_pack` as DataFusion calls it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct OrderedAggregate {
    entry: CatalogEntry,
    array_agg: ArrayAgg,
}

impl OrderedAggregate {
    /// The UDAF of a row of the catalogue whose fold depends on the order of values.
    pub fn new(function: &'static Function) -> Self {
        OrderedAggregate { entry: CatalogEntry::new(function), array_agg: ArrayAgg::default() }
    }

    /// The output for one group.
    fn output(&self, args: &AccumulatorArgs) -> Result<OrderedOutput> {
        let settings = settings(self.entry.function, args)?;
        match self.entry.function.fold() {
            Some(Fold::Digest) => {
                let algorithm = settings.algorithm.expect("it is one of the call's arguments");
                Ok(OrderedOutput::Digest(OrderedDigest::of(self.entry.function, algorithm)))
            }
            _ => Ok(OrderedOutput::Pack(Box::new(settings))),
        }
    }
}

impl AggregateUDFImpl for OrderedAggregate {
    entry_methods!();

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        check_types(self.entry.function, types)
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::HardRequirement
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        let list = DataType::new_list(args.input_fields[0].data_type().clone(), true);
        let list = Arc::new(Field::new("values", list, true));
        self.array_agg.state_fields(StateFieldsArgs {
            input_fields: &args.input_fields[..1],
            return_field: list,
            ..args
        })
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        if args.order_bys.is_empty() && self.entry.function.name == "digest_agg" {
            return Err(plan_datafusion_err!("{}", CallError::needs_order(self.entry.function)));
        }
        let output = self.output(&args)?;
        let list = DataType::new_list(args.expr_fields[0].data_type().clone(), true);
        let values = self.array_agg.accumulator(AccumulatorArgs {
            return_field: Arc::new(Field::new("values", list, true)),
            exprs: &args.exprs[..1],
            expr_fields: &args.expr_fields[..1],
            ..args
        })?;
        let arguments = args.exprs.len();
        Ok(Box::new(SortedValues { function: self.entry.function, values, arguments, output }))
    }
}

/// What a group's values are added to, in order.
#[derive(Clone, Debug)]
enum OrderedOutput {
    Digest(OrderedDigest),
    Pack(Box<Settings>),
}

/// The values of a group, collected and sorted by `array_agg`.
#[derive(Debug)]
struct SortedValues {
    function: &'static Function,
    values: Box<dyn Accumulator>,
    /// The number of arguments of the call. The columns that order it come after them.
    arguments: usize,
    output: OrderedOutput,
}

impl SortedValues {
    /// Returns the arguments for `array_agg`: the value and the columns that order it.
    fn for_array_agg(&self, arrays: &[ArrayRef]) -> Vec<ArrayRef> {
        let (arguments, order) = arrays.split_at(self.arguments);
        arguments[..1].iter().chain(order).map(Arc::clone).collect()
    }

    fn combine(&self, values: &ArrayRef) -> Result<Vec<u8>, CallError> {
        match &self.output {
            OrderedOutput::Digest(digest) => {
                let mut digest = digest.clone();
                hashlane_arrow::each_row(self.function, &[Arc::clone(values)], |row| {
                    digest.update(row);
                })?;
                Ok(digest.digest())
            }
            OrderedOutput::Pack(settings) => {
                let mut pack = PackedValues::new(self.function, settings)?;
                hashlane_arrow::each_value(self.function, values, |v| pack.add(settings, v))?;
                pack.into_finished()
            }
        }
    }
}

impl Accumulator for SortedValues {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let values = self.for_array_agg(values);
        self.values.update_batch(&values)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let ScalarValue::List(list) = self.values.evaluate()? else {
            return Err(exec_datafusion_err!("{}: the values are not a list", self.function.name));
        };
        let values = list.iter().flatten().next();
        let Some(values) = values.filter(|values| !values.is_empty()) else {
            return Ok(ScalarValue::Binary(None));
        };
        let result = self.combine(&values).map_err(|e| exec_datafusion_err!("{e}"))?;
        Ok(ScalarValue::Binary(Some(result)))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.values.size()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        self.values.state()
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        self.values.merge_batch(states)
    }
}
