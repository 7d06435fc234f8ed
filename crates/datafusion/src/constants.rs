//! The arguments of aggregates beside the value: literals.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, plan_datafusion_err};
use datafusion::logical_expr::function::AccumulatorArgs;
use datafusion::physical_expr::expressions::Literal;
use hashlane_catalog::{CallError, Function, Settings, Value};

/// The types of a call's arguments, checked.
pub fn check_types(function: &'static Function, types: &[DataType]) -> Result<Vec<DataType>> {
    let refused = |error: CallError| plan_datafusion_err!("{error}");
    if !function.arity().contains(&types.len()) {
        return Err(refused(CallError::arity(function, types.len())));
    }
    for (arg, data_type) in function.args.iter().zip(types) {
        if !arg.kind.takes(hashlane_arrow::type_class(data_type)) {
            let given = hashlane_arrow::type_name(data_type);
            return Err(refused(CallError::argument_type(function, arg, &given)));
        }
        if arg.kind == hashlane_catalog::Kind::Value {
            hashlane_arrow::check_row(function, std::iter::once(data_type)).map_err(refused)?;
        }
    }
    Ok(types.to_vec())
}

/// The settings of a call, whose arguments beside the value must be literals.
pub fn settings(function: &Function, args: &AccumulatorArgs) -> Result<Settings> {
    let mut settings = Settings::defaults(function);
    for (i, arg) in function.params().filter(|(i, _)| *i < args.exprs.len()) {
        let Some(literal) = args.exprs[i].downcast_ref::<Literal>() else {
            return Err(plan_datafusion_err!("{}", CallError::not_constant(function, arg)));
        };
        let array = literal.value().to_array()?;
        let value = hashlane_arrow::scalar_value(&array).unwrap_or(Value::Null);
        if value == Value::Null {
            let error = CallError::argument_type(function, arg, "NULL");
            return Err(plan_datafusion_err!("{error}"));
        }
        settings.set(function, arg, &value).map_err(|e| plan_datafusion_err!("{e}"))?;
    }
    Ok(settings)
}
