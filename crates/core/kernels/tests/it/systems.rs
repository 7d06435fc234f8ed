//! Hashes taken from the systems that define them: `tests/vectors/systems.py` makes `systems.json`.
//!
//! `HASHLANE_SYSTEMS` names a file of the same form with more values to compare instead.

use std::fmt::Debug;

use hashlane_kernels::blocks::{self, HashKernel, Rows, Seeds};
use hashlane_kernels::encoding::Column;
use hashlane_kernels::encoding::{Integers, ValueClass, Values};
use hashlane_kernels::engines::columns::{
    CLICKHOUSE_CITYHASH64, CLICKHOUSE_HALFMD5, CLICKHOUSE_SIPHASH64, CLICKHOUSE_SIPHASH128,
    ColumnsHash, REDSHIFT_FNV_HASH, SPARK_HASH, SPARK_XXHASH64,
};
use hashlane_kernels::engines::{
    KAFKA_PARTITION, KafkaClient, KafkaPartitions, POSTGRES_HASHTEXT, POSTGRES_HASHTEXTEXTENDED,
    jump,
};
use hashlane_kernels::isa::Isa;
use serde_json::Value;

use crate::support::inputs::slices;
use crate::support::json::{generated, list, number, text, unhex};
use crate::support::typed::{FORMS, Form, Typed};

fn file() -> Value {
    let Some(path) = std::env::var_os("HASHLANE_SYSTEMS") else { return generated("systems.json") };
    let contents = std::fs::read_to_string(path).expect("HASHLANE_SYSTEMS names a file");
    serde_json::from_str(&contents).expect("JSON")
}

/// A number that is written as text, since it doesn't fit JSON's numbers.
fn parsed<T: std::str::FromStr<Err: Debug>>(value: &Value) -> T {
    text(value).parse().unwrap_or_else(|error| panic!("{value}: {error:?}"))
}

fn signed(value: &Value) -> i32 {
    i32::try_from(value.as_i64().expect("a number")).expect("32 bits")
}

/// Compares a kernel with hashes of texts and their seeds, on every instruction set.
fn check<S: Copy, T: Copy + Default + PartialEq + Debug>(
    texts: &[Vec<u8>],
    seeds: &[S],
    expected: &[T],
    kernel: HashKernel<S, T>,
) {
    let texts = slices(texts);
    for isa in Isa::available() {
        let mut out = vec![T::default(); texts.len()];
        blocks::hash(isa, &Rows::Slices(&texts), Seeds::Column(seeds), &mut out, kernel);
        for (i, expected) in expected.iter().enumerate() {
            assert_eq!(out[i], *expected, "{:?} on {isa}", texts[i]);
        }
    }
}

#[test]
fn kafka() {
    let file = &file()["kafka"];
    let keys: Vec<Vec<u8>> = list(&file["keys"]).iter().map(|key| unhex(text(key))).collect();
    let tables = list(&file["tables"]);
    assert_eq!(tables.len(), 16);
    for table in tables {
        let client = KafkaClient::find(text(&table["client"])).expect("it is a client");
        let count = u32::try_from(number(&table["n"])).unwrap();
        let expected: Vec<i32> = list(&table["numbers"]).iter().map(signed).collect();
        let seeds = vec![KafkaPartitions { client, count }; keys.len()];
        check(&keys, &seeds, &expected, KAFKA_PARTITION);
    }
}

#[test]
fn jump_buckets() {
    let file = file();
    let rows = list(&file["jump_hash"]);
    assert!(rows.len() > 50);
    for row in rows {
        let count = u32::try_from(number(&row[1])).unwrap();
        assert_eq!(jump(parsed(&row[0]), count), signed(&row[2]), "{row}");
    }
    // Consistent: one more bucket takes hashes from all others, and nothing else moves.
    for i in 0..1_000_u64 {
        let hash = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (before, after) = (jump(hash, 9), jump(hash, 10));
        assert!(after == before || after == 9, "{hash}");
    }
    assert_eq!(jump(7, 0), 0);
}

#[test]
fn postgres() {
    let file = file();
    let rows = list(&file["postgres"]);
    assert!(rows.len() > 50);
    let texts: Vec<Vec<u8>> = rows.iter().map(|row| unhex(text(&row[0]))).collect();
    let seeds: Vec<u64> = rows.iter().map(|row| parsed::<i64>(&row[1]).cast_unsigned()).collect();
    let hashes: Vec<i32> = rows.iter().map(|row| signed(&row[2])).collect();
    let extended: Vec<i64> = rows.iter().map(|row| parsed(&row[3])).collect();
    check(&texts, &vec![7; texts.len()], &hashes, POSTGRES_HASHTEXT);
    check(&texts, &seeds, &extended, POSTGRES_HASHTEXTEXTENDED);
}

#[test]
fn clickhouse() {
    let functions = [
        ("clickhouse_siphash64", CLICKHOUSE_SIPHASH64),
        ("clickhouse_cityhash64", CLICKHOUSE_CITYHASH64),
        ("clickhouse_halfmd5", CLICKHOUSE_HALFMD5),
    ];
    let file = file();
    let tables = list(&file["clickhouse"]);
    assert_eq!(tables.len(), 29);
    for table in tables {
        let rows = list(&table["rows"]);
        for form in FORMS {
            let column = |(at, kind): (usize, &Value)| {
                let values: Vec<&Value> = rows.iter().map(|row| &row[at]).collect();
                Typed::new(kind, &values, form)
            };
            let columns: Vec<Typed> =
                list(&table["types"]).iter().enumerate().map(column).collect();
            let columns: Vec<Column<'_>> = columns.iter().map(Typed::column).collect();
            let what = |name: &str| format!("{name}, {form:?}, {}", table["types"]);
            for (name, function) in functions {
                let expected: Vec<u64> = list(&table[name]).iter().map(parsed).collect();
                check_rows(&what(name), &columns, &expected, function);
            }
            let name = "clickhouse_siphash128";
            let expected = list(&table[name]).iter().map(|hash| unhex(text(hash)));
            let expected: Vec<[u8; 16]> = expected.map(|hash| hash.try_into().unwrap()).collect();
            check_rows(&what(name), &columns, &expected, CLICKHOUSE_SIPHASH128);
        }
    }
}

/// Compares a hash of typed columns with the hash of each row, on every instruction set.
fn check_rows<T: Copy + Default + PartialEq + Debug>(
    what: &str,
    columns: &[Column<'_>],
    expected: &[T],
    function: ColumnsHash<T>,
) {
    function.check_types(columns).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(expected.len(), columns[0].len());
    for isa in Isa::available() {
        let mut out = vec![T::default(); expected.len()];
        function.hash(isa, columns, &mut out).unwrap();
        let differs = out.iter().zip(expected).position(|(a, b)| a != b);
        assert_eq!(differs, None, "the row of {what} on {isa}");
    }
}

/// The hash of each value is the seed of the next one. So the hash of a row of Spark is also that
/// of its last value with the hash of the other values as its seed.
#[test]
fn spark_under_a_seed() {
    let mut checked = 0;
    for table in list(&generated("spark_hive.json")["tables"]) {
        let (kinds, rows) = (list(&table["types"]), list(&table["rows"]));
        if kinds.len() < 2 || table["spark_hash"].is_null() {
            continue;
        }
        let column = |(at, kind): (usize, &Value)| {
            let values: Vec<&Value> = rows.iter().map(|row| &row[at]).collect();
            Typed::new(kind, &values, Form::Arrow)
        };
        let columns: Vec<Typed> = kinds.iter().enumerate().map(column).collect();
        let columns: Vec<Column<'_>> = columns.iter().map(Typed::column).collect();
        let (last, others) = columns.split_last().expect("two columns");
        let last = std::slice::from_ref(last);
        let (mut narrow, mut wide) = (vec![0; rows.len()], vec![0; rows.len()]);
        SPARK_HASH.hash(Isa::current(), others, &mut narrow).unwrap();
        SPARK_HASH.hash_seeded(Isa::current(), last, &mut narrow).unwrap();
        SPARK_XXHASH64.hash(Isa::current(), others, &mut wide).unwrap();
        SPARK_XXHASH64.hash_seeded(Isa::current(), last, &mut wide).unwrap();
        let expected = |name: &str| list(&table[name]).iter().map(|hash| hash.as_i64().unwrap());
        assert!(narrow.into_iter().map(i64::from).eq(expected("spark_hash")));
        assert!(wide.into_iter().eq(expected("spark_xxhash64")));
        checked += 1;
    }
    assert!(checked > 0);
}

/// All results in Redshift's reference.
#[test]
fn redshift() {
    let hash = |values: Values<'_>, seed: Option<i64>| {
        let row = [Column::new(1, None, values)];
        REDSHIFT_FNV_HASH.check_types(&row).unwrap();
        let mut out = [seed.unwrap_or_default()];
        match seed {
            None => REDSHIFT_FNV_HASH.hash(Isa::current(), &row, &mut out).unwrap(),
            Some(_) => REDSHIFT_FNV_HASH.hash_seeded(Isa::current(), &row, &mut out).unwrap(),
        }
        out[0]
    };
    let number = |integers| Values::Integers(ValueClass::Integer, integers, 1);
    let string = |text| Values::Bytes(ValueClass::String, Rows::Slices(text));
    assert_eq!(hash(number(Integers::I16(&[1])), None), 589_727_492_704_079_044);
    let one = hash(number(Integers::I32(&[1])), None);
    assert_eq!(one, -5_968_735_742_475_085_980);
    assert_eq!(hash(number(Integers::I64(&[1])), None), -8_517_097_267_634_966_620);
    let name: [&[u8]; 1] = [b"Amazon Redshift"];
    assert_eq!(hash(string(&name), None), 7_783_490_368_944_507_294);
    assert_eq!(hash(string(&name), Some(one)), -2_202_602_717_770_968_555);
    assert_eq!(hash(string(&[b"abcd"]), None), -281_581_062_704_388_899);
    assert_eq!(
        hash(string(&[b"cd"]), Some(hash(string(&[b"ab"]), None))),
        -281_581_062_704_388_899
    );
    for integers in [Integers::I8(&[]), Integers::U16(&[]), Integers::I128(&[])] {
        let error =
            REDSHIFT_FNV_HASH.check_types(&[Column::new(0, None, number(integers))]).unwrap_err();
        assert!(error.to_string().contains("Redshift does not hash"), "{error}");
    }
}
