//! The types that an engine supports.

use super::engine::Engine;
use super::error::TypeError;
use crate::encoding::{Column, Integers, ValueClass, Values};

/// Checks the types of the columns of a row.
pub(super) fn check_types<E: Engine>(row: &[Column<'_>]) -> Result<(), TypeError> {
    for (place, column) in row.iter().enumerate() {
        if let Some(RefusedType { name, instead, nested }) = refused::<E>(column.values()) {
            return Err(TypeError { place, nested, name, engine: E::NAME, instead });
        }
    }
    Ok(())
}

/// The most digits of a decimal.
const MOST_DIGITS: u8 = 38;

struct RefusedType {
    name: &'static str,
    /// What to write instead of a value `v` of the type.
    instead: &'static str,
    nested: bool,
}

impl RefusedType {
    /// A column's own type.
    fn plain(name: &'static str, instead: &'static str) -> Option<RefusedType> {
        Some(RefusedType { name, instead, nested: false })
    }

    /// A type within a column's.
    fn nested(self) -> RefusedType {
        RefusedType { nested: true, ..self }
    }
}

/// The first type among those of `values` that the engine lacks.
fn refused<E: Engine>(values: &Values<'_>) -> Option<RefusedType> {
    match values {
        Values::Null | Values::Bytes(..) => None,
        Values::Bits(_) | Values::Bools(_) | Values::Floats(_) if E::TYPES.booleans_and_floats => {
            None
        }
        Values::Bits(_) | Values::Bools(_) => RefusedType::plain("BOOLEAN", "CAST(v AS INTEGER)"),
        Values::Floats(_) => {
            RefusedType::plain("a number in floating point", "CAST(v AS DECIMAL(…, …))")
        }
        Values::Decimals { .. } if !E::TYPES.decimals_and_dates => {
            RefusedType::plain("DECIMAL", "CAST(v AS VARCHAR)")
        }
        Values::Decimals { precision: ..=MOST_DIGITS, .. } => None,
        Values::Decimals { .. } => {
            RefusedType::plain("a DECIMAL of more than 38 digits", "CAST(v AS DECIMAL(38, …))")
        }
        Values::Integers(class, integers, _) => integers_of::<E>(*class, integers),
        Values::Uuids(_) if E::TYPES.uuids => None,
        Values::Uuids(_) => RefusedType::plain("UUID", "CAST(v AS VARCHAR)"),
        Values::Map(_, entries) if E::TYPES.maps => {
            refused::<E>(entries.values()).map(RefusedType::nested)
        }
        Values::List(..) | Values::Struct(_) | Values::Map(..) if !E::TYPES.nested => {
            RefusedType::plain("a list, struct or map", "one of its values")
        }
        // The order of a map's entries is not part of its value, but would be of its hash.
        Values::Map(..) => RefusedType::plain("MAP", "map_entries(v)"),
        Values::List(_, child) => refused::<E>(child.values()).map(RefusedType::nested),
        Values::Struct(fields) => {
            fields.iter().find_map(|field| refused::<E>(field.values())).map(RefusedType::nested)
        }
        Values::Indexed(_, values) => refused::<E>(values.values()),
        Values::Encoded(..) => RefusedType::plain("encoded values", "the values themselves"),
    }
}

/// Whole numbers of a class.
fn integers_of<E: Engine>(class: ValueClass, integers: &Integers<'_>) -> Option<RefusedType> {
    match (class, integers) {
        (ValueClass::Integer, integers) => integer::<E>(integers),
        (ValueClass::Date | ValueClass::Timestamp, _) if !E::TYPES.decimals_and_dates => {
            RefusedType::plain("a date or a timestamp", "CAST(v AS VARCHAR)")
        }
        (ValueClass::Date, Integers::I32(_)) | (ValueClass::Timestamp, Integers::I64(_)) => None,
        (ValueClass::Duration, Integers::I64(_)) if E::TYPES.durations => None,
        (ValueClass::Time, Integers::I32(_) | Integers::I64(_)) if E::TYPES.times => None,
        (ValueClass::Duration, _) => RefusedType::plain("INTERVAL", "its length as a BIGINT"),
        (ValueClass::Time, _) => RefusedType::plain("TIME", "CAST(v AS VARCHAR)"),
        // No engine stores these classes in another width, so an adapter has made a mistake.
        (ValueClass::Date, _) => RefusedType::plain("a DATE not of 32 bits", "CAST(v AS DATE)"),
        (ValueClass::Timestamp, _) => {
            RefusedType::plain("a TIMESTAMP not of 64 bits", "CAST(v AS TIMESTAMP)")
        }
        (ValueClass::String | ValueClass::Binary, _) => {
            RefusedType::plain("text made of numbers", "CAST(v AS VARCHAR)")
        }
    }
}

/// The whole numbers of most engines are signed and have at most 64 bits. Cast an unsigned number
/// to the type that Spark reads its Parquet column as.
fn integer<E: Engine>(integers: &Integers<'_>) -> Option<RefusedType> {
    match integers {
        Integers::I8(_) if !E::TYPES.tiny => RefusedType::plain("TINYINT", "CAST(v AS SMALLINT)"),
        Integers::U8(_) | Integers::U16(_) | Integers::U32(_) | Integers::U64(_)
            if E::TYPES.unsigned =>
        {
            None
        }
        Integers::I128(_) | Integers::I128Halves(_) | Integers::U128Halves(_) if E::TYPES.wide => {
            None
        }
        Integers::I8(_) | Integers::I16(_) | Integers::I32(_) | Integers::I64(_) => None,
        Integers::U8(_) => RefusedType::plain("UTINYINT", "CAST(v AS SMALLINT)"),
        Integers::U16(_) => RefusedType::plain("USMALLINT", "CAST(v AS INTEGER)"),
        Integers::U32(_) => RefusedType::plain("UINTEGER", "CAST(v AS BIGINT)"),
        Integers::U64(_) => RefusedType::plain("UBIGINT", "CAST(v AS DECIMAL(20, 0))"),
        Integers::I128(_) | Integers::I128Halves(_) | Integers::U128Halves(_)
            if E::TYPES.unsigned =>
        {
            RefusedType::plain("a number of 128 bits", "CAST(v AS UBIGINT)")
        }
        Integers::I128(_) | Integers::I128Halves(_) => {
            RefusedType::plain("HUGEINT", "CAST(v AS DECIMAL(38, 0))")
        }
        Integers::U128Halves(_) => RefusedType::plain("UHUGEINT", "CAST(v AS DECIMAL(38, 0))"),
    }
}
