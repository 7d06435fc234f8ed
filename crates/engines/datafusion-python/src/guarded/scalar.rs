//! A scalar function whose panics are errors.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray};
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl,
    Signature,
};

use super::{GuardedCallback, guarded};

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

/// Turns a parameter with the same value in all rows into one value again, so that kernels hash many rows at a time:
/// `digest(v, 'blake3')` of short strings takes 18 ns a row instead of 119. datafusion-ffi repeats a constant argument for
/// each row of a batch.
fn collapse(parameters: &[usize], args: &mut [ColumnarValue]) -> Result<()> {
    for &place in parameters {
        let Some(ColumnarValue::Array(array)) = args.get(place) else { continue };
        if is_uniform(array) {
            args[place] = ColumnarValue::Scalar(ScalarValue::try_from_array(array, 0)?);
        }
    }
    Ok(())
}

/// Whether all rows have the same value.
fn is_uniform(array: &dyn Array) -> bool {
    // One row is as fast as one value.
    let Some(pairs) = array.len().checked_sub(1).filter(|pairs| *pairs > 0) else { return false };
    match array.data_type() {
        // A repeated view has one address. The values, which may be dictionaries of 100 KiB, are not read.
        DataType::Utf8View => is_one_view(array.as_string_view().views(), array),
        DataType::BinaryView => is_one_view(array.as_binary_view().views(), array),
        _ => array.slice(0, pairs).to_data() == array.slice(1, pairs).to_data(),
    }
}

fn is_one_view(views: &[u128], array: &dyn Array) -> bool {
    array.null_count() == 0 && views[1..] == views[..views.len() - 1]
}
