//! Conditions on untyped text.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Date32Array, Int64Array, RecordBatch, StringArray};
use datafusion::arrow::datatypes::DataType;
use hashlane_diff::{DiffError, DiffOptions, Summary};

use crate::tables::{by, found, table, untyped};

/// Rows of untyped text, beside a number and a day.
fn rows() -> RecordBatch {
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3]));
    let days: ArrayRef = Arc::new(Date32Array::from(vec![0, 1, 2]));
    let text = |texts: [&str; 3]| -> ArrayRef { Arc::new(StringArray::from(texts.to_vec())) };
    let columns = vec![
        ("id", ids),
        ("day", days),
        ("n", text(["5", "10", "9"])),
        ("price", text(["1", "20", "3"])),
        ("date", text(["2024-01-01", "2024-01-02", "2024-01-03"])),
    ];
    untyped(table(columns), &["n", "price", "date"])
}

fn kept(condition: &str, types: &[(&str, DataType)]) -> Result<Summary, DiffError> {
    let types =
        types.iter().map(|(name, data_type)| ((*name).to_owned(), data_type.clone())).collect();
    let options = DiffOptions {
        filters: [condition, condition].map(|sql| Some(sql.to_owned())),
        types,
        ..by(&["id"])
    };
    found(rows(), rows(), &options, &[]).map(|(_, summary)| summary)
}

#[test]
fn text_is_never_compared_with_another_type() {
    for condition in [
        "n < 7",
        "7 > n",
        "n = 5",
        "n <> 5",
        "n IS DISTINCT FROM 5",
        "n BETWEEN 1 AND 7",
        "7 BETWEEN id AND n",
        "n IN (5, 6)",
        "id IN (n, 5)",
        "n + 1 > 7",
        "n * price > 7",
        "n = id",
        "id < n",
        "date >= DATE '2024-01-02'",
        "date = day",
        "date > TIMESTAMP '2024-01-02 00:00:00'",
        "date + INTERVAL '1 day' > DATE '2024-01-02'",
        "n = true",
        "n",
        "n IS TRUE",
        "id = 1 AND (n < 7 OR id = 2)",
        "coalesce(n, 0) = 0",
        "nullif(n, 5) IS NULL",
        "greatest(n, 7) = 7",
        "CASE n WHEN 5 THEN true ELSE false END",
        "CASE WHEN id = 1 THEN n ELSE 7 END = '5'",
        "CAST(n AS BIGINT) < 7 AND n = 5",
        "n < price",
        "n BETWEEN '1' AND price",
    ] {
        let error = kept(condition, &[]).map(|_| ()).expect_err(condition).to_string();
        assert!(!error.contains('\n'), "{error}");
        assert!(error.contains("--types"), "{condition}: {error}");
    }
}

#[test]
fn conditions_that_say_what_they_compare_are_met() {
    for (condition, expected) in [
        ("n = '5'", 1),
        ("n <> '5' AND id < 3", 1),
        ("n LIKE '1%'", 1),
        ("n IS NOT NULL", 3),
        ("n IN ('5', '9')", 2),
        ("date >= '2024-01-02'", 2),
        ("n = price", 0),
        ("CAST(n AS BIGINT) < 7", 1),
        ("n::bigint BETWEEN 6 AND 10", 2),
        ("n::bigint < price::bigint", 1),
        ("arrow_cast(n, 'Int64') < '7'", 1),
        ("day > '1970-01-01'", 2),
        ("day = DATE '1970-01-01' AND n = '5'", 1),
    ] {
        let summary = kept(condition, &[]).unwrap_or_else(|error| panic!("{condition}: {error}"));
        assert_eq!(summary.left_rows, expected, "{condition}");
    }
    let types = [("n", DataType::Int64), ("price", DataType::Float64), ("date", DataType::Date32)];
    for (condition, expected) in [
        ("n < 7", 1),
        ("n BETWEEN 6 AND 9", 1),
        ("n < price", 1),
        ("n + 1 IN (6, 10)", 2),
        ("n = '5'", 1),
        ("date > DATE '2024-01-01'", 2),
    ] {
        let summary =
            kept(condition, &types).unwrap_or_else(|error| panic!("{condition}: {error}"));
        assert_eq!(summary.left_rows, expected, "{condition}");
    }
    assert_eq!(kept("n < price", &[("n", DataType::Utf8)]).expect("text").left_rows, 1);
}

#[test]
fn a_condition_needs_values_of_the_type() {
    let error = kept("n < 7", &[("n", DataType::Int64), ("date", DataType::Int64)]);
    assert_eq!(error.expect("only n is read").left_rows, 1);
    let error =
        kept("date < 7", &[("date", DataType::Int64)]).map(|_| ()).expect_err("dates").to_string();
    assert!(error.contains("in column 'date' is not exactly a value of type BIGINT"), "{error}");
    // The type of the other side is stated too.
    let left = rows();
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![5, 10, 9]));
    let mut columns = left.columns().to_vec();
    columns[2] = numbers;
    let names = ["id", "day", "n", "price", "date"];
    let right = table(names.into_iter().zip(columns).collect());
    let options = DiffOptions {
        filters: [Some("n < 7".to_owned()), Some("n < 7".to_owned())],
        ..by(&["id"])
    };
    let (_, summary) = found(left, right, &options, &[]).expect("numbers");
    assert_eq!((summary.left_rows, summary.right_rows, summary.is_equal()), (1, 1, true));
}
