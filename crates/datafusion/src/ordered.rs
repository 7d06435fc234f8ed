//! `digest_agg`. Its rows come in order only at the end, from several partitions, so they are collected as
//! `array_agg` does, which sorts them, and digested then.

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
use datafusion::physical_expr::expressions::Literal;
use hashlane_catalog::{CallError, Function, OrderedDigest, Settings, Value};

use crate::scalar::document;

/// `digest_agg` as DataFusion calls it.
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
    /// The UDAF of a row of the catalogue whose fold is a digest.
    pub fn new(function: &'static Function) -> Self {
        Ordered {
            function,
            signature: Signature::user_defined(Volatility::Immutable),
            documentation: document(function),
            array_agg: ArrayAgg::default(),
        }
    }

    /// The digest of no values under the algorithm that the call names.
    fn digest(&self, args: &AccumulatorArgs) -> Result<OrderedDigest> {
        let arg = &self.function.args[1];
        let Some(literal) = args.exprs[1].downcast_ref::<Literal>() else {
            return Err(plan_datafusion_err!("{}", CallError::not_constant(self.function, arg)));
        };
        let array = literal.value().to_array()?;
        let name = hashlane_arrow::scalar_value(&array).unwrap_or(Value::Null);
        let mut settings = Settings::defaults(self.function);
        let set = settings.set(self.function, arg, &name);
        set.map_err(|e| plan_datafusion_err!("{e}"))?;
        let algorithm = settings.algorithm.ok_or_else(|| {
            let error = CallError::argument_type(self.function, arg, "NULL");
            plan_datafusion_err!("{error}")
        })?;
        Ok(OrderedDigest::new(algorithm))
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
        let refused = |error: CallError| plan_datafusion_err!("{error}");
        let [value, algorithm] = types else {
            return Err(refused(CallError::arity(self.function, types.len())));
        };
        hashlane_arrow::check_row(self.function, std::iter::once(value)).map_err(refused)?;
        let arg = &self.function.args[1];
        if !arg.kind.takes(hashlane_arrow::type_class(algorithm)) {
            let name = algorithm.to_string();
            return Err(refused(CallError::argument_type(self.function, arg, &name)));
        }
        Ok(types.to_vec())
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
        if args.order_bys.is_empty() {
            return Err(plan_datafusion_err!("{}", CallError::needs_order(self.function)));
        }
        let digest = self.digest(&args)?;
        let list = DataType::new_list(args.expr_fields[0].data_type().clone(), true);
        let values = self.array_agg.accumulator(AccumulatorArgs {
            return_field: Arc::new(Field::new("values", list, true)),
            exprs: &args.exprs[..1],
            expr_fields: &args.expr_fields[..1],
            ..args
        })?;
        Ok(Box::new(Values { function: self.function, values, digest }))
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

/// The values of a group, collected and sorted by `array_agg`.
#[derive(Debug)]
struct Values {
    function: &'static Function,
    values: Box<dyn Accumulator>,
    digest: OrderedDigest,
}

/// What `array_agg` is given of a call's arguments: all but the algorithm.
fn without_algorithm(arrays: &[ArrayRef]) -> Vec<ArrayRef> {
    let kept = arrays.iter().enumerate().filter(|(i, _)| *i != 1);
    kept.map(|(_, array)| Arc::clone(array)).collect()
}

impl Accumulator for Values {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.values.update_batch(&without_algorithm(values))
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let ScalarValue::List(list) = self.values.evaluate()? else {
            return Err(exec_datafusion_err!("{}: the values are no list", self.function.name));
        };
        let values = list.iter().flatten().next();
        let Some(values) = values.filter(|values| !values.is_empty()) else {
            return Ok(ScalarValue::Binary(None));
        };
        let mut digest = self.digest.clone();
        hashlane_arrow::each_row(self.function, &[values], |row| digest.add(row))
            .map_err(|e| exec_datafusion_err!("{e}"))?;
        Ok(ScalarValue::Binary(Some(digest.digest())))
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
