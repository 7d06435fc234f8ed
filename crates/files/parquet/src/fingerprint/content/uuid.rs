//! UUIDs. The row encoding stores them as text.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, MapArray, StructArray};
use arrow_schema::ArrowError;
use arrow_schema::{DataType, FieldRef};

/// Returns `array` with the text of each UUID where `to` has a string type for 16 bytes.
pub(super) fn as_text(array: &ArrayRef, to: &DataType) -> Result<ArrayRef, ArrowError> {
    Ok(match (array.data_type(), to) {
        (DataType::FixedSizeBinary(16), DataType::Utf8) => texts(array),
        (DataType::List(_), DataType::List(element)) => {
            let list = array.as_list::<i32>();
            let values = as_text(list.values(), element.data_type())?;
            let (offsets, nulls) = (list.offsets().clone(), list.nulls().cloned());
            Arc::new(ListArray::try_new(typed(element, &values), offsets, values, nulls)?)
        }
        (DataType::Map(..), DataType::Map(entry, sorted)) => {
            let map = array.as_map();
            let entries: ArrayRef = Arc::new(map.entries().clone());
            let entries = as_text(&entries, entry.data_type())?;
            let entry = typed(entry, &entries);
            let entries = entries.as_struct().clone();
            let (offsets, nulls) = (map.offsets().clone(), map.nulls().cloned());
            Arc::new(MapArray::try_new(entry, offsets, entries, nulls, *sorted)?)
        }
        (DataType::Struct(_), DataType::Struct(fields)) => {
            let array = array.as_struct();
            let columns = array.columns().iter().zip(fields);
            let columns = columns.map(|(column, field)| as_text(column, field.data_type()));
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            let fields = fields.iter().zip(&columns).map(|(field, column)| typed(field, column));
            Arc::new(StructArray::try_new(fields.collect(), columns, array.nulls().cloned())?)
        }
        _ => array.clone(),
    })
}

/// Returns the field with the type of `array`. INT96 timestamps may have another unit than expected.
fn typed(field: &FieldRef, array: &ArrayRef) -> FieldRef {
    Arc::new(field.as_ref().clone().with_data_type(array.data_type().clone()))
}

fn texts(array: &ArrayRef) -> ArrayRef {
    let mut texts = StringBuilder::with_capacity(array.len(), 36 * array.len());
    for uuid in array.as_fixed_size_binary() {
        let Some(uuid) = uuid else {
            texts.append_null();
            continue;
        };
        for (i, byte) in uuid.iter().enumerate() {
            let dash = if matches!(i, 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(texts, "{dash}{byte:02x}").expect("a builder takes all there is memory for");
        }
        texts.append_value("");
    }
    Arc::new(texts.finish())
}
