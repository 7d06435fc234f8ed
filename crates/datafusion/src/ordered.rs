//! `digest_agg` and `block_pack`. Their rows come in order only at the end, from several partitions, so they are
//! collected as `array_agg` does, which sorts them, and taken in order then.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, plan_datafusion_err};
use datafusion::functions_aggregate::array_agg::ArrayAgg;
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{
    Accumulator, AggregateUDFImpl, Documentation, Signature, Volatility,
};
use hashlane_catalog::{CallError, Fold, Function, Kernel, OrderedDigest, Packed, Settings};

use crate::constants::{check_types, settings};
use crate::scalar::document;

/// `digest_agg` or `block_pack` as DataFusion calls it.
#[derive(Debug)]
pub struct Ordered {
    function: &'static Function,
    signature: Signature,
    documentation: Documentation,
    array_agg: ArrayAgg,
}

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        self.function.name == other.function.name
    }
}

impl Eq for Ordered {}

impl Hash for Ordered {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.name.hash(state);
    }
}

impl Ordered {
    /// The UDAF of a row of the catalogue whose fold depends on the order of values.
    pub fn new(function: &'static Function) -> Self {
        Ordered {
            function,
            signature: Signature::user_defined(Volatility::Immutable),
            documentation: document(function),
            array_agg: ArrayAgg::default(),
        }
    }

    /// What the values of a group go into.
    fn into(&self, args: &AccumulatorArgs) -> Result<Into> {
        let settings = settings(self.function, args)?;
        match self.function.kernel {
            Kernel::Aggregate(Fold::Digest) => {
                let algorithm = settings.algorithm.expect("it is one of the call's arguments");
                Ok(Into::Digest(OrderedDigest::new(algorithm)))
            }
            _ => Ok(Into::Pack(Box::new(settings))),
        }
    }
}

impl AggregateUDFImpl for Ordered {
    fn name(&self) -> &str {
        self.function.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        check_types(self.function, types)
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(hashlane_arrow::return_type(self.function))
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
        if args.order_bys.is_empty() && self.function.name == "digest_agg" {
            return Err(plan_datafusion_err!("{}", CallError::needs_order(self.function)));
        }
        let into = self.into(&args)?;
        let list = DataType::new_list(args.expr_fields[0].data_type().clone(), true);
        let values = self.array_agg.accumulator(AccumulatorArgs {
            return_field: Arc::new(Field::new("values", list, true)),
            exprs: &args.exprs[..1],
            expr_fields: &args.expr_fields[..1],
            ..args
        })?;
        let arguments = args.exprs.len();
        Ok(Box::new(Values { function: self.function, values, arguments, into }))
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

/// What the values of a group go into, in order.
#[derive(Clone, Debug)]
enum Into {
    Digest(OrderedDigest),
    Pack(Box<Settings>),
}

/// The values of a group, collected and sorted by `array_agg`.
#[derive(Debug)]
struct Values {
    function: &'static Function,
    values: Box<dyn Accumulator>,
    /// How many arguments the call has; what it is ordered by comes after them.
    arguments: usize,
    into: Into,
}

impl Values {
    /// Returns the arguments for `array_agg`: the value and the columns that order it.
    fn for_array_agg(&self, arrays: &[ArrayRef]) -> Vec<ArrayRef> {
        let (arguments, order) = arrays.split_at(self.arguments);
        arguments[..1].iter().chain(order).map(Arc::clone).collect()
    }

    fn take_in(&self, values: &ArrayRef) -> Result<Vec<u8>, CallError> {
        match &self.into {
            Into::Digest(digest) => {
                let mut digest = digest.clone();
                hashlane_arrow::each_row(self.function, &[Arc::clone(values)], |row| {
                    digest.add(row);
                })?;
                Ok(digest.digest())
            }
            Into::Pack(settings) => {
                let mut pack = Packed::new(self.function, settings)?;
                hashlane_arrow::each_value(self.function, values, |v| pack.add(settings, v))?;
                pack.into_finished()
            }
        }
    }
}

impl Accumulator for Values {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let values = self.for_array_agg(values);
        self.values.update_batch(&values)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let ScalarValue::List(list) = self.values.evaluate()? else {
            return Err(exec_datafusion_err!("{}: the values are no list", self.function.name));
        };
        let values = list.iter().flatten().next();
        let Some(values) = values.filter(|values| !values.is_empty()) else {
            return Ok(ScalarValue::Binary(None));
        };
        let result = self.take_in(&values).map_err(|e| exec_datafusion_err!("{e}"))?;
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
