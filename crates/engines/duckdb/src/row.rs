//! Converts vectors of any type to columns of rows, without copying.

use std::ops::Range;

use hashlane_catalog::{CallError, Function};
use hashlane_kernels::blocks::{Offsets, Rows, StringT, Strings};
use hashlane_kernels::encoding::{Column, Floats, Integers, Lists, MAX_DEPTH, ValueClass, Values};

use crate::arguments::ChunkArguments;
use crate::enums::NoMemory;
use crate::node::{IntWidth, NodeKind, UnreadableVector, VectorNode};
use crate::vector::{Vector, uuid};

impl VectorNode {
    /// The first of its vectors that can't be part of a row.
    fn unreadable(&self) -> Option<UnreadableVector> {
        match &self.values {
            NodeKind::Unreadable(why) => Some(*why),
            NodeKind::List(child) | NodeKind::Map(child) | NodeKind::Array(_, child) => {
                child.unreadable()
            }
            NodeKind::Struct(fields) => fields.iter().find_map(VectorNode::unreadable),
            _ => None,
        }
    }

    /// Converts a readable node to a column.
    fn column(&self) -> Result<Column<'_>, NoMemory> {
        let valid = self.vector.validity().map(Into::into);
        Ok(Column::new(self.vector.len(), valid, self.values()?))
    }

    fn values(&self) -> Result<Values<'_>, NoMemory> {
        let vector = &self.vector;
        // SAFETY: `read` has chosen the kind by the type, and each arm reads the physical type of its kind.
        Ok(unsafe {
            match &self.values {
                NodeKind::Null | NodeKind::Unreadable(_) => Values::Null,
                NodeKind::Bools => Values::Bools(vector.values()),
                NodeKind::Integers(class, width, unit) => {
                    Values::Integers(*class, width.integers(vector), *unit)
                }
                NodeKind::F32 => Values::Floats(Floats::F32(vector.values().into())),
                NodeKind::F64 => Values::Floats(Floats::F64(vector.values())),
                NodeKind::Decimals { width, precision, scale } => Values::Decimals {
                    unscaled: width.integers(vector),
                    precision: *precision,
                    scale: *scale,
                },
                NodeKind::Strings(class) => {
                    let rows = Strings::new(vector.values::<StringT>(), vector.validity());
                    Values::Bytes(*class, Rows::Strings(rows))
                }
                NodeKind::Texts(texts) => {
                    let rows = Offsets::new(&texts.ends, &texts.bytes);
                    let rows = Rows::Offsets32(rows.expect("texts that lie one after the other"));
                    let values = Values::Bytes(ValueClass::String, rows);
                    let members = Column::new(texts.ends.len() - 1, None, values);
                    Values::Indexed(texts.places.as_slice().into(), Box::new(members))
                }
                NodeKind::Uuids => Values::Uuids(uuids(vector.values())?.into()),
                NodeKind::List(child) => {
                    Values::List(Lists::Entries(vector.values()), Box::new(child.column()?))
                }
                NodeKind::Map(entries) => {
                    Values::Map(Lists::Entries(vector.values()), Box::new(entries.column()?))
                }
                NodeKind::Array(width, child) => {
                    Values::List(Lists::Fixed(*width), Box::new(child.column()?))
                }
                NodeKind::Struct(fields) => {
                    Values::Struct(fields.iter().map(VectorNode::column).collect::<Result<_, _>>()?)
                }
            }
        })
    }
}

/// Converts UUIDs to numbers. A list may contain any number of UUIDs.
fn uuids(values: &[[u64; 2]]) -> Result<Vec<u128>, NoMemory> {
    let mut uuids = Vec::new();
    uuids.try_reserve_exact(values.len()).map_err(|_| NoMemory(size_of_val(values)))?;
    uuids.extend(values.iter().map(uuid));
    Ok(uuids)
}

/// Returns a function's arguments at `places` as typed columns.
pub fn columns<'a>(
    function: &Function,
    arguments: &'a ChunkArguments,
    places: Range<usize>,
) -> Result<Vec<Column<'a>>, CallError> {
    let out_of_memory = |NoMemory(bytes)| CallError::out_of_memory(function, bytes);
    let column = |place: usize| {
        let node = &arguments.columns[place].node;
        match node.unreadable() {
            None => node.column().map_err(out_of_memory),
            Some(UnreadableVector::Type(name)) => Err(CallError::row_type(function, place, name)),
            Some(UnreadableVector::TooDeep) => Err(CallError::too_deep(function, place, MAX_DEPTH)),
            Some(UnreadableVector::NoMemory(bytes)) => Err(out_of_memory(NoMemory(bytes))),
        }
    };
    places.map(column).collect()
}

impl IntWidth {
    /// The bytes of a number.
    pub fn bytes(self) -> usize {
        match self {
            IntWidth::I8 | IntWidth::U8 => 1,
            IntWidth::I16 | IntWidth::U16 => 2,
            IntWidth::I32 | IntWidth::U32 => 4,
            IntWidth::I64 | IntWidth::U64 => 8,
            IntWidth::I128 | IntWidth::U128 => 16,
        }
    }

    /// # Safety
    /// The vector is of this physical type.
    pub unsafe fn integers(self, vector: &Vector) -> Integers<'_> {
        // SAFETY: the caller vouches for the type. A number of 128 bits is two of 64.
        unsafe {
            match self {
                IntWidth::I8 => Integers::I8(vector.values()),
                IntWidth::I16 => Integers::I16(vector.values()),
                IntWidth::I32 => Integers::I32(vector.values()),
                IntWidth::I64 => Integers::I64(vector.values()),
                IntWidth::I128 => Integers::I128Halves(vector.values()),
                IntWidth::U8 => Integers::U8(vector.values()),
                IntWidth::U16 => Integers::U16(vector.values()),
                IntWidth::U32 => Integers::U32(vector.values()),
                IntWidth::U64 => Integers::U64(vector.values()),
                IntWidth::U128 => Integers::U128Halves(vector.values()),
            }
        }
    }
}
