//! The leaves of a schema: the columns that have values of their own.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields};
use parquet::basic::{ConvertedType, LogicalType, Type as Physical};
use parquet::schema::types::ColumnDescriptor;

/// Returns `fields` with the type of each leaf replaced by the result of `to`, which gets the leaf's number and its
/// type. Arrow's leaves are in the order of Parquet's, however a writer nests its lists.
pub(super) fn map(fields: &Fields, to: &mut impl FnMut(usize, &DataType) -> DataType) -> Fields {
    let mut next = 0;
    fields.iter().map(|field| map_field(field, &mut next, to)).collect()
}

fn map_field(
    field: &Field,
    next: &mut usize,
    to: &mut impl FnMut(usize, &DataType) -> DataType,
) -> FieldRef {
    let data_type = match field.data_type() {
        DataType::List(element) => DataType::List(map_field(element, next, to)),
        DataType::Map(entry, sorted) => DataType::Map(map_field(entry, next, to), *sorted),
        DataType::Struct(fields) => {
            DataType::Struct(fields.iter().map(|field| map_field(field, next, to)).collect())
        }
        leaf => {
            let leaf = to(*next, leaf);
            *next += 1;
            leaf
        }
    };
    Arc::new(field.clone().with_data_type(data_type))
}

/// The type as which a leaf's values are hashed, given the type that the parquet crate infers.
pub(super) fn hashed_as(leaf: &ColumnDescriptor, inferred: &DataType) -> DataType {
    match is_uuid(leaf) || is_text(leaf, inferred) {
        true => DataType::Utf8,
        false => read_as(leaf, inferred),
    }
}

/// The type as which a leaf's values are read. Strings are read as bytes.
pub(super) fn read_as(leaf: &ColumnDescriptor, inferred: &DataType) -> DataType {
    match inferred {
        // Half as wide as the inferred type.
        DataType::Decimal128(precision @ 1..=18, scale)
            if matches!(leaf.physical_type(), Physical::INT32 | Physical::INT64) =>
        {
            DataType::Decimal64(*precision, *scale)
        }
        inferred => inferred.clone(),
    }
}

/// Whether a leaf has strings. The format's specification says that strings are UTF-8.
pub(super) fn is_text(leaf: &ColumnDescriptor, inferred: &DataType) -> bool {
    let is_enum = matches!(leaf.logical_type_ref(), Some(LogicalType::Enum))
        || leaf.converted_type() == ConvertedType::ENUM;
    match inferred {
        DataType::Utf8 => true,
        DataType::Binary => is_enum,
        _ => false,
    }
}

/// Whether a leaf has UUIDs, which are 16 bytes.
fn is_uuid(leaf: &ColumnDescriptor) -> bool {
    matches!(leaf.logical_type_ref(), Some(LogicalType::Uuid)) && leaf.type_length() == 16
}
