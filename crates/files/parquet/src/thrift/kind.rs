//! The types of the protocol.

/// The most levels of nested structs, lists and maps that are skipped. Parquet's own have about ten.
pub const MAX_DEPTH: usize = 32;

/// The types of fields and elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

impl Kind {
    /// The type with this number in the protocol.
    pub(super) fn numbered(number: u8) -> Option<Kind> {
        Some(match number {
            1 | 2 => Kind::Bool,
            3 => Kind::I8,
            4 => Kind::I16,
            5 => Kind::I32,
            6 => Kind::I64,
            7 => Kind::Double,
            8 => Kind::Binary,
            9 => Kind::List,
            10 => Kind::Set,
            11 => Kind::Map,
            12 => Kind::Struct,
            13 => Kind::Uuid,
            _ => return None,
        })
    }
}
