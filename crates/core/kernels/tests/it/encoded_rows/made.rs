//! Columns with their values and the owners of their buffers.

use hashlane_kernels::blocks::{Offsets, Rows};
use hashlane_kernels::encoding::{Column, Floats, Integers, Lists, ValueClass, Values};

use super::model::Value;

/// A column and its values.
#[derive(Clone, Debug)]
pub struct Made {
    /// The values that must be read from the column.
    pub values: Vec<Value>,
    pub valid: Option<Vec<u64>>,
    pub owned: Owned,
}

/// The buffers of a column.
#[derive(Clone, Debug)]
pub enum Owned {
    Null,
    Bits(Vec<u64>),
    Bools(Vec<u8>),
    Integers(ValueClass, Numbers, u64),
    F32(Vec<f32>),
    F64(Vec<f64>),
    Decimals(Numbers, u8),
    /// Offsets and bytes.
    Bytes(ValueClass, Vec<i32>, Vec<u8>),
    Uuids(Vec<u128>),
    List(Spans, Box<Made>),
    Struct(Vec<Made>),
    Indexed(Vec<usize>, Box<Made>),
}

/// Whole numbers of each width.
#[derive(Clone, Debug)]
pub enum Numbers {
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    I128(Vec<i128>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    I128Halves(Vec<[u64; 2]>),
    U128Halves(Vec<[u64; 2]>),
}

/// The places of lists, in each layout.
#[derive(Clone, Debug)]
pub enum Spans {
    Offsets32(Vec<i32>, i32),
    Offsets64(Vec<i64>, i64),
    Entries(Vec<[u64; 2]>),
    Fixed(usize),
}

impl Numbers {
    fn column(&self) -> Integers<'_> {
        match self {
            Numbers::I8(values) => Integers::I8(values),
            Numbers::I16(values) => Integers::I16(values),
            Numbers::I32(values) => Integers::I32(values),
            Numbers::I64(values) => Integers::I64(values),
            Numbers::I128(values) => Integers::I128(values),
            Numbers::U8(values) => Integers::U8(values),
            Numbers::U16(values) => Integers::U16(values),
            Numbers::U32(values) => Integers::U32(values),
            Numbers::U64(values) => Integers::U64(values),
            Numbers::I128Halves(values) => Integers::I128Halves(values),
            Numbers::U128Halves(values) => Integers::U128Halves(values),
        }
    }
}

impl Spans {
    fn column(&self) -> Lists<'_> {
        match self {
            Spans::Offsets32(offsets, base) => Lists::Offsets32(offsets, *base),
            Spans::Offsets64(offsets, base) => Lists::Offsets64(offsets, *base),
            Spans::Entries(entries) => Lists::Entries(entries),
            Spans::Fixed(width) => Lists::Fixed(*width),
        }
    }
}

impl Made {
    /// A column without NULLs of its own.
    pub fn new(values: Vec<Value>, owned: Owned) -> Made {
        Made { values, valid: None, owned }
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The column for the encoder.
    pub fn column(&self) -> Column<'_> {
        let values = match &self.owned {
            Owned::Null => Values::Null,
            Owned::Bits(bits) => Values::Bits(bits.into()),
            Owned::Bools(values) => Values::Bools(values),
            Owned::Integers(class, numbers, unit) => {
                Values::Integers(*class, numbers.column(), *unit)
            }
            Owned::F32(values) => Values::Floats(Floats::F32(values.into())),
            Owned::F64(values) => Values::Floats(Floats::F64(values)),
            Owned::Decimals(numbers, scale) => {
                Values::Decimals { unscaled: numbers.column(), precision: 38, scale: *scale }
            }
            Owned::Bytes(class, offsets, bytes) => {
                let rows = Offsets::new(offsets, bytes).expect("offsets in order");
                Values::Bytes(*class, Rows::Offsets32(rows))
            }
            Owned::Uuids(values) => Values::Uuids(values.into()),
            Owned::List(spans, child) => Values::List(spans.column(), Box::new(child.column())),
            Owned::Struct(fields) => Values::Struct(fields.iter().map(Made::column).collect()),
            Owned::Indexed(keys, values) => Values::Indexed(keys.into(), Box::new(values.column())),
        };
        Column::new(self.len(), self.valid.as_deref().map(Into::into), values)
    }

    /// Makes the rows for which `is_null` is true NULL, and leaves their values in place.
    pub fn hide(&mut self, mut is_null: impl FnMut(usize) -> bool) {
        let mut bits = vec![0u64; self.len().div_ceil(64)];
        for i in 0..self.len() {
            if is_null(i) {
                self.values[i] = Value::Null;
                self.spoil(i);
            } else {
                bits[i / 64] |= 1 << (i % 64);
            }
        }
        self.valid = Some(bits);
    }

    /// Writes an invalid value to a row that is marked as valid. The value must not be read.
    fn spoil(&mut self, i: usize) {
        match &mut self.owned {
            Owned::List(Spans::Entries(entries), _) => entries[i] = [u64::MAX / 3; 2],
            Owned::Indexed(keys, _) => keys[i] = usize::MAX,
            Owned::Struct(fields) => fields.iter_mut().for_each(|field| field.spoil(i)),
            _ => {}
        }
    }
}
