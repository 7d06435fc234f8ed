//! Tables that can't be compared, and columns that are themselves a difference.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int64Array, StringArray};
use datafusion::arrow::datatypes::DataType;
use hashlane_diff::{ComparedColumns, DiffOptions, SchemaDifference, SideType};

use crate::tables::{by, found, table};

fn numbers(numbers: &[i64]) -> ArrayRef {
    Arc::new(Int64Array::from(numbers.to_vec()))
}

fn texts(texts: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from(texts.to_vec()))
}

#[test]
fn duplicate_keys_are_counted_and_shown() {
    let left = table(vec![("id", numbers(&[1, 2, 3]))]);
    let right = table(vec![("id", numbers(&[1, 2, 2, 2, 5, 5, 3]))]);
    let error = found(left.clone(), right.clone(), &by(&["id"]), &[]).expect_err("duplicates");
    let text = error.to_string();
    assert!(
        text.starts_with("the right side has 2 duplicate keys in 5 rows, such as id="),
        "{text}"
    );
    let error = found(right, left, &by(&["id"]), &[]).expect_err("duplicates").to_string();
    assert!(error.starts_with("the left side has 2 duplicate keys in 5 rows"), "{error}");
}

#[test]
fn a_key_has_to_be_there_and_comparable() {
    let left = table(vec![("id", numbers(&[1])), ("v", numbers(&[1]))]);
    let right = table(vec![("id", texts(&["1"]))]);
    for (key, expected) in [
        ("v", "the right side has no key column 'v'; it has id"),
        ("w", "the left side has no key column 'w'; it has id, v"),
        ("id", "the key column 'id' is BIGINT on the left side and VARCHAR on the right side"),
    ] {
        let error = found(left.clone(), right.clone(), &by(&[key]), &[]).expect_err(key);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn columns_that_do_not_compare_are_differences() {
    let left = table(vec![("id", numbers(&[1])), ("a", numbers(&[1])), ("b", numbers(&[1]))]);
    let right = table(vec![("c", numbers(&[1])), ("a", texts(&["1"])), ("id", numbers(&[1]))]);
    let (_, summary) = found(left.clone(), right.clone(), &by(&["id"]), &[]).expect("tables");
    let difference = |column: &str, left: Option<DataType>, right: Option<DataType>| {
        let (left, right) = (left.map(SideType::Arrow), right.map(SideType::Arrow));
        SchemaDifference { column: column.to_owned(), left, right }
    };
    let expected = vec![
        difference("a", Some(DataType::Int64), Some(DataType::Utf8)),
        difference("b", Some(DataType::Int64), None),
        difference("c", None, Some(DataType::Int64)),
    ];
    assert_eq!(summary.schema, expected);
    assert!(!summary.is_equal());
    let ignored = ["a", "b", "c"].map(str::to_owned).to_vec();
    let options = DiffOptions { columns: ComparedColumns::Except(ignored), ..by(&["id"]) };
    let (_, summary) = found(left.clone(), right.clone(), &options, &[]).expect("tables");
    assert!(summary.is_equal());
    let options =
        DiffOptions { columns: ComparedColumns::Only(vec!["d".to_owned()]), ..by(&["id"]) };
    let error = found(left, right, &options, &[]).expect_err("an unknown column").to_string();
    assert_eq!(error, "neither side has a column 'd'; the left side has id, a, b");
}

#[test]
fn rows_that_do_not_meet_the_condition_are_not_compared() {
    let left = table(vec![("id", numbers(&[1, 2, 3])), ("v", numbers(&[1, 1, 1]))]);
    let right = table(vec![("id", numbers(&[1, 2, 2])), ("v", numbers(&[2, 1, 1]))]);
    let options = DiffOptions {
        filters: [Some("id < 2".to_owned()), Some("id < 2".to_owned())],
        ..by(&["id"])
    };
    let (found_rows, summary) = found(left, right, &options, &["id", "column"]).expect("tables");
    let expected = vec!["changed".to_owned(), "1".to_owned(), "v".to_owned()];
    assert_eq!(found_rows, [expected].into());
    assert_eq!((summary.left_rows, summary.right_rows), (1, 1));
}
