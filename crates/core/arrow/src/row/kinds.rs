//! Decides which types have an encoding.

use arrow_schema::DataType;
use hashlane_kernels::encoding::MAX_DEPTH;

/// The reason why values of a type can't be part of a row.
#[derive(Debug)]
pub enum Unencodable<'a> {
    /// The type, or a type within it, has no encoding.
    Type(&'a DataType),
    /// The type is nested more than [`MAX_DEPTH`] levels deep.
    TooDeep,
}

/// Whether a type is nested more than [`MAX_DEPTH`] levels deep, dictionaries and runs included.
pub fn is_too_deep(data_type: &DataType) -> bool {
    fn within(data_type: &DataType, depth: usize) -> bool {
        let inner = |field: &arrow_schema::FieldRef| within(field.data_type(), depth + 1);
        depth > MAX_DEPTH
            || match data_type {
                DataType::List(field)
                | DataType::LargeList(field)
                | DataType::ListView(field)
                | DataType::LargeListView(field)
                | DataType::FixedSizeList(field, _)
                | DataType::Map(field, _)
                | DataType::RunEndEncoded(_, field) => inner(field),
                DataType::Struct(fields) => fields.iter().any(inner),
                DataType::Union(fields, _) => fields.iter().any(|(_, field)| inner(field)),
                DataType::Dictionary(_, values) => within(values, depth + 1),
                _ => false,
            }
    }
    within(data_type, 0)
}

/// Returns the first reason why values of `data_type` can't be part of a row; `None` if they can.
pub fn unencodable(data_type: &DataType) -> Option<Unencodable<'_>> {
    if is_too_deep(data_type) {
        return Some(Unencodable::TooDeep);
    }
    untyped(data_type).map(Unencodable::Type)
}

/// The first type in `data_type` that has no encoding.
fn untyped(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        DataType::Null
        | DataType::Boolean
        | DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32
        | DataType::UInt64
        | DataType::Float16
        | DataType::Float32
        | DataType::Float64
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_)
        | DataType::Date32
        | DataType::Date64
        | DataType::Time32(_)
        | DataType::Time64(_)
        | DataType::Timestamp(..)
        | DataType::Duration(_) => None,
        DataType::Decimal32(_, scale)
        | DataType::Decimal64(_, scale)
        | DataType::Decimal128(_, scale)
        | DataType::Decimal256(_, scale) => (*scale < 0).then_some(data_type),
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _)
        | DataType::RunEndEncoded(_, field) => untyped(field.data_type()),
        DataType::Struct(fields) => fields.iter().find_map(|field| untyped(field.data_type())),
        DataType::Dictionary(_, values) => untyped(values),
        DataType::Interval(_) | DataType::Union(..) => Some(data_type),
    }
}
