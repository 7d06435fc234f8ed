//! Booleans, floats and UUIDs.

use super::RowWriter;
use super::column::{Column, FALSE, FLOAT, Floats, NULL, TRUE, ValueClass};
use super::ids::RowIds;
use super::integer::{ShortBytes, varint};

const NULL_VALUE: ShortBytes = ShortBytes { bytes: NULL as u128, len: 1 };

/// The most bytes of an encoded value of at most 128 bits.
pub(super) const WIDEST: usize = 2 + 19 + 1;
/// The most bytes of an encoded value of at most 64 bits, a decimal's scale included.
pub(super) const WIDEST_64: usize = 2 + 10 + 1;
/// The bytes of an encoded UUID: its header and its text.
pub(super) const UUID: usize = 2 + 36;

/// Writes NULL to every row.
pub(super) fn nulls(to: &mut RowWriter<'_>) {
    for at in 0..to.cursors.len() {
        to.short(at, NULL_VALUE);
    }
}

/// Writes short values, and NULLs.
#[inline(always)]
pub(super) fn shorts(
    column: &Column<'_>,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
    value: impl Fn(usize) -> ShortBytes,
) {
    if column.valid.is_none() {
        for at in 0..to.cursors.len() {
            to.short(at, value(ids.id(at)));
        }
    } else {
        for at in 0..to.cursors.len() {
            let id = ids.id(at);
            // Computed even for NULL, so that the choice needs no branch.
            let value = value(id);
            to.short(at, if column.is_valid(id) { value } else { NULL_VALUE });
        }
    }
}

/// Writes the Booleans `value`.
pub(super) fn bools(
    column: &Column<'_>,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
    value: impl Fn(usize) -> bool,
) {
    shorts(column, ids, to, |id| {
        let tag = if value(id) { TRUE } else { FALSE };
        ShortBytes { bytes: tag.into(), len: 1 }
    });
}

/// Writes floats: 8 bytes, big-endian, with a single zero and a single NaN.
pub(super) fn floats(
    column: &Column<'_>,
    values: &Floats<'_>,
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
) {
    match values {
        Floats::F32(values) => shorts(column, ids, to, |id| float(values[id].into())),
        Floats::F64(values) => shorts(column, ids, to, |id| float(values[id])),
    }
}

fn float(value: f64) -> ShortBytes {
    const QUIET_NAN: u64 = 0x7ff8_0000_0000_0000;
    // Adding zero turns -0.0 into 0.0.
    let bits = if value.is_nan() { QUIET_NAN } else { (value + 0.0).to_bits() };
    ShortBytes { bytes: u128::from(bits.swap_bytes()) << 8 | u128::from(FLOAT), len: 9 }
}

/// Writes UUIDs as their text.
pub(super) fn uuids(
    column: &Column<'_>,
    values: &[u128],
    ids: impl RowIds,
    to: &mut RowWriter<'_>,
) {
    for at in 0..to.cursors.len() {
        let id = ids.id(at);
        if column.is_valid(id) {
            to.short(at, varint(36).after(ValueClass::String as u8));
            to.bytes(at, &uuid_text(values[id]));
        } else {
            to.short(at, NULL_VALUE);
        }
    }
}

/// The 36 characters of a UUID, in lower case.
pub fn uuid_text(value: u128) -> [u8; 36] {
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
}
