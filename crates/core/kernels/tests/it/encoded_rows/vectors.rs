//! The bytes and hashes from polars-hash, for cases that need no table: `rows.json` has the tables
//! for the engines.

use hashlane_kernels::blocks::{Rows, Seeds};
use hashlane_kernels::encoding::{Column, Encoder, Integers, ValueClass, Values};
use hashlane_kernels::hash::xxh3;
use hashlane_kernels::isa::Isa;

use super::check_rows;
use crate::support::json::{generated, list, text, unhex};

#[test]
fn integers_of_128_bits() {
    let mut encoder = Encoder::default();
    let mut compared = 0;
    for table in list(&generated("rows.json")["integers"]) {
        let expected: Vec<Vec<u8>> = list(&table["bytes"]).iter().map(|b| unhex(text(b))).collect();
        let numbers = list(&table["values"]).iter().map(text);
        let halves: Vec<[u64; 2]> = match text(&table["type"]) {
            "Int128" => numbers.map(|n| n.parse::<i128>().expect("a number") as u128).collect(),
            _ => numbers.map(|n| n.parse::<u128>().expect("a number")).collect::<Vec<u128>>(),
        }
        .into_iter()
        .map(|number| [number as u64, (number >> 64) as u64])
        .collect();
        let signed: Vec<i128> = halves
            .iter()
            .map(|[low, high]| (u128::from(*low) | u128::from(*high) << 64) as i128)
            .collect();
        let layouts = match text(&table["type"]) {
            "Int128" => vec![Integers::I128Halves(&halves), Integers::I128(&signed)],
            _ => vec![Integers::U128Halves(&halves)],
        };
        for integers in layouts {
            let values = Values::Integers(ValueClass::Integer, integers, 1);
            let column = Column::new(halves.len(), None, values);
            check_rows(text(&table["type"]), &mut encoder, &[column], &expected);
            compared += expected.len();
        }
    }
    assert!(compared > 40);
}

#[test]
fn long_texts() {
    let texts = ["hashlane10".repeat(10_000), "é".repeat(32_768), "hashlane10".repeat(100_000)];
    let rows: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    let column = Column::new(3, None, Values::Bytes(ValueClass::String, Rows::Slices(&rows)));
    let (mut short, mut long) = (Vec::new(), Vec::new());
    let hashed = Encoder::default().blocks(Isa::current(), &[column], 3, |_, block| {
        let (mut of_64, mut of_128) = (vec![0; block.len()], vec![[0; 16]; block.len()]);
        xxh3::XXH3_64.hash_block(Isa::current(), block, Seeds::Constant(0), &mut of_64);
        xxh3::XXH3_128.hash_block(Isa::current(), block, Seeds::Constant(0), &mut of_128);
        short.extend(of_64);
        long.extend(of_128);
    });
    assert_eq!(hashed, Ok(()));
    let file = generated("rows.json");
    let expected = list(&file["long"]);
    assert_eq!(expected.len(), 3);
    for (i, entry) in expected.iter().enumerate() {
        assert_eq!(short[i].to_be_bytes()[..], unhex(text(&entry["xxh3"])), "{}", entry["sql"]);
        assert_eq!(long[i][..], unhex(text(&entry["xxh128"])), "{}", entry["sql"]);
    }
}
