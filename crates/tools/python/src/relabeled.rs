//! Types that DuckDB reads with a loss, as types of the same values that it reads right.

use std::sync::Arc;

use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, FieldRef, TimeUnit};

/// The type that a column gets. DuckDB 1 reads nanoseconds with a time zone as microseconds, and Date64, whose values have
/// milliseconds, as days. The row encoding reads no time zone, and Date64 as a timestamp.
pub fn of_type(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Timestamp(TimeUnit::Nanosecond, Some(_)) => {
            DataType::Timestamp(TimeUnit::Nanosecond, None)
        }
        DataType::Date64 => DataType::Timestamp(TimeUnit::Millisecond, None),
        DataType::List(item) => DataType::List(of_field(item)),
        DataType::LargeList(item) => DataType::LargeList(of_field(item)),
        DataType::ListView(item) => DataType::ListView(of_field(item)),
        DataType::LargeListView(item) => DataType::LargeListView(of_field(item)),
        DataType::FixedSizeList(item, len) => DataType::FixedSizeList(of_field(item), *len),
        DataType::Map(entries, sorted) => DataType::Map(of_field(entries), *sorted),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(of_field).collect()),
        DataType::Dictionary(keys, values) => {
            DataType::Dictionary(keys.clone(), Box::new(of_type(values)))
        }
        DataType::RunEndEncoded(ends, values) => {
            DataType::RunEndEncoded(Arc::clone(ends), of_field(values))
        }
        other => other.clone(),
    }
}

/// A field with the type that it gets.
pub fn of_field(field: &FieldRef) -> FieldRef {
    let data_type = of_type(field.data_type());
    match data_type == *field.data_type() {
        true => Arc::clone(field),
        false => Arc::new(Field::clone(field).with_data_type(data_type)),
    }
}

/// The same values with the type that they get.
pub fn of_data(data: ArrayData) -> ArrayData {
    let data_type = of_type(data.data_type());
    if data_type == *data.data_type() {
        return data;
    }
    let children = data.child_data().iter().cloned().map(of_data).collect();
    // SAFETY: the buffers of the types that change are laid out alike.
    unsafe { data.into_builder().data_type(data_type).child_data(children).build_unchecked() }
}

/// Whether a type has times of day in nanoseconds, which DuckDB 1.4 reads as microseconds.
pub fn has_nanosecond_times(data_type: &DataType) -> bool {
    has(data_type, |part| matches!(part, DataType::Time64(TimeUnit::Nanosecond)))
}

/// Whether a type has floats of 16 bits or decimals of more than 38 digits, which DuckDB doesn't read.
pub fn is_unreadable(data_type: &DataType) -> bool {
    has(data_type, |part| matches!(part, DataType::Float16 | DataType::Decimal256(..)))
}

/// Whether a type, or something in it, is like this.
fn has(data_type: &DataType, is: fn(&DataType) -> bool) -> bool {
    match data_type {
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _)
        | DataType::RunEndEncoded(_, item) => has(item.data_type(), is),
        DataType::Struct(fields) => fields.iter().any(|field| has(field.data_type(), is)),
        DataType::Dictionary(_, values) => has(values, is),
        other => is(other),
    }
}
