//! The hashes of other engines whose results are signed numbers.

use std::fmt::Debug;

use hashlane_kernels::hash::{city, engines};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, HashKernel, Rows, Seeds};
use serde_json::Value;

use crate::support::inputs::{cycle, slices};
use crate::support::json::{generated, list, number, text};

/// Compares a kernel on every instruction set, under a constant and under a column of it.
fn check<S: Copy, T: Copy + Default + PartialEq + Debug>(
    name: &str,
    texts: &[Vec<u8>],
    seed: S,
    expected: &[T],
    kernel: HashKernel<S, T>,
) {
    let texts = slices(texts);
    let column = vec![seed; texts.len()];
    for isa in Isa::available() {
        for seeds in [Seeds::Constant(seed), Seeds::Column(&column)] {
            let mut out = vec![T::default(); texts.len()];
            rows::hash(isa, &Rows::Slices(&texts), seeds, &mut out, kernel);
            assert_eq!(out, expected, "{name} on {isa}");
        }
    }
}

fn signed(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("no number: {value}"))
}

#[test]
fn generated_vectors() {
    let file = generated("engines.json");
    let lengths = list(&file["lengths"]).iter().map(number);
    let texts: Vec<Vec<u8>> = lengths.map(|length| cycle(length as usize)).collect();
    for table in list(&file["tables"]) {
        let numbers: Vec<i64> = list(&table["numbers"]).iter().map(signed).collect();
        let narrow = || numbers.iter().map(|n| i32::try_from(*n).unwrap()).collect::<Vec<_>>();
        let count = || u32::try_from(number(&table["n"])).unwrap();
        match text(&table["function"]) {
            name @ "iceberg_bucket" => {
                check(name, &texts, count(), &narrow(), engines::iceberg_bucket);
            }
            name @ "kafka_partition" => {
                check(name, &texts, count(), &narrow(), engines::kafka_partition);
            }
            name @ "bq_farm_fingerprint" => {
                check(name, &texts, 0, &numbers, city::farmhash64_signed);
            }
            other => panic!("no kernel for {other}"),
        }
    }
}

#[test]
fn java_texts() {
    let file = generated("engines.json");
    let entries = list(&file["java"]);
    let texts: Vec<Vec<u8>> =
        entries.iter().map(|entry| text(&entry["text"]).as_bytes().to_vec()).collect();
    let hashes: Vec<i32> =
        entries.iter().map(|entry| i32::try_from(signed(&entry["hash"])).unwrap()).collect();
    check("java_hash", &texts, 0, &hashes, engines::java_hash);
}

/// `new String(bytes, UTF_8)` has U+FFFD for what is no UTF-8.
#[test]
fn java_hash_of_no_text() {
    let hash = |row: &[u8]| {
        let mut out = [0];
        let (rows, seeds) = (Rows::Slices(&[row]), Seeds::Constant(0));
        rows::hash(Isa::current(), &rows, seeds, &mut out, engines::java_hash);
        out[0]
    };
    assert_eq!(hash(b"a\xffb"), hash("a\u{fffd}b".as_bytes()));
}

/// The cases of Kafka's own test, UtilsTest.testMurmur2, whose sign the partitioner takes away.
#[test]
fn murmur2_of_kafka() {
    let cases: [(&[u8], i32); 6] = [
        (b"21", -973_932_308),
        (b"foobar", -790_332_482),
        (b"a-little-bit-long-string", -985_981_536),
        (b"a-little-bit-longer-string", -1_486_304_829),
        (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971),
        (b"abc", 479_470_107),
    ];
    let texts: Vec<Vec<u8>> = cases.iter().map(|(text, _)| text.to_vec()).collect();
    let parts: Vec<i32> = cases.iter().map(|(_, hash)| (hash & i32::MAX) % i32::MAX).collect();
    check("kafka", &texts, i32::MAX as u32, &parts, engines::kafka_partition);
}
