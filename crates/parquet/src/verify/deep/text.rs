//! Strings, which are UTF-8 after the format's specification. Not every writer sees to that: ClickHouse writes whatever
//! bytes its type String has.

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
