//! Types of columns, from their declarations.

use crate::client::DescribedColumn;
use crate::column::ColumnType;
use crate::reading::NamedZone;

/// A column of a result. Timestamps that declare no zone are in that of the server.
pub(super) fn described(name: &str, declared: &str, server_zone: &str) -> DescribedColumn {
    let inner = |text: &str, wrapper: &str| {
        text.strip_prefix(wrapper).and_then(|rest| rest.strip_suffix(')')).map(str::to_owned)
    };
    let mut kind = declared.to_owned();
    for wrapper in ["LowCardinality(", "Nullable("] {
        kind = inner(&kind, wrapper).unwrap_or(kind);
    }
    let (family, arguments) = kind.split_once('(').unwrap_or((&kind, ""));
    let digits = arguments.split([',', ')']).next().and_then(|text| text.trim().parse::<u8>().ok());
    let found = match family {
        "Int8" | "Int16" | "Int32" | "Int64" | "UInt8" | "UInt16" | "UInt32" => ColumnType::Integer,
        "UInt64" | "Int128" | "Int256" | "UInt128" | "UInt256" => ColumnType::WideInteger,
        "Bool" => ColumnType::Boolean,
        "Float32" => ColumnType::Real,
        "Float64" => ColumnType::Float,
        "Enum8" | "Enum16" => ColumnType::Enum,
        "UUID" => ColumnType::Uuid,
        "Date" | "Date32" => ColumnType::Date,
        "Time" => ColumnType::Time,
        "Time64" if digits.is_some_and(|digits| digits <= 6) => ColumnType::Time,
        "String" => return DescribedColumn::new(name, Ok(ColumnType::Text)).or(ColumnType::Bytes),
        // Digests are stored like this, so it is text only beside text.
        "FixedString" => {
            return DescribedColumn::new(name, Ok(ColumnType::Bytes)).or(ColumnType::Char);
        }
        // A point in time, which is shown in a zone.
        "DateTime" | "DateTime64"
            if family == "DateTime" || digits.is_some_and(|digits| digits <= 6) =>
        {
            let zone = arguments.split('\'').nth(1).unwrap_or(server_zone);
            let Some(zone) = NamedZone::named(zone) else {
                return DescribedColumn::new(name, Err(format!("{family} in the zone {zone}")));
            };
            let described = DescribedColumn::new(name, Ok(ColumnType::TimestampTz));
            return DescribedColumn { zone: Some(zone), ..described.or(ColumnType::Timestamp) };
        }
        "Decimal" => match kind.parse() {
            Ok(decimal) => decimal,
            Err(_) => return DescribedColumn::new(name, Err(declared.to_owned())),
        },
        _ => return DescribedColumn::new(name, Err(declared.to_owned())),
    };
    DescribedColumn::new(name, Ok(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_described() {
        let of = |declared| described("c", declared, "Asia/Tokyo");
        for (declared, expected) in [
            ("LowCardinality(Nullable(String))", Ok(ColumnType::Text)),
            ("Nullable(Decimal(9, 2))", Ok(ColumnType::Decimal { precision: 9, scale: 2 })),
            ("DateTime64(3, 'UTC')", Ok(ColumnType::TimestampTz)),
            ("DateTime64(9)", Err("DateTime64(9)".to_owned())),
            ("DateTime('Europe/Rome')", Ok(ColumnType::TimestampTz)),
            (
                "DateTime('Fixed/UTC+03:00:00')",
                Err("DateTime in the zone Fixed/UTC+03:00:00".to_owned()),
            ),
            ("Enum8('a' = 1, 'b)' = 2)", Ok(ColumnType::Enum)),
            ("Array(Nullable(String))", Err("Array(Nullable(String))".to_owned())),
        ] {
            assert_eq!(of(declared).column_type, expected, "{declared}");
        }
        assert_eq!(of("DateTime64(3, 'Europe/Rome')").zone, NamedZone::named("Europe/Rome"));
        assert_eq!(of("Nullable(DateTime)").zone, NamedZone::named("Asia/Tokyo"));
        assert_eq!(of("String").alternative, Some(ColumnType::Bytes));
        assert_eq!(of("FixedString(16)").column_type, Ok(ColumnType::Bytes));
    }
}
