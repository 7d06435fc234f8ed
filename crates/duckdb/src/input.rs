//! Vectors as columns of the catalogue.

use std::ffi::CStr;

use hashlane_catalog::{Column, Value};
use hashlane_kernels::rows::{Fixed, Rows, StringT, Strings};
use libduckdb_sys::*;

use crate::api::call;
use crate::logical_type::LogicalType;

/// An argument's vector. DuckDB hands vectors over flat: a value for each row.
#[derive(Clone, Copy)]
pub struct Vector {
    data: *const u8,
    validity: *const u64,
    len: usize,
}

impl Vector {
    /// # Safety
    /// `raw` is a vector of a chunk of `len` rows, which stays as it is while this is used.
    pub unsafe fn new(raw: duckdb_vector, len: usize) -> Self {
        // SAFETY: the caller vouches for the vector.
        unsafe {
            let data = call!(duckdb_vector_get_data(raw)).cast_const().cast();
            let validity = call!(duckdb_vector_get_validity(raw)).cast_const();
            Vector { data, validity, len }
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// One bit a row, set where the row is not NULL; `None` where no row is.
    pub fn validity(&self) -> Option<&[u64]> {
        if self.validity.is_null() {
            return None;
        }
        // SAFETY: DuckDB keeps a bit for each row of the vector.
        Some(unsafe { std::slice::from_raw_parts(self.validity, self.len.div_ceil(64)) })
    }

    /// # Safety
    /// `T` is the physical type of the vector.
    pub unsafe fn values<T>(&self) -> &[T] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: a flat vector has a value for each row; the caller vouches for the type.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.len) }
    }
}

/// What a column needs beside the vector: the texts of an ENUM or of UUIDs, numbers made wide.
pub enum Reading<'a> {
    Strings(&'a Vector),
    Texts(Texts),
    Uuids(Vec<u8>),
    U32(&'a [u32]),
    U64(&'a [u64]),
    Integers(Vec<i128>),
    Integer(i128),
    /// A type that takes no part: all its rows are NULL.
    Nothing,
}

impl<'a> Reading<'a> {
    /// Reads a vector of type `logical`.
    ///
    /// # Safety
    /// `logical` is the type of `vector`.
    pub unsafe fn new(vector: &'a Vector, logical: &LogicalType) -> Self {
        // SAFETY: each arm reads the physical type that DuckDB documents for the id.
        unsafe {
            match logical.id() {
                DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR | DUCKDB_TYPE_DUCKDB_TYPE_BLOB => {
                    Reading::Strings(vector)
                }
                DUCKDB_TYPE_DUCKDB_TYPE_ENUM => Reading::Texts(enum_texts(vector, logical)),
                DUCKDB_TYPE_DUCKDB_TYPE_UUID => Reading::Uuids(uuid_texts(vector.values())),
                DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT => Reading::U64(vector.values()),
                DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER => Reading::U32(vector.values()),
                DUCKDB_TYPE_DUCKDB_TYPE_TINYINT => widen::<i8>(vector),
                DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT => widen::<i16>(vector),
                DUCKDB_TYPE_DUCKDB_TYPE_INTEGER => widen::<i32>(vector),
                DUCKDB_TYPE_DUCKDB_TYPE_BIGINT => widen::<i64>(vector),
                DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT => widen::<u8>(vector),
                DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT => widen::<u16>(vector),
                DUCKDB_TYPE_DUCKDB_TYPE_HUGEINT => {
                    let wide =
                        |parts: &[u64; 2]| i128::from(parts[1] as i64) << 64 | i128::from(parts[0]);
                    Reading::Integers(vector.values::<[u64; 2]>().iter().map(wide).collect())
                }
                _ => Reading::Nothing,
            }
        }
    }
}

/// # Safety
/// `T` is the physical type of the vector.
unsafe fn widen<T: Copy + PartialEq + Into<i128>>(vector: &Vector) -> Reading<'_> {
    // SAFETY: the caller vouches for the type.
    let values = unsafe { vector.values::<T>() };
    match values.first() {
        // Not worth a wide copy: a literal that DuckDB has flattened.
        Some(&first) if vector.validity().is_none() && all_equal(values, &first) => {
            Reading::Integer(first.into())
        }
        _ => Reading::Integers(values.iter().map(|&v| v.into()).collect()),
    }
}

/// Without a way out in the middle, so that it is vectorised.
fn all_equal<T: PartialEq>(values: &[T], to: &T) -> bool {
    values.iter().fold(true, |equal, value| equal & (value == to))
}

/// The texts of an ENUM column: each member that occurs is fetched once per chunk.
///
/// # Safety
/// `logical` is the ENUM type of `vector`.
pub unsafe fn enum_texts(vector: &Vector, logical: &LogicalType) -> Texts {
    // SAFETY: the internal type of an ENUM is the physical type of its vectors.
    let members: Vec<u32> = unsafe {
        match call!(duckdb_enum_internal_type(logical.raw())) {
            DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT => {
                vector.values::<u8>().iter().map(|&m| m.into()).collect()
            }
            DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT => {
                vector.values::<u16>().iter().map(|&m| m.into()).collect()
            }
            _ => vector.values::<u32>().to_vec(),
        }
    };
    let valid = vector.validity();
    // Place 0 is the text of NULL rows, whose members are garbage, and of members not yet met.
    let mut texts = Texts { bytes: Vec::new(), ends: vec![0, 0], places: Vec::new() };
    let rows = 0..members.len();
    let most = rows.clone().filter(|&row| is_valid(valid, row)).map(|row| members[row]).max();
    let mut places = vec![0; most.map_or(0, |most| most as usize + 1)];
    for row in rows {
        if !is_valid(valid, row) {
            texts.places.push(0);
            continue;
        }
        let place = &mut places[members[row] as usize];
        if *place == 0 {
            *place = texts.ends.len() - 1;
            // SAFETY: a valid row's member is one of the type's.
            texts.push(&unsafe { enum_text(logical, members[row]) });
        }
        texts.places.push(*place);
    }
    texts
}

/// The members of an ENUM that occur, and which of them each row is.
pub struct Texts {
    /// One after the other.
    pub bytes: Vec<u8>,
    /// Where they end, after a 0.
    pub ends: Vec<i32>,
    /// The member of each row.
    pub places: Vec<usize>,
}

impl Texts {
    /// Panics where all texts together take 2 GiB; DuckDB's ENUMs are far from it.
    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(i32::try_from(self.bytes.len()).expect("the members of an ENUM are short"));
    }

    /// The text of a member.
    fn text(&self, place: usize) -> &[u8] {
        &self.bytes[self.ends[place] as usize..self.ends[place + 1] as usize]
    }
}

/// # Safety
/// `logical` is an ENUM type with that member.
unsafe fn enum_text(logical: &LogicalType, member: u32) -> Vec<u8> {
    // SAFETY: DuckDB allocates a C string for the caller, which is freed here.
    unsafe {
        let text = call!(duckdb_enum_dictionary_value(logical.raw(), member.into()));
        if text.is_null() {
            return Vec::new();
        }
        let bytes = CStr::from_ptr(text).to_bytes().to_vec();
        call!(duckdb_free(text.cast()));
        bytes
    }
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

/// The number of a UUID from its low and its high half.
pub fn uuid([low, high]: &[u64; 2]) -> u128 {
    u128::from(high ^ 1 << 63) << 64 | u128::from(*low)
}

/// The column that was read. `slices` is memory for rows that are spelled out. A type that takes no
/// part is a column of NULL.
///
/// # Safety
/// The vector that was read is alive and unchanged for `'a`.
pub unsafe fn column<'a>(reading: &'a Reading<'_>, slices: &'a mut Vec<&'a [u8]>) -> Column<'a> {
    match reading {
        Reading::Strings(vector) => {
            // SAFETY: DuckDB's string_t of rows that are not NULL point to their bytes.
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
        Reading::Integer(value) => Column::Constant(Value::Integer(*value)),
        Reading::Nothing => Column::Constant(Value::Null),
    }
}

/// A column whose rows are all the same as the constant that DuckDB has flattened.
pub fn fold<'a>(column: Column<'a>, valid: Option<&[u64]>, len: usize) -> Column<'a> {
    let Some(first) = (0..len).find(|&row| is_valid(valid, row)) else {
        return Column::Constant(Value::Null);
    };
    let same = match column {
        Column::Constant(_) => true,
        Column::U32(values) => all_same(values, first, valid),
        Column::U64(values) => all_same(values, first, valid),
        Column::Integers(values) => all_same(values, first, valid),
        Column::Bytes(rows) => {
            let bytes = rows.row(first);
            (first..len).all(|row| !is_valid(valid, row) || same(rows.row(row), bytes))
        }
    };
    if same { Column::Constant(column.value(first)) } else { column }
}

/// Whether bytes are the same. A dictionary of 110 KiB that DuckDB has flattened is one text in memory, and not
/// to be read for every row.
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

/// Whether a row's bit is set.
pub fn is_valid(valid: Option<&[u64]>, row: usize) -> bool {
    valid.is_none_or(|bits| bits[row / 64] >> (row % 64) & 1 == 1)
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
