//! Text whose type nobody stated, beside text and beside typed columns.

use std::sync::Arc;

use datafusion::arrow::array::*;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int32Type, TimeUnit};
use hashlane_diff::{ByColumn, DiffOptions, EqualityRules, ForText, Tolerance};

use crate::tables::{Found, Random, by, found, table, untyped};

fn ids(count: usize) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(0..count as i64))
}

fn texts(texts: &[&str]) -> ArrayRef {
    Arc::new(texts.iter().map(|text| Some(text.to_string())).collect::<StringArray>())
}

/// The rows in which two columns differ; each side has one of them.
fn differing(left: RecordBatch, right: RecordBatch, options: &DiffOptions) -> Vec<usize> {
    let (found, _) = found(left, right, options, &["id"]).expect("tables to compare");
    let mut rows: Vec<usize> = found.iter().map(|line| line[1].parse().expect("an id")).collect();
    rows.sort_unstable();
    rows
}

/// Checks a typed column beside text, with each on both sides. The text equals the value if `is_equal`.
fn check_beside(values: &ArrayRef, pairs: &[(&str, bool)]) {
    let typed = table(vec![("id", ids(pairs.len())), ("v", Arc::clone(values))]);
    let strings: Vec<_> = pairs.iter().map(|(text, _)| *text).collect();
    let text = untyped(table(vec![("id", ids(pairs.len())), ("v", texts(&strings))]), &["v"]);
    let expected: Vec<_> = (0..pairs.len()).filter(|&row| !pairs[row].1).collect();
    let data_type = values.data_type();
    assert_eq!(differing(typed.clone(), text.clone(), &by(&["id"])), expected, "{data_type}");
    assert_eq!(differing(text, typed, &by(&["id"])), expected, "{data_type}");
}

#[test]
fn text_beside_text_is_compared_as_text() {
    let pairs = [
        ("01234", "1234"),
        ("1.10", "1.1"),
        ("12345678901234567.89", "12345678901234567.90"),
        ("1E5", "100000.0"),
        ("007", "7"),
        ("same", "same"),
        ("1.5", "1.5"),
    ];
    let side = |texts_of: fn(&(&'static str, &'static str)) -> &'static str| {
        let strings: Vec<_> = pairs.iter().map(texts_of).collect();
        table(vec![("id", ids(pairs.len())), ("v", texts(&strings))])
    };
    let (left, right) =
        (untyped(side(|pair| pair.0), &["v"]), untyped(side(|pair| pair.1), &["v"]));
    assert_eq!(differing(left.clone(), right.clone(), &by(&["id"])), [0, 1, 2, 3, 4]);
    // The key too.
    let (rows, summary) = found(left, right, &by(&["v"]), &["v"]).expect("tables");
    assert_eq!((summary.added, summary.removed, summary.changed), (5, 5, 0));
    assert!(rows.contains(&vec!["removed".to_owned(), "01234".to_owned()]), "{rows:?}");
}

#[test]
fn text_beside_numbers_is_read_as_numbers() {
    let int64: ArrayRef = Arc::new(Int64Array::from(vec![6, 6, 6, 6, 1, i64::MAX, 6]));
    check_beside(
        &int64,
        &[
            ("6", true),
            ("N/A", false),
            ("006", true),
            ("6.5", false),
            ("1.5", false),
            ("9223372036854775808", false),
            (" 6", false),
        ],
    );
    let dictionary =
        cast(&int64, &DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Int64)));
    let pairs = [
        ("6", true),
        ("7", false),
        ("6", true),
        ("06", true),
        ("2", false),
        ("", false),
        ("x", false),
    ];
    check_beside(&dictionary.expect("a dictionary"), &pairs);
    let decimals =
        Decimal128Array::from(vec![101, 100, 100, 100, -150, 0]).with_precision_and_scale(10, 2);
    check_beside(
        &(Arc::new(decimals.expect("they fit")) as ArrayRef),
        &[
            ("1.005", false),
            ("1.005", false),
            ("1.00", true),
            ("1", true),
            ("-1.5", true),
            ("-0.000", true),
        ],
    );
    let floats: ArrayRef =
        Arc::new(Float64Array::from(vec![1e5, -0.0, f64::NAN, 0.1, 12345678901234568.0]));
    check_beside(
        &floats,
        &[
            ("1E5", true),
            ("0", true),
            ("nan", true),
            ("0.10000000000000001", true),
            ("12345678901234567.89", false),
        ],
    );
    let truths: ArrayRef = Arc::new(BooleanArray::from(vec![true, true, false, false]));
    check_beside(&truths, &[("true", true), ("yes", true), ("0", true), ("none", false)]);
}

#[test]
fn text_beside_times_is_read_as_times() {
    let days: ArrayRef = Arc::new(Date32Array::from(vec![19_783, 19_782, 19_782, 19_782]));
    let pairs =
        [("2024-02-30", false), ("2024-02-30", false), ("2024-02-29", true), ("2024-02-28", false)];
    check_beside(&days, &pairs);
    let last = 253_402_300_799_999_999;
    let times: ArrayRef = Arc::new(TimestampMicrosecondArray::from(vec![last, last, 0, 0]));
    check_beside(
        &times,
        &[
            ("9999-12-31 23:59:59.9999999", false),
            ("9999-12-31T23:59:59.999999", true),
            ("1970-01-01 02:00:00+02:00", true),
            ("1970-01-01", true),
        ],
    );
    let zoned = TimestampMicrosecondArray::from(vec![0, 0]).with_timezone("+01:00");
    let pairs = [("1970-01-01 01:00:00", true), ("1970-01-01T00:00:00Z", true)];
    check_beside(&(Arc::new(zoned) as ArrayRef), &pairs);
}

#[test]
fn null_equals_only_null() {
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![None, None, Some(1)]));
    let strings: ArrayRef = Arc::new(StringArray::from(vec![None, Some("NULL"), None]));
    let left = untyped(table(vec![("id", ids(3)), ("v", strings)]), &["v"]);
    let right = table(vec![("id", ids(3)), ("v", numbers)]);
    assert_eq!(differing(left.clone(), right, &by(&["id"])), [1, 2]);
    let empty: ArrayRef = Arc::new(NullArray::new(3));
    assert_eq!(differing(left, table(vec![("id", ids(3)), ("v", empty)]), &by(&["id"])), [1]);
}

/// Texts that are the n-th value of a type, and then texts that are no value.
const INTEGERS: [&[&str]; 4] =
    [&["0", "-0", "00"], &["1", "+1", "001"], &["-17", "-017"], &["", "1.0", "1 ", "x", "1e0"]];
const DECIMALS: [&[&str]; 4] = [
    &["0", "0.000", "-0", "0e5"],
    &["1.5", "+1.50", "15e-1", "01.5"],
    &["-2", "-2.0"],
    &["1.555", "1,5", "NaN"],
];
const DAYS: [&[&str]; 4] = [
    &["1970-01-01", "19700101"],
    &["2000-02-29"],
    &["1969-12-31"],
    &["2001-02-29", "1970-01-01 ", "01/01/1970"],
];
const TIMES: [&[&str]; 4] = [
    &["1970-01-01 00:00:00", "1970-01-01", "1970-01-01T01:00:00.000+01:00"],
    &["2000-02-29T12:00:00.500Z", "2000-02-29 12:00:00.5"],
    &["1969-12-31 23:59:59"],
    &["1970-01-01 00:00:00.0000001", "2001-02-29 00:00:00", "now"],
];

fn typed(spellings: &[&[&str]; 4], numbers: &[Option<usize>]) -> ArrayRef {
    let n = || numbers.iter().copied();
    match *spellings {
        INTEGERS => {
            Arc::new(n().map(|n| Some([0, 1, -17][n?])).collect::<PrimitiveArray<Int32Type>>())
        }
        DECIMALS => {
            let decimals = n().map(|n| Some([0, 150, -200][n?])).collect::<Decimal128Array>();
            Arc::new(decimals.with_precision_and_scale(9, 2).expect("they fit"))
        }
        DAYS => Arc::new(n().map(|n| Some([0, 11_016, -1][n?])).collect::<Date32Array>()),
        _ => {
            let times = n().map(|n| Some([0, 951_825_600_500_000, -1_000_000][n?]));
            Arc::new(times.collect::<TimestampMicrosecondArray>())
        }
    }
}

/// Random columns of both sides, each text drawn among the spellings of a value or among texts that are no value.
#[test]
fn any_spelling_of_a_value_is_equal_to_it() {
    let mut random = Random::fresh();
    for round in 0..40 {
        let spellings = [&INTEGERS, &DECIMALS, &DAYS, &TIMES][random.below(4)];
        let rows = random.below(300);
        let drawn = |random: &mut Random, kinds: usize| -> Vec<Option<usize>> {
            (0..rows).map(|_| random.below(kinds + 1).checked_sub(1)).collect()
        };
        let text_side = |random: &mut Random, numbers: &[Option<usize>]| {
            let text =
                |n: &Option<usize>| n.map(|n| spellings[n][random.below(spellings[n].len())]);
            let strings: StringArray = numbers.iter().map(text).collect();
            let column: ArrayRef = Arc::new(strings.clone());
            (strings, untyped(table(vec![("id", ids(rows)), ("v", column)]), &["v"]))
        };
        let left_numbers = drawn(&mut random, 4);
        let (left_texts, left) = text_side(&mut random, &left_numbers);
        let beside_text = round % 2 == 0;
        let right_numbers = drawn(&mut random, if beside_text { 4 } else { 3 });
        let (right_texts, text) = text_side(&mut random, &right_numbers.clone());
        let differs = |row: usize| match (left_numbers[row], right_numbers[row]) {
            // Texts that are no value are compared as they are.
            (Some(3), Some(3)) => left_texts.value(row) != right_texts.value(row),
            (one, other) => one != other,
        };
        let expected: Vec<_> = (0..rows).filter(|&row| differs(row)).collect();
        let stated = typed(spellings, &[None]).data_type().clone();
        let (right, types) = match beside_text {
            true => (text, vec![("v".to_owned(), stated)]),
            false => {
                let column = typed(spellings, &right_numbers);
                (table(vec![("id", ids(rows)), ("v", column)]), vec![])
            }
        };
        let options = DiffOptions { types, ..by(&["id"]) };
        assert_eq!(differing(left, right, &options), expected, "{spellings:?}");
    }
}

#[test]
fn a_key_of_text_is_read_too() {
    let keys =
        untyped(table(vec![("id", texts(&["10", "9", "007", "N/A"])), ("v", ids(4))]), &["id"]);
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![7, 9, 10, 11]));
    let typed = table(vec![("id", numbers), ("v", Arc::new(Int64Array::from(vec![2, 5, 0, 0])))]);
    let (rows, summary) =
        found(keys.clone(), typed.clone(), &by(&["id"]), &["id", "column"]).expect("tables");
    let line = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
    let expected = [
        line(["changed", "9", "v"]),
        line(["removed", "N/A", "NULL"]),
        line(["added", "11", "NULL"]),
    ];
    assert_eq!(rows, Found::from(expected));
    assert_eq!(summary.equal(), 2);
    // Without a key, rows are counted by value.
    let same = table(vec![("id", Arc::new(Int64Array::from(vec![1, 1, 2])) as ArrayRef)]);
    let text = untyped(table(vec![("id", texts(&["01", "1", "2.0"]))]), &["id"]);
    let (rows, _) =
        found(text.clone(), same, &DiffOptions::default(), &["id", "count"]).expect("tables");
    assert_eq!(rows, Found::from([line(["removed", "2.0", "1"]), line(["added", "2", "1"])]));
    let options = DiffOptions { types: vec![("id".to_owned(), DataType::Int8)], ..by(&["id"]) };
    let error = found(text.clone(), text, &options, &[]).expect_err("duplicates").to_string();
    assert!(
        error.starts_with("the left side has 1 duplicate key in 2 rows, such as id=01"),
        "{error}"
    );
}

#[test]
fn wrong_types_are_refused() {
    let text = untyped(table(vec![("id", ids(1)), ("v", texts(&["1"]))]), &["v"]);
    for (column, data_type, expected) in [
        (
            "w",
            DataType::Int64,
            "column 'w' has a stated type, but neither side has the column; the left side has id, v",
        ),
        (
            "v",
            DataType::Binary,
            "column 'v' can't be read as BLOB: state a type of booleans, numbers",
        ),
        (
            "id",
            DataType::Int32,
            "column 'id' of the left side has the type BIGINT, not INTEGER: types are",
        ),
    ] {
        let options = DiffOptions { types: vec![(column.to_owned(), data_type)], ..by(&["id"]) };
        let error = found(text.clone(), text.clone(), &options, &[]).expect_err(column).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    let types = vec![("id".to_owned(), DataType::Int64), ("v".to_owned(), DataType::Utf8)];
    let options = DiffOptions { types, ..by(&["id"]) };
    let (_, summary) = found(text.clone(), text.clone(), &options, &[]).expect("the same types");
    assert!(summary.is_equal());
    // Beside other types, text has no values in common with them.
    let bytes: ArrayRef = Arc::new(BinaryArray::from(vec![&b"1"[..]]));
    let bytes = table(vec![("id", ids(1)), ("v", bytes)]);
    let (_, summary) = found(text, bytes, &by(&["id"]), &[]).expect("tables");
    assert_eq!(summary.schema.len(), 1);
}

#[test]
fn a_tolerance_needs_types() {
    let pairs = [
        ("1.0", "1.004"),
        ("1.0", "1.1"),
        ("N/A", "N/A"),
        ("N/A", "1"),
        ("2", "2.00"),
        ("nan", "nan"),
        ("1", ""),
    ];
    let side = |texts_of: fn(&(&'static str, &'static str)) -> &'static str| {
        let strings: Vec<_> = pairs.iter().map(texts_of).collect();
        untyped(table(vec![("id", ids(pairs.len())), ("v", texts(&strings))]), &["v"])
    };
    let (left, right) = (side(|pair| pair.0), side(|pair| pair.1));
    let options = DiffOptions {
        rules: EqualityRules {
            tolerance: ByColumn::all(Tolerance { absolute: 0.01, relative: 0.0 }),
            ..EqualityRules::default()
        },
        ..by(&["id"])
    };
    let error =
        found(left.clone(), right.clone(), &options, &[]).expect_err("no types").to_string();
    assert!(
        error.starts_with(
            "the tolerance applies to no column, since text such as that of column 'v'"
        ),
        "{error}"
    );
    for data_type in [DataType::Decimal128(10, 2), DataType::Float64] {
        let options = DiffOptions { types: vec![("v".to_owned(), data_type)], ..options.clone() };
        assert_eq!(differing(left.clone(), right.clone(), &options), [1, 3, 6]);
    }
    let numbers: ArrayRef =
        Arc::new(Float32Array::from(vec![1.005, 1.0, 0.0, 0.0, 2.0, f32::NAN, 1.0]));
    let typed = table(vec![("id", ids(pairs.len())), ("v", numbers)]);
    assert_eq!(differing(left, typed, &options), [2, 3]);
}

#[test]
fn text_rules_apply_before_text_is_read() {
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![6, 6]));
    let left = untyped(table(vec![("id", ids(2)), ("v", texts(&[" 6 ", "N/A"]))]), &["v"]);
    let right = table(vec![("id", ids(2)), ("v", numbers)]);
    let other = untyped(table(vec![("id", ids(2)), ("v", texts(&["6", "n/a"]))]), &["v"]);
    let options = DiffOptions {
        rules: EqualityRules {
            trim: ByColumn::all(ForText),
            ignore_case: ByColumn::all(ForText),
            ..EqualityRules::default()
        },
        ..by(&["id"])
    };
    assert_eq!(differing(left.clone(), right, &options), [1]);
    let options = DiffOptions { types: vec![("v".to_owned(), DataType::Int8)], ..options };
    assert_eq!(differing(left, other, &options), [0_usize; 0]);
}

#[test]
fn times_have_units() {
    let values: ArrayRef = Arc::new(Time32MillisecondArray::from(vec![45_296_500, 0, 0]));
    check_beside(&values, &[("12:34:56.5", true), ("0", false), ("00:00:00.0001", false)]);
    let seconds = DataType::Timestamp(TimeUnit::Second, None);
    let values = cast(&Int64Array::from(vec![0, 0]), &seconds).expect("times");
    check_beside(&values, &[("1970-01-01 00:00:00.000", true), ("1970-01-01 00:00:00.001", false)]);
}
