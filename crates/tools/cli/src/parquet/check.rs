//! `hashlane parquet check`.

use std::num::NonZero;

use clap::Args;
use hashlane_files::Source;
use hashlane_parquet::seal::{self, Damage, Damaged, Manifest};
use serde_json::json;

use super::seal::{SUFFIX, manifest_path};
use super::{Error, Work, each_file, print, threads};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::Lines;
use crate::places;

const HELP: &str = "\
Reads each file and compares it with FILE.seal.json, which `hashlane parquet seal` wrote.

Exit codes: 0 every file is as it was sealed, 1 something is damaged, 2 a file or a manifest could not be
read.

Examples:
  hashlane parquet check orders.parquet
  hashlane parquet check --folder seals s3://bucket/orders.parquet
";

/// Arguments of `hashlane parquet check`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Check {
    /// Files or patterns
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Look for manifests in this folder instead of beside the files
    #[arg(long, value_name = "DIR")]
    folder: Option<String>,

    /// Print JSON objects, one per line, about the damage
    #[arg(long)]
    json: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// Runs the command.
pub fn run(args: &Check) -> Result<Outcome, Failure> {
    let work = Work { json: args.json, passes: 1 };
    each_file(&args.files, work, |name, source, lines| check(args, name, source.as_ref(), lines))
}

fn check(
    args: &Check,
    name: &str,
    source: &dyn Source,
    lines: &mut Lines,
) -> Result<Outcome, Error> {
    let path = match &args.folder {
        None => beside(name),
        folder => manifest_path(name, folder.as_deref())?,
    };
    let manifest = Manifest::read(places::file_system(&path)?.open(&path)?.as_ref())?;
    let damages = seal::check(source, &manifest, threads(args.threads).get())?;
    for damage in &damages {
        if args.json {
            lines.json(&object(source.name(), damage))?;
        } else {
            print(lines, &format!("{}: {damage}", source.name()))?;
        }
    }
    if damages.is_empty() {
        if !args.json {
            print(lines, &format!("{}: as it was sealed", source.name()))?;
        }
        return Ok(Outcome::Fine);
    }
    Ok(Outcome::Findings)
}

/// The name of the manifest beside a file. The query of a web address, such as an access token, is kept.
fn beside(name: &str) -> String {
    let is_web = name.starts_with("https://") || name.starts_with("http://");
    match name.split_once('?').filter(|_| is_web) {
        Some((path, query)) => format!("{path}{SUFFIX}?{query}"),
        None => format!("{name}{SUFFIX}"),
    }
}

fn object(name: &str, damage: &Damage) -> serde_json::Value {
    let (what, row_group, column) = match &damage.what {
        Damaged::Name => ("name".to_owned(), None, None),
        Damaged::Size => ("size".to_owned(), None, None),
        Damaged::File => ("file".to_owned(), None, None),
        Damaged::Part { what, row_group, column } => {
            (what.to_string(), *row_group, column.as_ref().map(|column| column.join(".")))
        }
    };
    json!({
        "file": name,
        "what": what,
        "row_group": row_group,
        "column": column,
        "start": damage.range.start,
        "end": damage.range.end,
        "expected": damage.expected,
        "found": damage.found,
    })
}
