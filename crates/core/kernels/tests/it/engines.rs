//! The hashes of other engines whose results are signed numbers.

use std::fmt::Debug;

use hashlane_kernels::blocks::{self, HashKernel, Rows, Seeds};
use hashlane_kernels::encoding::{Column, Floats, Integers, Lists, ValueClass, Values};
use hashlane_kernels::engines;
use hashlane_kernels::engines::columns::{ICEBERG_HASH, Unrepresentable};
use hashlane_kernels::engines::{KafkaClient, KafkaPartitions};
use hashlane_kernels::hash::city;
use hashlane_kernels::isa::Isa;
use serde_json::Value;

use crate::support::inputs::{cycle, slices};
use crate::support::json::{generated, list, number, text};

/// Compares a kernel on every instruction set, with a constant parameter and with a column of it.
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
            blocks::hash(isa, &Rows::Slices(&texts), seeds, &mut out, kernel);
            assert_eq!(out, expected, "{name} on {isa}");
        }
    }
}

fn java(count: u32) -> KafkaPartitions {
    KafkaPartitions { client: KafkaClient::Java, count }
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
            name @ "iceberg_partition" => {
                check(name, &texts, count(), &narrow(), engines::ICEBERG_PARTITION);
            }
            name @ "kafka_partition" => {
                check(name, &texts, java(count()), &narrow(), engines::KAFKA_PARTITION);
            }
            name @ "iceberg_hash" => {
                check(name, &texts, 0, &narrow(), engines::ICEBERG_HASH);
            }
            name @ "bq_farm_fingerprint" => {
                check(name, &texts, 0, &numbers, city::FARMHASH64_SIGNED);
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
    check("java_hash", &texts, 0, &hashes, engines::JAVA_HASH);
}

/// `new String(bytes, UTF_8)` replaces invalid UTF-8 with U+FFFD.
#[test]
fn java_hash_of_no_text() {
    let hash = |row: &[u8]| {
        let mut out = [0];
        let (rows, seeds) = (Rows::Slices(&[row]), Seeds::Constant(0));
        blocks::hash(Isa::current(), &rows, seeds, &mut out, engines::JAVA_HASH);
        out[0]
    };
    assert_eq!(hash(b"a\xffb"), hash("a\u{fffd}b".as_bytes()));
}

/// The cases of Kafka's own test, UtilsTest.testMurmur2. The partitioner clears their sign bit.
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
    check("kafka", &texts, java(i32::MAX as u32), &parts, engines::KAFKA_PARTITION);
}

/// The table of appendix B of Iceberg's specification.
#[test]
fn iceberg_hashes_typed_values() {
    const MICROSECOND: u64 = 1_000;
    let integer = |values| Values::Integers(ValueClass::Integer, values, 1);
    let times = |class, values, unit| Values::Integers(class, Integers::I64(values), unit);
    let moment = (17_486 * 24 + 22) * 3_600 + 31 * 60 + 8;
    let (second, micros, next) = ([moment], [moment * 1_000_000], [moment * 1_000_000 + 1]);
    let nanos = [next[0] * 1_000 + 999];
    let of_day = [(22 * 3_600 + 31 * 60 + 8) * 1_000_000];
    let decimal = [1420];
    let unscaled =
        |precision| Values::Decimals { unscaled: Integers::I128(&decimal), precision, scale: 2 };
    let uuid = 0xf79c_3e09_677c_4bbd_a479_3f34_9cb7_85e7;
    for (values, hash) in [
        (integer(Integers::I32(&[34])), 2_017_239_379),
        (integer(Integers::I64(&[34])), 2_017_239_379),
        (unscaled(4), -500_754_589),
        (unscaled(38), -500_754_589),
        (Values::Integers(ValueClass::Date, Integers::I32(&[17_486]), 1), -653_330_422),
        (times(ValueClass::Time, &of_day, MICROSECOND), -662_762_989),
        (times(ValueClass::Timestamp, &micros, MICROSECOND), -2_047_944_441),
        (times(ValueClass::Timestamp, &second, 1_000_000_000), -2_047_944_441),
        (times(ValueClass::Timestamp, &next, MICROSECOND), -1_207_196_810),
        (times(ValueClass::Timestamp, &nanos, 1), -1_207_196_810),
        (Values::Bytes(ValueClass::String, Rows::Slices(&[b"iceberg"])), 1_210_000_089),
        (Values::Bytes(ValueClass::Binary, Rows::Slices(&[&[0, 1, 2, 3]])), -188_683_207),
        (Values::Uuids(vec![uuid].into()), 1_488_055_340),
    ] {
        let row = [Column::new(1, None, values)];
        ICEBERG_HASH.check_types(&row).unwrap_or_else(|error| panic!("{error}"));
        for isa in Isa::available() {
            let mut out = [0];
            ICEBERG_HASH.hash(isa, &row, &mut out).unwrap();
            assert_eq!(out, [hash], "{:?} on {isa}", row[0].values());
        }
    }
}

#[test]
fn what_iceberg_does_not_bucket_by() {
    let float = Values::Floats(Floats::F64(&[]));
    let list = Column::new(0, None, Values::Null);
    for values in [
        Values::Bools(&[]),
        Values::Bits(vec![].into()),
        float,
        Values::Integers(ValueClass::Integer, Integers::U32(&[]), 1),
        Values::Integers(ValueClass::Duration, Integers::I64(&[]), 1),
        Values::List(Lists::Entries(&[]), Box::new(list)),
    ] {
        let error = ICEBERG_HASH.check_types(&[Column::new(0, None, values)]).unwrap_err();
        assert!(!error.nested && error.to_string().contains("Iceberg"), "{error}");
    }
    let fraction = Values::Integers(ValueClass::Time, Integers::I64(&[1_500]), 1);
    let error = ICEBERG_HASH.hash(Isa::current(), &[Column::new(1, None, fraction)], &mut [0]);
    assert!(matches!(error.unwrap_err().reason, Unrepresentable::Time { count: 1_500, unit: 1 }));
}
