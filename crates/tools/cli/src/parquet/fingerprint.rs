//! `hashlane parquet fingerprint`.

use std::ffi::OsString;
use std::num::NonZero;

use clap::Args;
use serde_json::json;

use super::{FileWork, each_file, print, threads};
use crate::failure::Failure;
use crate::outcome::Outcome;

const HELP: &str = "\
Two files with the same content have the same fingerprints, whatever the writer,
the codec, the encoding, the row groups, the pages and, without --ordered, the
order of the rows. A column's is what SELECT fingerprint(column) gives over the
file in SQL; the line of `*` is that of the whole rows.

Examples:
  hashlane parquet fingerprint orders.parquet
  hashlane parquet fingerprint --rows-only daily
  hashlane parquet fingerprint --rows-only 'daily/2026-*.parquet'
";

/// Arguments of `hashlane parquet fingerprint`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct FingerprintArgs {
    /// Files, folders or patterns; a folder means its Parquet files at any depth
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,

    /// Take the order of the rows into account
    #[arg(long)]
    ordered: bool,

    /// Print only the fingerprint of the whole rows
    #[arg(long)]
    rows_only: bool,

    /// Print JSON objects, one per line
    #[arg(long)]
    json: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// Runs the command.
pub fn run(args: &FingerprintArgs) -> Result<Outcome, Failure> {
    let options = hashlane_parquet::FingerprintOptions {
        ordered: args.ordered,
        threads: threads(args.threads),
    };
    let work = FileWork { json: args.json, passes: 1 };
    each_file(&args.files, work, |source, lines| {
        let columns = hashlane_parquet::fingerprint(source, &options)?;
        for column in columns.iter().filter(|c| !args.rows_only || c.column.is_none()) {
            if args.json {
                lines.json(&json!({
                    "file": source.name(),
                    "column": column.column,
                    "rows": column.rows,
                    "fingerprint": column.fingerprint,
                }))?;
            } else {
                let (name, text) = (column.column.as_deref().unwrap_or("*"), &column.fingerprint);
                print(lines, &format!("{text}  {}  {name}", source.name()))?;
            }
        }
        Ok(Outcome::Fine)
    })
}
