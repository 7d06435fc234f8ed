//! Differences between strings that are ignored, and memory limits.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, Int64Array, StringArray, StringViewArray, TimestampMicrosecondArray,
    TimestampMillisecondArray,
};
use datafusion::execution::memory_pool::GreedyMemoryPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use hashlane_diff::{
    ByColumn, DiffError, DiffOptions, EqualityRules, ForText, Summary, TimePrecision, compare,
};

use crate::tables::{Found, Random, by, found, table};

#[test]
fn differences_of_strings_that_do_not_count() {
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3, 4]));
    let left = StringArray::from(vec![Some(" Århus"), Some("Oslo"), Some(""), Some("  ")]);
    let right = StringViewArray::from(vec![Some("århus "), Some(" Oslo  "), None, Some("")]);
    let left = table(vec![("id", Arc::clone(&ids)), ("city", Arc::new(left))]);
    let right = table(vec![("id", ids), ("city", Arc::new(right))]);
    let no = ByColumn::default();
    let all = ByColumn::all(ForText);
    let city = ByColumn { all: None, columns: vec![("city".to_owned(), ForText)] };
    for (trim, ignore_case, null_equals_empty, expected) in [
        (&no, &no, &no, &[1, 2, 3, 4][..]),
        (&all, &no, &no, &[1, 3]),
        (&no, &all, &no, &[1, 2, 3, 4]),
        (&all, &city, &no, &[3]),
        (&no, &no, &all, &[1, 2, 4]),
        (&city, &no, &city, &[1]),
    ] {
        let [trim, ignore_case, null_equals_empty] =
            [trim, ignore_case, null_equals_empty].map(Clone::clone);
        let rules =
            EqualityRules { trim, ignore_case, null_equals_empty, ..EqualityRules::default() };
        let options = DiffOptions { rules: rules.clone(), ..by(&["id"]) };
        let (rows, _) = found(left.clone(), right.clone(), &options, &["id"]).expect("tables");
        let line = |id: &i32| vec!["changed".to_owned(), id.to_string()];
        assert_eq!(rows, expected.iter().map(line).collect::<Found>(), "{rules:?}");
    }
    // The values are shown unchanged.
    let rules = EqualityRules { trim: all, ..EqualityRules::default() };
    let options = DiffOptions { rules, ..by(&["id"]) };
    let (rows, _) =
        found(left.clone(), right.clone(), &options, &["left", "right"]).expect("tables");
    assert!(rows.iter().any(|line| line[1..] == [" Århus", "århus "]), "{rows:?}");
    let options = DiffOptions { key: vec![], ..options };
    let error = found(left, right, &options, &[]).expect_err("no key").to_string();
    assert_eq!(error, "rows without a key are compared exactly");
}

#[test]
fn times_are_compared_in_a_unit() {
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3, 4]));
    let micros =
        TimestampMicrosecondArray::from(vec![Some(1_234_567), Some(-1), Some(2_000), None]);
    let millis = TimestampMillisecondArray::from(vec![Some(1_234), Some(-1), Some(3), Some(0)]);
    let left = table(vec![("id", Arc::clone(&ids)), ("at", Arc::new(micros))]);
    let right = table(vec![("id", ids), ("at", Arc::new(millis))]);
    for (precision, expected) in [("us", &[1, 2, 3, 4][..]), ("ms", &[3, 4]), ("at=s", &[4])] {
        let time_precision = ByColumn::parse(precision, "ms", str::parse::<TimePrecision>);
        let rules = EqualityRules {
            time_precision: time_precision.expect(precision),
            ..EqualityRules::default()
        };
        let options = DiffOptions { rules, ..by(&["id"]) };
        let (rows, _) = found(left.clone(), right.clone(), &options, &["id"]).expect("tables");
        let line = |id: &i32| vec!["changed".to_owned(), id.to_string()];
        assert_eq!(rows, expected.iter().map(line).collect::<Found>(), "{precision}");
    }
}

#[test]
fn a_rule_must_fit_its_column() {
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let side = table(vec![("id", Arc::clone(&ids)), ("n", ids)]);
    let rule = |name: &str| ByColumn { all: None, columns: vec![(name.to_owned(), ForText)] };
    for (name, expected) in [
        ("n", "column 'n' has a rule for text, but holds no text: leave 'n' out"),
        ("id", "column 'id' has a rule for text, but the key is compared exactly: leave 'id' out"),
        (
            "x",
            "column 'x' has a rule for text, but it isn't among the compared columns: leave 'x' out",
        ),
    ] {
        let rules = EqualityRules { trim: rule(name), ..EqualityRules::default() };
        let options = DiffOptions { rules, ..by(&["id"]) };
        let error = found(side.clone(), side.clone(), &options, &[]).expect_err(name);
        assert_eq!(error.to_string(), expected);
    }
}

/// Compares ids with themselves on three threads, within this much memory.
fn compare_ids(ids: &[i64], memory: usize) -> Result<Summary, DiffError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let pool = Arc::new(GreedyMemoryPool::new(memory));
        let environment = RuntimeEnvBuilder::new().with_memory_pool(pool).build_arc()?;
        let config = SessionConfig::new().with_target_partitions(3);
        let context = SessionContext::new_with_config_rt(config, environment);
        let chunks = ids.chunks(1000).map(|chunk| {
            table(vec![("id", Arc::new(Int64Array::from(chunk.to_vec())) as ArrayRef)])
        });
        let rows = context.read_batches(chunks)?;
        let comparison = compare(rows.clone(), rows, &by(&["id"])).await?;
        Ok(comparison.summary().clone())
    })
}

#[test]
fn keys_that_do_not_fit_are_read_again() {
    let mut random = Random::fresh();
    // Each thread takes 2 MiB, and less than 100 KiB more is enough, although all hashes take 8 MB.
    let mut ids: Vec<i64> = (0..1_000_000).collect();
    for memory in [20 << 20, 10 << 20, 7 << 20] {
        let summary = compare_ids(&ids, memory).expect("enough memory");
        assert_eq!((summary.left_rows, summary.is_equal()), (1_000_000, true), "{memory}");
    }
    let error = compare_ids(&ids, 10 << 10).expect_err("no memory").to_string();
    assert!(error.contains("the memory limit is too low to look for duplicate keys"), "{error}");
    let (one, other) = (random.below(500_000), 500_000 + random.below(500_000));
    ids[other] = ids[one];
    let error = compare_ids(&ids, 8 << 20).expect_err("a duplicate").to_string();
    let expected = format!("the left side has 1 duplicate key in 2 rows, such as id={}:", ids[one]);
    assert!(error.starts_with(&expected), "{error}");
}
