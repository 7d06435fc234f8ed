//! The types that an engine supports.

use super::engine::Engine;
use super::error::TypeError;
use crate::encoding::{Class, Column, Integers, Values};

/// Checks the types of the columns of a row.
pub(super) fn check_types<E: Engine>(row: &[Column<'_>]) -> Result<(), TypeError> {
    for (place, column) in row.iter().enumerate() {
        if let Some(Refused { name, instead, nested }) = refused::<E>(column.values()) {
            return Err(TypeError { place, nested, name, engine: E::NAME, instead });
        }
    }
    Ok(())
}

/// The most digits of a decimal.
const MOST_DIGITS: u8 = 38;

struct Refused {
    name: &'static str,
    /// What to write instead of a value `v` of the type.
    instead: &'static str,
    nested: bool,
}

impl Refused {
    /// A column's own type.
    fn plain(name: &'static str, instead: &'static str) -> Option<Refused> {
        Some(Refused { name, instead, nested: false })
    }

    /// A type within a column's.
    fn nested(self) -> Refused {
        Refused { nested: true, ..self }
    }
}

/// The first type among those of `values` that the engine lacks.
fn refused<E: Engine>(values: &Values<'_>) -> Option<Refused> {
    match values {
        Values::Null | Values::Bytes(..) => None,
        Values::Bits(_) | Values::Bools(_) | Values::Floats(_) if E::TYPES.booleans_and_floats => {
            None
        }
        Values::Bits(_) | Values::Bools(_) => Refused::plain("BOOLEAN", "CAST(v AS INTEGER)"),
        Values::Floats(_) => {
            Refused::plain("a number in floating point", "CAST(v AS DECIMAL(…, …))")
        }
        Values::Decimals { .. } if !E::TYPES.decimals_and_dates => {
            Refused::plain("DECIMAL", "CAST(v AS VARCHAR)")
        }
        Values::Decimals { precision: ..=MOST_DIGITS, .. } => None,
        Values::Decimals { .. } => {
            Refused::plain("a DECIMAL of more than 38 digits", "CAST(v AS DECIMAL(38, …))")
        }
        Values::Integers(class, integers, _) => integers_of::<E>(*class, integers),
        Values::Uuids(_) if E::TYPES.uuids => None,
        Values::Uuids(_) => Refused::plain("UUID", "CAST(v AS VARCHAR)"),
        Values::Map(_, entries) if E::TYPES.maps => {
            refused::<E>(entries.values()).map(Refused::nested)
        }
        Values::List(..) | Values::Struct(_) | Values::Map(..) if !E::TYPES.nested => {
            Refused::plain("a list, struct or map", "one of its values")
        }
        // The order of a map's entries is not part of its value, but would be of its hash.
        Values::Map(..) => Refused::plain("MAP", "map_entries(v)"),
        Values::List(_, child) => refused::<E>(child.values()).map(Refused::nested),
        Values::Struct(fields) => {
            fields.iter().find_map(|field| refused::<E>(field.values())).map(Refused::nested)
        }
        Values::Indexed(_, values) => refused::<E>(values.values()),
        Values::Encoded(..) => Refused::plain("encoded values", "the values themselves"),
    }
}

/// Whole numbers of a class.
fn integers_of<E: Engine>(class: Class, integers: &Integers<'_>) -> Option<Refused> {
    match (class, integers) {
        (Class::Integer, integers) => integer::<E>(integers),
        (Class::Date | Class::Timestamp, _) if !E::TYPES.decimals_and_dates => {
            Refused::plain("a date or a timestamp", "CAST(v AS VARCHAR)")
        }
        (Class::Date, Integers::I32(_)) | (Class::Timestamp, Integers::I64(_)) => None,
        (Class::Duration, Integers::I64(_)) if E::TYPES.durations => None,
        (Class::Time, Integers::I32(_) | Integers::I64(_)) if E::TYPES.times => None,
        (Class::Duration, _) => Refused::plain("INTERVAL", "its length as a BIGINT"),
        (Class::Time, _) => Refused::plain("TIME", "CAST(v AS VARCHAR)"),
        // No engine stores these classes in another width, so an adapter has made a mistake.
        (Class::Date, _) => Refused::plain("a DATE not of 32 bits", "CAST(v AS DATE)"),
        (Class::Timestamp, _) => {
            Refused::plain("a TIMESTAMP not of 64 bits", "CAST(v AS TIMESTAMP)")
        }
        (Class::String | Class::Binary, _) => {
            Refused::plain("text made of numbers", "CAST(v AS VARCHAR)")
        }
    }
}

/// The whole numbers of most engines are signed and have at most 64 bits. Cast an unsigned number
/// to the type that Spark reads its Parquet column as.
fn integer<E: Engine>(integers: &Integers<'_>) -> Option<Refused> {
    match integers {
        Integers::I8(_) if !E::TYPES.tiny => Refused::plain("TINYINT", "CAST(v AS SMALLINT)"),
        Integers::U8(_) | Integers::U16(_) | Integers::U32(_) | Integers::U64(_)
            if E::TYPES.unsigned =>
        {
            None
        }
        Integers::I128(_) | Integers::I128Halves(_) | Integers::U128Halves(_) if E::TYPES.wide => {
            None
        }
        Integers::I8(_) | Integers::I16(_) | Integers::I32(_) | Integers::I64(_) => None,
        Integers::U8(_) => Refused::plain("UTINYINT", "CAST(v AS SMALLINT)"),
        Integers::U16(_) => Refused::plain("USMALLINT", "CAST(v AS INTEGER)"),
        Integers::U32(_) => Refused::plain("UINTEGER", "CAST(v AS BIGINT)"),
        Integers::U64(_) => Refused::plain("UBIGINT", "CAST(v AS DECIMAL(20, 0))"),
        Integers::I128(_) | Integers::I128Halves(_) | Integers::U128Halves(_)
            if E::TYPES.unsigned =>
        {
            Refused::plain("a number of 128 bits", "CAST(v AS UBIGINT)")
        }
        Integers::I128(_) | Integers::I128Halves(_) => {
            Refused::plain("HUGEINT", "CAST(v AS DECIMAL(38, 0))")
        }
        Integers::U128Halves(_) => Refused::plain("UHUGEINT", "CAST(v AS DECIMAL(38, 0))"),
    }
}
