//! Random tables of every type, with insertions, deletions and changes planted.

use std::collections::BTreeMap;
use std::sync::Arc;

use datafusion::arrow::array::*;
use datafusion::arrow::datatypes::{DataType, Field, Float32Type, Int32Type, Int64Type};
use hashlane_diff::{ByColumn, DiffOptions, EqualityRules, Side, Tolerance};

use crate::tables::{Found, Random, by, found, table};

/// Values of a column: n stands for the n-th value of its type. Two are equal only if their numbers are.
type Numbers = Vec<Option<usize>>;

/// The number of different values of each type.
const VALUES: usize = 6;

const TYPES: [&str; 12] = [
    "boolean",
    "integer",
    "float",
    "decimal",
    "text",
    "binary",
    "date",
    "time",
    "timestamp",
    "duration",
    "list",
    "structure",
];

/// A column of a type. Each side stores equal values in its own way.
fn column(name: &str, side: Side, numbers: &Numbers) -> ArrayRef {
    let is_left = side == Side::Left;
    let n = || numbers.iter().copied();
    let integers = || n().map(|n| n.map(|n| n as i64 - 2));
    match name {
        "boolean" => Arc::new(n().map(|n| n.map(|n| n % 2 == 0)).collect::<BooleanArray>()),
        "integer" if is_left => {
            Arc::new(integers().map(|n| n.map(|n| n as i8)).collect::<Int8Array>())
        }
        "integer" => Arc::new(integers().collect::<Int64Array>()),
        "float" if is_left => {
            let floats =
                n().map(|n| n.map(|n| [-0.0, f32::NAN, 0.5, -1.25, f32::INFINITY, 3.0][n]));
            Arc::new(floats.collect::<PrimitiveArray<Float32Type>>())
        }
        "float" => {
            let floats =
                n().map(|n| n.map(|n| [0.0, -f64::NAN, 0.5, -1.25, f64::INFINITY, 3.0][n]));
            Arc::new(floats.collect::<Float64Array>())
        }
        "decimal" => {
            let (precision, scale, unit) = if is_left { (9, 2, 50) } else { (20, 4, 5000) };
            let decimals = n().map(|n| n.map(|n| n as i128 * unit)).collect::<Decimal128Array>();
            Arc::new(decimals.with_precision_and_scale(precision, scale).expect("it fits"))
        }
        "text" if is_left => {
            Arc::new(n().map(|n| n.map(|n| "x".repeat(n * 5))).collect::<StringArray>())
        }
        "text" => Arc::new(n().map(|n| n.map(|n| "x".repeat(n * 5))).collect::<StringViewArray>()),
        "binary" => Arc::new(n().map(|n| n.map(|n| vec![0_u8; n])).collect::<BinaryArray>()),
        "date" => Arc::new(integers().map(|n| n.map(|n| n as i32)).collect::<Date32Array>()),
        "time" if is_left => {
            Arc::new(n().map(|n| n.map(|n| n as i32 * 1000)).collect::<Time32MillisecondArray>())
        }
        "time" => Arc::new(
            n().map(|n| n.map(|n| n as i64 * 1_000_000_000)).collect::<Time64NanosecondArray>(),
        ),
        "timestamp" if is_left => Arc::new(integers().collect::<TimestampSecondArray>()),
        "timestamp" => {
            let times = integers().map(|n| n.map(|n| n * 1_000_000));
            Arc::new(times.collect::<TimestampMicrosecondArray>().with_timezone("+02:00"))
        }
        "duration" => Arc::new(integers().collect::<DurationMillisecondArray>()),
        "list" => {
            let lists = n().map(|n| n.map(|n| (0..n).map(|at| (at > 0).then_some(at as i32))));
            Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(lists))
        }
        "structure" => structure(n().collect()),
        other => unreachable!("{other}"),
    }
}

/// A NULL struct differs from a struct of NULLs, which is number 0.
fn structure(numbers: Numbers) -> ArrayRef {
    let inner = |n: &Option<usize>| n.filter(|&n| n > 0).map(|n| n as i64);
    let numbers_inside: PrimitiveArray<Int64Type> = numbers.iter().map(inner).collect();
    let field = Arc::new(Field::new("n", DataType::Int64, true));
    let nulls = numbers.iter().map(Option::is_some).collect::<Vec<_>>().into();
    Arc::new(StructArray::new(vec![field].into(), vec![Arc::new(numbers_inside)], Some(nulls)))
}

/// Rows by their key.
type Rows = BTreeMap<i64, Numbers>;

fn draw(random: &mut Random, name: &str) -> Option<usize> {
    let values = if name == "boolean" { 2 } else { VALUES };
    random.below(values + 1).checked_sub(1)
}

fn side(side: Side, rows: &Rows) -> RecordBatch {
    let ids: ArrayRef = match side {
        Side::Left => Arc::new(rows.keys().map(|&id| Some(id as i32)).collect::<Int32Array>()),
        // Another order.
        Side::Right => Arc::new(rows.keys().rev().map(|&id| Some(id)).collect::<Int64Array>()),
    };
    let mut columns = vec![("id", ids)];
    for (at, name) in TYPES.iter().enumerate() {
        let mut numbers: Numbers = rows.values().map(|row| row[at]).collect();
        if side == Side::Right {
            numbers.reverse();
        }
        columns.push((name, column(name, side, &numbers)));
    }
    table(columns)
}

fn line(change: &str, id: i64, column: &str) -> Vec<String> {
    vec![change.to_owned(), id.to_string(), column.to_owned()]
}

/// Plants differences in `left`, and returns the right side and the expected changes.
fn plant(random: &mut Random, left: &Rows, one_in: usize) -> (Rows, Found) {
    let (mut right, mut expected) = (Rows::new(), Found::new());
    for (&id, row) in left {
        if random.below(one_in) == 0 {
            expected.insert(line("removed", id, "NULL"));
            continue;
        }
        let mut row = row.clone();
        for (at, name) in TYPES.iter().enumerate() {
            let value = if random.below(one_in) == 0 { draw(random, name) } else { row[at] };
            if value != row[at] {
                expected.insert(line("changed", id, name));
            }
            row[at] = value;
        }
        right.insert(id, row);
        if random.below(one_in) == 0 {
            let added = -id - 1;
            expected.insert(line("added", added, "NULL"));
            right.insert(added, TYPES.iter().map(|name| draw(random, name)).collect());
        }
    }
    (right, expected)
}

#[test]
fn exactly_what_is_planted_is_found() {
    let mut random = Random::fresh();
    // From tables of one partition to tables of several partitions, most of them equal.
    for (rows, one_in) in [(0, 2), (1, 2), (50, 3), (500, 20), (3000, 200), (40_000, 20_000)] {
        let left: Rows = (0..rows)
            .map(|id| (id * 3, TYPES.iter().map(|name| draw(&mut random, name)).collect()))
            .collect();
        let (right, expected) = plant(&mut random, &left, one_in);
        let tables = (side(Side::Left, &left), side(Side::Right, &right));
        let (found, summary) =
            found(tables.0, tables.1, &by(&["id"]), &["id", "column"]).expect("tables to compare");
        assert_eq!(found, expected, "{rows} rows");
        let kind = |kind: &'static str| expected.iter().filter(move |line| line[0] == kind);
        assert_eq!(summary.added, kind("added").count() as u64);
        assert_eq!(summary.removed, kind("removed").count() as u64);
        let values = summary.columns.iter().map(|column| column.changed).sum::<u64>();
        assert_eq!(values, kind("changed").count() as u64);
        let changed: std::collections::BTreeSet<_> = kind("changed").map(|line| &line[1]).collect();
        assert_eq!(summary.changed, changed.len() as u64);
        assert_eq!(summary.equal(), left.len() as u64 - summary.removed - summary.changed);
        assert_eq!(summary.is_equal(), expected.is_empty());
    }
}

#[test]
fn null_is_a_key() {
    let keys =
        |last: &str| -> ArrayRef { Arc::new(StringArray::from(vec![None, Some("a"), Some(last)])) };
    let values = |first| -> ArrayRef { Arc::new(Int64Array::from(vec![first, Some(2), Some(3)])) };
    let left = table(vec![("a", keys("b")), ("b", values(Some(1))), ("v", values(None))]);
    let right = table(vec![("a", keys("c")), ("b", values(Some(1))), ("v", values(Some(7)))]);
    let (found, summary) =
        found(left, right, &by(&["a", "b"]), &["a", "b", "left", "right"]).expect("tables");
    let line = |cells: [&str; 5]| cells.map(str::to_owned).to_vec();
    let expected = Found::from([
        line(["changed", "NULL", "1", "NULL", "7"]),
        line(["removed", "b", "3", "NULL", "NULL"]),
        line(["added", "c", "3", "NULL", "NULL"]),
    ]);
    assert_eq!(found, expected);
    assert_eq!((summary.columns[0].from_null, summary.columns[0].to_null), (1, 0));
}

#[test]
fn multisets_are_counted() {
    let rows = |numbers: &[i64]| {
        let texts: Int64Array = numbers.iter().map(|n| (*n != 0).then_some(*n)).collect();
        table(vec![("n", Arc::new(texts) as ArrayRef)])
    };
    let (left, right) = (rows(&[1, 1, 1, 2, 0, 0, 4]), rows(&[4, 2, 1, 0, 3, 3]));
    let (found, summary) =
        found(left, right, &DiffOptions::default(), &["n", "count"]).expect("tables");
    let line = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
    let expected = Found::from([
        line(["removed", "1", "2"]),
        line(["removed", "NULL", "1"]),
        line(["added", "3", "2"]),
    ]);
    assert_eq!(found, expected);
    assert_eq!((summary.added, summary.removed, summary.equal()), (2, 3, 4));
}

#[test]
fn close_numbers_are_equal_under_a_tolerance() {
    let numbers: [[Option<f64>; 2]; 8] = [
        [Some(1000.0), Some(1000.5)],
        [Some(1.0), Some(1.5)],
        [Some(f64::NAN), Some(f64::NAN)],
        [Some(f64::NAN), Some(1.0)],
        [Some(f64::INFINITY), Some(1.0)],
        [Some(f64::INFINITY), Some(f64::NEG_INFINITY)],
        [None, Some(0.0)],
        [Some(0.0), Some(-0.0)],
    ];
    let side = |at: usize| {
        let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..8));
        let floats: Float64Array = numbers.iter().map(|pair| pair[at]).collect();
        let words: ArrayRef = Arc::new(StringArray::from(vec!["same"; 8]));
        table(vec![("id", ids), ("x", Arc::new(floats)), ("word", words)])
    };
    let absolute = |absolute| Tolerance { absolute, relative: 0.0 };
    let relative = |relative| Tolerance { absolute: 0.0, relative };
    let of_x = |tolerance| ByColumn { all: None, columns: vec![("x".to_owned(), tolerance)] };
    for (tolerance, expected) in [
        (ByColumn::default(), vec![0, 1, 3, 4, 5, 6]),
        (ByColumn::all(absolute(0.5)), vec![3, 4, 5, 6]),
        (of_x(absolute(0.5)), vec![3, 4, 5, 6]),
        (ByColumn::all(absolute(0.1)), vec![0, 1, 3, 4, 5, 6]),
        (ByColumn::all(relative(0.001)), vec![1, 3, 4, 5, 6]),
        (of_x(relative(0.001)), vec![1, 3, 4, 5, 6]),
    ] {
        let rules = EqualityRules { tolerance: tolerance.clone(), ..EqualityRules::default() };
        let options = DiffOptions { rules, ..by(&["id"]) };
        let (found, _) = found(side(0), side(1), &options, &["id"]).expect("tables");
        let expected = expected.iter().map(|id| vec!["changed".to_owned(), id.to_string()]);
        assert_eq!(found, expected.collect::<Found>(), "{tolerance:?}");
    }
}
