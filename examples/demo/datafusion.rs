//! The half of `make demo` that runs in DataFusion: a session with Hashlane, over Parquet files.
//!
//! usage: `demo rows FILE` prints the rows of the query in a file as CSV, the names of the columns first;
//! `demo times RUNS SQL...` prints the seconds of each query in each run, on one thread.

use std::time::Instant;

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::Result;
use datafusion::prelude::*;

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["rows", file] => rows(file).await,
        ["times", runs, queries @ ..] => times(runs.parse().expect("a number"), queries).await,
        _ => panic!("usage: demo rows FILE, or demo times RUNS SQL..."),
    }
}

/// A session in which `'path.parquet'` is a table.
fn session(config: SessionConfig) -> Result<SessionContext> {
    let mut ctx = SessionContext::new_with_config(config).enable_url_table();
    hashlane_datafusion::register_all(&mut ctx)?;
    Ok(ctx)
}

async fn rows(file: &str) -> Result<()> {
    let query = std::fs::read_to_string(file)?;
    let rows = session(SessionConfig::new())?.sql(&query).await?;
    let names: Vec<_> = rows.schema().fields().iter().map(|field| field.name().clone()).collect();
    println!("{}", names.join(","));
    rows.collect().await?.iter().try_for_each(print)
}

/// Prints a batch. None of the demo's values needs quotes.
fn print(batch: &RecordBatch) -> Result<()> {
    let options = FormatOptions::default();
    let columns: std::result::Result<Vec<_>, _> =
        batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options)).collect();
    let columns = columns?;
    for row in 0..batch.num_rows() {
        let values: Vec<_> = columns.iter().map(|column| column.value(row).to_string()).collect();
        println!("{}", values.join(","));
    }
    Ok(())
}

async fn times(runs: usize, queries: &[&str]) -> Result<()> {
    let ctx = session(SessionConfig::new().with_target_partitions(1))?;
    for query in std::iter::repeat_n(queries, runs).flatten() {
        let start = Instant::now();
        ctx.sql(query).await?.collect().await?;
        println!("{}", start.elapsed().as_secs_f64());
    }
    Ok(())
}
