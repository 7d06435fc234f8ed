//! Converts vectors to columns of the catalogue.

use hashlane_catalog::{Column, Value, nearest_double};
use hashlane_kernels::blocks::{Fixed, Rows, StringT, Strings};
use hashlane_kernels::encoding::Class;

use crate::enums::Texts;
use crate::node::{Kind, Node, Width};
use crate::vector::{Vector, is_valid, uuid};

/// A column that has been read: the vector itself, or values converted from it, such as UUIDs as text and widened
/// numbers.
pub enum Reading<'a> {
    Strings(&'a Vector),
    Texts(&'a Texts),
    Uuids(Vec<u8>),
    U32(&'a [u32]),
    U64(&'a [u64]),
    Integers(Vec<i128>),
    Integer(i128),
    Reals(Vec<f64>),
    /// A column of a type that is ignored: all rows are NULL.
    Nothing,
}

impl<'a> Reading<'a> {
    /// Reads a column.
    pub fn new(node: &'a Node) -> Self {
        let vector = &node.vector;
        // SAFETY: `Node::read` has chosen the kind by the type, and each arm reads the physical type of its kind.
        unsafe {
            match &node.values {
                Kind::Strings(_) => Reading::Strings(vector),
                Kind::Texts(texts) => Reading::Texts(texts),
                Kind::Uuids => Reading::Uuids(uuid_texts(vector.values())),
                Kind::Integers(Class::Integer, width, _) => integers(vector, *width),
                Kind::F32 => {
                    Reading::Reals(vector.values().iter().map(|&v: &f32| v.into()).collect())
                }
                Kind::F64 => Reading::Reals(vector.values().to_vec()),
                Kind::Decimals { width, scale, .. } => decimals(vector, *width, *scale),
                _ => Reading::Nothing,
            }
        }
    }
}

/// # Safety
/// `width` is the physical type of the vector.
unsafe fn integers(vector: &Vector, width: Width) -> Reading<'_> {
    // SAFETY: the caller guarantees the type.
    unsafe {
        match width {
            Width::U64 => Reading::U64(vector.values()),
            Width::U32 => Reading::U32(vector.values()),
            Width::I8 => widen::<i8>(vector),
            Width::I16 => widen::<i16>(vector),
            Width::I32 => widen::<i32>(vector),
            Width::I64 => widen::<i64>(vector),
            Width::U8 => widen::<u8>(vector),
            Width::U16 => widen::<u16>(vector),
            Width::I128 => {
                Reading::Integers(vector.values::<[u64; 2]>().iter().map(wide).collect())
            }
            Width::U128 => Reading::Nothing,
        }
    }
}

/// # Safety
/// `width` is the physical type of the vector.
unsafe fn decimals(vector: &Vector, width: Width, scale: u8) -> Reading<'_> {
    let real = |unscaled: i128| nearest_double(unscaled, scale.into());
    // SAFETY: the caller guarantees the type. A number of 128 bits is two of 64.
    Reading::Reals(unsafe {
        match width {
            Width::I16 => vector.values::<i16>().iter().map(|&v| real(v.into())).collect(),
            Width::I32 => vector.values::<i32>().iter().map(|&v| real(v.into())).collect(),
            Width::I64 => vector.values::<i64>().iter().map(|&v| real(v.into())).collect(),
            Width::I128 => vector.values::<[u64; 2]>().iter().map(|v| real(wide(v))).collect(),
            _ => return Reading::Nothing,
        }
    })
}

fn wide(parts: &[u64; 2]) -> i128 {
    i128::from(parts[1] as i64) << 64 | i128::from(parts[0])
}

/// # Safety
/// `T` is the physical type of the vector.
unsafe fn widen<T: Copy + PartialEq + Into<i128>>(vector: &Vector) -> Reading<'_> {
    // SAFETY: the caller guarantees the type.
    let values = unsafe { vector.values::<T>() };
    match values.first() {
        // All rows are equal: a literal that DuckDB has flattened. It needs no wide copy.
        Some(&first) if vector.validity().is_none() && all_equal(values, &first) => {
            Reading::Integer(first.into())
        }
        _ => Reading::Integers(values.iter().map(|&v| v.into()).collect()),
    }
}

/// Has no early exit, so that the compiler vectorizes it.
fn all_equal<T: PartialEq>(values: &[T], to: &T) -> bool {
    values.iter().fold(true, |equal, value| equal & (value == to))
}

const UUID_LEN: usize = 36;

/// UUIDs are stored as 128-bit numbers whose top bit is flipped, so that they sort.
fn uuid_texts(values: &[[u64; 2]]) -> Vec<u8> {
    let mut texts = Vec::with_capacity(values.len() * UUID_LEN);
    for value in values {
        let mut digits = [0; 32];
        hashlane_kernels::hash::hex::encode(&uuid(value).to_be_bytes(), &mut digits);
        for (i, group) in [0..8, 8..12, 12..16, 16..20, 20..32].into_iter().enumerate() {
            if i > 0 {
                texts.push(b'-');
            }
            texts.extend_from_slice(&digits[group]);
        }
    }
    texts
}

/// Returns the column that was read. `slices` is memory for rows as slices. An ignored column is NULL in all rows.
///
/// # Safety
/// The vector is alive and unchanged for `'a`.
pub unsafe fn column<'a>(reading: &'a Reading<'_>, slices: &'a mut Vec<&'a [u8]>) -> Column<'a> {
    match reading {
        Reading::Strings(vector) => {
            // SAFETY: the string_t of rows that are not NULL point to their bytes.
            let rows = unsafe { Strings::new(vector.values::<StringT>(), vector.validity()) };
            Column::Bytes(Rows::Strings(rows))
        }
        Reading::Texts(texts) => {
            slices.extend(texts.places.iter().map(|&place| texts.text(place)));
            Column::Bytes(Rows::Slices(slices))
        }
        Reading::Uuids(texts) => {
            let fixed = Fixed::new(UUID_LEN, texts.len() / UUID_LEN, texts);
            Column::Bytes(Rows::Fixed(fixed.expect("every text has 36 characters")))
        }
        Reading::U32(values) => Column::U32(values),
        Reading::U64(values) => Column::U64(values),
        Reading::Integers(values) => Column::Integers(values),
        Reading::Reals(values) => Column::Reals(values),
        Reading::Integer(value) => Column::Constant(Value::Integer(*value)),
        Reading::Nothing => Column::Constant(Value::Null),
    }
}

/// Converts a column whose rows are all equal back to the constant that DuckDB has flattened.
pub fn fold<'a>(column: Column<'a>, valid: Option<&[u64]>, len: usize) -> Column<'a> {
    let Some(first) = (0..len).find(|&row| is_valid(valid, row)) else {
        return Column::Constant(Value::Null);
    };
    let same = match column {
        Column::Constant(_) => true,
        Column::Bytes(rows) if rows.have_one_entry() => true,
        Column::U32(values) => all_same(values, first, valid),
        Column::U64(values) => all_same(values, first, valid),
        Column::Integers(values) => all_same(values, first, valid),
        Column::Reals(values) => all_same(values, first, valid),
        Column::Bytes(rows) => {
            let bytes = rows.row(first);
            (first..len).all(|row| !is_valid(valid, row) || same(rows.row(row), bytes))
        }
    };
    if same { Column::Constant(column.value(first)) } else { column }
}

/// Returns whether two byte strings are equal. Compares pointers first: if DuckDB has flattened a dictionary
/// argument of 110 KiB, its rows share one string in memory, and reading it for every row would be slow.
fn same(a: &[u8], b: &[u8]) -> bool {
    std::ptr::eq(a, b) || a == b
}

fn all_same<T: PartialEq>(values: &[T], first: usize, valid: Option<&[u64]>) -> bool {
    match valid {
        None => all_equal(values, &values[first]),
        Some(_) => values
            .iter()
            .enumerate()
            .all(|(row, value)| !is_valid(valid, row) || *value == values[first]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuids_are_their_text() {
        let id = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128 ^ 1 << 127;
        let text = uuid_texts(&[[id as u64, (id >> 64) as u64]]);
        assert_eq!(text, b"01234567-89ab-cdef-fedc-ba9876543210");
    }

    #[test]
    fn columns_of_one_value_are_constants() {
        let constant = |values: &[u64], valid: Option<&[u64]>| {
            let column = fold(Column::U64(values), valid, values.len());
            matches!(column, Column::Constant(Value::Integer(7)))
        };
        assert!(constant(&[7, 7, 7], None));
        assert!(constant(&[1, 7, 7], Some(&[0b110])));
        assert!(!constant(&[7, 7, 8], None));
        assert!(!constant(&[7, 7, 8], Some(&[0b111])));
        let null = fold(Column::U64(&[7]), Some(&[0]), 1);
        assert!(matches!(null, Column::Constant(Value::Null)));
    }
}
