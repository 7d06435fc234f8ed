//! The arguments of aggregates other than the value, which must be literals.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::{Result, ScalarValue, plan_datafusion_err};
use datafusion::logical_expr::ColumnarValue;
use datafusion::logical_expr::function::AccumulatorArgs;
use datafusion::physical_expr::PhysicalExpr;
use hashlane_catalog::{ArgValue, CallError, Function, Settings};

/// Checks the types of a call's arguments and returns them.
pub fn check_types(function: &'static Function, types: &[DataType]) -> Result<Vec<DataType>> {
    let refused = |error: CallError| plan_datafusion_err!("{error}");
    if !function.arity().contains(&types.len()) {
        return Err(refused(CallError::arity(function, types.len())));
    }
    for (place, data_type) in types.iter().enumerate() {
        let arg = function.arg(place, types.len());
        if !arg.kind.accepts(hashlane_arrow::type_class(data_type)) {
            let given = hashlane_arrow::type_name(data_type);
            return Err(refused(CallError::argument_type(function, arg, &given)));
        }
        if arg.kind == hashlane_catalog::ArgKind::Value {
            hashlane_arrow::check_row(function, std::iter::once(data_type)).map_err(refused)?;
        }
    }
    if function.takes_row() {
        let values = types[function.value_places(types.len())].iter();
        hashlane_arrow::check_row(function, values).map_err(refused)?;
    }
    Ok(types.to_vec())
}

/// Returns the settings of a call. All arguments but the value must be literals.
pub fn settings(function: &Function, args: &AccumulatorArgs) -> Result<Settings> {
    let mut settings = Settings::defaults(function);
    for (i, arg) in function.params().filter(|(i, _)| *i < args.exprs.len()) {
        let Some(constant) = constant(args.exprs[i].as_ref()) else {
            return Err(plan_datafusion_err!("{}", CallError::not_constant(function, arg)));
        };
        let array = constant.to_array()?;
        let value = hashlane_arrow::scalar_value(&array).unwrap_or(ArgValue::Null);
        if value == ArgValue::Null {
            let error = CallError::argument_type(function, arg, "NULL");
            return Err(plan_datafusion_err!("{error}"));
        }
        settings.set(function, arg, &value).map_err(|e| plan_datafusion_err!("{e}"))?;
    }
    Ok(settings)
}

/// Evaluates an expression without columns. An expression of another library can't be matched as a literal, so it is
/// evaluated over a batch without columns, as DataFusion's own aggregates do.
fn constant(expr: &dyn PhysicalExpr) -> Option<ScalarValue> {
    let batch = RecordBatch::new_empty(Arc::new(Schema::empty()));
    match expr.evaluate(&batch) {
        Ok(ColumnarValue::Scalar(value)) => Some(value),
        _ => None,
    }
}
