//! `hashlane parquet diff`.

use std::num::NonZero;

use clap::Args;
use hashlane_catalog::Cell;
use hashlane_parquet::FingerprintOptions;
use serde_json::json;

use super::{FileWork, print, threads};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::LineOutput;

const HELP: &str = "\
Compares what two files hold, not how it is written: codec, encoding, row
groups, the width of a number and the unit of a time make no difference.

Exit codes: 0 they hold the same, 1 they differ, 2 a file could not be read.

Examples:
  hashlane parquet diff monday.parquet tuesday.parquet
  hashlane parquet diff --ordered a.parquet b.parquet && echo the same rows
";

/// Arguments of `hashlane parquet diff`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct ParquetDiffArgs {
    /// The first file
    first: String,

    /// The second file
    second: String,

    /// Take the order of the rows into account
    #[arg(long)]
    ordered: bool,

    /// Print JSON objects, one per line
    #[arg(long)]
    json: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// Runs the command.
pub fn run(args: &ParquetDiffArgs) -> Result<Outcome, Failure> {
    let names = [args.first.clone(), args.second.clone()];
    let work = FileWork { json: args.json, passes: 1 };
    let progress = work.progress(&names);
    let [first, second] = names.map(|name| work.open(name.as_ref(), &progress));
    let options = FingerprintOptions { ordered: args.ordered, threads: threads(args.threads) };
    let diff = hashlane_parquet::diff(&first?, &second?, &options)?;
    progress.finish();
    let mut lines = LineOutput::stdout();
    for row in hashlane_parquet::table_functions::difference_rows(&diff) {
        let [difference, column, detail] = row.map(|cell| match cell {
            Cell::Text(text) => Some(text),
            _ => None,
        });
        if args.json {
            let (difference, detail) = (difference.as_deref(), detail.as_deref());
            lines.json(&json!({"difference": difference, "column": column, "detail": detail}))?;
        } else {
            let column = column.map(|column| format!(" {column}")).unwrap_or_default();
            let (difference, detail) = (difference.unwrap_or_default(), detail.unwrap_or_default());
            print(&mut lines, &format!("{difference}{column}: {detail}"))?;
        }
    }
    lines.finish()?;
    Ok(if diff.is_equal() { Outcome::Fine } else { Outcome::Findings })
}
