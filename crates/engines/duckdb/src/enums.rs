//! The texts of ENUM columns.

use std::ffi::CStr;

use libduckdb_sys::*;

use crate::api::call;
use crate::logical_type::LogicalType;
use crate::vector::{Vector, is_valid};

/// The members of an ENUM that occur in a column, and the member of each row.
pub struct EnumTexts {
    /// The texts of the members, one after the other.
    pub bytes: Vec<u8>,
    /// A 0, followed by the end of each text.
    pub ends: Vec<i32>,
    /// The index of each row's text. Index 0 is an empty text for NULL rows, whose members are arbitrary.
    pub places: Vec<usize>,
}

/// The error that this many bytes can't be allocated.
pub struct NoMemory(pub usize);

impl EnumTexts {
    /// Reads an ENUM column. Each member that occurs is fetched once per chunk.
    ///
    /// # Safety
    /// `logical` is the ENUM type of `vector`.
    pub unsafe fn read(vector: &Vector, logical: &LogicalType) -> Result<Self, NoMemory> {
        // SAFETY: the internal type of an ENUM is the physical type of its vectors.
        unsafe {
            match call!(duckdb_enum_internal_type(logical.raw())) {
                DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT => texts::<u8>(vector, logical),
                DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT => texts::<u16>(vector, logical),
                _ => texts::<u32>(vector, logical),
            }
        }
    }

    /// The texts of a column without rows.
    pub fn none() -> Self {
        EnumTexts { bytes: Vec::new(), ends: vec![0, 0], places: Vec::new() }
    }

    /// The text of a member.
    pub fn text(&self, place: usize) -> &[u8] {
        &self.bytes[self.ends[place] as usize..self.ends[place + 1] as usize]
    }

    /// Adds a text and returns its index.
    fn push(&mut self, text: &[u8]) -> Result<usize, NoMemory> {
        let place = self.ends.len() - 1;
        let bytes = self.bytes.len().saturating_add(text.len());
        let end = i32::try_from(bytes).map_err(|_| NoMemory(bytes))?;
        self.bytes.try_reserve(text.len()).map_err(|_| NoMemory(bytes))?;
        self.ends.try_reserve(1).map_err(|_| NoMemory(bytes))?;
        self.bytes.extend_from_slice(text);
        self.ends.push(end);
        Ok(place)
    }
}

/// Returns an empty vector with room for `len` values.
fn with_room<T>(len: usize) -> Result<Vec<T>, NoMemory> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| NoMemory(len.saturating_mul(size_of::<T>())))?;
    Ok(values)
}

/// # Safety
/// `logical` is the ENUM type of `vector`, and `T` its internal type.
unsafe fn texts<T: Copy + Into<u32>>(
    vector: &Vector,
    logical: &LogicalType,
) -> Result<EnumTexts, NoMemory> {
    // SAFETY: the caller guarantees the type.
    let members = unsafe { vector.values::<T>() };
    let valid = vector.validity();
    let members = || {
        let member = |(row, member): (usize, &T)| is_valid(valid, row).then_some((*member).into());
        members.iter().enumerate().map(member)
    };
    let most: Option<u32> = members().flatten().max();
    let places_len = most.map_or(0, |most| most as usize + 1);
    let mut place_of: Vec<usize> = with_room(places_len)?;
    place_of.resize(places_len, 0);
    let mut texts = EnumTexts { places: with_room(vector.len())?, ..EnumTexts::none() };
    for member in members() {
        let place = match member.and_then(|m| Some((m, place_of.get_mut(m as usize)?))) {
            None => 0,
            Some((_, place)) if *place > 0 => *place,
            Some((member, place)) => {
                // SAFETY: the member of a valid row is a member of the type.
                *place = unsafe { fetch(logical, member, &mut texts)? };
                *place
            }
        };
        texts.places.push(place);
    }
    Ok(texts)
}

/// Fetches the text of a member and returns its index among the texts.
///
/// # Safety
/// `logical` is an ENUM type with that member.
unsafe fn fetch(
    logical: &LogicalType,
    member: u32,
    texts: &mut EnumTexts,
) -> Result<usize, NoMemory> {
    // SAFETY: DuckDB allocates a C string for the caller, which is freed here. Nothing in between returns or unwinds.
    unsafe {
        let text = call!(duckdb_enum_dictionary_value(logical.raw(), member.into()));
        if text.is_null() {
            return texts.push(b"");
        }
        let place = texts.push(CStr::from_ptr(text).to_bytes());
        call!(duckdb_free(text.cast()));
        place
    }
}
