//! Columns, and the types that have a canonical text.

use std::fmt;
use std::str::FromStr;

use crate::error::TableError;
use crate::reading::NamedZone;

/// A type whose values have one text in all dialects.
///
/// ```
/// use hashlane_databases::ColumnType;
/// assert_eq!("numeric(18, 2)".parse(), Ok(ColumnType::Decimal { precision: 18, scale: 2 }));
/// assert_eq!("int8".parse::<ColumnType>().map(|t| t.to_string()), Ok("integer".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ColumnType {
    /// An integer of at most 64 bits with a sign: it can be the key that a sketch sums up.
    Integer,
    /// An integer that may need more: unsigned, or of 128 bits.
    WideInteger,
    /// MySQL's integer of 8 bits that is also its boolean.
    TinyInt,
    /// True and false.
    Boolean,
    /// A decimal with a precision and a scale.
    Decimal {
        /// The number of digits.
        precision: u8,
        /// The number of digits after the point.
        scale: u8,
    },
    /// A decimal of any scale, which only PostgreSQL has.
    Numeric,
    /// A float of 32 bits.
    Real,
    /// A float of 64 bits.
    Float,
    /// Text of any length.
    Text,
    /// Text that is padded to one length with blanks, which are not part of the value.
    Char,
    /// A label of an enumeration.
    Enum,
    /// Bytes.
    Bytes,
    /// A UUID.
    Uuid,
    /// A UUID beside text, or text beside a UUID: text in lower case.
    UuidText,
    /// A day.
    Date,
    /// A time of day in microseconds.
    Time,
    /// A date and a time in microseconds, without a zone.
    Timestamp,
    /// A point in time in microseconds.
    TimestampTz,
    /// Any value, by the type that SQLite stores it with.
    Any,
}

/// Every name of a type. The first name of a type is the one that is shown.
const NAMES: &[(&str, ColumnType)] = &[
    ("integer", ColumnType::Integer),
    ("bigint", ColumnType::Integer),
    ("int", ColumnType::Integer),
    ("smallint", ColumnType::Integer),
    ("tinyint", ColumnType::Integer),
    ("int8", ColumnType::Integer),
    ("int4", ColumnType::Integer),
    ("int2", ColumnType::Integer),
    ("hugeint", ColumnType::WideInteger),
    ("ubigint", ColumnType::WideInteger),
    ("tinyint(1)", ColumnType::TinyInt),
    ("boolean", ColumnType::Boolean),
    ("bool", ColumnType::Boolean),
    ("numeric", ColumnType::Numeric),
    ("float", ColumnType::Float),
    ("double", ColumnType::Float),
    ("real", ColumnType::Real),
    ("float4", ColumnType::Real),
    ("text", ColumnType::Text),
    ("varchar", ColumnType::Text),
    ("string", ColumnType::Text),
    ("char", ColumnType::Char),
    ("enum", ColumnType::Enum),
    ("bytes", ColumnType::Bytes),
    ("bytea", ColumnType::Bytes),
    ("blob", ColumnType::Bytes),
    ("binary", ColumnType::Bytes),
    ("uuid", ColumnType::Uuid),
    ("uuid as text", ColumnType::UuidText),
    ("date", ColumnType::Date),
    ("time", ColumnType::Time),
    ("timestamp", ColumnType::Timestamp),
    ("datetime", ColumnType::Timestamp),
    ("timestamptz", ColumnType::TimestampTz),
];

impl ColumnType {
    /// Whether its values are texts of any characters, whose number of bytes is part of a row's text.
    ///
    /// ```
    /// use hashlane_databases::ColumnType;
    /// assert!(ColumnType::Char.is_text() && !ColumnType::Uuid.is_text());
    /// ```
    pub fn is_text(self) -> bool {
        use ColumnType::{Char, Enum, Text, UuidText};
        matches!(self, Text | Char | Enum | UuidText)
    }

    /// Whether its values are numbers with exact digits, whose texts are comparable whatever their widths.
    ///
    /// ```
    /// use hashlane_databases::ColumnType;
    /// assert!(ColumnType::Numeric.is_number() && !ColumnType::Float.is_number());
    /// ```
    pub fn is_number(self) -> bool {
        use ColumnType::{Decimal, Integer, Numeric, TinyInt, WideInteger};
        matches!(self, Integer | WideInteger | TinyInt | Decimal { .. } | Numeric)
    }
}

impl FromStr for ColumnType {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Self, TableError> {
        let lower = text.trim().to_ascii_lowercase();
        if let Some((_, found)) = NAMES.iter().find(|(name, _)| *name == lower) {
            return Ok(*found);
        }
        let arguments = ["decimal(", "numeric("].iter().find_map(|name| lower.strip_prefix(name));
        let arguments = arguments.and_then(|rest| rest.strip_suffix(')'));
        let numbers = arguments.and_then(|arguments| {
            let (precision, scale) = arguments.split_once(',').unwrap_or((arguments, "0"));
            Some((precision.trim().parse().ok()?, scale.trim().parse().ok()?))
        });
        match numbers {
            Some((precision @ 1..=76, scale)) if scale <= precision => {
                Ok(ColumnType::Decimal { precision, scale })
            }
            Some(_) => Err(TableError::new(format!(
                "'{text}' is not a decimal type: write decimal(p,s) with 1 to 76 digits, at most p of them after the point"
            ))),
            None => Err(TableError::new(format!(
                "'{text}' is not a type with a canonical text: use integer, hugeint, boolean, decimal(p,s), numeric, float, real, \
                 text, char, enum, bytes, uuid, date, time, timestamp or timestamptz"
            ))),
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ColumnType::Decimal { precision, scale } = self {
            return write!(f, "decimal({precision},{scale})");
        }
        let name = NAMES.iter().find(|(_, column_type)| column_type == self);
        f.write_str(name.map_or("any", |(name, _)| name))
    }
}

/// A column whose values are part of a row's text.
///
/// ```
/// use hashlane_databases::{SourceColumn, ColumnType};
/// let column = SourceColumn::new("price", ColumnType::Float);
/// assert!(!column.is_recoded);
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SourceColumn {
    /// Its name.
    pub name: String,
    /// The type that its values are written as.
    pub column_type: ColumnType,
    /// Whether it is text in a character set some of whose characters may have no Unicode.
    pub is_recoded: bool,
    /// Whether zero dates count as NULL.
    pub zero_is_null: bool,
    /// Whether texts of SQLite are read as values of the type, as the other side's texts of files are.
    pub reads_text: bool,
    /// The zone of timestamps in text beside it that have no offset, if that isn't UTC.
    pub zone: Option<NamedZone>,
}

impl SourceColumn {
    /// A column in Unicode, in which a zero date is a value.
    pub fn new(name: impl Into<String>, column_type: ColumnType) -> Self {
        SourceColumn {
            name: name.into(),
            column_type,
            is_recoded: false,
            zero_is_null: false,
            reads_text: false,
            zone: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_parsed() {
        for (name, expected) in NAMES {
            assert_eq!(name.parse(), Ok(*expected));
            assert_eq!(expected.to_string().parse(), Ok(*expected));
        }
        let decimal = |precision, scale| Ok(ColumnType::Decimal { precision, scale });
        assert_eq!("DECIMAL(38,38)".parse(), decimal(38, 38));
        assert_eq!("numeric(9)".parse(), decimal(9, 0));
        for text in ["", "json", "decimal", "decimal(", "decimal()", "decimal(0,0)", "decimal(2,3)"]
        {
            text.parse::<ColumnType>().expect_err(text);
        }
        for text in ["decimal(77,0)", "decimal(300,0)", "decimal(1,-1)", "decimal(1,2,3)"] {
            text.parse::<ColumnType>().expect_err(text);
        }
    }
}
