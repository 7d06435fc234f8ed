//! Columns of text whose type nobody stated.

use std::collections::BTreeMap;

use datafusion::arrow::datatypes::{DataType, Field, Schema};

use hashlane_arrow::type_name;

use crate::class::{EncodingClass, type_names};
use crate::error::DiffError;
use crate::exact::is_readable;
use crate::options::DiffOptions;
use crate::reading::ColumnReading;
use crate::schema::listed;
use crate::side::Side;

pub use hashlane_datafusion::file_tables::UNTYPED;

/// Whether a column is text without a stated type.
pub(crate) fn is_untyped(field: &Field) -> bool {
    field.metadata().contains_key(UNTYPED)
        && EncodingClass::for_type(field.data_type()) == EncodingClass::Text
}

/// The columns with untyped text that is read as a type: one that the options state, or that of the other side.
///
/// # Errors
/// Returns an error if the options state a type for an unknown column, for a column of another type, or one that text
/// can't be read as.
pub(crate) fn readings(
    left: &Schema,
    right: &Schema,
    options: &DiffOptions,
) -> Result<BTreeMap<String, ColumnReading>, DiffError> {
    let mut readings = BTreeMap::new();
    for (name, stated) in &options.types {
        check_stated(name, stated, [left, right])?;
    }
    for field in left.fields().iter().chain(right.fields()) {
        let name = field.name();
        let columns = [left, right].map(|schema| column(schema, name));
        let texts = columns.map(|column| column.is_some_and(is_untyped));
        let stated =
            options.types.iter().find(|(stated, _)| stated == name).map(|(_, stated)| stated);
        let typed = columns.into_iter().flatten().find(|column| !is_untyped(column));
        let data_type = stated.or(typed.map(Field::data_type)).map(stored);
        if let Some(data_type) = data_type.filter(|data_type| is_readable(data_type))
            && texts.contains(&true)
        {
            readings.insert(name.clone(), ColumnReading { data_type: data_type.clone(), texts });
        }
    }
    Ok(readings)
}

fn check_stated(name: &str, stated: &DataType, schemas: [&Schema; 2]) -> Result<(), DiffError> {
    let wrong = |text| Err(DiffError::Input(text));
    if !is_readable(stated) && EncodingClass::for_type(stated) != EncodingClass::Text {
        return wrong(format!(
            "column '{name}' can't be read as {}: state a type of booleans, numbers, dates, times or text",
            type_name(stated)
        ));
    }
    let columns = schemas.map(|schema| column(schema, name));
    if columns.iter().all(Option::is_none) {
        return wrong(format!(
            "column '{name}' has a stated type, but neither side has the column; the left side has {}",
            listed(schemas[0])
        ));
    }
    for (side, column) in [Side::Left, Side::Right].into_iter().zip(columns) {
        let Some(column) = column.filter(|column| !is_untyped(column)) else { continue };
        let own = stored(column.data_type());
        if own != stated
            && (EncodingClass::for_type(own), EncodingClass::for_type(stated))
                != (EncodingClass::Text, EncodingClass::Text)
        {
            let (own, other) = type_names(own, stated);
            return wrong(format!(
                "column '{name}' of the {side} side has the type {own}, not {other}: types are stated only for \
                 columns without one, so leave '{name}' out"
            ));
        }
    }
    Ok(())
}

fn column<'a>(schema: &'a Schema, name: &str) -> Option<&'a Field> {
    schema.fields().iter().find(|field| field.name() == name).map(AsRef::as_ref)
}

/// The type of the values of a dictionary or of runs.
pub(crate) fn stored(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => stored(values),
        DataType::RunEndEncoded(_, values) => stored(values.data_type()),
        other => other,
    }
}
