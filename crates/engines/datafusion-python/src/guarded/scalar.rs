//! A scalar function whose panics are errors.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl,
    Signature,
};

use super::{GuardedCallback, guarded};
use crate::constants::collapse;

/// Forwards to a function what datafusion-ffi calls.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct GuardedScalar {
    udf: Arc<ScalarUDF>,
    /// The places of the arguments that are neither the value nor values of a row.
    parameters: Vec<usize>,
}

impl GuardedScalar {
    /// Wraps a function of the catalogue.
    pub fn new(udf: Arc<ScalarUDF>) -> Self {
        let function = hashlane_catalog::find(udf.name());
        let parameters = function.into_iter().flat_map(|function| function.params());
        let parameters = parameters.map(|(place, _)| place).collect();
        GuardedScalar { udf, parameters }
    }
}

impl ScalarUDFImpl for GuardedScalar {
    fn name(&self) -> &str {
        self.udf.name()
    }

    fn aliases(&self) -> &[String] {
        self.udf.aliases()
    }

    fn signature(&self) -> &Signature {
        self.udf.signature()
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        guarded(GuardedCallback::Coerce, || self.udf.coerce_types(types))
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        guarded(GuardedCallback::ReturnField, || self.udf.return_type(types))
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        guarded(GuardedCallback::ReturnField, || self.udf.return_field_from_args(args))
    }

    fn invoke_with_args(&self, mut args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        guarded(GuardedCallback::Invoke, || {
            collapse(&self.parameters, &mut args.args)?;
            self.udf.invoke_with_args(args)
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.udf.documentation()
    }
}
