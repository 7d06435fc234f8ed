//! Types of columns, by PostgreSQL's names for them in the driver's metadata. A domain comes as its base type.

use arrow_schema::{DataType, Field};

use crate::client::DescribedColumn;
use crate::column::ColumnType;

/// The name of a column's type.
pub(super) fn type_name(field: &Field) -> &str {
    field.metadata().get("POSTGRESQL:type").map(String::as_str).unwrap_or_default()
}

/// A column of a result. `has_citext` says that every type of the name citext is that of the extension.
pub(super) fn described(field: &Field, has_citext: bool) -> DescribedColumn {
    let metadata = |name: &str| field.metadata().get(name).map(String::as_str);
    let is_text =
        *field.data_type() == DataType::Utf8 && metadata("ARROW:extension:name").is_none();
    let found = match type_name(field) {
        "text" | "varchar" | "name" if is_text => ColumnType::Text,
        "bpchar" if is_text => ColumnType::Char,
        // Its values above 127 have other texts in other versions.
        "char" => return DescribedColumn::new(field.name(), Err("\"char\"".to_owned())),
        "citext" if has_citext => ColumnType::Text,
        // The driver has the labels of enumerations as text, under the name of the enumeration, which may be that of another type.
        _ if is_text => ColumnType::Enum,
        "int2" | "int4" | "int8" => ColumnType::Integer,
        "bool" => ColumnType::Boolean,
        "numeric" => numeric(metadata("POSTGRESQL:typmod")),
        "float4" => ColumnType::Real,
        "float8" => ColumnType::Float,
        "bytea" => ColumnType::Bytes,
        "uuid" => ColumnType::Uuid,
        "date" => ColumnType::Date,
        "time" => ColumnType::Time,
        "timestamp" => ColumnType::Timestamp,
        "timestamptz" => ColumnType::TimestampTz,
        other => return DescribedColumn::new(field.name(), Err(other.to_owned())),
    };
    DescribedColumn::number(field.name(), Ok(found))
}

/// The precision and the scale of a numeric column, in the bits of its modifier.
fn numeric(modifier: Option<&str>) -> ColumnType {
    let Some(modifier) = modifier.and_then(|text| text.parse::<i32>().ok()) else {
        return ColumnType::Numeric;
    };
    let bits = modifier - 4;
    match (u8::try_from(bits >> 16), u8::try_from(bits & 0xffff)) {
        (Ok(precision @ 1..=76), Ok(scale)) if bits >= 0 && scale <= precision => {
            ColumnType::Decimal { precision, scale }
        }
        _ => ColumnType::Numeric,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_hold_precision_and_scale() {
        assert_eq!(numeric(Some("655366")), ColumnType::Decimal { precision: 10, scale: 2 });
        for modifier in [None, Some("-1"), Some("x"), Some("65540000")] {
            assert_eq!(numeric(modifier), ColumnType::Numeric, "{modifier:?}");
        }
    }

    #[test]
    fn names_and_arrow_types_tell_types() {
        let field = |name: &str, data_type: DataType| {
            let metadata = [("POSTGRESQL:type".to_owned(), name.to_owned())].into_iter().collect();
            Field::new("c", data_type, true).with_metadata(metadata)
        };
        for (name, data_type, expected) in [
            ("name", DataType::Utf8, Ok(ColumnType::Text)),
            ("color", DataType::Utf8, Ok(ColumnType::Enum)),
            ("date", DataType::Utf8, Ok(ColumnType::Enum)),
            ("date", DataType::Date32, Ok(ColumnType::Date)),
            ("float4", DataType::Float32, Ok(ColumnType::Real)),
            ("citext", DataType::Binary, Ok(ColumnType::Text)),
            ("char", DataType::Utf8, Err("\"char\"".to_owned())),
            ("hstore", DataType::Binary, Err("hstore".to_owned())),
        ] {
            assert_eq!(described(&field(name, data_type), true).column_type, expected, "{name}");
        }
        let other = described(&field("citext", DataType::Binary), false).column_type;
        assert_eq!(other, Err("citext".to_owned()));
    }
}
