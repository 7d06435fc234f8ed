//! Numbers of JSON whose type differs from that of the other side.

use std::collections::HashMap;

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::Column;
use datafusion::common::metadata::FieldMetadata;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, cast};
use hashlane_datafusion::file_tables::NUMBERS;

use crate::class::EncodingClass;
use crate::untyped::UNTYPED;

/// Makes untyped text of the numbers of a JSON file that are integers or decimals where the other side has floats,
/// integers where it has decimals, or doubles where it has shorter floats. They are then read as that type: 1 beside 1.5 is a double,
/// and a number that no double is differs.
pub(crate) fn as_text(table: DataFrame, other: &Schema) -> Result<DataFrame> {
    let text = |field: &Field| {
        field.metadata().contains_key(NUMBERS)
            && other
                .field_with_name(field.name())
                .is_ok_and(|other| holds_more(other.data_type(), field.data_type()))
    };
    let schema = table.schema().clone();
    if !schema.fields().iter().any(|field| text(field)) {
        return Ok(table);
    }
    let untyped = FieldMetadata::from(HashMap::from([(UNTYPED.to_owned(), String::new())]));
    let columns = schema.iter().map(|(qualifier, field)| {
        let column = Expr::Column(Column::from((qualifier, field)));
        match text(field) {
            true => cast(column, DataType::Utf8)
                .alias_with_metadata(field.name(), Some(untyped.clone())),
            false => column,
        }
    });
    table.select(columns.collect::<Vec<_>>())
}

/// Whether numbers of JSON can be read as another type's.
fn holds_more(more: &DataType, fewer: &DataType) -> bool {
    let is_shorter_float = matches!(more, DataType::Float32 | DataType::Float16);
    match (EncodingClass::for_type(fewer), EncodingClass::for_type(more)) {
        (EncodingClass::Integer | EncodingClass::Decimal, EncodingClass::Float)
        | (EncodingClass::Integer, EncodingClass::Decimal) => true,
        (EncodingClass::Float, EncodingClass::Float) => is_shorter_float && fewer != more,
        _ => false,
    }
}
