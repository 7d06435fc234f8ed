//! Values that others have published: Spark's reference and tests, and those of DataFusion Comet.

use hashlane_kernels::encoding::{Column, Integers, ValueClass, Values};
use serde_json::{Value, json};

use super::named;
use crate::support::typed::{FORMS, Typed};

/// Compares the hash of each value of one column, in every form.
fn check(name: &str, kind: Value, values: Value, expected: &[i64]) {
    let values: Vec<&Value> = values.as_array().unwrap().iter().collect();
    for form in FORMS {
        let column = Typed::new(&kind, &values, form);
        let hashes = named(name, &[column.column()], values.len());
        assert_eq!(hashes, expected, "{name} of {kind} as {form:?}: {values:?}");
    }
}

/// Bits as numbers with a sign.
fn signed<const N: usize>(bits: [u32; N]) -> [i64; N] {
    bits.map(|bits| (bits as i32).into())
}

#[test]
fn the_examples_of_the_reference_of_spark() {
    let values = [json!("Spark"), json!([123]), json!(2)];
    let kinds = [json!("string"), json!(["array", "int"]), json!("int")];
    for form in FORMS {
        let columns: Vec<Typed> = kinds
            .iter()
            .zip(&values)
            .map(|(kind, value)| Typed::new(kind, &[value], form))
            .collect();
        let columns: Vec<_> = columns.iter().map(Typed::column).collect();
        assert_eq!(named("spark_hash", &columns, 1), [-1321691492]);
        assert_eq!(named("spark_xxhash64", &columns, 1), [5602566077635097486]);
    }
}

/// Hive computes 31 times the hash so far plus the next value, and Spark leaves the hash unchanged.
/// A column of only NULLs may have no validity mask.
#[test]
fn a_column_of_null_is_a_value_in_hive_and_none_in_spark() {
    let one = Column::new(1, None, Values::Integers(ValueClass::Integer, Integers::I32(&[1]), 1));
    let row = [one.clone(), Column::new(1, None, Values::Null)];
    assert_eq!(named("hive_hash", &row, 1), [31]);
    for name in ["spark_hash", "spark_xxhash64"] {
        assert_eq!(named(name, &row, 1), named(name, std::slice::from_ref(&one), 1), "{name}");
    }
}

/// `pyspark.sql.functions`: `hash` and `xxhash64` of its documentation.
#[test]
fn the_examples_of_the_reference_of_pyspark() {
    check("spark_hash", json!("string"), json!(["ABC"]), &[-757602832]);
    check("spark_xxhash64", json!("string"), json!(["ABC"]), &[4105715581806190027]);
}

/// `hash_funcs/murmur3.rs` of DataFusion Comet.
#[test]
fn murmur3_of_comet() {
    let few = [0xdea5_78e3, 0x379f_ae8f, 0xa059_0e3d];
    check("spark_hash", json!("tinyint"), json!([1, 0, -1]), &signed(few));
    check("spark_hash", json!("int"), json!([1, 0, -1]), &signed(few));
    let edges = json!([i32::MAX, i32::MIN]);
    check("spark_hash", json!("int"), edges, &signed([0x07fb_67e7, 0x2b1f_0fc6]));
    let longs = json!([1, 0, -1, i64::MAX, i64::MIN]);
    let expected = [0x99f0_149d, 0x9c67_b85d, 0xc800_8529, 0xa05b_5d7b, 0xcd1e_64fb];
    check("spark_hash", json!("bigint"), longs, &signed(expected));
    let floats = json!(["3f800000", "00000000", "80000000", "bf800000"]);
    let expected = [0xe434_cc39, 0x379f_ae8f, 0x379f_ae8f, 0xdc0d_a8eb];
    check("spark_hash", json!("float"), floats, &signed(expected));
    let doubles = json!(["3ff0000000000000", "0000000000000000", "8000000000000000"]);
    check("spark_hash", json!("double"), doubles, &signed([0xe487_6492, 0x9c67_b85d, 0x9c67_b85d]));
    let texts = json!(["hello", "bar", "", "😁", "天地", "a", "ab", "abc", "abcd", "abcde"]);
    let expected = [
        3286402344,
        2486176763,
        142593372,
        885025535,
        2395000894,
        1485273170,
        0xfa37_157b,
        1322437556,
        0xe860_e5cc,
        814637928,
    ];
    check("spark_hash", json!("string"), texts, &signed(expected));
}

/// `HashExpressionsSuite` of Spark, which takes its values from Hive.
#[test]
fn hive_hash_of_spark() {
    let longs = json!([1, 0, -1, i64::MAX, i64::MIN]);
    check("hive_hash", json!("bigint"), longs, &[1, 0, 0, -2147483648, -2147483648]);
    let doubles: Vec<String> = [1.1, -1.1, 1000000000.000001, f64::MAX]
        .map(|v: f64| format!("{:016x}", v.to_bits()))
        .into();
    let expected = [-1503133693, 644349955, 1104006509, -2146435072];
    check("hive_hash", json!("double"), json!(doubles), &expected);
    let texts = json!(["apache spark", "!@#$%^&*()_+=-", "数据砖头", "नमस्ते"]);
    let expected = [1142704523, -613724358, -898686242, 2006045948];
    check("hive_hash", json!("string"), texts, &expected);
    check("hive_hash", json!("date"), json!([17167, -62091]), &[17167, -62091]);
    // 2017-02-24 10:56:29, with and without a part of a second, and 0001-01-01 in the Julian
    // calendar.
    let timestamps = json!([1487933789000000i64, 1487933789111111i64, -62135769600000000i64]);
    check("hive_hash", json!("timestamp"), timestamps, &[1445725271, 1353936655, 1645926784]);
    let arrays = json!([[], [1, 10000, i32::MAX], [null, null], [-12221, 89, null, 767]]);
    let expected = [0, -2147172688, 0, -363989515];
    check("hive_hash", json!(["array", "int"]), arrays, &expected);
    let nested = json!([[[1234, -9, 67], [null, null], [55, -100, -2147452680i64]]]);
    check("hive_hash", json!(["array", ["array", "bigint"]]), nested, &[-1007531064]);
    let structs = json!([[1, 2, 3]]);
    check("hive_hash", json!(["struct", "int", "int", "int"]), structs, &[1026]);
}
