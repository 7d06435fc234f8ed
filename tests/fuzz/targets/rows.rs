//! The row encoding: columns of every kind, nested in each other, that the input describes.
//!
//! The bytes are those of the model that the tests of the kernels have, and a decoder written from
//! `docs/row-encoding.md` finds the row in them again. So two rows have the same bytes only if they are the
//! same row.
#![no_main]

use std::cell::RefCell;

use hashlane_kernels::encoding::Encoder;
use hashlane_kernels::isa::Isa;
use libfuzzer_sys::fuzz_target;

use encoded_rows::generator::column;
use encoded_rows::made::Made;
use encoded_rows::model::{self, Value};
use support::inputs::Numbers;

#[path = "../../../crates/core/kernels/tests/it/encoded_rows"]
#[allow(missing_docs)]
mod encoded_rows {
    pub mod generator;
    pub mod made;
    pub mod model;
}

mod support {
    pub mod inputs {
        //! In the place of the tests' random numbers, the fuzzer's.

        /// What is left of the input; zeros behind its end.
        pub struct Numbers<'a>(pub &'a [u8]);

        impl Numbers<'_> {
            fn number(&mut self, bytes: usize) -> u64 {
                let (taken, rest) = self.0.split_at(bytes.min(self.0.len()));
                self.0 = rest;
                taken.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
            }

            pub fn next(&mut self) -> u64 {
                self.number(8)
            }

            pub fn below(&mut self, end: usize) -> usize {
                (self.number(if end <= 256 { 1 } else { 4 }) % end as u64) as usize
            }

            pub fn bytes(&mut self, length: usize) -> Vec<u8> {
                (0..length).map(|_| self.number(1) as u8).collect()
            }
        }
    }
}

/// A value as the encoding tells it from others.
#[derive(Debug, PartialEq)]
enum Canonical {
    Null,
    Bool(bool),
    Integer(u8, bool, u128),
    Float(u64),
    Bytes(u8, Vec<u8>),
    Decimal(bool, u128, u128),
    List(Vec<Canonical>),
    Struct(Vec<Canonical>),
}

fn canonical(value: &Value) -> Canonical {
    let all = |values: &[Value]| values.iter().map(canonical).collect();
    match value {
        Value::Null => Canonical::Null,
        Value::Bool(value) => Canonical::Bool(*value),
        Value::Integer(tag, negative, magnitude) => Canonical::Integer(*tag, *negative, *magnitude),
        Value::Float(value) if value.is_nan() => Canonical::Float(0x7ff8_0000_0000_0000),
        // -0.0 + 0.0 is 0.0.
        Value::Float(value) => Canonical::Float((value + 0.0).to_bits()),
        Value::Bytes(tag, bytes) => Canonical::Bytes(*tag, bytes.clone()),
        Value::Decimal(negative, digits, scale) => decimal(*negative, *digits, *scale),
        Value::List(elements) => Canonical::List(all(elements)),
        Value::Struct(fields) => Canonical::Struct(all(fields)),
    }
}

fn decimal(negative: bool, mut digits: u128, scale: u8) -> Canonical {
    let mut scale = if digits == 0 { 0 } else { scale };
    while scale > 0 && digits % 10 == 0 {
        (digits, scale) = (digits / 10, scale - 1);
    }
    Canonical::Decimal(negative, digits, scale.into())
}

fn take<'a>(bytes: &mut &'a [u8], len: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(len);
    *bytes = rest;
    taken
}

fn varint(bytes: &mut &[u8]) -> u128 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = take(bytes, 1)[0];
        number |= u128::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return number;
        }
    }
}

fn integer(bytes: &mut &[u8]) -> (bool, u128) {
    (take(bytes, 1)[0] == 0, varint(bytes))
}

fn decode(bytes: &mut &[u8]) -> Canonical {
    match take(bytes, 1)[0] {
        0x00 => Canonical::Null,
        tag @ (0x01 | 0x02) => Canonical::Bool(tag == 0x02),
        tag @ (0x03 | 0x07..=0x0a) => {
            let (negative, magnitude) = integer(bytes);
            Canonical::Integer(tag, negative, magnitude)
        }
        0x04 => Canonical::Float(u64::from_be_bytes(take(bytes, 8).try_into().expect("eight"))),
        tag @ (0x05 | 0x06) => {
            let len = varint(bytes) as usize;
            Canonical::Bytes(tag, take(bytes, len).to_vec())
        }
        0x0b => {
            let (negative, digits) = integer(bytes);
            Canonical::Decimal(negative, digits, varint(bytes))
        }
        0x0c => Canonical::List((0..varint(bytes)).map(|_| decode(bytes)).collect()),
        0x0d => Canonical::Struct((0..varint(bytes)).map(|_| decode(bytes)).collect()),
        tag => panic!("there is no tag {tag}"),
    }
}

thread_local! {
    /// One for all inputs, so that rows are written over others.
    static ENCODER: RefCell<Encoder> = RefCell::default();
}

fuzz_target!(|data: &[u8]| {
    let mut numbers = Numbers(data);
    let (len, count, depth) = (numbers.below(70), numbers.below(4), numbers.below(4));
    let made: Vec<Made> = (0..count).map(|_| column(&mut numbers, len, depth)).collect();
    let columns: Vec<_> = made.iter().map(Made::column).collect();
    let mut seen = 0;
    ENCODER.with_borrow_mut(|encoder| {
        let encoded = encoder.blocks(Isa::current(), &columns, len, |first, block| {
            for (i, mut bytes) in block.rows().enumerate() {
                let values = || made.iter().map(|made| &made.values[first + i]);
                let model = model::row(values().collect::<Vec<_>>().into_iter());
                assert_eq!(bytes, model, "row {} of {made:?}", first + i);
                let row = Canonical::Struct(values().map(canonical).collect());
                assert_eq!(decode(&mut bytes), row);
                assert!(bytes.is_empty(), "something stands behind the row");
                seen += 1;
            }
        });
        encoded.expect("there is memory");
    });
    assert_eq!(seen, len);
});
