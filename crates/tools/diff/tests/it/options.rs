//! Differences between strings that are ignored, and memory limits.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int64Array, StringArray, StringViewArray};
use datafusion::execution::memory_pool::GreedyMemoryPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use hashlane_diff::{DiffError, DiffOptions, Summary, TextRules, compare};

use crate::tables::{Found, Random, by, found, table};

#[test]
fn differences_of_strings_that_do_not_count() {
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3, 4]));
    let left = StringArray::from(vec![Some(" Århus"), Some("Oslo"), Some(""), Some("  ")]);
    let right = StringViewArray::from(vec![Some("århus "), Some(" Oslo  "), None, Some("")]);
    let left = table(vec![("id", Arc::clone(&ids)), ("city", Arc::new(left))]);
    let right = table(vec![("id", ids), ("city", Arc::new(right))]);
    for (trim, ignore_case, expected) in [
        (false, false, &[1, 2, 3, 4][..]),
        (true, false, &[1, 3]),
        (false, true, &[1, 2, 3, 4]),
        (true, true, &[3]),
    ] {
        let options = DiffOptions { text: TextRules { trim, ignore_case }, ..by(&["id"]) };
        let (rows, _) = found(left.clone(), right.clone(), &options, &["id"]).expect("tables");
        let line = |id: &i32| vec!["changed".to_owned(), id.to_string()];
        assert_eq!(rows, expected.iter().map(line).collect::<Found>(), "{trim} {ignore_case}");
    }
    // The values are shown unchanged.
    let options = DiffOptions { text: TextRules { trim: true, ignore_case: false }, ..by(&["id"]) };
    let (rows, _) =
        found(left.clone(), right.clone(), &options, &["left", "right"]).expect("tables");
    assert!(rows.iter().any(|line| line[1..] == [" Århus", "århus "]), "{rows:?}");
    let options = DiffOptions { key: vec![], ..options };
    let error = found(left, right, &options, &[]).expect_err("no key").to_string();
    assert_eq!(error, "rows without a key are compared exactly");
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
