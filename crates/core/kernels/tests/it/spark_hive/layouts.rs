//! A row has one hash, whatever the layout of its columns.

use std::borrow::Cow;

use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::{Column, Floats, Integers, Lists, ValueClass, Values};
use serde_json::{Value, json};

use super::{NAMES, named};
use crate::support::columns::each_layout;
use crate::support::inputs::{Numbers, cycle_from, ragged, slices};
use crate::support::json::{generated, list};
use crate::support::typed::{Form, Typed};

/// The hashes of one column, by each of the functions.
fn all(column: Column<'_>) -> [Vec<i64>; 3] {
    let len = column.len();
    let row = [column];
    NAMES.map(|name| named(name, &row, len))
}

fn valid(values: Values<'_>, len: usize) -> [Vec<i64>; 3] {
    all(Column::new(len, None, values))
}

#[test]
fn bytes_in_every_layout() {
    let fixed: Vec<Vec<u8>> = (0..70).map(|i| cycle_from(i, 13)).collect();
    for texts in [ragged(31, 300, 200), fixed] {
        let texts = slices(&texts);
        for class in [ValueClass::String, ValueClass::Binary] {
            let expected = valid(Values::Bytes(class, Rows::Slices(&texts)), texts.len());
            each_layout(&texts, |layout, rows| {
                assert_eq!(valid(Values::Bytes(class, *rows), texts.len()), expected, "{layout}");
            });
        }
    }
}

/// Keys in any order, some of them NULL, over every table of one column.
#[test]
fn a_dictionary_is_its_values() {
    let mut numbers = Numbers(33);
    let file = generated("spark_hive.json");
    let mut tables = 0;
    for table in list(&file["tables"]).iter().filter(|table| list(&table["types"]).len() == 1) {
        if table["hive_hash"].is_null() || table["spark_hash"].is_null() {
            continue;
        }
        let values: Vec<&Value> = list(&table["rows"]).iter().map(|row| &row[0]).collect();
        let kind = &table["types"][0];
        let nothing = Typed::new(kind, &[&Value::Null], Form::Arrow);
        let nothing = all(nothing.column()).map(|hashes| hashes[0]);
        for form in [Form::Arrow, Form::DuckDb, Form::Dictionary] {
            let inner = Typed::new(kind, &values, form);
            let expected = all(inner.column());
            let keys: Vec<usize> = (0..200).map(|_| numbers.below(values.len())).collect();
            let bits: Vec<u64> = (0..4).map(|_| numbers.next()).collect();
            let indexed = Values::Indexed((&keys).into(), Box::new(inner.column()));
            let hashes = all(Column::new(200, Some(Cow::Borrowed(&bits)), indexed));
            for (i, key) in keys.iter().enumerate() {
                let is_valid = bits[i / 64] >> (i % 64) & 1 == 1;
                for ((hashes, expected), nothing) in hashes.iter().zip(&expected).zip(nothing) {
                    let expected = if is_valid { expected[*key] } else { nothing };
                    assert_eq!(hashes[i], expected, "{kind} as {form:?}: {}", values[*key]);
                }
            }
        }
        tables += 1;
    }
    assert!(tables >= 35, "{tables}");
}

#[test]
fn times_in_every_unit() {
    let seconds = [0, 1, -1, 1_577_836_800, -62_135_596_800, 253_402_300_799];
    let of = |per_second: i64, unit| {
        let counts = seconds.map(|count| count * per_second);
        NAMES.map(|name| {
            // Nanoseconds don't reach the last values.
            let counts = if unit == 1 { &counts[..4] } else { &counts };
            let values = Values::Integers(ValueClass::Timestamp, Integers::I64(counts), unit);
            named(name, &[Column::new(counts.len(), None, values)], counts.len())
        })
    };
    let expected = of(1, 1_000_000_000);
    assert_eq!(of(1_000, 1_000_000), expected);
    assert_eq!(of(1_000_000, 1_000), expected);
    let counts = [0, 1_000_000_000, -1_000_000_000, 1_577_836_800_000_000_000];
    let nanoseconds = valid(Values::Integers(ValueClass::Timestamp, Integers::I64(&counts), 1), 4);
    assert_eq!(nanoseconds, expected.map(|hashes| hashes[..4].to_vec()));
}

/// NaN has many bit patterns, and one hash.
#[test]
fn every_nan_is_one() {
    let floats = [0x7fc0_0000u32, 0x7f80_0001, 0xffc0_0000, 0xffff_ffff].map(f32::from_bits);
    let doubles = [0x7ff8u64 << 48, 0x7ff0 << 48 | 1, 0xfff8 << 48, u64::MAX].map(f64::from_bits);
    let floats = valid(Values::Floats(Floats::F32(Cow::Borrowed(&floats))), 4);
    let doubles = valid(Values::Floats(Floats::F64(&doubles)), 4);
    for hashes in floats.into_iter().chain(doubles) {
        assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
    }
}

/// The content of a NULL struct or list doesn't count.
#[test]
fn hidden_values_are_not_seen() {
    let numbers = |values| Column::new(3, None, Values::Integers(ValueClass::Integer, values, 1));
    let hidden = || numbers(Integers::I32(&[1, 999, 3]));
    let seen = || numbers(Integers::I32(&[1, -5, 3]));
    let valid = || Some(Cow::Owned(vec![0b101]));
    let structs = |field| Column::new(3, valid(), Values::Struct(vec![field]));
    assert_eq!(all(structs(hidden())), all(structs(seen())));
    let in_list = |field| {
        let lists = Lists::Offsets32(&[0, 3], 0);
        Column::new(1, None, Values::List(lists, Box::new(structs(field))))
    };
    assert_eq!(all(in_list(hidden())), all(in_list(seen())));
    let lists = |child| Column::new(3, valid(), Values::List(Lists::Fixed(1), Box::new(child)));
    assert_eq!(all(lists(hidden())), all(lists(seen())));
}

#[test]
fn lists_in_every_layout() {
    let elements = [9, 8, 7, 6, 5, 4i64];
    let child = || {
        Box::new(Column::new(
            6,
            None,
            Values::Integers(ValueClass::Integer, Integers::I64(&elements), 1),
        ))
    };
    let lists = |lists, len| valid(Values::List(lists, child()), len);
    let expected = lists(Lists::Fixed(2), 3);
    assert_eq!(lists(Lists::Offsets32(&[0, 2, 4, 6], 0), 3), expected);
    assert_eq!(lists(Lists::Offsets64(&[50, 52, 54, 56], 50), 3), expected);
    assert_eq!(lists(Lists::Entries(&[[0, 2], [2, 2], [4, 2]]), 3), expected);
    let from_json = Typed::new(&json!(["array", "bigint"]), &[&json!([7, 6])], Form::Arrow);
    for (json, expected) in all(from_json.column()).iter().zip(expected) {
        assert_eq!(json[0], expected[1]);
    }
    let empty = lists(Lists::Fixed(0), 3);
    assert_eq!(empty, [vec![42; 3], vec![42; 3], vec![0; 3]]);
}

/// Neither the other rows of a column nor their number matter.
#[test]
fn a_row_is_hashed_alone() {
    let mut numbers = Numbers(34);
    let values: Vec<i64> = (0..1000).map(|_| numbers.next() as i64).collect();
    let of = |values: &[i64]| {
        valid(Values::Integers(ValueClass::Integer, Integers::I64(values), 1), values.len())
    };
    let hashes = of(&values);
    for i in 0..values.len() {
        let one = of(&values[i..=i]);
        assert!(one.iter().zip(&hashes).all(|(one, hashes)| one[0] == hashes[i]));
    }
    assert!(of(&[]).iter().all(Vec::is_empty));
}
