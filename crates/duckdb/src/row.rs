//! Vectors of any type as the columns of rows, read where they lie.

use std::ops::Range;

use hashlane_catalog::{CallError, Function};
use hashlane_kernels::row::{Class, Column, Floats, Integers, Lists, Values};
use hashlane_kernels::rows::{Offsets, Rows, StringT, Strings};
use libduckdb_sys::*;

use crate::api::call;
use crate::input::{Texts, Vector, enum_texts, uuid};
use crate::logical_type::LogicalType;

/// A vector that is part of a row, and what its column needs beside it.
pub struct Node {
    vector: Vector,
    values: Kind,
}

/// How the values of a vector are read.
enum Kind {
    Null,
    Bools,
    Integers(Class, Width, u64),
    F32,
    F64,
    Decimals { width: Width, precision: u8, scale: u8 },
    Strings(Class),
    Texts(Texts),
    Uuids(Vec<u128>),
    List(Box<Node>),
    Map(Box<Node>),
    Array(usize, Box<Node>),
    Struct(Vec<Node>),
}

/// The physical types of whole numbers.
#[derive(Clone, Copy)]
enum Width {
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
}

impl Node {
    /// Reads a vector. A type whose values can't be part of a row is an error: its name.
    ///
    /// # Safety
    /// `raw` is a flat vector of type `logical` with `len` rows, and stays as it is while this is used.
    pub unsafe fn new(
        raw: duckdb_vector,
        logical: &LogicalType,
        len: usize,
    ) -> Result<Node, &'static str> {
        // SAFETY: the caller vouches for the vector, and the children are read by their types.
        unsafe {
            let vector = Vector::new(raw, len);
            let values = match logical.id() {
                DUCKDB_TYPE_DUCKDB_TYPE_ENUM => Kind::Texts(enum_texts(&vector, logical)),
                DUCKDB_TYPE_DUCKDB_TYPE_UUID => {
                    Kind::Uuids(vector.values().iter().map(uuid).collect())
                }
                DUCKDB_TYPE_DUCKDB_TYPE_DECIMAL => decimals(logical),
                DUCKDB_TYPE_DUCKDB_TYPE_LIST => Kind::List(list(raw, &logical.list_child())?),
                DUCKDB_TYPE_DUCKDB_TYPE_MAP => Kind::Map(map(raw, logical)?),
                DUCKDB_TYPE_DUCKDB_TYPE_ARRAY => {
                    let width = call!(duckdb_array_type_array_size(logical.raw())) as usize;
                    let child = call!(duckdb_array_vector_get_child(raw));
                    let child = Node::new(child, &logical.array_child(), len * width)?;
                    Kind::Array(width, Box::new(child))
                }
                DUCKDB_TYPE_DUCKDB_TYPE_STRUCT => {
                    let fields = 0..call!(duckdb_struct_type_child_count(logical.raw()));
                    Kind::Struct(structs(raw, fields.map(|i| logical.field(i)), len)?)
                }
                id => flat(id).ok_or(logical.name())?,
            };
            Ok(Node { vector, values })
        }
    }

    /// The column.
    pub fn column(&self) -> Column<'_> {
        let valid = self.vector.validity().map(Into::into);
        Column::new(self.vector.len(), valid, self.values())
    }

    fn values(&self) -> Values<'_> {
        let vector = &self.vector;
        // SAFETY: `new` has chosen the kind by the type whose physical type each arm reads.
        unsafe {
            match &self.values {
                Kind::Null => Values::Null,
                Kind::Bools => Values::Bools(vector.values()),
                Kind::Integers(class, width, unit) => {
                    Values::Integers(*class, width.integers(vector), *unit)
                }
                Kind::F32 => Values::Floats(Floats::F32(vector.values().into())),
                Kind::F64 => Values::Floats(Floats::F64(vector.values())),
                Kind::Decimals { width, precision, scale } => Values::Decimals {
                    unscaled: width.integers(vector),
                    precision: *precision,
                    scale: *scale,
                },
                Kind::Strings(class) => {
                    let rows = Strings::new(vector.values::<StringT>(), vector.validity());
                    Values::Bytes(*class, Rows::Strings(rows))
                }
                Kind::Texts(texts) => {
                    let rows = Offsets::new(&texts.ends, &texts.bytes);
                    let rows = Rows::Offsets32(rows.expect("texts that lie one after the other"));
                    let values = Values::Bytes(Class::String, rows);
                    let members = Column::new(texts.ends.len() - 1, None, values);
                    Values::Indexed(texts.places.as_slice().into(), Box::new(members))
                }
                Kind::Uuids(values) => Values::Uuids(values.into()),
                Kind::List(child) => {
                    Values::List(Lists::Entries(vector.values()), Box::new(child.column()))
                }
                Kind::Map(entries) => {
                    Values::Map(Lists::Entries(vector.values()), Box::new(entries.column()))
                }
                Kind::Array(width, child) => {
                    Values::List(Lists::Fixed(*width), Box::new(child.column()))
                }
                Kind::Struct(fields) => Values::Struct(fields.iter().map(Node::column).collect()),
            }
        }
    }
}

/// Those of a function's arguments that are its `places`, as typed columns.
///
/// # Safety
/// `input` is a chunk of `len` rows of the function's arguments, which has such places.
pub unsafe fn values(
    function: &Function,
    input: duckdb_data_chunk,
    places: Range<usize>,
    len: usize,
) -> Result<Vec<Node>, String> {
    let value = |place: usize| {
        // SAFETY: there are so many columns, and the type is allocated for the caller.
        let node = unsafe {
            let raw = call!(duckdb_data_chunk_get_vector(input, place as idx_t));
            let logical = LogicalType::from_raw(call!(duckdb_vector_get_column_type(raw)));
            Node::new(raw, &logical, len)
        };
        node.map_err(|name| CallError::row_type(function, place, name).to_string())
    };
    places.map(value).collect()
}

/// The kind of a type that has no more to it than its id; `None` where there is no encoding.
fn flat(id: duckdb_type) -> Option<Kind> {
    const MICROSECOND: u64 = 1_000;
    let integer = |width| Some(Kind::Integers(Class::Integer, width, 1));
    let timestamp = |unit| Some(Kind::Integers(Class::Timestamp, Width::I64, unit));
    match id {
        DUCKDB_TYPE_DUCKDB_TYPE_SQLNULL => Some(Kind::Null),
        DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN => Some(Kind::Bools),
        DUCKDB_TYPE_DUCKDB_TYPE_TINYINT => integer(Width::I8),
        DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT => integer(Width::I16),
        DUCKDB_TYPE_DUCKDB_TYPE_INTEGER => integer(Width::I32),
        DUCKDB_TYPE_DUCKDB_TYPE_BIGINT => integer(Width::I64),
        DUCKDB_TYPE_DUCKDB_TYPE_HUGEINT => integer(Width::I128),
        DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT => integer(Width::U8),
        DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT => integer(Width::U16),
        DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER => integer(Width::U32),
        DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT => integer(Width::U64),
        DUCKDB_TYPE_DUCKDB_TYPE_UHUGEINT => integer(Width::U128),
        DUCKDB_TYPE_DUCKDB_TYPE_FLOAT => Some(Kind::F32),
        DUCKDB_TYPE_DUCKDB_TYPE_DOUBLE => Some(Kind::F64),
        DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR => Some(Kind::Strings(Class::String)),
        DUCKDB_TYPE_DUCKDB_TYPE_BLOB => Some(Kind::Strings(Class::Binary)),
        DUCKDB_TYPE_DUCKDB_TYPE_DATE => Some(Kind::Integers(Class::Date, Width::I32, 1)),
        DUCKDB_TYPE_DUCKDB_TYPE_TIME => Some(Kind::Integers(Class::Time, Width::I64, MICROSECOND)),
        DUCKDB_TYPE_DUCKDB_TYPE_TIME_NS => Some(Kind::Integers(Class::Time, Width::I64, 1)),
        DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP | DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_TZ => {
            timestamp(MICROSECOND)
        }
        DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_S => timestamp(1_000_000_000),
        DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_MS => timestamp(1_000_000),
        DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_NS => timestamp(1),
        // Not in libduckdb-sys yet: TIMESTAMP_NS WITH TIME ZONE.
        42 => timestamp(1),
        _ => None,
    }
}

impl Width {
    /// # Safety
    /// The vector is of this physical type.
    unsafe fn integers(self, vector: &Vector) -> Integers<'_> {
        // SAFETY: the caller vouches for the type. A number of 128 bits is two of 64.
        unsafe {
            match self {
                Width::I8 => Integers::I8(vector.values()),
                Width::I16 => Integers::I16(vector.values()),
                Width::I32 => Integers::I32(vector.values()),
                Width::I64 => Integers::I64(vector.values()),
                Width::I128 => Integers::I128Halves(vector.values()),
                Width::U8 => Integers::U8(vector.values()),
                Width::U16 => Integers::U16(vector.values()),
                Width::U32 => Integers::U32(vector.values()),
                Width::U64 => Integers::U64(vector.values()),
                Width::U128 => Integers::U128Halves(vector.values()),
            }
        }
    }
}

/// # Safety
/// `logical` is a DECIMAL.
unsafe fn decimals(logical: &LogicalType) -> Kind {
    // SAFETY: the caller vouches for the type.
    unsafe {
        let width = match call!(duckdb_decimal_internal_type(logical.raw())) {
            DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT => Width::I16,
            DUCKDB_TYPE_DUCKDB_TYPE_INTEGER => Width::I32,
            DUCKDB_TYPE_DUCKDB_TYPE_BIGINT => Width::I64,
            _ => Width::I128,
        };
        let precision = call!(duckdb_decimal_width(logical.raw()));
        let scale = call!(duckdb_decimal_scale(logical.raw()));
        Kind::Decimals { width, precision, scale }
    }
}

/// # Safety
/// `raw` is a LIST of values of type `child`.
unsafe fn list(raw: duckdb_vector, child: &LogicalType) -> Result<Box<Node>, &'static str> {
    // SAFETY: the caller vouches for the vector.
    unsafe {
        let len = call!(duckdb_list_vector_get_size(raw)) as usize;
        Ok(Box::new(Node::new(call!(duckdb_list_vector_get_child(raw)), child, len)?))
    }
}

/// # Safety
/// `raw` is a MAP of type `logical`, which is stored as a list of structs of a key and a value.
unsafe fn map(raw: duckdb_vector, logical: &LogicalType) -> Result<Box<Node>, &'static str> {
    // SAFETY: the caller vouches for the vector.
    unsafe {
        let len = call!(duckdb_list_vector_get_size(raw)) as usize;
        let entries = call!(duckdb_list_vector_get_child(raw));
        let fields = structs(entries, [logical.map_key(), logical.map_value()].into_iter(), len)?;
        let vector = Vector::new(entries, len);
        Ok(Box::new(Node { vector, values: Kind::Struct(fields) }))
    }
}

/// # Safety
/// `raw` is a STRUCT of `len` rows whose fields have these types.
unsafe fn structs(
    raw: duckdb_vector,
    fields: impl Iterator<Item = LogicalType>,
    len: usize,
) -> Result<Vec<Node>, &'static str> {
    let field = |(i, logical): (usize, LogicalType)| {
        // SAFETY: the caller vouches for the vector, whose fields have as many rows as it has.
        unsafe { Node::new(call!(duckdb_struct_vector_get_child(raw, i as idx_t)), &logical, len) }
    };
    fields.enumerate().map(field).collect()
}
