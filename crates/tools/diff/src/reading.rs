//! The expressions that read untyped text as a type.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{ScalarValue, exec_err};
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility, when,
};
use datafusion::prelude::lit;

use hashlane_arrow::type_name;

use crate::exact;

/// A column whose untyped text is read as a type.
#[derive(Clone, Debug)]
pub(crate) struct ColumnReading {
    /// The type.
    pub data_type: DataType,
    /// Whether the left side has text, and whether the right side has. The others have values of the type.
    pub texts: [bool; 2],
}

/// The value of a text as a type, and the text itself if it isn't one. Equal pairs are equal values or equal texts.
///
/// # Errors
/// Returns an error if the engine can't plan the expressions.
///
/// ```
/// use datafusion::{arrow::datatypes::DataType, prelude::col};
/// let [value, rest] = hashlane_diff::value_and_rest(col("price"), &DataType::Int64)?;
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
pub fn value_and_rest(text: Expr, data_type: &DataType) -> Result<[Expr; 2]> {
    let value = call(ReadMode::Exact, data_type, text.clone());
    let rest = when(value.clone().is_null(), text).end()?;
    Ok([value, rest])
}

/// The pair of [`value_and_rest`] for a value of the type.
pub(crate) fn typed_value_and_rest(value: Expr) -> [Expr; 2] {
    [value, lit(ScalarValue::Utf8(None))]
}

/// The value of a text as a type, or NULL.
pub(crate) fn value(text: Expr, data_type: &DataType) -> Expr {
    call(ReadMode::Exact, data_type, text)
}

/// The nearest double to the number in a text, or NULL.
pub(crate) fn nearest(text: Expr) -> Expr {
    call(ReadMode::Nearest, &DataType::Float64, text)
}

/// The value of a text of this column as a type. Another text is an error.
pub(crate) fn required(text: Expr, column: &str, data_type: &DataType) -> Expr {
    call(ReadMode::Required(column.to_owned()), data_type, text)
}

fn call(mode: ReadMode, data_type: &DataType, text: Expr) -> Expr {
    let signature = Signature::any(1, Volatility::Immutable);
    let read = ReadText { mode, data_type: data_type.clone(), signature };
    ScalarUDF::new_from_impl(read).call(vec![text])
}

#[derive(Clone, Debug, Eq, Hash, PartialEq)]
enum ReadMode {
    Exact,
    Nearest,
    /// For a column of this name.
    Required(String),
}

#[derive(Debug, Eq, Hash, PartialEq)]
struct ReadText {
    mode: ReadMode,
    data_type: DataType,
    signature: Signature,
}

impl ScalarUDFImpl for ReadText {
    fn name(&self) -> &str {
        match self.mode {
            ReadMode::Exact => "read_text",
            ReadMode::Nearest => "read_number",
            ReadMode::Required(_) => "read_required_text",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.data_type.clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        Ok(ColumnarValue::Array(self.read(&arrays[0])?))
    }
}

impl ReadText {
    fn read(&self, texts: &ArrayRef) -> Result<ArrayRef> {
        let texts = cast(texts, &DataType::Utf8View)?;
        let texts = texts.as_string_view();
        let ReadMode::Required(column) = &self.mode else {
            return match self.mode {
                ReadMode::Nearest => exact::nearest(texts),
                _ => exact::read(texts, &self.data_type),
            };
        };
        let values = exact::read(texts, &self.data_type)?;
        let wrong = (0..texts.len()).find(|&row| texts.is_valid(row) && values.is_null(row));
        match wrong {
            None => Ok(Arc::clone(&values)),
            Some(row) => exec_err!(
                "'{}' in column '{column}' is not exactly a value of type {}, which the condition needs: exclude \
                 such rows, or state another type",
                texts.value(row),
                type_name(&self.data_type)
            ),
        }
    }
}
