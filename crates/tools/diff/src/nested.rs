//! Lists, structs, maps, dictionaries and runs, whose values are shown by their items.

use datafusion::arrow::array::{Array, AsArray, ListLikeArray, RunArray};
use datafusion::arrow::datatypes::{
    DataType, Field, Int16Type, Int32Type, Int64Type, RunEndIndexType,
};

use crate::error::DiffError;
use crate::shown::{ShowValue, ShownColumn, ShownValue, write_string};

/// Shows the values of a type that has items. `None` for other types.
pub(crate) fn show(array: &dyn Array) -> Option<Result<ShowValue<'_>, DiffError>> {
    Some(match array.data_type() {
        DataType::List(item) => list(item, array.as_list::<i32>()),
        DataType::LargeList(item) => list(item, array.as_list::<i64>()),
        DataType::ListView(item) => list(item, array.as_list_view::<i32>()),
        DataType::LargeListView(item) => list(item, array.as_list_view::<i64>()),
        DataType::FixedSizeList(item, _) => list(item, array.as_fixed_size_list()),
        DataType::Struct(_) => structs(array),
        DataType::Map(entries, _) => map(entries, array),
        DataType::Dictionary(_, _) => dictionary(array),
        DataType::RunEndEncoded(ends, values) => match ends.data_type() {
            DataType::Int16 => runs(values, array.as_run::<Int16Type>()),
            DataType::Int32 => runs(values, array.as_run::<Int32Type>()),
            _ => runs(values, array.as_run::<Int64Type>()),
        },
        _ => return None,
    })
}

fn list<'a>(item: &Field, array: &'a impl ListLikeArray) -> Result<ShowValue<'a>, DiffError> {
    let items = ShownColumn::new(item, array.values())?;
    Ok(Box::new(move |row| {
        let values = array.element_range(row).map(|at| items.value(at));
        ShownValue::Nested(joined('[', values, |value, json| value.write_json(json), ']'))
    }))
}

fn structs(array: &dyn Array) -> Result<ShowValue<'_>, DiffError> {
    let array = array.as_struct();
    let fields = array.fields().iter().zip(array.columns());
    let fields = fields
        .map(|(field, column)| Ok((field.name().as_str(), ShownColumn::new(field, column)?)))
        .collect::<Result<Vec<_>, DiffError>>()?;
    Ok(Box::new(move |row| {
        let entry = |(name, column): &(&str, ShownColumn<'_>), json: &mut String| {
            write_entry(name, &column.value(row), json);
        };
        ShownValue::Nested(joined('{', &fields, entry, '}'))
    }))
}

/// An object whose names are the texts of the keys.
fn map<'a>(entries: &Field, array: &'a dyn Array) -> Result<ShowValue<'a>, DiffError> {
    let array = array.as_map();
    let DataType::Struct(fields) = entries.data_type() else {
        return Err(DiffError::Input("a map has no entries".to_owned()));
    };
    let keys = ShownColumn::new(&fields[0], array.keys())?;
    let values = ShownColumn::new(&fields[1], array.values())?;
    Ok(Box::new(move |row| {
        let offsets = array.value_offsets();
        let [start, end] = [row, row + 1].map(|at| usize::try_from(offsets[at]).unwrap_or(0));
        let entry = |at: usize, json: &mut String| {
            write_entry(&keys.value(at).to_string(), &values.value(at), json);
        };
        ShownValue::Nested(joined('{', start..end, entry, '}'))
    }))
}

fn dictionary(array: &dyn Array) -> Result<ShowValue<'_>, DiffError> {
    let dictionary = array.as_any_dictionary();
    let DataType::Dictionary(_, item) = array.data_type() else {
        return Err(DiffError::Input("a dictionary has no type of its values".to_owned()));
    };
    let field = Field::new("value", item.as_ref().clone(), true);
    let values = ShownColumn::new(&field, dictionary.values())?;
    // A dictionary without values has only NULL keys, which nobody shows.
    let keys = match dictionary.values().is_empty() {
        true => vec![],
        false => dictionary.normalized_keys(),
    };
    Ok(Box::new(move |row| values.value(keys[row])))
}

fn runs<'a, E: RunEndIndexType>(
    field: &Field,
    array: &'a RunArray<E>,
) -> Result<ShowValue<'a>, DiffError> {
    let values = ShownColumn::new(field, array.values())?;
    Ok(Box::new(move |row| values.value(array.get_physical_index(row))))
}

fn write_entry(name: &str, value: &ShownValue<'_>, json: &mut String) {
    write_string(name, json);
    json.push(':');
    value.write_json(json);
}

/// The items between two brackets, with commas.
fn joined<T>(
    open: char,
    items: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut String),
    close: char,
) -> String {
    let mut json = String::from(open);
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            json.push(',');
        }
        write(item, &mut json);
    }
    json.push(close);
    json
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use datafusion::arrow::array::{
        ArrayRef, DictionaryArray, FixedSizeListArray, Int32Array, ListArray, MapArray,
        StringArray, StructArray, Time64MicrosecondArray,
    };
    use datafusion::arrow::buffer::OffsetBuffer;

    fn json(array: &dyn Array) -> Vec<String> {
        let field = Field::new("value", array.data_type().clone(), true);
        let column = ShownColumn::new(&field, array).expect("a type with texts");
        let texts = (0..array.len()).map(|row| {
            let mut json = String::new();
            column.value(row).write_json(&mut json);
            json
        });
        texts.collect()
    }

    fn times() -> ArrayRef {
        Arc::new(Time64MicrosecondArray::from(vec![Some(86_400_000_000), None, Some(-1)]))
    }

    #[test]
    fn a_null_may_be_below_a_key_of_a_dictionary() {
        let keys = Int32Array::from(vec![Some(1), Some(0), None]);
        let array = DictionaryArray::new(keys, times());
        assert_eq!(json(&array), ["null", r#""24:00:00""#, "null"]);
        let texts = Arc::new(StringArray::from(Vec::<Option<&str>>::new()));
        let empty = DictionaryArray::new(Int32Array::from(vec![None]), texts);
        assert_eq!(json(&empty), ["null"]);
    }

    #[test]
    fn runs_show_their_values() {
        let runs = RunArray::try_new(&Int32Array::from(vec![1, 3, 4]), &times()).expect("runs");
        let shown = [r#""24:00:00""#, "null", "null", r#""-00:00:00.000001""#];
        assert_eq!(json(&runs), shown);
        assert_eq!(json(&runs.slice(2, 2)), shown[2..]);
    }

    #[test]
    fn lists_structs_and_maps_are_json() {
        let item = Arc::new(Field::new("item", times().data_type().clone(), true));
        let list = ListArray::new(
            Arc::clone(&item),
            OffsetBuffer::from_lengths([2, 0, 1]),
            times(),
            Some(vec![true, true, true].into()),
        );
        let lists = [r#"["24:00:00",null]"#, "[]", r#"["-00:00:00.000001"]"#];
        assert_eq!(json(&list), lists);
        assert_eq!(json(&list.slice(2, 1)), lists[2..]);
        let fixed = FixedSizeListArray::new(item, 1, times(), None);
        assert_eq!(json(&fixed.slice(1, 2)), ["[null]", r#"["-00:00:00.000001"]"#]);
        let names: ArrayRef = Arc::new(StringArray::from(vec![Some("q\"\n"), None, Some("é")]));
        let fields = [("a b", names), ("t", times())].map(|(name, values)| {
            (Arc::new(Field::new(name, values.data_type().clone(), true)), values)
        });
        let structs = StructArray::from(fields.to_vec());
        let shown = [
            r#"{"a b":"q\"\n","t":"24:00:00"}"#,
            r#"{"a b":null,"t":null}"#,
            r#"{"a b":"é","t":"-00:00:00.000001"}"#,
        ];
        assert_eq!(json(&structs), shown);
    }

    #[test]
    fn the_names_of_a_map_are_texts() {
        let keys: ArrayRef = Arc::new(Int32Array::from(vec![7, 8, 9]));
        let fields =
            [("key", keys, false), ("value", times(), true)].map(|(name, values, null)| {
                (Arc::new(Field::new(name, values.data_type().clone(), null)), values)
            });
        let entries = StructArray::from(fields.to_vec());
        let field = Arc::new(Field::new("entries", entries.data_type().clone(), false));
        let map = MapArray::new(field, OffsetBuffer::from_lengths([2, 1]), entries, None, false);
        assert_eq!(json(&map), [r#"{"7":"24:00:00","8":null}"#, r#"{"9":"-00:00:00.000001"}"#]);
    }
}
