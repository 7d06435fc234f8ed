//! Vectors of any type, and the vectors within them.

use std::ops::Range;

use hashlane_kernels::encoding::{MAX_DEPTH, ValueClass};
use libduckdb_sys::*;

use crate::api::call;
use crate::enums::{EnumTexts, NoMemory};
use crate::logical_type::LogicalType;
use crate::vector::Vector;

/// A vector and the vectors within it.
pub struct VectorNode {
    pub vector: Vector,
    pub values: NodeKind,
}

/// How to read the values of a vector.
pub enum NodeKind {
    Null,
    Bools,
    Integers(ValueClass, IntWidth, u64),
    F32,
    F64,
    Decimals { width: IntWidth, precision: u8, scale: u8 },
    Strings(ValueClass),
    Texts(EnumTexts),
    Uuids,
    List(Box<VectorNode>),
    Map(Box<VectorNode>),
    Array(usize, Box<VectorNode>),
    Struct(Vec<VectorNode>),
    Unreadable(UnreadableVector),
}

/// The reason why a vector can't be part of a row.
#[derive(Clone, Copy)]
pub enum UnreadableVector {
    /// Values of this type have no encoding.
    Type(&'static str),
    /// The type is nested more than [`MAX_DEPTH`] levels deep.
    TooDeep,
    /// The texts of an ENUM, of this many bytes, can't be allocated.
    NoMemory(usize),
}

/// The physical types of whole numbers.
#[derive(Clone, Copy)]
pub enum IntWidth {
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

impl VectorNode {
    /// Reads a vector that lies `depth` levels within another one.
    ///
    /// # Safety
    /// `raw` is a flat vector of type `logical` with `len` rows, and does not change while this is alive.
    pub unsafe fn read(
        raw: duckdb_vector,
        logical: &LogicalType,
        len: usize,
        depth: usize,
    ) -> VectorNode {
        // SAFETY: the caller guarantees the vector, and the children are read by their types.
        unsafe {
            let values = match logical.id() {
                DUCKDB_TYPE_DUCKDB_TYPE_LIST
                | DUCKDB_TYPE_DUCKDB_TYPE_MAP
                | DUCKDB_TYPE_DUCKDB_TYPE_ARRAY
                | DUCKDB_TYPE_DUCKDB_TYPE_STRUCT
                    if depth >= MAX_DEPTH =>
                {
                    NodeKind::Unreadable(UnreadableVector::TooDeep)
                }
                DUCKDB_TYPE_DUCKDB_TYPE_ENUM => {
                    match EnumTexts::read(&Vector::read(raw, len), logical) {
                        Ok(texts) => NodeKind::Texts(texts),
                        Err(NoMemory(bytes)) => {
                            NodeKind::Unreadable(UnreadableVector::NoMemory(bytes))
                        }
                    }
                }
                DUCKDB_TYPE_DUCKDB_TYPE_DECIMAL => decimals(logical),
                DUCKDB_TYPE_DUCKDB_TYPE_LIST => NodeKind::List(list(raw, logical, depth)),
                DUCKDB_TYPE_DUCKDB_TYPE_MAP => NodeKind::Map(map(raw, depth)),
                DUCKDB_TYPE_DUCKDB_TYPE_ARRAY => array(raw, logical, len, depth),
                DUCKDB_TYPE_DUCKDB_TYPE_STRUCT => {
                    let fields = 0..call!(duckdb_struct_type_child_count(logical.raw()));
                    NodeKind::Struct(structs(raw, fields, len, depth + 1))
                }
                id => match flat(id) {
                    Some(kind) => kind,
                    None => NodeKind::Unreadable(UnreadableVector::Type(logical.name())),
                },
            };
            let vector = match values {
                NodeKind::Unreadable(_) => Vector::none(len),
                _ => Vector::read(raw, len),
            };
            VectorNode { vector, values }
        }
    }

    /// A vector of a type without rows, `depth` levels within another one.
    pub fn empty(logical: &LogicalType, depth: usize) -> VectorNode {
        let within = |of: LogicalType| Box::new(VectorNode::empty(&of, depth + 1));
        let values = match logical.id() {
            DUCKDB_TYPE_DUCKDB_TYPE_LIST
            | DUCKDB_TYPE_DUCKDB_TYPE_MAP
            | DUCKDB_TYPE_DUCKDB_TYPE_ARRAY
            | DUCKDB_TYPE_DUCKDB_TYPE_STRUCT
                if depth >= MAX_DEPTH =>
            {
                NodeKind::Unreadable(UnreadableVector::TooDeep)
            }
            DUCKDB_TYPE_DUCKDB_TYPE_ENUM => NodeKind::Texts(EnumTexts::none()),
            // SAFETY: the type is a DECIMAL.
            DUCKDB_TYPE_DUCKDB_TYPE_DECIMAL => unsafe { decimals(logical) },
            DUCKDB_TYPE_DUCKDB_TYPE_LIST => NodeKind::List(within(logical.list_child())),
            // Without rows its width doesn't matter.
            DUCKDB_TYPE_DUCKDB_TYPE_ARRAY => NodeKind::Array(1, within(logical.array_child())),
            DUCKDB_TYPE_DUCKDB_TYPE_MAP if depth + 1 >= MAX_DEPTH => {
                NodeKind::Unreadable(UnreadableVector::TooDeep)
            }
            DUCKDB_TYPE_DUCKDB_TYPE_MAP => {
                let fields = [logical.map_key(), logical.map_value()];
                let fields = fields.iter().map(|of| VectorNode::empty(of, depth + 2)).collect();
                let values = NodeKind::Struct(fields);
                NodeKind::Map(Box::new(VectorNode { vector: Vector::none(0), values }))
            }
            DUCKDB_TYPE_DUCKDB_TYPE_STRUCT => {
                // SAFETY: the type is a STRUCT.
                let fields = 0..unsafe { call!(duckdb_struct_type_child_count(logical.raw())) };
                NodeKind::Struct(fields.map(|i| *within(logical.field(i))).collect())
            }
            id => flat(id).unwrap_or(NodeKind::Unreadable(UnreadableVector::Type(logical.name()))),
        };
        VectorNode { vector: Vector::none(0), values }
    }
}

/// The kind of a type without parameters; `None` if it has no encoding.
pub fn flat(id: duckdb_type) -> Option<NodeKind> {
    const MICROSECOND: u64 = 1_000;
    let integer = |width| Some(NodeKind::Integers(ValueClass::Integer, width, 1));
    let time = |unit| Some(NodeKind::Integers(ValueClass::Time, IntWidth::I64, unit));
    let timestamp = |unit| Some(NodeKind::Integers(ValueClass::Timestamp, IntWidth::I64, unit));
    match id {
        DUCKDB_TYPE_DUCKDB_TYPE_SQLNULL => Some(NodeKind::Null),
        DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN => Some(NodeKind::Bools),
        DUCKDB_TYPE_DUCKDB_TYPE_UUID => Some(NodeKind::Uuids),
        DUCKDB_TYPE_DUCKDB_TYPE_TINYINT => integer(IntWidth::I8),
        DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT => integer(IntWidth::I16),
        DUCKDB_TYPE_DUCKDB_TYPE_INTEGER => integer(IntWidth::I32),
        DUCKDB_TYPE_DUCKDB_TYPE_BIGINT => integer(IntWidth::I64),
        DUCKDB_TYPE_DUCKDB_TYPE_HUGEINT => integer(IntWidth::I128),
        DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT => integer(IntWidth::U8),
        DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT => integer(IntWidth::U16),
        DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER => integer(IntWidth::U32),
        DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT => integer(IntWidth::U64),
        DUCKDB_TYPE_DUCKDB_TYPE_UHUGEINT => integer(IntWidth::U128),
        DUCKDB_TYPE_DUCKDB_TYPE_FLOAT => Some(NodeKind::F32),
        DUCKDB_TYPE_DUCKDB_TYPE_DOUBLE => Some(NodeKind::F64),
        DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR => Some(NodeKind::Strings(ValueClass::String)),
        DUCKDB_TYPE_DUCKDB_TYPE_BLOB => Some(NodeKind::Strings(ValueClass::Binary)),
        DUCKDB_TYPE_DUCKDB_TYPE_DATE => {
            Some(NodeKind::Integers(ValueClass::Date, IntWidth::I32, 1))
        }
        DUCKDB_TYPE_DUCKDB_TYPE_TIME => time(MICROSECOND),
        DUCKDB_TYPE_DUCKDB_TYPE_TIME_NS => time(1),
        DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP | DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_TZ => {
            timestamp(MICROSECOND)
        }
        DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_S => timestamp(1_000_000_000),
        DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_MS => timestamp(1_000_000),
        DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_NS => timestamp(1),
        // libduckdb-sys lacks this type: TIMESTAMP_NS WITH TIME ZONE.
        42 => timestamp(1),
        _ => None,
    }
}

/// # Safety
/// `logical` is a DECIMAL.
unsafe fn decimals(logical: &LogicalType) -> NodeKind {
    // SAFETY: the caller vouches for the type.
    unsafe {
        let width = match call!(duckdb_decimal_internal_type(logical.raw())) {
            DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT => IntWidth::I16,
            DUCKDB_TYPE_DUCKDB_TYPE_INTEGER => IntWidth::I32,
            DUCKDB_TYPE_DUCKDB_TYPE_BIGINT => IntWidth::I64,
            _ => IntWidth::I128,
        };
        let precision = call!(duckdb_decimal_width(logical.raw()));
        let scale = call!(duckdb_decimal_scale(logical.raw()));
        NodeKind::Decimals { width, precision, scale }
    }
}

/// # Safety
/// `raw` is a LIST of type `logical`, `depth` levels within another vector.
unsafe fn list(raw: duckdb_vector, logical: &LogicalType, depth: usize) -> Box<VectorNode> {
    // SAFETY: the caller vouches for the vector.
    unsafe {
        let len = call!(duckdb_list_vector_get_size(raw)) as usize;
        let child = call!(duckdb_list_vector_get_child(raw));
        Box::new(VectorNode::read(child, &logical.list_child(), len, depth + 1))
    }
}

/// # Safety
/// `raw` is an ARRAY of type `logical` with `len` rows, `depth` levels within another vector.
unsafe fn array(raw: duckdb_vector, logical: &LogicalType, len: usize, depth: usize) -> NodeKind {
    // SAFETY: the caller vouches for the vector, whose child has `width` values for each row.
    unsafe {
        let width = call!(duckdb_array_type_array_size(logical.raw())) as usize;
        let child = call!(duckdb_array_vector_get_child(raw));
        let len = len.saturating_mul(width);
        NodeKind::Array(
            width,
            Box::new(VectorNode::read(child, &logical.array_child(), len, depth + 1)),
        )
    }
}

/// # Safety
/// `raw` is a MAP, which is stored as a list of structs of a key and a value.
unsafe fn map(raw: duckdb_vector, depth: usize) -> Box<VectorNode> {
    // SAFETY: the caller vouches for the vector.
    unsafe {
        let len = call!(duckdb_list_vector_get_size(raw)) as usize;
        let entries = call!(duckdb_list_vector_get_child(raw));
        // A map has two levels: a list and its structs.
        let values = match depth + 1 < MAX_DEPTH {
            true => NodeKind::Struct(structs(entries, 0..2, len, depth + 2)),
            false => NodeKind::Unreadable(UnreadableVector::TooDeep),
        };
        Box::new(VectorNode { vector: Vector::read(entries, len), values })
    }
}

/// # Safety
/// `raw` is a STRUCT of `len` rows that has these fields, which lie `depth` levels within another vector.
unsafe fn structs(
    raw: duckdb_vector,
    fields: Range<idx_t>,
    len: usize,
    depth: usize,
) -> Vec<VectorNode> {
    let field = |i: idx_t| {
        // SAFETY: the caller vouches for the vector, whose fields have as many rows as it has. Their types are read from them:
        // in the C API v2, asking the type of the struct made `row_xxh3` of it 13 % slower.
        unsafe {
            let child = call!(duckdb_struct_vector_get_child(raw, i));
            let logical = LogicalType::from_raw(call!(duckdb_vector_get_column_type(child)));
            VectorNode::read(child, &logical, len, depth)
        }
    };
    fields.map(field).collect()
}
