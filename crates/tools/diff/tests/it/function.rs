//! The table function.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StringArray};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::catalog::{MemTable, TableProvider, UrlTableFactory};
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::tables::{table, untyped};

/// The rows of the last statement.
async fn run(statements: &[&str]) -> Result<String> {
    let context =
        SessionContext::new_with_config(SessionConfig::new().with_information_schema(true));
    hashlane_diff::register(&context);
    context.sql(MONDAY).await?.collect().await?;
    context.sql(TUESDAY).await?.collect().await?;
    let mut text = String::new();
    for statement in statements {
        let batches = context.sql(statement).await?.collect().await?;
        text = pretty_format_batches(&batches)?.to_string();
    }
    Ok(text)
}

const MONDAY: &str = "CREATE TABLE monday AS
    SELECT * FROM (VALUES (1, 'pear', 1.5, 0), (2, NULL, 2.0, 0), (3, 'fig', 3.0, 0)) AS t(id, fruit, price, loaded)";
const TUESDAY: &str = "CREATE VIEW tuesday AS
    SELECT * FROM (VALUES (4, 1.5, 'plum', 1), (2, 2.5, 'lime', 1), (1, 1.50, 'pear', 1)) AS t(id, price, fruit, loaded)";

/// On the only thread of a runtime.
#[tokio::test(flavor = "current_thread")]
async fn rows_are_those_of_the_value_table() -> Result<()> {
    let query =
        "SELECT * FROM table_diff('monday', 'tuesday', ['id'], ['loaded']) ORDER BY id, \"column\"";
    let expected = "\
+---------+----+--------+------+-------+
| change  | id | column | left | right |
+---------+----+--------+------+-------+
| changed | 2  | fruit  |      | lime  |
| changed | 2  | price  | 2.0  | 2.5   |
| removed | 3  |        |      |       |
| added   | 4  |        |      |       |
+---------+----+--------+------+-------+";
    assert_eq!(run(&[query]).await?, expected);
    // One column needs no list, and names may have a schema.
    let query = "SELECT * FROM table_diff('public.monday', 'tuesday', 'id', 'loaded') ORDER BY id, \"column\"";
    assert_eq!(run(&[query]).await?, expected);
    // The price of 2 changes by 0.5.
    for (tolerance, rows) in
        [("0.5", "| 0 |"), ("0.25", "| 1 |"), ("1", "| 0 |"), ("0", "| 1 |"), ("'0.5'", "| 0 |")]
    {
        let query = format!(
            "SELECT count(*) AS n FROM table_diff('monday', 'tuesday', 'id', ['loaded'], {tolerance})
            WHERE \"column\" = 'price'"
        );
        assert!(run(&[&query]).await?.contains(rows), "{tolerance}");
    }
    let query = "SELECT count(*) AS n FROM table_diff('monday', 'monday', ['id', 'fruit'])";
    assert!(run(&[query]).await?.contains("| 0 |"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_key_counts_rows() -> Result<()> {
    let query = "SELECT * FROM table_diff('a', 'b', [])";
    let a = "CREATE VIEW a AS SELECT * FROM (VALUES (1), (1), (2)) AS t(n)";
    let b = "CREATE VIEW b AS SELECT * FROM (VALUES (2), (1)) AS t(n)";
    let expected = "\
+---------+---+-------+
| change  | n | count |
+---------+---+-------+
| removed | 1 | 1     |
+---------+---+-------+";
    assert_eq!(run(&[a, b, query]).await?, expected);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_calls_are_reported() {
    for (call, expected) in [
        (
            "'monday', 'tuesday'",
            "table_diff needs three arguments; the call is table_diff(left, right, key[, ignore[, \
             tolerance]])",
        ),
        ("'monday', 'tuesday', 7", "key must be a list of columns such as ['id'], not Int64(7)"),
        ("'monday', 'tuesday', [1]", "key must be a list of columns such as ['id']"),
        (
            "'monday', 'tuesday', 'id', [], 1, 2",
            "takes at most five arguments; the call is table_diff(left, right, key[, ignore[, \
             tolerance]])",
        ),
        (
            "'monday', 'tuesday', 'id', [], -1",
            "tolerance must be a number of 0 or more or a text such as",
        ),
        (
            "'monday', 'tuesday', 'id', [], NULL",
            "tolerance must be a number of 0 or more or a text such as",
        ),
        (
            "'monday', 'tuesday', 'id', [], 'close'",
            "table_diff: tolerance 'close': write a number of 0 or more",
        ),
        ("'monday', 7, 'id'", "right must be the name of a table in quotes, not Int64(7)"),
        ("'monday', NULL, 'id'", "right must"),
        ("'monday', 'sunday', 'id'", "sunday"),
        (
            "'monday', 'tuesday', 'day'",
            "the left side has no key column 'day'; it has id, fruit, price, loaded",
        ),
        (
            "'monday', 'tuesday', 'loaded'",
            "the left side has 1 duplicate key in 3 rows, such as loaded=0",
        ),
    ] {
        let query = format!("SELECT * FROM table_diff({call})");
        let error = run(&[&query]).await.expect_err(call).to_string();
        assert!(error.contains(expected), "{call}: {error}");
    }
}

/// Opens two files whose ids are text without a type. Any other name is no file.
#[derive(Debug)]
struct Files;

#[async_trait::async_trait]
impl UrlTableFactory for Files {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let ids = match name {
            "a.csv" | "monday" => vec!["1", "02"],
            "b.csv" => vec!["1", "2"],
            "c.csv" => vec!["10", "9", "x", "08"],
            _ => return Ok(None),
        };
        let column: ArrayRef = Arc::new(StringArray::from(ids));
        let batch = untyped(table(vec![("id", column)]), &["id"]);
        Ok(Some(Arc::new(MemTable::try_new(batch.schema(), vec![vec![batch]])?)))
    }
}

#[tokio::test(flavor = "current_thread")]
async fn files_are_opened_unless_a_table_has_their_name() -> Result<()> {
    let context = SessionContext::new();
    hashlane_diff::register_with_files(&context, Arc::new(Files));
    context.sql(MONDAY).await?.collect().await?;
    context.sql(TUESDAY).await?.collect().await?;
    for (tables, expected) in [
        // Text without a type is not a number.
        ("'a.csv', 'b.csv'", 2),
        ("'a.csv', 'a.csv'", 0),
        // The view has the ids 4, 2 and 1, and three columns that the file lacks: 02 is 2.
        ("'b.csv', 'tuesday'", 4),
        ("'monday', 'tuesday'", 6),
        ("'public.monday', 'public.tuesday'", 6),
    ] {
        let query = format!("FROM table_diff({tables}, 'id')");
        assert_eq!(context.sql(&query).await?.count().await?, expected, "{tables}");
    }
    // Keys that are read as numbers have the order of numbers.
    let none = "CREATE VIEW nobody AS SELECT id FROM monday WHERE false";
    context.sql(none).await?.collect().await?;
    let keys = context.sql("SELECT id FROM table_diff('c.csv', 'nobody', 'id')").await?;
    let keys = pretty_format_batches(&keys.collect().await?)?.to_string();
    let keys: Vec<_> =
        keys.split_whitespace().filter(|word| word.len() < 3 && *word != "|").collect();
    assert_eq!(keys, ["id", "x", "08", "9", "10"]);
    let error = context.sql("FROM table_diff('a.csv', 'd.csv', 'id')").await.map(|_| ());
    assert!(error.expect_err("no such table").to_string().contains("d.csv"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_that_are_not_compared_have_rows() -> Result<()> {
    let a = "CREATE VIEW a AS SELECT 1 AS id, 5 AS n, 6 AS old, 1 AS v";
    let b = "CREATE VIEW b AS SELECT 1 AS id, 'N/A' AS n, 'x' AS new, 2 AS v";
    let query = "SELECT * FROM table_diff('a', 'b', 'id')";
    let found = run(&[a, b, query]).await?;
    let rows: Vec<Vec<_>> = found
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let rows: Vec<_> = rows.iter().map(|row| row[1..6].to_vec()).collect();
    assert_eq!(
        rows,
        [
            ["change", "id", "column", "left", "right"],
            ["changed", "1", "v", "1", "2"],
            ["column", "", "n", "Int64", "Utf8"],
            ["column", "", "old", "Int64", ""],
            ["column", "", "new", "", "Utf8"],
        ]
    );
    let error =
        run(&[a, b, "SELECT * FROM table_diff('a', 'b', [])"]).await.expect_err("counted rows");
    assert!(error.to_string().contains("column 'n' is on one side only or has types"), "{error}");
    let query = "SELECT count(*) AS n FROM table_diff('a', 'b', [], ['n', 'old', 'new'])";
    assert!(run(&[a, b, query]).await?.contains("| 2 |"));
    Ok(())
}
