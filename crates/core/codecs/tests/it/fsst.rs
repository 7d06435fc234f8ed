//! FSST: round trips with a symbol table.

use std::sync::{Arc, Weak};
use std::thread;

use hashlane_codecs::fsst::{self, SymbolTable};
use hashlane_codecs::{CodecError, Sample};

use crate::support::events::{events, urls};
use crate::support::inputs::{Numbers, cycle};

/// A symbol table for all of `values`.
pub fn table(values: &[Vec<u8>]) -> SymbolTable {
    let mut sample = Sample::new(fsst::limits().unwrap());
    values.iter().for_each(|value| sample.add(value).unwrap());
    SymbolTable::train(&sample).unwrap()
}

pub fn encode(table: &SymbolTable, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    table.compress(content, &mut out).unwrap();
    out
}

pub fn decode(table: &SymbolTable, max_bytes: usize, codes: &[u8]) -> Result<Vec<u8>, CodecError> {
    let mut out = Vec::new();
    table.decompress(max_bytes, codes, &mut out).map(|()| out)
}

/// Columns of many kinds. Some contain zero bytes, with which words are also padded.
pub fn columns() -> Vec<Vec<Vec<u8>>> {
    let mut numbers = Numbers(51);
    let mut few = |alphabet: &[u8], count: usize, longest: usize| -> Vec<Vec<u8>> {
        (0..count)
            .map(|_| {
                let length = numbers.below(longest);
                (0..length).map(|_| alphabet[numbers.below(alphabet.len())]).collect()
            })
            .collect()
    };
    vec![
        urls(52, 500),
        events(52, 100),
        few(b"\0", 50, 30),
        few(b"\0a", 300, 40),
        few(b"\0\x01\xFF", 300, 40),
        few(b"ab", 300, 100),
        few(&(0..=255).collect::<Vec<u8>>(), 300, 100),
        few(b"\xFF", 100, 20),
        vec![b"x".to_vec()],
        vec![vec![0; 9]],
        vec![cycle(300_000)],
    ]
}

#[test]
fn contents_come_back() {
    let columns = columns();
    for (i, column) in columns.iter().enumerate() {
        let table = table(column);
        assert!(table.symbols() <= 255);
        for content in columns.iter().flatten().chain([&vec![], &cycle(9), &Numbers(53).bytes(999)])
        {
            let codes = encode(&table, content);
            assert!(codes.len() <= 2 * content.len());
            let back = decode(&table, content.len(), &codes);
            assert!(back.as_ref() == Ok(content), "table {i}: {} bytes", content.len());
        }
    }
}

#[test]
fn rows_together_are_as_rows_alone() {
    for column in columns() {
        let table = table(&column);
        for count in [0, 1, 2, 3, 4, 5, 50] {
            let rows: Vec<&[u8]> = column.iter().take(count).map(Vec::as_slice).collect();
            let (mut out, mut ends) = (b"before".to_vec(), vec![6]);
            table.compress_all(&rows, &mut out, &mut ends).unwrap();
            assert_eq!(ends.len(), rows.len() + 1);
            for (row, range) in rows.iter().zip(ends.windows(2)) {
                assert!(out[range[0] as usize..range[1] as usize] == encode(&table, row));
            }
            assert!(out.starts_with(b"before"));
        }
    }
}

#[test]
fn columns_get_short() {
    for (name, values, bar) in [("URLs", urls(54, 4_000), 0.5), ("events", events(54, 400), 0.7)] {
        let (half, other) = values.split_at(values.len() / 2);
        let table = table(half);
        let codes: usize = other.iter().map(|value| encode(&table, value).len()).sum();
        let ratio = codes as f64 / other.iter().map(Vec::len).sum::<usize>() as f64;
        println!("{name} with FSST: {ratio:.3}");
        assert!(ratio <= bar, "{name}: {ratio:.3}");
    }
}

#[test]
fn training_is_deterministic() {
    for mut column in columns() {
        let first = table(&column);
        column.reverse();
        assert_eq!(table(&column).to_bytes(), first.to_bytes());
        let read = SymbolTable::from_bytes(first.to_bytes()).unwrap();
        assert_eq!(read.to_bytes(), first.to_bytes());
        assert_eq!(read.symbols(), first.symbols());
        for content in &column {
            assert!(encode(&read, content) == encode(&first, content));
        }
    }
}

#[test]
fn nothing_to_train_on_is_an_error() {
    for values in [&[][..], &[vec![], vec![]]] {
        let mut sample = Sample::new(fsst::limits().unwrap());
        values.iter().for_each(|value: &Vec<u8>| sample.add(value).unwrap());
        let error = SymbolTable::train(&sample).err().unwrap();
        assert!(matches!(error, CodecError::TooFewSamples { given: 0, .. }), "{error}");
    }
}

#[test]
fn output_is_appended() {
    let table = table(&urls(55, 100));
    let codes = encode(&table, b"https://shop.example.com/");
    let mut out = b"before".to_vec();
    table.decompress(25, &codes, &mut out).unwrap();
    assert_eq!(out, b"beforehttps://shop.example.com/");
    let error = decode(&table, 24, &codes);
    assert_eq!(error, Err(CodecError::OverLimit { max_bytes: 24 }));
}

#[test]
fn tables_stay_prepared() {
    let tables: Vec<Vec<u8>> =
        (0..400).map(|i| table(&urls(1_000 + i, 3)).to_bytes().to_vec()).collect();
    let held = SymbolTable::prepared(&tables[0]).unwrap();
    assert!(Arc::ptr_eq(&held, &SymbolTable::prepared(&tables[0]).unwrap()));
    let found: Vec<Weak<SymbolTable>> =
        tables.iter().map(|bytes| Arc::downgrade(&SymbolTable::prepared(bytes).unwrap())).collect();
    let alive = found.iter().filter(|table| table.strong_count() > 0).count();
    println!("{alive} of {} tables are still prepared", found.len());
    assert!((10..=257).contains(&alive));
    assert!(found[1].upgrade().is_none(), "the oldest go first");
    assert_eq!(held.to_bytes(), tables[0]);
}

#[test]
fn threads_share_a_table() {
    let values = urls(56, 1_000);
    let table = table(&values);
    let serial: Vec<Vec<u8>> = values.iter().map(|value| encode(&table, value)).collect();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for (value, codes) in values.iter().zip(&serial) {
                    assert_eq!(encode(&table, value), *codes);
                    assert_eq!(decode(&table, value.len(), codes).as_ref(), Ok(value));
                }
            });
        }
    });
}
