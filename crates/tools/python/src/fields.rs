//! The types of columns from other libraries.

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_schema::Field;

use crate::calls::{CallFailure, failed};

/// The name and the type of a column.
///
/// # Errors
/// Returns an error if Arrow has no such type. Polars exports its Int128 and UInt128 under names of its own.
pub fn imported(schema: &FFI_ArrowSchema) -> Result<Field, CallFailure> {
    match foreign(schema) {
        None => Field::try_from(schema).map_err(failed),
        Some((part, data_type)) => {
            // A stream of a table has no name.
            let name = schema.name().filter(|name| !name.is_empty()).unwrap_or(part);
            Err(CallFailure::Type(format!(
                "the column '{name}' has the type {data_type} of Polars, which Arrow lacks: cast it to Int64, \
                 Decimal or String"
            )))
        }
    }
}

/// A type that only Polars has, here or in what the type consists of: the name of that part, and of its type.
fn foreign(schema: &FFI_ArrowSchema) -> Option<(&str, &str)> {
    let data_type = match schema.format() {
        "_pli128" => "Int128",
        "_plu128" => "UInt128",
        format if format.starts_with("_pl") => format,
        _ => return schema.children().find_map(foreign).or_else(|| foreign(schema.dictionary()?)),
    };
    Some((schema.name().unwrap_or_default(), data_type))
}
