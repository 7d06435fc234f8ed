//! What has no fingerprint.

use parquet::basic::LogicalType;
use parquet::schema::types::Type;

/// What is read by recursion must not overflow the stack of a thread. A list is two levels.
const MAX_DEPTH: usize = 200;

/// Fails where a column, or one inside it, has a type that the encoding of rows has not; it says which.
/// INTERVAL and wide decimals are left to the encoding, which refuses them itself.
pub(super) fn check(root: &Type) -> Result<(), String> {
    root.get_fields().iter().try_for_each(|column| {
        inside(column, 1)
            .map_err(|what| format!("column {} {what}: it has no fingerprint", column.name()))
    })
}

fn inside(of: &Type, depth: usize) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err(format!("is nested more than {MAX_DEPTH} levels deep"));
    }
    let annotation = match of.get_basic_info().logical_type_ref() {
        Some(LogicalType::Variant { .. }) => Some("VARIANT"),
        Some(LogicalType::Geometry { .. }) => Some("GEOMETRY"),
        Some(LogicalType::Geography { .. }) => Some("GEOGRAPHY"),
        Some(LogicalType::_Unknown { .. }) => Some("a type that this release does not know"),
        _ => None,
    };
    if let Some(annotation) = annotation {
        return Err(format!("is or holds {annotation}"));
    }
    match of {
        Type::PrimitiveType { .. } => Ok(()),
        Type::GroupType { fields, .. } if fields.is_empty() => {
            Err("is or holds a group without fields".to_owned())
        }
        Type::GroupType { fields, .. } => {
            fields.iter().try_for_each(|field| inside(field, depth + 1))
        }
    }
}
