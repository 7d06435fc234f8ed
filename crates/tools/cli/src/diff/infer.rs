//! The types that `--infer` finds.

use datafusion::arrow::datatypes::{DataType, Schema};
use hashlane_diff::UNTYPED;

/// Returns the types of the columns that neither side states, by name. A column has a type only if all of its texts on both sides are what
/// the values of this one type print: `007` and `7` stay two texts.
///
/// `stated` are the columns of both sides, and `printed` the same with the type that all texts of the side print.
pub fn common_types(stated: [&Schema; 2], printed: [&Schema; 2]) -> Vec<(String, DataType)> {
    let mut types = Vec::new();
    for field in stated[0].fields() {
        let name = field.name();
        let is_untyped = |schema: &Schema| {
            let field = schema.field_with_name(name);
            field.is_ok_and(|field| field.metadata().contains_key(UNTYPED))
        };
        let [left, right] = printed.map(|schema| {
            let field = schema.field_with_name(name).ok();
            field.map(|field| field.data_type()).filter(|data_type| **data_type != DataType::Utf8)
        });
        if let Some(data_type) = left
            && left == right
            && stated.iter().all(|schema| is_untyped(schema))
        {
            types.push((name.clone(), data_type.clone()));
        }
    }
    types
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use datafusion::arrow::datatypes::Field;

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
        let types = common_types([&texts, &texts], [&left, &right]);
        assert_eq!(types, [("a".to_owned(), DataType::Int64)]);
        assert_eq!(common_types([&texts, &right], [&left, &right]), []);
    }
}
