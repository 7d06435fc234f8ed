//! The types of results.

use std::fmt;

/// The SQL type of a function's result. An adapter turns it into its engine's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// UINTEGER, UInt32.
    UInteger,
    /// UBIGINT, UInt64.
    UBigint,
    /// INTEGER, Int32.
    Integer,
    /// BIGINT, Int64.
    Bigint,
    /// BOOLEAN: one byte, 1 for true and 0 for false.
    Boolean,
    /// DOUBLE, Float64.
    Double,
    /// UUID in DuckDB; in Arrow, which has no such type, its text in Utf8. Its bytes in the order of its text.
    Uuid,
    /// BLOB, Binary.
    Blob,
    /// VARCHAR, Utf8.
    Varchar,
    /// A list.
    List(&'static ResultType),
    /// A struct of fields.
    Struct(&'static [ResultField]),
}

/// A field of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultField {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub returns: ResultType,
    /// Whether it can be NULL.
    pub is_nullable: bool,
}

impl ResultField {
    /// A field that is never NULL.
    pub(crate) const fn new(name: &'static str, returns: ResultType) -> Self {
        ResultField { name, returns, is_nullable: false }
    }
}

/// The measurements of each codec on a sample.
pub(crate) const MEASUREMENTS: ResultType = ResultType::List(&ResultType::Struct(&[
    ResultField::new("codec", ResultType::Varchar),
    ResultField { is_nullable: true, ..ResultField::new("level", ResultType::Integer) },
    ResultField::new("ratio", ResultType::Double),
    ResultField::new("compress_mb_s", ResultType::Double),
    ResultField::new("decompress_mb_s", ResultType::Double),
]));

/// The rows that differ between two tables.
pub(crate) const DIFFERENCES: ResultType = ResultType::List(&ResultType::Struct(&[
    ResultField::new("side", ResultType::Varchar),
    ResultField::new("key", ResultType::Bigint),
    ResultField::new("hash", ResultType::Bigint),
    ResultField::new("rows", ResultType::UBigint),
]));

impl ResultType {
    /// The bytes of a value, if all values have as many.
    pub fn width(&self) -> Option<usize> {
        match self {
            ResultType::Boolean => Some(1),
            ResultType::UInteger | ResultType::Integer => Some(4),
            ResultType::UBigint | ResultType::Bigint | ResultType::Double => Some(8),
            ResultType::Uuid => Some(16),
            ResultType::Blob
            | ResultType::Varchar
            | ResultType::List(_)
            | ResultType::Struct(_) => None,
        }
    }

    /// Whether elements of this type can be NULL in a list: only those of packs can.
    pub fn is_nullable_in_lists(&self) -> bool {
        matches!(self, ResultType::Blob | ResultType::Varchar)
    }
}

/// The type's name in SQL.
impl fmt::Display for ResultType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            ResultType::UInteger => "UINTEGER",
            ResultType::UBigint => "UBIGINT",
            ResultType::Integer => "INTEGER",
            ResultType::Bigint => "BIGINT",
            ResultType::Boolean => "BOOLEAN",
            ResultType::Double => "DOUBLE",
            ResultType::Uuid => "UUID",
            ResultType::Blob => "BLOB",
            ResultType::Varchar => "VARCHAR",
            ResultType::List(element) => return write!(f, "{element}[]"),
            ResultType::Struct(fields) => {
                f.write_str("STRUCT(")?;
                for (i, field) in fields.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(f, "{comma}{} {}", identifier(field.name), field.returns)?;
                }
                ")"
            }
        };
        f.write_str(name)
    }
}

/// The name of a field, in quotes if SQL gives the word a meaning.
fn identifier(name: &str) -> String {
    match name {
        "key" | "level" | "rows" => format!("\"{name}\""),
        _ => name.to_owned(),
    }
}
