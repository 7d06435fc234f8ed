//! Columns that have no fingerprint.

use parquet::basic::{ConvertedType, LogicalType};
use parquet::schema::types::Type;

/// The longest fixed-length values that are accepted: a NULL takes as much memory as a value.
const MAX_LENGTH: i32 = 16 << 20;

/// Rejects columns that have or contain an unsupported type, a group without fields, or fixed-length values above
/// [`MAX_LENGTH`]. The error names the column. Wide decimals are not checked here: the row encoding rejects them itself.
pub(super) fn check(root: &Type) -> Result<(), String> {
    root.get_fields().iter().try_for_each(|column| {
        inside(column)
            .map_err(|what| format!("column {} {what}: it has no fingerprint", column.name()))
    })
}

fn inside(of: &Type) -> Result<(), String> {
    let annotation = match of.get_basic_info().logical_type_ref() {
        Some(LogicalType::Variant { .. }) => Some("VARIANT"),
        Some(LogicalType::Geometry { .. }) => Some("GEOMETRY"),
        Some(LogicalType::Geography { .. }) => Some("GEOGRAPHY"),
        Some(LogicalType::_Unknown { .. }) => Some("a type that this release does not know"),
        _ if of.get_basic_info().converted_type() == ConvertedType::INTERVAL => Some("INTERVAL"),
        _ => None,
    };
    if let Some(annotation) = annotation {
        return Err(format!("is or holds {annotation}"));
    }
    match of {
        Type::PrimitiveType { type_length, .. } if *type_length > MAX_LENGTH => {
            Err(format!("is or holds values of {type_length} bytes each"))
        }
        Type::PrimitiveType { .. } => Ok(()),
        Type::GroupType { fields, .. } if fields.is_empty() => {
            Err("is or holds a group without fields".to_owned())
        }
        Type::GroupType { fields, .. } => fields.iter().try_for_each(|field| inside(field)),
    }
}
