//! Types: the ids of v1 for those of v2, and what a type is made of.

use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;

use libduckdb_sys::*;

use super::host::{Handle, Text, checked, table, v2_get};
use super::shims::FACTORY;

pub const ANY: u32 = 3;
pub const BIGINT: u32 = 14;
pub const VARCHAR: u32 = 25;
const LIST: u32 = 101;
const STRUCT: u32 = 100;

/// The ids in v2 and v1. A TUPLE is a STRUCT without names.
const IDS: [(u32, duckdb_type); 41] = [
    (1, DUCKDB_TYPE_DUCKDB_TYPE_SQLNULL),
    (ANY, DUCKDB_TYPE_DUCKDB_TYPE_ANY),
    (10, DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN),
    (11, DUCKDB_TYPE_DUCKDB_TYPE_TINYINT),
    (12, DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT),
    (13, DUCKDB_TYPE_DUCKDB_TYPE_INTEGER),
    (BIGINT, DUCKDB_TYPE_DUCKDB_TYPE_BIGINT),
    (15, DUCKDB_TYPE_DUCKDB_TYPE_DATE),
    (16, DUCKDB_TYPE_DUCKDB_TYPE_TIME),
    (17, DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_S),
    (18, DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_MS),
    (19, DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP),
    (20, DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_NS),
    (21, DUCKDB_TYPE_DUCKDB_TYPE_DECIMAL),
    (22, DUCKDB_TYPE_DUCKDB_TYPE_FLOAT),
    (23, DUCKDB_TYPE_DUCKDB_TYPE_DOUBLE),
    (VARCHAR, DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR),
    (26, DUCKDB_TYPE_DUCKDB_TYPE_BLOB),
    (27, DUCKDB_TYPE_DUCKDB_TYPE_INTERVAL),
    (28, DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT),
    (29, DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT),
    (30, DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER),
    (31, DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT),
    (32, DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_TZ),
    // TIMESTAMP_NS WITH TIME ZONE, which libduckdb-sys lacks.
    (33, 42),
    (34, DUCKDB_TYPE_DUCKDB_TYPE_TIME_TZ),
    (35, DUCKDB_TYPE_DUCKDB_TYPE_TIME_NS),
    (36, DUCKDB_TYPE_DUCKDB_TYPE_BIT),
    (39, DUCKDB_TYPE_DUCKDB_TYPE_BIGNUM),
    (49, DUCKDB_TYPE_DUCKDB_TYPE_UHUGEINT),
    (50, DUCKDB_TYPE_DUCKDB_TYPE_HUGEINT),
    (54, DUCKDB_TYPE_DUCKDB_TYPE_UUID),
    (60, DUCKDB_TYPE_DUCKDB_TYPE_GEOMETRY),
    (109, DUCKDB_TYPE_DUCKDB_TYPE_VARIANT),
    (104, DUCKDB_TYPE_DUCKDB_TYPE_ENUM),
    (107, DUCKDB_TYPE_DUCKDB_TYPE_UNION),
    (STRUCT, DUCKDB_TYPE_DUCKDB_TYPE_STRUCT),
    (110, DUCKDB_TYPE_DUCKDB_TYPE_STRUCT),
    (LIST, DUCKDB_TYPE_DUCKDB_TYPE_LIST),
    (102, DUCKDB_TYPE_DUCKDB_TYPE_MAP),
    (108, DUCKDB_TYPE_DUCKDB_TYPE_ARRAY),
];

/// The id of v1; INVALID for what v1 doesn't know, such as the type of a parameter of a prepared statement.
pub unsafe extern "C-unwind" fn id(logical: duckdb_logical_type) -> duckdb_type {
    // SAFETY: the type is alive.
    let id: u32 = unsafe { v2_get!(logical_type_get_id(logical.cast())) };
    let known = IDS.iter().find(|(of_v2, _)| *of_v2 == id);
    known.map_or(DUCKDB_TYPE_DUCKDB_TYPE_INVALID, |(_, of_v1)| *of_v1)
}

pub unsafe extern "C-unwind" fn destroy(logical: *mut duckdb_logical_type) {
    // SAFETY: the caller owns the type.
    unsafe { (table().logical_type_destroy)(logical.cast()) };
}

pub unsafe extern "C-unwind" fn plain(of_v1: duckdb_type) -> duckdb_logical_type {
    let (id, _) = IDS.iter().find(|(_, id)| *id == of_v1).expect("a type of results or ANY");
    // SAFETY: without parameters nothing is read.
    unsafe { create(*id, null_mut(), &mut []) }
}

pub unsafe extern "C-unwind" fn list(child: duckdb_logical_type) -> duckdb_logical_type {
    // SAFETY: the type is alive.
    unsafe { create(LIST, null_mut(), &mut [type_value(child)]) }
}

pub unsafe extern "C-unwind" fn structure(
    fields: *mut duckdb_logical_type,
    names: *mut *const c_char,
    len: idx_t,
) -> duckdb_logical_type {
    // SAFETY: there are so many types and names, all alive.
    unsafe {
        let fields = std::slice::from_raw_parts(fields, len as usize);
        let names = std::slice::from_raw_parts(names, len as usize);
        let name = |name: &*const c_char| Text::new(CStr::from_ptr(*name).to_str().unwrap_or(""));
        let mut names: Vec<Text> = names.iter().map(name).collect();
        let mut values: Vec<Handle> = fields.iter().map(|field| type_value(*field)).collect();
        create(STRUCT, names.as_mut_ptr(), &mut values)
    }
}

/// Creates a type of these parameters, which it destroys.
///
/// # Safety
/// There are as many names as values, or no names.
unsafe fn create(id: u32, names: *mut Text, values: &mut [Handle]) -> duckdb_logical_type {
    // SAFETY: the caller vouches for the parameters, which DuckDB copies.
    unsafe {
        let (places, len) = (values.as_mut_ptr(), values.len() as u64);
        let created: Handle =
            v2_get!(factory_create_type_from_id(FACTORY.get(), id, names, places, len));
        values.iter_mut().for_each(|value| _ = (table().value_destroy)(value));
        created.cast()
    }
}

/// # Safety
/// The type is alive. The caller destroys the value.
unsafe fn type_value(logical: duckdb_logical_type) -> Handle {
    // SAFETY: the caller guarantees the type.
    unsafe { v2_get!(value_create_type(FACTORY.get(), logical.cast())) }
}

/// Reads a parameter of a type.
///
/// # Safety
/// The type is alive and has the parameter. `read` gets a value that is destroyed after it.
unsafe fn read_parameter<T>(
    logical: duckdb_logical_type,
    place: idx_t,
    read: impl FnOnce(Handle) -> T,
) -> T {
    let (mut name, mut value) = (Text::new(""), null_mut());
    let get = table().logical_type_get_param;
    // SAFETY: the caller guarantees the parameter.
    unsafe {
        checked(|error| get(logical.cast(), place, &raw mut name, &raw mut value, error));
        let read = read(value);
        (table().value_destroy)(&raw mut value);
        read
    }
}

pub unsafe extern "C-unwind" fn parameters(logical: duckdb_logical_type) -> idx_t {
    // SAFETY: the type is alive.
    unsafe { v2_get!(logical_type_get_param_count(logical.cast())) }
}

/// The type at this place among the parameters.
pub unsafe extern "C-unwind" fn parameter(
    logical: duckdb_logical_type,
    place: idx_t,
) -> duckdb_logical_type {
    // SAFETY: the type is alive and has this many types as parameters; the caller owns the result.
    let of: Handle =
        unsafe { read_parameter(logical, place, |value| v2_get!(value_get_type(value))) };
    of.cast()
}

pub unsafe extern "C-unwind" fn first_parameter(
    logical: duckdb_logical_type,
) -> duckdb_logical_type {
    // SAFETY: as above.
    unsafe { parameter(logical, 0) }
}

pub unsafe extern "C-unwind" fn map_value(logical: duckdb_logical_type) -> duckdb_logical_type {
    // SAFETY: as above.
    unsafe { parameter(logical, 1) }
}

pub unsafe extern "C-unwind" fn array_len(logical: duckdb_logical_type) -> idx_t {
    // SAFETY: the type is an ARRAY.
    let len: i64 = unsafe { read_parameter(logical, 1, |value| v2_get!(value_get_bigint(value))) };
    len as idx_t
}

pub unsafe extern "C-unwind" fn decimal_width(logical: duckdb_logical_type) -> u8 {
    // SAFETY: the type is a DECIMAL.
    unsafe { read_parameter(logical, 0, |value| v2_get!(value_get_utinyint(value))) }
}

pub unsafe extern "C-unwind" fn decimal_scale(logical: duckdb_logical_type) -> u8 {
    // SAFETY: as above.
    unsafe { read_parameter(logical, 1, |value| v2_get!(value_get_utinyint(value))) }
}

/// As the documentation of `duckdb_v2_vector_get_view` promises.
pub unsafe extern "C-unwind" fn decimal_storage(logical: duckdb_logical_type) -> duckdb_type {
    // SAFETY: as above.
    match unsafe { decimal_width(logical) } {
        0..=4 => DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT,
        5..=9 => DUCKDB_TYPE_DUCKDB_TYPE_INTEGER,
        10..=18 => DUCKDB_TYPE_DUCKDB_TYPE_BIGINT,
        _ => DUCKDB_TYPE_DUCKDB_TYPE_HUGEINT,
    }
}

/// As the documentation of `duckdb_v2_vector_get_view` promises.
pub unsafe extern "C-unwind" fn enum_storage(logical: duckdb_logical_type) -> duckdb_type {
    // SAFETY: the type is an ENUM.
    match unsafe { parameters(logical) } {
        0..=255 => DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT,
        256..=65_535 => DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT,
        _ => DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER,
    }
}

/// A C string as in v1, where a member ends at its first NUL. The caller frees it.
pub unsafe extern "C-unwind" fn enum_member(
    logical: duckdb_logical_type,
    member: idx_t,
) -> *mut c_char {
    // SAFETY: the type is an ENUM with that member, whose value owns the text.
    let text = unsafe {
        read_parameter(logical, member, |value| {
            let text: Text = v2_get!(value_get_varchar(value));
            text.bytes().split(|byte| *byte == 0).next().unwrap_or_default().to_vec()
        })
    };
    CString::new(text).map_or(null_mut(), CString::into_raw)
}
