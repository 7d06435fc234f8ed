//! The types that `--infer` finds.

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use hashlane_datafusion::file_tables::STOPPED;
use hashlane_diff::{SideType, UNTYPED};

/// Returns the types of the wanted columns that neither side states, by name. A column has a type only if all of its texts on both sides are what
/// the values of this one type print: `007` and `7` stay two texts. Of other columns, some of whose texts have a type, returns why
/// they stay text.
///
/// `stated` are the columns of both sides, and `printed` the same with the type that all texts of the side print.
pub fn common_types(
    stated: [&Schema; 2],
    printed: [&Schema; 2],
    is_wanted: impl Fn(&str) -> bool,
) -> (Vec<(String, DataType)>, Vec<String>) {
    let (mut types, mut reasons) = (Vec::new(), Vec::new());
    for field in stated[0].fields().iter().filter(|field| is_wanted(field.name())) {
        let name = field.name();
        let is_untyped = |schema: &Schema| {
            let field = schema.field_with_name(name);
            field.is_ok_and(|field| field.metadata().contains_key(UNTYPED))
        };
        let [Ok(left), Ok(right)] = printed.map(|schema| schema.field_with_name(name)) else {
            continue;
        };
        if !stated.iter().all(|schema| is_untyped(schema)) {
            continue;
        }
        match left.data_type() {
            data_type if data_type == right.data_type() && *data_type != DataType::Utf8 => {
                types.push((name.clone(), data_type.clone()));
            }
            _ => reasons.extend(reason(left, right)),
        }
    }
    (types, reasons)
}

/// Why a column stays text, unless it has no other texts.
fn reason(left: &Field, right: &Field) -> Option<String> {
    let name = left.name();
    let stopped = |field: &Field, side| {
        let text = field.metadata().get(STOPPED)?;
        let (start, rest) = text.split_at(text.floor_char_boundary(40));
        let more = if rest.is_empty() { "" } else { "…" };
        Some(format!("because of '{}{more}' on the {side}", hashlane_files::shown(start)))
    };
    let why = stopped(left, "left").or_else(|| stopped(right, "right")).or_else(|| {
        let types = [left, right].map(|field| SideType::Arrow(field.data_type().clone()));
        let (left, right) = SideType::names(&types[0], &types[1]);
        (left != right).then(|| format!("since it is {left} on the left and {right} on the right"))
    })?;
    Some(format!(
        "--infer: column '{}' stays text {why}: state its type, as in --types {name}=double",
        hashlane_files::shown(name)
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn schema(types: &[(&str, DataType)], is_untyped: bool) -> Schema {
        let untyped = HashMap::from([(UNTYPED.to_owned(), String::new())]);
        let fields = types.iter().map(|(name, data_type)| {
            let field = Field::new(*name, data_type.clone(), true);
            if is_untyped { field.with_metadata(untyped.clone()) } else { field }
        });
        Schema::new(fields.collect::<Vec<_>>())
    }

    #[test]
    fn a_type_is_that_of_all_texts_on_both_sides() {
        let texts = schema(&["a", "b", "c"].map(|name| (name, DataType::Utf8)), true);
        let left = [("a", DataType::Int64), ("b", DataType::Int64), ("c", DataType::Int64)];
        let right = [("a", DataType::Int64), ("b", DataType::Utf8), ("c", DataType::Float64)];
        let (left, right) = (schema(&left, false), schema(&right, false));
        let (types, reasons) = common_types([&texts, &texts], [&left, &right], |_| true);
        assert_eq!(types, [("a".to_owned(), DataType::Int64)]);
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        assert!(reasons[1].contains("'c' stays text since it is BIGINT on the left and DOUBLE"));
        assert_eq!(common_types([&texts, &right], [&left, &right], |_| true).0, []);
    }
}
