//! `hashlane parquet verify`.

use std::num::NonZero;
use std::ops::ControlFlow;

use anstyle::{AnsiColor, Style};
use clap::Args;
use hashlane_files::Source;
use hashlane_parquet::verify::{self, Check, Finding};
use serde_json::json;

use super::{Error, Work, each_file, print, threads};
use crate::failure::{Failure, one_line};
use crate::outcome::Outcome;
use crate::output::Lines;

const HELP: &str = "\
Prints what is wrong, and a line for each file. A page without a checksum is never called fine: it is
counted as without checksum, and --deep tells whether it can be decoded and agrees with the counts and
the statistics. `hashlane parquet add-crc` gives such pages checksums.

Exit codes: 0 nothing is wrong, 1 something is, 2 a file could not be read.

Examples:
  hashlane parquet verify orders.parquet
  hashlane parquet verify --deep 'warehouse/**/*.parquet'
  hashlane parquet verify --all --json orders.parquet | jq 'select(.ok != true)'
  hashlane parquet verify --require-crc s3://bucket/orders.parquet
";

/// Arguments of `hashlane parquet verify`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Verify {
    /// Files or patterns
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Decode every page, and compare counts and statistics with the values
    #[arg(long)]
    deep: bool,

    /// Print every finding, not only what is wrong
    #[arg(long)]
    all: bool,

    /// Take a page without a checksum for something wrong
    #[arg(long)]
    require_crc: bool,

    /// Print objects, one a line
    #[arg(long)]
    json: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

const BAD: Style = AnsiColor::Red.on_default().bold();

/// What has been found in a file.
#[derive(Default)]
struct Tally {
    verified: u64,
    without_crc: u64,
    wrong: u64,
}

/// Runs the command.
pub fn run(args: &Verify) -> Result<Outcome, Failure> {
    let work = Work { json: args.json, passes: 1 };
    each_file(&args.files, work, |source, lines| verify_file(args, source.as_ref(), lines))
}

fn verify_file(args: &Verify, source: &dyn Source, lines: &mut Lines) -> Result<Outcome, Error> {
    let options = verify::Verify {
        deep: args.deep,
        threads: threads(args.threads),
        ..verify::Verify::default()
    };
    let mut tally = Tally::default();
    let mut failed = None;
    verify::verify(source, &options, &mut |finding| {
        let wrong = tally.count(&finding, args.require_crc);
        if !wrong && !args.all {
            return ControlFlow::Continue(());
        }
        match tell(args, source, &finding, wrong, lines) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    })?;
    if let Some(failure) = failed {
        return Err(failure.into());
    }
    if !args.json {
        print(lines, &tally.line(source.name()))?;
    }
    Ok(if tally.wrong == 0 { Outcome::Fine } else { Outcome::Findings })
}

impl Tally {
    /// Counts a finding, and tells whether it is one of something wrong.
    fn count(&mut self, finding: &Finding, require_crc: bool) -> bool {
        let of_page = finding.check == Check::PageCrc;
        let ok = finding.outcome.ok();
        self.verified += u64::from(of_page && ok == Some(true));
        self.without_crc += u64::from(of_page && ok.is_none());
        let wrong = ok == Some(false) || (of_page && ok.is_none() && require_crc);
        self.wrong += u64::from(wrong);
        wrong
    }

    fn line(&self, name: &str) -> String {
        let Tally { verified, without_crc, wrong } = self;
        let verdict = match (wrong, without_crc) {
            (0, 0) => "fine".to_owned(),
            (0, _) => "nothing wrong found".to_owned(),
            _ => format!("{wrong} wrong"),
        };
        format!("{name}: {verdict}: {verified} pages verified, {without_crc} without checksum")
    }
}

fn tell(
    args: &Verify,
    source: &dyn Source,
    finding: &Finding,
    wrong: bool,
    lines: &mut Lines,
) -> Result<(), Failure> {
    if args.json {
        return lines.json(&json!({
            "file": source.name(),
            "row_group": finding.row_group,
            "column": finding.column,
            "page": finding.page,
            "byte_offset": finding.byte_offset,
            "check": finding.check.name(),
            "ok": finding.outcome.ok(),
            "detail": finding.detail,
        }));
    }
    let place = place(finding);
    let text = format!("{}: {}: {}{}", source.name(), finding.check.name(), place, finding.detail);
    let text = one_line(&text);
    match wrong && lines.coloured() {
        true => lines.write(format!("{BAD}{text}{BAD:#}\n").as_bytes()),
        false => lines.write(format!("{text}\n").as_bytes()),
    }
}

fn place(finding: &Finding) -> String {
    let mut place = String::new();
    if let Some(row_group) = finding.row_group {
        place += &format!("row group {row_group}, ");
    }
    if let Some(column) = &finding.column {
        place += &format!("column {column}, ");
    }
    if let Some(page) = finding.page {
        place += &format!("page {page}, ");
    }
    if let Some(offset) = finding.byte_offset {
        place += &format!("byte {offset}: ");
    }
    place
}
