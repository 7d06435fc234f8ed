//! Which types have an encoding.

use arrow_schema::DataType;

/// The first type in `data_type` whose values can't be part of a row; `None` where all can.
pub fn unencodable(data_type: &DataType) -> Option<&DataType> {
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
        | DataType::RunEndEncoded(_, field) => unencodable(field.data_type()),
        DataType::Struct(fields) => fields.iter().find_map(|field| unencodable(field.data_type())),
        DataType::Dictionary(_, values) => unencodable(values),
        DataType::Interval(_) | DataType::Union(..) => Some(data_type),
    }
}
