//! Columns of every kind, in batches of all lengths.

use std::borrow::Cow;

use hashlane_kernels::encoding::{Column, Encoder, Integers, ValueClass, Values};
use hashlane_kernels::isa::Isa;

use super::generator::column;
use super::made::Made;
use super::{check, check_rows};
use crate::support::columns::{each_layout, with_null_strings};
use crate::support::inputs::{Numbers, ragged, slices};

/// Lengths around the ends of validity words and of blocks.
const LENGTHS: [usize; 13] = [0, 1, 2, 63, 64, 65, 127, 255, 256, 257, 511, 513, 769];

#[test]
fn single_columns() {
    // One encoder for all columns, so that rows overwrite others.
    let mut encoder = Encoder::default();
    for seed in 0..600 {
        let mut numbers = Numbers(seed);
        let len = LENGTHS[numbers.below(LENGTHS.len())];
        let made = column(&mut numbers, len, 0);
        check(&format!("seed {seed}"), &mut encoder, &[made], len);
    }
}

#[test]
fn nested_columns() {
    let mut encoder = Encoder::default();
    for seed in 10_000..10_700 {
        let mut numbers = Numbers(seed);
        let len = LENGTHS[numbers.below(LENGTHS.len())];
        let (count, depth) = (1 + numbers.below(3), 1 + numbers.below(4));
        let columns: Vec<Made> = (0..count).map(|_| column(&mut numbers, len, depth)).collect();
        check(&format!("seed {seed}"), &mut encoder, &columns, len);
        // And in fresh memory.
        check(&format!("seed {seed}"), &mut Encoder::default(), &columns, len);
    }
}

#[test]
fn columns_that_are_longer_than_the_batch() {
    let mut encoder = Encoder::default();
    for seed in 20_000..20_100 {
        let mut numbers = Numbers(seed);
        let columns = [300, 270, 999].map(|len| column(&mut numbers, len, 2));
        check(&format!("seed {seed}"), &mut encoder, &columns, 259);
    }
}

#[test]
fn one_value_in_all_rows() {
    let mut encoder = Encoder::default();
    for seed in 30_000..30_100 {
        let mut numbers = Numbers(seed);
        let made = column(&mut numbers, 1, 3);
        let row = super::model::row(std::iter::once(&made.values[0]));
        check_rows("repeated", &mut encoder, &[made.column().repeated(300)], &vec![row; 300]);
    }
}

/// The bytes of a row of one string.
fn text_row(text: Option<&[u8]>) -> Vec<u8> {
    use super::model::{Value, row};
    row(std::iter::once(&text.map_or(Value::Null, |text| Value::Bytes(0x05, text.to_vec()))))
}

#[test]
fn texts_in_every_layout() {
    let mut encoder = Encoder::default();
    for (seed, longest) in [(1, 12), (2, 40), (3, 3_000)] {
        let texts = ragged(seed, 700, longest);
        let texts = slices(&texts);
        let expected: Vec<Vec<u8>> = texts.iter().map(|text| text_row(Some(text))).collect();
        each_layout(&texts, |layout, rows| {
            let column = Column::new(texts.len(), None, Values::Bytes(ValueClass::String, *rows));
            check_rows(layout, &mut encoder, &[column], &expected);
        });
        let nulls = |(i, text): (usize, &&'static [u8])| (i % 3 > 0).then_some(*text);
        let cycle: &'static [u8] = b"a text of more than 12 bytes";
        let some: Vec<Option<&[u8]>> = vec![cycle; 300].iter().enumerate().map(nulls).collect();
        let mut valid = vec![0u64; 5];
        (0..300).filter(|i| i % 3 > 0).for_each(|i| valid[i / 64] |= 1 << (i % 64));
        let expected: Vec<Vec<u8>> = some.iter().map(|text| text_row(*text)).collect();
        with_null_strings(&some, |rows| {
            let values = Values::Bytes(ValueClass::String, *rows);
            let column = Column::new(300, Some(Cow::Borrowed(&valid)), values);
            check_rows("strings with NULLs", &mut encoder, &[column], &expected);
        });
    }
}

#[test]
#[should_panic(expected = "column.len >= len")]
fn a_column_of_too_few_rows() {
    let column =
        Column::new(3, None, Values::Integers(ValueClass::Integer, Integers::I8(&[1, 2, 3]), 1));
    let _ = Encoder::default().blocks(Isa::current(), &[column], 4, |_, _| {});
}

#[test]
#[should_panic(expected = "rows >= len")]
fn fewer_values_than_rows() {
    let _ = Column::new(3, None, Values::Bools(&[0, 1]));
}

#[test]
#[should_panic(expected = "64 bits wide")]
fn units_of_numbers_that_could_overflow() {
    let _ = Column::new(1, None, Values::Integers(ValueClass::Time, Integers::I128(&[1]), 1_000));
}
