//! Values of a bounded width: numbers, decimals, points in time, UUIDs.

use super::column::with_integers;
use super::column::{Class, Column, DECIMAL, FALSE, FLOAT, Floats, Integers, NULL, TRUE};
use super::integer::{Integer, Short, long_varint, varint};
use super::write::{Ids, Writer};

const NULL_VALUE: Short = Short { bytes: NULL as u128, len: 1 };

/// The most bytes of a value that has at most 128 bits.
pub(super) const WIDEST: usize = 2 + 19 + 1;
/// The most bytes of a value that has at most 64 bits, a decimal's scale included.
pub(super) const WIDEST_64: usize = 2 + 10 + 1;
/// The bytes of a UUID's text with what stands before it.
pub(super) const UUID: usize = 2 + 36;

/// Writes NULL to every row.
pub(super) fn nulls(to: &mut Writer<'_>) {
    for at in 0..to.cursors.len() {
        to.short(at, NULL_VALUE);
    }
}

/// Writes values that are short, NULL among them.
#[inline(always)]
pub(super) fn shorts(
    column: &Column<'_>,
    ids: impl Ids,
    to: &mut Writer<'_>,
    value: impl Fn(usize) -> Short,
) {
    if column.valid.is_none() {
        for at in 0..to.cursors.len() {
            to.short(at, value(ids.id(at)));
        }
    } else {
        for at in 0..to.cursors.len() {
            let id = ids.id(at);
            // Computed in any case, so that it is chosen without a branch.
            let value = value(id);
            to.short(at, if column.is_valid(id) { value } else { NULL_VALUE });
        }
    }
}

/// Writes the truth values `value`.
pub(super) fn bools(
    column: &Column<'_>,
    ids: impl Ids,
    to: &mut Writer<'_>,
    value: impl Fn(usize) -> bool,
) {
    shorts(column, ids, to, |id| {
        let tag = if value(id) { TRUE } else { FALSE };
        Short { bytes: tag.into(), len: 1 }
    });
}

/// Writes floats: 8 bytes, big-endian, with one zero and one NaN.
pub(super) fn floats(column: &Column<'_>, values: &Floats<'_>, ids: impl Ids, to: &mut Writer<'_>) {
    match values {
        Floats::F32(values) => shorts(column, ids, to, |id| float(values[id].into())),
        Floats::F64(values) => shorts(column, ids, to, |id| float(values[id])),
    }
}

fn float(value: f64) -> Short {
    const QUIET_NAN: u64 = 0x7ff8_0000_0000_0000;
    // Zero is added since it makes -0.0 to 0.0.
    let bits = if value.is_nan() { QUIET_NAN } else { (value + 0.0).to_bits() };
    Short { bytes: u128::from(bits.swap_bytes()) << 8 | u128::from(FLOAT), len: 9 }
}

/// Writes whole numbers, each times `unit`.
pub(super) fn integers(
    column: &Column<'_>,
    class: Class,
    values: &Integers<'_>,
    unit: u64,
    ids: impl Ids,
    to: &mut Writer<'_>,
) {
    with_integers!(values, value => {
        for at in 0..to.cursors.len() {
            let id = ids.id(at);
            let (negative, magnitude) = value(id).split();
            let magnitude = magnitude.wrapping_mul(unit.into());
            if !column.is_valid(id) {
                to.short(at, NULL_VALUE);
            } else {
                integer(at, class as u8, negative, magnitude, to);
            }
        }
    });
}

/// Writes a tag, a sign and a magnitude.
#[inline(always)]
fn integer(at: usize, tag: u8, negative: bool, magnitude: u128, to: &mut Writer<'_>) {
    let sign = u8::from(!negative);
    match u64::try_from(magnitude) {
        Ok(magnitude) => to.short(at, varint(magnitude).after(sign).after(tag)),
        Err(_) => {
            let (bytes, len) = long_varint(magnitude);
            to.bytes(at, &[tag, sign]);
            to.bytes(at, &bytes[..len]);
        }
    }
}

/// Writes decimals without the zeros at their end.
pub(super) fn decimals(
    column: &Column<'_>,
    values: &Integers<'_>,
    scale: u8,
    ids: impl Ids,
    to: &mut Writer<'_>,
) {
    with_integers!(values, value => {
        for at in 0..to.cursors.len() {
            let id = ids.id(at);
            if column.is_valid(id) {
                decimal(at, value(id), scale, to);
            } else {
                to.short(at, NULL_VALUE);
            }
        }
    });
}

#[inline(always)]
fn decimal(at: usize, value: impl Integer, scale: u8, to: &mut Writer<'_>) {
    let (negative, magnitude) = value.split();
    match u64::try_from(magnitude) {
        Ok(magnitude) => {
            let (magnitude, scale) = without_zeros(magnitude, scale);
            // A scale is at most 38, so one byte.
            let value = varint(magnitude).after(u8::from(!negative)).after(DECIMAL);
            to.short(at, value.then(scale));
        }
        Err(_) => {
            let (magnitude, scale) = without_zeros_128(magnitude, scale);
            integer(at, DECIMAL, negative, magnitude, to);
            to.bytes(at, &[scale]);
        }
    }
}

#[inline(always)]
fn without_zeros(mut magnitude: u64, mut scale: u8) -> (u64, u8) {
    if magnitude == 0 {
        return (0, 0);
    }
    while scale > 0 && magnitude.is_multiple_of(10) {
        (magnitude, scale) = (magnitude / 10, scale - 1);
    }
    (magnitude, scale)
}

fn without_zeros_128(mut magnitude: u128, mut scale: u8) -> (u128, u8) {
    while scale > 0 && magnitude.is_multiple_of(10) {
        (magnitude, scale) = (magnitude / 10, scale - 1);
    }
    (magnitude, scale)
}

/// Writes UUIDs as their text.
pub(super) fn uuids(column: &Column<'_>, values: &[u128], ids: impl Ids, to: &mut Writer<'_>) {
    for at in 0..to.cursors.len() {
        let id = ids.id(at);
        if column.is_valid(id) {
            to.short(at, varint(36).after(Class::String as u8));
            to.bytes(at, &uuid_text(values[id]));
        } else {
            to.short(at, NULL_VALUE);
        }
    }
}

/// The 36 characters of a UUID, in lower case.
fn uuid_text(value: u128) -> [u8; 36] {
    let mut digits = [0; 32];
    crate::hash::hex::encode(&value.to_be_bytes(), &mut digits);
    let mut text = [b'-'; 36];
    for (group, to) in [(0..8, 0), (8..12, 9), (12..16, 14), (16..20, 19), (20..32, 24)] {
        text[to..to + group.len()].copy_from_slice(&digits[group]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_is_its_text() {
        let text = uuid_text(0x0123_4567_89ab_cdef_fedc_ba98_7654_3210);
        assert_eq!(&text, b"01234567-89ab-cdef-fedc-ba9876543210");
    }

    #[test]
    fn zeros_at_the_end_go() {
        assert_eq!(without_zeros(150, 2), (15, 1));
        assert_eq!(without_zeros(15000, 3), (15, 0));
        assert_eq!(without_zeros(1500, 1), (150, 0));
        assert_eq!(without_zeros(0, 7), (0, 0));
        assert_eq!(without_zeros_128(15 * 10u128.pow(30), 31), (15, 1));
    }
}
