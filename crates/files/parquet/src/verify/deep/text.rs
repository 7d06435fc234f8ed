//! Strings. The format's specification says that they are UTF-8. Not every writer ensures this: ClickHouse writes the
//! bytes of its type String unchanged.

use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::schema::types::ColumnDescriptor;

/// Returns whether the values of a column must be UTF-8.
pub(super) fn is_text(column: &ColumnDescriptor) -> bool {
    let annotated = match column.logical_type_ref() {
        Some(LogicalType::String | LogicalType::Enum | LogicalType::Json) => true,
        Some(_) => false,
        None => matches!(
            column.converted_type(),
            ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON
        ),
    };
    annotated && column.physical_type() == Type::BYTE_ARRAY
}
