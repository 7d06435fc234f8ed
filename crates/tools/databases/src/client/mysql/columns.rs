//! Types of columns, from the protocol and, for text of one length, from the tables: MariaDB sends UUIDs and IP addresses as such text.

use std::collections::HashMap;

use mysql::Column;
use mysql::consts::{ColumnFlags, ColumnType as Stored};

use crate::client::DescribedColumn;
use crate::column::ColumnType;

/// The number of the character set of bytes.
const BINARY: u16 = 63;

/// The declared types of columns, by schema and table.
pub(super) type DeclaredTypes = HashMap<(String, String), HashMap<String, String>>;

/// The schema and table of a column that may have another type than text of one length.
pub(super) fn table_of(column: &Column) -> Option<(String, String)> {
    let place = (column.schema_str().into_owned(), column.org_table_str().into_owned());
    let is_padded = column.column_type() == Stored::MYSQL_TYPE_STRING
        && !column.flags().intersects(ColumnFlags::ENUM_FLAG | ColumnFlags::SET_FLAG);
    (is_padded && !place.0.is_empty() && !place.1.is_empty()).then_some(place)
}

/// A column of a result. `origin` is the same column, with its place in a table.
pub(super) fn described(
    column: &Column,
    origin: &Column,
    declared: &DeclaredTypes,
) -> DescribedColumn {
    let types = table_of(origin).and_then(|place| declared.get(&place));
    let declared = types.and_then(|types| types.get(&*origin.org_name_str()));
    let described = typed(column, declared.map(String::as_str));
    let is_text = described.column_type.as_ref().is_ok_and(|column_type| column_type.is_text());
    let is_recoded = is_text && !has_unicode(column.character_set());
    DescribedColumn { is_recoded, ..described }
}

fn typed(column: &Column, declared: Option<&str>) -> DescribedColumn {
    let (name, has) = (column.name_str(), |flag| column.flags().contains(flag));
    let is_bytes = column.character_set() == BINARY;
    let found = match column.column_type() {
        Stored::MYSQL_TYPE_TINY if column.column_length() == 1 => ColumnType::TinyInt,
        Stored::MYSQL_TYPE_LONGLONG if has(ColumnFlags::UNSIGNED_FLAG) => ColumnType::WideInteger,
        Stored::MYSQL_TYPE_TINY
        | Stored::MYSQL_TYPE_SHORT
        | Stored::MYSQL_TYPE_INT24
        | Stored::MYSQL_TYPE_LONG
        | Stored::MYSQL_TYPE_LONGLONG
        | Stored::MYSQL_TYPE_YEAR => ColumnType::Integer,
        Stored::MYSQL_TYPE_NEWDECIMAL => decimal(column),
        Stored::MYSQL_TYPE_FLOAT => ColumnType::Real,
        Stored::MYSQL_TYPE_DOUBLE => ColumnType::Float,
        Stored::MYSQL_TYPE_DATE => ColumnType::Date,
        Stored::MYSQL_TYPE_TIME => ColumnType::Time,
        Stored::MYSQL_TYPE_DATETIME => ColumnType::Timestamp,
        Stored::MYSQL_TYPE_TIMESTAMP => ColumnType::TimestampTz,
        Stored::MYSQL_TYPE_STRING if has(ColumnFlags::ENUM_FLAG) => ColumnType::Enum,
        Stored::MYSQL_TYPE_STRING if has(ColumnFlags::SET_FLAG) => {
            return DescribedColumn::new(name, Err("set".to_owned()));
        }
        Stored::MYSQL_TYPE_STRING => return padded(&name, is_bytes, declared),
        Stored::MYSQL_TYPE_VAR_STRING | Stored::MYSQL_TYPE_BLOB if !is_bytes => ColumnType::Text,
        Stored::MYSQL_TYPE_VAR_STRING | Stored::MYSQL_TYPE_BLOB => ColumnType::Bytes,
        other => {
            let shown = format!("{other:?}").replace("MYSQL_TYPE_", "").to_lowercase();
            return DescribedColumn::new(name, Err(shown));
        }
    };
    DescribedColumn::new(name, Ok(found))
}

/// What the protocol calls text of one length.
fn padded(name: &str, is_bytes: bool, declared: Option<&str>) -> DescribedColumn {
    match declared {
        Some("uuid") => DescribedColumn::new(name, Ok(ColumnType::Uuid)),
        Some(other) if !["char", "binary"].contains(&other) => {
            DescribedColumn::new(name, Err(other.to_owned()))
        }
        _ if is_bytes => DescribedColumn::new(name, Ok(ColumnType::Bytes)),
        // A column of a query may be a UUID, and UUIDs are stored as text.
        _ => DescribedColumn::new(name, Ok(ColumnType::Char)).or(ColumnType::Uuid),
    }
}

/// The type of a decimal column, whose length counts the sign and the point.
fn decimal(column: &Column) -> ColumnType {
    let scale = column.decimals();
    let has_sign = !column.flags().contains(ColumnFlags::UNSIGNED_FLAG);
    let others = u32::from(has_sign) + u32::from(scale > 0);
    let precision = column.column_length().saturating_sub(others);
    ColumnType::Decimal { precision: u8::try_from(precision).unwrap_or(76).min(76), scale }
}

/// Whether every character of a collation's character set has a Unicode: utf8mb3, utf8mb4, latin1, ucs2, utf16, utf32 and bytes.
fn has_unicode(collation: u16) -> bool {
    // MariaDB adds 1024 for a collation without padding, and has its newest collations of Unicode from 2048 on.
    let collation = if (1024..2048).contains(&collation) { collation - 1024 } else { collation };
    matches!(
        collation,
        5 | 8 | 15 | 31 | 33 | 35 | 45..=49 | 54..=56 | 60..=63 | 76 | 83 | 90 | 94 | 101..=247 | 255..=323 | 576..=767 | 2048..
    )
}
