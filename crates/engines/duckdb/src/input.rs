//! Converts vectors to columns of the catalogue.

use hashlane_catalog::{ArgColumn, ArgValue, nearest_double};
use hashlane_kernels::blocks::{Fixed, Rows, StringT, Strings};
use hashlane_kernels::encoding::{Integers, ValueClass, uuid_text};

use crate::enums::EnumTexts;
use crate::node::{NodeKind, VectorNode};
use crate::vector::{Vector, is_valid, uuid};

/// A column that has been read: the vector itself, or values converted from it, such as UUIDs as text and widened
/// numbers.
pub enum ReadColumn<'a> {
    Strings(&'a Vector),
    Texts(&'a EnumTexts),
    Uuids(Vec<u8>),
    Integers(Integers<'a>),
    Reals(Vec<f64>),
    /// A column of a type that is ignored: all rows are NULL.
    Nothing,
}

impl<'a> ReadColumn<'a> {
    /// Reads a column.
    pub fn new(node: &'a VectorNode) -> Self {
        let vector = &node.vector;
        // SAFETY: `VectorNode::read` has chosen the kind by the type, and each arm reads the physical type of its kind.
        unsafe {
            match &node.values {
                NodeKind::Strings(_) => ReadColumn::Strings(vector),
                NodeKind::Texts(texts) => ReadColumn::Texts(texts),
                NodeKind::Uuids => ReadColumn::Uuids(uuid_texts(vector.values())),
                NodeKind::Integers(ValueClass::Integer, width, _) => {
                    ReadColumn::Integers(width.integers(vector))
                }
                NodeKind::F32 => {
                    ReadColumn::Reals(vector.values().iter().map(|&v: &f32| v.into()).collect())
                }
                NodeKind::F64 => ReadColumn::Reals(vector.values().to_vec()),
                NodeKind::Decimals { width, scale, .. } => {
                    let unscaled = width.integers(vector);
                    ReadColumn::Reals(nearest_doubles(unscaled, *scale, vector.len()))
                }
                _ => ReadColumn::Nothing,
            }
        }
    }
}

/// The doubles that are nearest to decimals of `scale` digits after the point.
fn nearest_doubles(unscaled: Integers<'_>, scale: u8, len: usize) -> Vec<f64> {
    let unscaled = (0..len).map(|row| unscaled.number(row).unwrap_or(i128::MAX));
    unscaled.map(|unscaled| nearest_double(unscaled, scale.into())).collect()
}

const UUID_LEN: usize = 36;

fn uuid_texts(values: &[[u64; 2]]) -> Vec<u8> {
    let mut texts = Vec::with_capacity(values.len() * UUID_LEN);
    values.iter().for_each(|value| texts.extend_from_slice(&uuid_text(uuid(value))));
    texts
}

/// Returns the column that was read. `slices` is memory for rows as slices. An ignored column is NULL in all rows.
///
/// # Safety
/// The vector is alive and unchanged for `'a`.
pub unsafe fn column<'a>(
    reading: &'a ReadColumn<'_>,
    slices: &'a mut Vec<&'a [u8]>,
) -> ArgColumn<'a> {
    match reading {
        ReadColumn::Strings(vector) => {
            // SAFETY: the string_t of rows that are not NULL point to their bytes.
            let rows = unsafe { Strings::new(vector.values::<StringT>(), vector.validity()) };
            ArgColumn::Bytes(Rows::Strings(rows))
        }
        ReadColumn::Texts(texts) => {
            slices.extend(texts.places.iter().map(|&place| texts.text(place)));
            ArgColumn::Bytes(Rows::Slices(slices))
        }
        ReadColumn::Uuids(texts) => {
            let fixed = Fixed::new(UUID_LEN, texts.len() / UUID_LEN, texts);
            ArgColumn::Bytes(Rows::Fixed(fixed.expect("every text has 36 characters")))
        }
        ReadColumn::Integers(values) => ArgColumn::Integers(*values),
        ReadColumn::Reals(values) => ArgColumn::Reals(values),
        ReadColumn::Nothing => ArgColumn::Constant(ArgValue::Null),
    }
}

/// Converts a column whose rows are all equal back to the constant that DuckDB has flattened.
pub fn fold<'a>(column: ArgColumn<'a>, valid: Option<&[u64]>, len: usize) -> ArgColumn<'a> {
    let Some(first) = (0..len).find(|&row| is_valid(valid, row)) else {
        return ArgColumn::Constant(ArgValue::Null);
    };
    let same = match column {
        ArgColumn::Constant(_) => true,
        ArgColumn::Bytes(rows) if rows.have_one_entry() => true,
        ArgColumn::Integers(values) => values.are_all(first, valid),
        _ => (first..len)
            .all(|row| !is_valid(valid, row) || same(column.value(row), column.value(first))),
    };
    if same { ArgColumn::Constant(column.value(first)) } else { column }
}

/// Returns whether two values are equal. Compares pointers first: if DuckDB has flattened a dictionary argument of
/// 110 KiB, its rows share one string in memory, and reading it for every row would be slow.
fn same(a: ArgValue<'_>, b: ArgValue<'_>) -> bool {
    match (a, b) {
        (ArgValue::Bytes(a), ArgValue::Bytes(b)) => std::ptr::eq(a, b) || a == b,
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_one_value_are_constants() {
        let constant = |values: &[u64], valid: Option<&[u64]>| {
            let column = fold(ArgColumn::Integers(Integers::U64(values)), valid, values.len());
            matches!(column, ArgColumn::Constant(ArgValue::Integer(7)))
        };
        assert!(constant(&[7, 7, 7], None));
        assert!(constant(&[1, 7, 7], Some(&[0b110])));
        assert!(!constant(&[7, 7, 8], None));
        assert!(!constant(&[7, 7, 8], Some(&[0b111])));
        let null = fold(ArgColumn::Integers(Integers::U64(&[7])), Some(&[0]), 1);
        assert!(matches!(null, ArgColumn::Constant(ArgValue::Null)));
    }
}
