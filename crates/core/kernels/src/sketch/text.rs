//! The text of a value that all databases can compute, from which rows are hashed:
//! `docs/sketch-format.md`.

use super::canonical::{
    append_bytes, append_decimal, append_float, append_integer, append_text, push,
};
use super::error::Refusal;
use crate::encoding::{Column, Floats, Integers, ValueClass, Values, uuid_text};

/// Returns an error if values of the column's type have no text.
pub(super) fn check_type(column: &Column<'_>) -> Result<(), Refusal> {
    let what = match column.values() {
        Values::Indexed(_, values) => return check_type(values),
        Values::List(..) => "a list",
        Values::Map(..) => "a map",
        Values::Struct(_) => "a struct",
        Values::Integers(ValueClass::Duration, ..) => "a duration",
        Values::Encoded(..) => "encoded",
        _ => return Ok(()),
    };
    Err(Refusal::new(format!("is {what}, which has no text that all databases share")))
}

/// Appends the text of row `id`, which is `N` for NULL. Returns whether the value is NULL.
pub(super) fn append(column: &Column<'_>, id: usize, out: &mut Vec<u8>) -> Result<bool, Refusal> {
    if !column.is_valid(id) {
        return append_null(out);
    }
    match column.values() {
        Values::Null => return append_null(out),
        Values::Indexed(keys, values) => return append(values, keys[id], out),
        Values::Bits(bits) => push(out, &[b'0' + (bits[id / 64] >> (id % 64) & 1) as u8])?,
        Values::Bools(bools) => push(out, &[b'0' + u8::from(bools[id] != 0)])?,
        Values::Integers(class, integers, unit) => {
            append_of_class(*class, number(integers, id), *unit, out)?;
        }
        Values::Floats(Floats::F32(values)) => append_float(values[id].into(), out)?,
        Values::Floats(Floats::F64(values)) => append_float(values[id], out)?,
        Values::Decimals { unscaled, scale, .. } => {
            append_decimal(number(unscaled, id), (*scale).into(), out)?;
        }
        Values::Bytes(ValueClass::Binary, rows) => append_bytes(rows.row(id), out)?,
        Values::Bytes(_, rows) => append_text(rows.row(id), out)?,
        Values::Uuids(values) => push(out, &uuid_text(values[id]))?,
        Values::List(..) | Values::Map(..) | Values::Struct(_) | Values::Encoded(..) => {
            return check_type(column).map(|()| false);
        }
    }
    Ok(false)
}

fn append_null(out: &mut Vec<u8>) -> Result<bool, Refusal> {
    push(out, b"N").map(|()| true)
}

/// The whole number of a row.
pub(super) fn number(integers: &Integers<'_>, id: usize) -> (bool, u128) {
    let wide = |[low, high]: [u64; 2]| u128::from(high) << 64 | u128::from(low);
    let signed = match integers {
        Integers::I8(values) => values[id].into(),
        Integers::I16(values) => values[id].into(),
        Integers::I32(values) => values[id].into(),
        Integers::I64(values) => values[id].into(),
        Integers::I128(values) => values[id],
        Integers::U8(values) => values[id].into(),
        Integers::U16(values) => values[id].into(),
        Integers::U32(values) => values[id].into(),
        Integers::U64(values) => values[id].into(),
        Integers::I128Halves(values) => wide(values[id]).cast_signed(),
        Integers::U128Halves(values) => return (false, wide(values[id])),
    };
    (signed < 0, signed.unsigned_abs())
}

/// Appends a whole number, days from 1970, or microseconds. An infinite date or timestamp is the
/// number that DuckDB keeps it as.
fn append_of_class(
    class: ValueClass,
    (is_negative, size): (bool, u128),
    unit: u64,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let infinite = match class {
        ValueClass::Date => i32::MAX.unsigned_abs().into(),
        ValueClass::Timestamp => i64::MAX.unsigned_abs().into(),
        _ => u128::MAX,
    };
    match class {
        ValueClass::Date | ValueClass::Timestamp if size == infinite => {
            push(out, if is_negative { b"-infinity" } else { b"infinity" })
        }
        ValueClass::Time | ValueClass::Timestamp => {
            let nanoseconds = size * u128::from(unit);
            if !nanoseconds.is_multiple_of(1_000) {
                return Err(Refusal::new(
                    "has parts of a microsecond, which most databases can't store".to_owned(),
                ));
            }
            append_integer((is_negative, nanoseconds / 1_000), out)
        }
        _ => append_integer((is_negative, size), out),
    }
}
