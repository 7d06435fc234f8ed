//! Dates, times, durations and decimals in results, beyond what Arrow's own display can write.
//!
//! Arrow's display cuts a decimal at the digits of its precision. For a time of `24:00:00` and for years above 262,142 it
//! fails, or writes the error as the value. So these values are written as `hashlane diff` writes them.

use std::fmt::Write;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::{DataType, Field, FieldRef, Schema};
use arrow::error::ArrowError;
use arrow::json::writer::{Encoder, EncoderFactory, EncoderOptions, NullableEncoder};
use arrow::util::display::{
    ArrayFormatter, ArrayFormatterFactory, DisplayIndex, FormatOptions, FormatResult,
};
use hashlane_diff::ShownColumn;

/// Whether Arrow's display can't write all values of a type.
pub fn is_wide(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_wide(values),
        DataType::RunEndEncoded(_, values) => is_wide(values.data_type()),
        DataType::Interval(_) => false,
        other => other.is_decimal() || other.is_temporal(),
    }
}

/// The batch with the columns of some fields as text.
pub fn with_texts(
    batch: &RecordBatch,
    is_text: impl Fn(&Field) -> bool,
) -> Result<RecordBatch, ArrowError> {
    let schema = batch.schema_ref();
    let (mut fields, mut arrays) = (vec![], vec![]);
    for (field, array) in schema.fields().iter().zip(batch.columns()) {
        let (field, array) = match is_text(field) {
            true => text_column(field, array)?,
            false => (Arc::clone(field), Arc::clone(array)),
        };
        fields.push(field);
        arrays.push(array);
    }
    let schema = Schema::new(fields).with_metadata(schema.metadata().clone());
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(Arc::new(schema), arrays, &options)
}

/// A column as text.
fn text_column(field: &Field, array: &ArrayRef) -> Result<(FieldRef, ArrayRef), ArrowError> {
    let texts = shown(array.as_ref())?.texts(0..array.len());
    let field = Field::new(field.name(), DataType::Utf8, field.is_nullable());
    Ok((Arc::new(field), Arc::new(texts)))
}

fn shown(array: &dyn Array) -> Result<ShownColumn<'_>, ArrowError> {
    let field = Field::new("value", array.data_type().clone(), true);
    ShownColumn::new(&field, array).map_err(|error| ArrowError::ExternalError(Box::new(error)))
}

/// Writes such values in tables and JSON, at any depth.
#[derive(Debug)]
pub struct ExactTexts;

impl ExactTexts {
    /// Returns a writer of the values of a column as text.
    pub fn formatter<'a>(
        array: &'a dyn Array,
        options: &FormatOptions<'a>,
    ) -> Result<ArrayFormatter<'a>, ArrowError> {
        match ExactTexts.create_array_formatter(array, options, None)? {
            Some(formatter) => Ok(formatter),
            None => ArrayFormatter::try_new(array, options),
        }
    }
}

impl ArrayFormatterFactory for ExactTexts {
    fn create_array_formatter<'formatter>(
        &self,
        array: &'formatter dyn Array,
        options: &FormatOptions<'formatter>,
        _field: Option<&'formatter Field>,
    ) -> Result<Option<ArrayFormatter<'formatter>>, ArrowError> {
        if !is_wide(array.data_type()) {
            return Ok(None);
        }
        let text = ExactText { column: shown(array)?, null: options.null() };
        Ok(Some(ArrayFormatter::new(Box::new(text), options.safe())))
    }
}

struct ExactText<'a> {
    column: ShownColumn<'a>,
    null: &'a str,
}

impl DisplayIndex for ExactText<'_> {
    fn write(&self, row: usize, f: &mut dyn Write) -> FormatResult {
        f.write_str(self.column.text(row).as_deref().unwrap_or(self.null))?;
        Ok(())
    }
}

/// NaN and infinities are strings: Arrow writes them as null, which can't be told from NULL. Arrow also writes the value
/// below a key of a dictionary that stands for NULL.
impl EncoderFactory for ExactTexts {
    fn make_default_encoder<'a>(
        &self,
        _field: &'a FieldRef,
        array: &'a dyn Array,
        _options: &'a EncoderOptions,
    ) -> Result<Option<NullableEncoder<'a>>, ArrowError> {
        let data_type = array.data_type();
        let is_exact = !data_type.is_floating() && !matches!(data_type, DataType::Dictionary(..));
        if is_exact && !is_wide(data_type) {
            return Ok(None);
        }
        let encoder = ExactJson(shown(array)?);
        Ok(Some(NullableEncoder::new(Box::new(encoder), array.logical_nulls())))
    }
}

struct ExactJson<'a>(ShownColumn<'a>);

impl Encoder for ExactJson<'_> {
    fn encode(&mut self, row: usize, out: &mut Vec<u8>) {
        let mut json = String::new();
        self.0.value(row).write_json(&mut json);
        out.extend_from_slice(json.as_bytes());
    }
}
