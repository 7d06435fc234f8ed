//! The one UDF type: a row of the catalogue.

use std::sync::Arc;

use datafusion::arrow::array::{Array, Datum, Scalar as ArrowScalar};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, plan_datafusion_err};
use datafusion::logical_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl};
use hashlane_catalog::{ArgKind, CallError, Function, OnNull, Settings};

use crate::entry::{CatalogEntry, entry_methods};

/// A function of the catalogue as DataFusion calls it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct CatalogScalar {
    entry: CatalogEntry,
    aliases: Vec<String>,
}

impl CatalogScalar {
    /// The UDF of a row.
    pub fn new(function: &'static Function) -> Self {
        let aliases = function.aliases.iter().map(|&alias| alias.to_owned()).collect();
        CatalogScalar { entry: CatalogEntry::new(function), aliases }
    }

    fn check_types(&self, types: &[&DataType]) -> Result<()> {
        let function = self.entry.function;
        if !function.arity().contains(&types.len()) {
            return Err(plan_error(CallError::arity(function, types.len())));
        }
        for (place, data_type) in types.iter().enumerate() {
            let arg = function.arg(place, types.len());
            if !arg.kind.accepts(hashlane_arrow::type_class(data_type)) {
                let given = hashlane_arrow::type_name(data_type);
                return Err(plan_error(CallError::argument_type(function, arg, &given)));
            }
        }
        if function.takes_list() {
            let list = types[function.value_index()];
            hashlane_arrow::check_list(function, list).map_err(plan_error)?;
        }
        if function.takes_row() {
            let row = types[function.value_places(types.len())].iter().copied();
            hashlane_arrow::check_row(function, row).map_err(plan_error)?;
        }
        let value = types[function.value_index()];
        if function.takes_column(hashlane_arrow::type_class(value)) {
            let columns = types[function.value_places(types.len())].iter().copied();
            hashlane_arrow::check_row(function, columns).map_err(plan_error)?;
        }
        Ok(())
    }

    /// Returns an error at planning time if a constant is not allowed.
    fn check_constants(&self, constants: &[Option<&ScalarValue>]) -> Result<()> {
        let function = self.entry.function;
        let mut settings = Settings::defaults(function);
        for (i, arg) in function.params_of(constants.len()) {
            let Some(Some(constant)) = constants.get(i) else { continue };
            let array = constant.to_array()?;
            if let Some(value) = hashlane_arrow::scalar_value(&array) {
                settings.set(function, arg, &value).map_err(plan_error)?;
            }
        }
        Ok(())
    }
}

impl ScalarUDFImpl for CatalogScalar {
    entry_methods!();

    fn aliases(&self) -> &[String] {
        &self.aliases
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let function = self.entry.function;
        self.check_types(&types.iter().collect::<Vec<_>>())?;
        let kind = |place| function.arg(place, types.len()).kind;
        let coerced = |(place, data_type): (usize, &DataType)| match kind(place) {
            // Rows and lists are read in place in every layout.
            ArgKind::Row
            | ArgKind::ListOfRows
            | ArgKind::ListOfValues
            | ArgKind::ListOfBytes
            | ArgKind::Signature => data_type.clone(),
            _ => hashlane_arrow::coerced(data_type).clone(),
        };
        Ok(types.iter().enumerate().map(coerced).collect())
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let function = self.entry.function;
        let types = args.arg_fields.iter().map(|field| field.data_type());
        self.check_types(&types.collect::<Vec<_>>())?;
        self.check_constants(args.scalar_arguments)?;
        let fields = args.arg_fields;
        let nullable = match function.nulls {
            OnNull::Propagate => fields.iter().any(|field| field.is_nullable()),
            // NULL is a value of the row, so only a parameter makes the result NULL.
            OnNull::Value => {
                let mut params = function.params_of(fields.len());
                params.any(|(place, _)| fields.get(place).is_some_and(|f| f.is_nullable()))
            }
            // A NULL list has no elements, and the other arguments may not be NULL.
            OnNull::NoRows => false,
        };
        let nullable = nullable || function.makes_null();
        let data_type = hashlane_arrow::return_type(function);
        Ok(Arc::new(Field::new(function.name, data_type, nullable)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let data = args.args.iter().map(|arg| {
            Ok(match arg {
                ColumnarValue::Array(array) => Box::new(array.clone()) as Box<dyn Datum>,
                ColumnarValue::Scalar(scalar) => Box::new(ArrowScalar::new(scalar.to_array()?)),
            })
        });
        let data = data.collect::<Result<Vec<_>>>()?;
        let data: Vec<&dyn Datum> = data.iter().map(|datum| datum.as_ref()).collect();
        let result = hashlane_arrow::evaluate(self.entry.function, &data)
            .map_err(|e| exec_datafusion_err!("{e}"))?;
        let all_scalars = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        match all_scalars && result.len() == 1 {
            true => Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?)),
            false => Ok(ColumnarValue::Array(result)),
        }
    }
}

fn plan_error(error: CallError) -> datafusion::error::DataFusionError {
    plan_datafusion_err!("{error}")
}
