//! The types of the protocol.

/// The most levels of nested structs, lists and maps that are skipped. Parquet's own have about ten.
pub const MAX_DEPTH: usize = 32;

/// The types of fields and elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThriftKind {
    /// A boolean. In a field, the value is part of the type; in a list, a byte.
    Bool,
    /// A byte.
    I8,
    /// 16 bits, as a zigzag varint.
    I16,
    /// 32 bits, as a zigzag varint.
    I32,
    /// 64 bits, as a zigzag varint.
    I64,
    /// Eight bytes.
    Double,
    /// Bytes or text, after their length.
    Binary,
    /// Elements of one type, after their number.
    List,
    /// Like a list. Parquet has none.
    Set,
    /// Pairs, after their number. Parquet has none.
    Map,
    /// Fields up to a stop byte.
    Struct,
    /// 16 bytes. Parquet has none.
    Uuid,
}

impl ThriftKind {
    /// The type with this number in the protocol.
    pub(super) fn numbered(number: u8) -> Option<ThriftKind> {
        Some(match number {
            1 | 2 => ThriftKind::Bool,
            3 => ThriftKind::I8,
            4 => ThriftKind::I16,
            5 => ThriftKind::I32,
            6 => ThriftKind::I64,
            7 => ThriftKind::Double,
            8 => ThriftKind::Binary,
            9 => ThriftKind::List,
            10 => ThriftKind::Set,
            11 => ThriftKind::Map,
            12 => ThriftKind::Struct,
            13 => ThriftKind::Uuid,
            _ => return None,
        })
    }
}
