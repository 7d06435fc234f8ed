//! The text of a value that all databases can compute, from which rows are hashed: `docs/sketch-format.md`.

use std::io::Write;

use super::refusal::Refusal;
use crate::hash::hex;
use crate::row::{Class, Column, Floats, Integers, Values, uuid_text};

/// The most bytes of the text of a number or a time.
const SHORT: usize = 64;

/// Returns an error if values of the column's type have no text.
pub(super) fn check_type(column: &Column<'_>) -> Result<(), Refusal> {
    let what = match column.values() {
        Values::Indexed(_, values) => return check_type(values),
        Values::List(..) => "a list",
        Values::Map(..) => "a map",
        Values::Struct(_) => "a struct",
        Values::Integers(Class::Duration, ..) => "a duration",
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
            append_integer(*class, integers, *unit, id, out)?;
        }
        Values::Floats(Floats::F32(values)) => append_float(values[id].into(), out)?,
        Values::Floats(Floats::F64(values)) => append_float(values[id], out)?,
        Values::Decimals { unscaled, scale, .. } => {
            append_decimal(number(unscaled, id), *scale, out)?;
        }
        Values::Bytes(Class::Binary, rows) => append_hex(rows.row(id), out)?,
        Values::Bytes(_, rows) => {
            let text = rows.row(id);
            write(out, format_args!("{}:", text.len()))?;
            push(out, text)?;
        }
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

/// A whole number: whether it is negative, and its absolute value.
pub(super) type Number = (bool, u128);

/// The whole number of a row.
pub(super) fn number(integers: &Integers<'_>, id: usize) -> Number {
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

/// Appends a whole number, days from 1970, or microseconds. An infinite date or timestamp is the number that DuckDB keeps it as.
fn append_integer(
    class: Class,
    integers: &Integers<'_>,
    unit: u64,
    id: usize,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let (is_negative, size) = number(integers, id);
    let sign = if is_negative { "-" } else { "" };
    let infinite = match class {
        Class::Date => i32::MAX.unsigned_abs().into(),
        Class::Timestamp => i64::MAX.unsigned_abs().into(),
        _ => u128::MAX,
    };
    match class {
        Class::Date | Class::Timestamp if size == infinite => {
            write(out, format_args!("{sign}infinity"))
        }
        Class::Time | Class::Timestamp => {
            let nanoseconds = size * u128::from(unit);
            if !nanoseconds.is_multiple_of(1_000) {
                return Err(Refusal::new(
                    "has parts of a microsecond, which most databases can't store".to_owned(),
                ));
            }
            write(out, format_args!("{sign}{}", nanoseconds / 1_000))
        }
        _ => write(out, format_args!("{sign}{size}")),
    }
}

/// Appends the bits of a double. Both zeros are one value, and all NaNs are.
fn append_float(value: f64, out: &mut Vec<u8>) -> Result<(), Refusal> {
    let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { (value + 0.0).to_bits() };
    write(out, format_args!("{bits:016x}"))
}

/// Appends a decimal without zeros at the end of its fraction.
fn append_decimal(
    (is_negative, size): Number,
    scale: u8,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let sign = if is_negative { "-" } else { "" };
    // A type has at most 38 digits. All of them may follow the point.
    let Some(one) = 10_u128.checked_pow(scale.into()) else {
        return Err(Refusal::new(format!(
            "has {scale} digits behind the point; at most 38 are supported"
        )));
    };
    write(out, format_args!("{sign}{}", size / one))?;
    if !size.is_multiple_of(one) {
        write(out, format_args!(".{:0width$}", size % one, width = scale.into()))?;
        out.truncate(out.len() - out.iter().rev().take_while(|digit| **digit == b'0').count());
    }
    Ok(())
}

fn append_hex(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
    let start = out.len();
    let len = bytes.len().saturating_mul(2);
    out.try_reserve(len).map_err(|_| Refusal::OutOfMemory { bytes: len })?;
    out.resize(start + len, 0);
    hex::encode(bytes, &mut out[start..]);
    Ok(())
}

/// Appends a short text.
fn write(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) -> Result<(), Refusal> {
    let no_memory = Refusal::OutOfMemory { bytes: SHORT };
    out.try_reserve(SHORT).map_err(|_| no_memory.clone())?;
    out.write_fmt(text).map_err(|_| no_memory)
}

/// Appends bytes.
pub(super) fn push(out: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Refusal> {
    out.try_reserve(bytes.len()).map_err(|_| Refusal::OutOfMemory { bytes: bytes.len() })?;
    out.extend_from_slice(bytes);
    Ok(())
}
