//! Lists, structs, maps, dictionaries and runs, whose values are shown by their items.

use datafusion::arrow::array::{Array, AsArray, ListLikeArray, RunArray};
use datafusion::arrow::datatypes::{
    DataType, Field, Int16Type, Int32Type, Int64Type, RunEndIndexType,
};

use crate::error::Error;
use crate::shown::{Show, Shown, ShownColumn, write_string};

/// Shows the values of a type that has items. `None` for other types.
pub fn show(array: &dyn Array) -> Option<Result<Show<'_>, Error>> {
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

fn list<'a>(item: &Field, array: &'a impl ListLikeArray) -> Result<Show<'a>, Error> {
    let items = ShownColumn::new(item, array.values())?;
    Ok(Box::new(move |row| {
        let values = array.element_range(row).map(|at| items.value(at));
        Shown::Nested(joined('[', values, |value, json| value.write_json(json), ']'))
    }))
}

fn structs(array: &dyn Array) -> Result<Show<'_>, Error> {
    let array = array.as_struct();
    let fields = array.fields().iter().zip(array.columns());
    let fields = fields
        .map(|(field, column)| Ok((field.name().as_str(), ShownColumn::new(field, column)?)))
        .collect::<Result<Vec<_>, Error>>()?;
    Ok(Box::new(move |row| {
        let entry = |(name, column): &(&str, ShownColumn<'_>), json: &mut String| {
            write_entry(name, &column.value(row), json);
        };
        Shown::Nested(joined('{', &fields, entry, '}'))
    }))
}

/// An object whose names are the texts of the keys.
fn map<'a>(entries: &Field, array: &'a dyn Array) -> Result<Show<'a>, Error> {
    let array = array.as_map();
    let DataType::Struct(fields) = entries.data_type() else {
        return Err(Error::Input("a map has no entries".to_owned()));
    };
    let keys = ShownColumn::new(&fields[0], array.keys())?;
    let values = ShownColumn::new(&fields[1], array.values())?;
    Ok(Box::new(move |row| {
        let offsets = array.value_offsets();
        let [start, end] = [row, row + 1].map(|at| usize::try_from(offsets[at]).unwrap_or(0));
        let entry = |at: usize, json: &mut String| {
            write_entry(&keys.value(at).to_string(), &values.value(at), json);
        };
        Shown::Nested(joined('{', start..end, entry, '}'))
    }))
}

fn dictionary(array: &dyn Array) -> Result<Show<'_>, Error> {
    let dictionary = array.as_any_dictionary();
    let DataType::Dictionary(_, item) = array.data_type() else {
        return Err(Error::Input("a dictionary has no type of its values".to_owned()));
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

fn runs<'a, E: RunEndIndexType>(field: &Field, array: &'a RunArray<E>) -> Result<Show<'a>, Error> {
    let values = ShownColumn::new(field, array.values())?;
    Ok(Box::new(move |row| values.value(array.get_physical_index(row))))
}

fn write_entry(name: &str, value: &Shown<'_>, json: &mut String) {
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
