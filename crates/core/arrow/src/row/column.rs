//! Converts a node to the column that the encoder reads.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{Array, ArrowPrimitiveType};
use arrow_schema::{DataType, TimeUnit};
use hashlane_catalog::TypeClass;
use hashlane_kernels::blocks::LayoutError;
use hashlane_kernels::encoding::{Column, Floats, Integers, Lists, ValueClass, Values};

use super::node::{OwnedData, RowNode};
use crate::strings;
use crate::types::type_class;

/// The buffers of a node's string views, and its children's.
pub(crate) struct NodeViews<'a> {
    buffers: Vec<&'a [u8]>,
    children: Vec<NodeViews<'a>>,
}

impl<'a> NodeViews<'a> {
    /// Collects the buffers of `node`.
    pub fn new(node: &'a RowNode) -> Self {
        NodeViews {
            buffers: strings::buffers(&node.array),
            children: node.children.iter().map(NodeViews::new).collect(),
        }
    }
}

/// The column of a node.
pub(crate) fn column<'a>(
    node: &'a RowNode,
    views: &'a NodeViews<'a>,
) -> Result<Column<'a>, LayoutError> {
    let valid = node.valid.as_deref().map(Cow::Borrowed);
    Ok(Column::new(node.array.len(), valid, values(node, views)?))
}

fn values<'a>(node: &'a RowNode, views: &'a NodeViews<'a>) -> Result<Values<'a>, LayoutError> {
    let array = &node.array;
    let child = |i: usize| column(&node.children[i], &views.children[i]);
    if let Some(integers) = integers(node) {
        return Ok(integers);
    }
    if let Some(class) = class_of_bytes(node) {
        return Ok(Values::Bytes(class, strings::rows(array, &views.buffers, None)?));
    }
    Ok(match (array.data_type(), &node.owned) {
        (_, OwnedData::Bits(bits)) => Values::Bits(bits.into()),
        (_, OwnedData::Floats(floats)) => Values::Floats(Floats::F32(floats.into())),
        (_, OwnedData::Keys(keys)) => Values::Indexed(keys.into(), Box::new(child(0)?)),
        (_, OwnedData::Entries(entries)) => {
            Values::List(Lists::Entries(entries), Box::new(child(0)?))
        }
        (DataType::Float32, _) => {
            Values::Floats(Floats::F32(primitive::<Float32Type>(node).into()))
        }
        (DataType::Float64, _) => Values::Floats(Floats::F64(primitive::<Float64Type>(node))),
        (DataType::List(_), _) => {
            let offsets = array.as_list::<i32>().value_offsets();
            Values::List(Lists::Offsets32(offsets, offsets[0]), Box::new(child(0)?))
        }
        (DataType::LargeList(_), _) => {
            let offsets = array.as_list::<i64>().value_offsets();
            Values::List(Lists::Offsets64(offsets, offsets[0]), Box::new(child(0)?))
        }
        (DataType::Map(..), _) => {
            let offsets = array.as_map().value_offsets();
            Values::Map(Lists::Offsets32(offsets, offsets[0]), Box::new(child(0)?))
        }
        (DataType::FixedSizeList(_, width), _) => {
            Values::List(Lists::Fixed(*width as usize), Box::new(child(0)?))
        }
        (DataType::Struct(_), _) => {
            Values::Struct((0..node.children.len()).map(child).collect::<Result<_, _>>()?)
        }
        (DataType::Null, _) => Values::Null,
        (other, _) => unreachable!("{other} has no encoding, which was checked"),
    })
}

fn primitive<T: ArrowPrimitiveType>(node: &RowNode) -> &[T::Native] {
    node.array.as_primitive::<T>().values()
}

/// The number of nanoseconds in a unit.
fn nanoseconds(unit: &TimeUnit) -> u64 {
    match unit {
        TimeUnit::Second => 1_000_000_000,
        TimeUnit::Millisecond => 1_000_000,
        TimeUnit::Microsecond => 1_000,
        TimeUnit::Nanosecond => 1,
    }
}

/// The values if they are whole numbers, possibly with a unit or a scale.
fn integers(node: &RowNode) -> Option<Values<'_>> {
    let of = |integers| Values::Integers(ValueClass::Integer, integers, 1);
    Some(match node.array.data_type() {
        DataType::Int8 => of(Integers::I8(primitive::<Int8Type>(node))),
        DataType::Int16 => of(Integers::I16(primitive::<Int16Type>(node))),
        DataType::Int32 => of(Integers::I32(primitive::<Int32Type>(node))),
        DataType::Int64 => of(Integers::I64(primitive::<Int64Type>(node))),
        DataType::UInt8 => of(Integers::U8(primitive::<UInt8Type>(node))),
        DataType::UInt16 => of(Integers::U16(primitive::<UInt16Type>(node))),
        DataType::UInt32 => of(Integers::U32(primitive::<UInt32Type>(node))),
        DataType::UInt64 => of(Integers::U64(primitive::<UInt64Type>(node))),
        DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => return decimals(node),
        _ => return times(node),
    })
}

fn decimals(node: &RowNode) -> Option<Values<'_>> {
    let of = |unscaled, precision: &u8, scale: &i8| {
        // A negative scale has been rejected.
        Values::Decimals { unscaled, precision: *precision, scale: *scale as u8 }
    };
    Some(match (node.array.data_type(), &node.owned) {
        (DataType::Decimal32(p, s), _) => of(Integers::I32(primitive::<Decimal32Type>(node)), p, s),
        (DataType::Decimal64(p, s), _) => of(Integers::I64(primitive::<Decimal64Type>(node)), p, s),
        (DataType::Decimal128(p, s), _) => {
            of(Integers::I128(primitive::<Decimal128Type>(node)), p, s)
        }
        (DataType::Decimal256(p, s), OwnedData::Wide(wide)) => of(Integers::I128(wide), p, s),
        _ => return None,
    })
}

fn times(node: &RowNode) -> Option<Values<'_>> {
    use TimeUnit::*;
    let i64s = || {
        Integers::I64(match node.array.data_type() {
            DataType::Timestamp(Second, _) => primitive::<TimestampSecondType>(node),
            DataType::Timestamp(Millisecond, _) => primitive::<TimestampMillisecondType>(node),
            DataType::Timestamp(Microsecond, _) => primitive::<TimestampMicrosecondType>(node),
            DataType::Timestamp(Nanosecond, _) => primitive::<TimestampNanosecondType>(node),
            DataType::Duration(Second) => primitive::<DurationSecondType>(node),
            DataType::Duration(Millisecond) => primitive::<DurationMillisecondType>(node),
            DataType::Duration(Microsecond) => primitive::<DurationMicrosecondType>(node),
            DataType::Duration(Nanosecond) => primitive::<DurationNanosecondType>(node),
            DataType::Time64(Microsecond) => primitive::<Time64MicrosecondType>(node),
            DataType::Time64(_) => primitive::<Time64NanosecondType>(node),
            other => unreachable!("{other} is not one of these"),
        })
    };
    Some(match node.array.data_type() {
        DataType::Date32 => {
            Values::Integers(ValueClass::Date, Integers::I32(primitive::<Date32Type>(node)), 1)
        }
        // A point in time, as in Polars: it can have a time of day.
        DataType::Date64 => {
            let values = Integers::I64(primitive::<Date64Type>(node));
            Values::Integers(ValueClass::Timestamp, values, nanoseconds(&Millisecond))
        }
        DataType::Time32(Second) => {
            let values = Integers::I32(primitive::<Time32SecondType>(node));
            Values::Integers(ValueClass::Time, values, nanoseconds(&Second))
        }
        DataType::Time32(unit) => {
            let values = Integers::I32(primitive::<Time32MillisecondType>(node));
            Values::Integers(ValueClass::Time, values, nanoseconds(unit))
        }
        DataType::Time64(unit) => Values::Integers(ValueClass::Time, i64s(), nanoseconds(unit)),
        DataType::Timestamp(unit, _) => {
            Values::Integers(ValueClass::Timestamp, i64s(), nanoseconds(unit))
        }
        DataType::Duration(unit) => {
            Values::Integers(ValueClass::Duration, i64s(), nanoseconds(unit))
        }
        _ => return None,
    })
}

/// The class of texts and bytes, or `None` for other types.
fn class_of_bytes(node: &RowNode) -> Option<ValueClass> {
    let data_type = node.array.data_type();
    match type_class(data_type) {
        _ if matches!(data_type, DataType::Dictionary(..) | DataType::RunEndEncoded(..)) => None,
        TypeClass::Text | TypeClass::Uuid => Some(ValueClass::String),
        TypeClass::Blob if node.is_text => Some(ValueClass::String),
        TypeClass::Blob => Some(ValueClass::Binary),
        TypeClass::Integer
        | TypeClass::Real
        | TypeClass::Null
        | TypeClass::List
        | TypeClass::Other => None,
    }
}
