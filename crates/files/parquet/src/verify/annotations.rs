//! Checks the annotations of groups: lists and maps have a form that all readers rely on.

use parquet::basic::{ConvertedType, LogicalType, Repetition};
use parquet::schema::types::Type;

/// Returns what is wrong with the annotation of a field below a group.
pub(super) fn wrong_annotation(group: &Type) -> Option<String> {
    let wrong = |field: &Type| {
        let name = field.name();
        check(field).err().map(|detail| format!("the field {name} of the schema {detail}"))
    };
    let below = |field: &Type| if field.is_group() { wrong_annotation(field) } else { None };
    group.get_fields().iter().find_map(|field| wrong(field).or_else(|| below(field)))
}

fn check(group: &Type) -> Result<(), String> {
    let info = group.get_basic_info();
    let converted = info.converted_type();
    let of_groups = matches!(
        converted,
        ConvertedType::LIST | ConvertedType::MAP | ConvertedType::MAP_KEY_VALUE
    );
    match (group.is_group(), of_groups) {
        (true, _) => {}
        (false, false) => return Ok(()),
        (false, true) => return Err(format!("is annotated with {converted}, which is for groups")),
    }
    let logical = info.logical_type_ref();
    let kind = match (logical, converted) {
        (Some(LogicalType::List), ConvertedType::LIST | ConvertedType::NONE)
        | (None, ConvertedType::LIST) => "list",
        (Some(LogicalType::Map), ConvertedType::MAP | ConvertedType::NONE)
        | (None, ConvertedType::MAP) => "map",
        // Old writers annotate a map, or the pairs in it, with MAP_KEY_VALUE.
        (None, ConvertedType::MAP_KEY_VALUE) if !is_repeated(group) => "map",
        (Some(LogicalType::Map) | None, ConvertedType::MAP_KEY_VALUE)
        | (None, ConvertedType::NONE)
        | (Some(LogicalType::Variant { .. } | LogicalType::_Unknown { .. }), ConvertedType::NONE) =>
        {
            return Ok(());
        }
        (Some(logical), converted) => {
            return Err(format!("is annotated with {logical:?} and {converted}"));
        }
        (None, converted) => {
            return Err(format!("is annotated with {converted}, which is for values"));
        }
    };
    match group.get_fields() {
        _ if is_repeated(group) => {
            Err(format!("is a repeated {kind}; a {kind} is optional or required"))
        }
        [child] if is_repeated(child) && (kind == "list" || is_pair(child)) => Ok(()),
        _ => Err(format!("is a {kind} without a single repeated field")),
    }
}

fn is_repeated(field: &Type) -> bool {
    let info = field.get_basic_info();
    info.has_repetition() && info.repetition() == Repetition::REPEATED
}

/// Whether a field of a map holds a key, and a value unless it is a map without values.
fn is_pair(field: &Type) -> bool {
    match field.is_group().then(|| field.get_fields()) {
        Some([key]) => key.name() == "key",
        Some(fields) => fields.len() == 2,
        None => false,
    }
}
