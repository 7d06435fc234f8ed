//! `hashlane parquet verify`.

use std::ffi::OsString;
use std::num::NonZero;
use std::ops::ControlFlow;

use anstyle::{AnsiColor, Style};
use clap::Args;
use hashlane_files::Source;
use hashlane_parquet::verify::{self, Check, Finding, VerifySummary};
use serde_json::{Value, json};

use super::{FileWork, WorkError, each_file, print, threads};
use crate::failure::{Failure, one_line};
use crate::outcome::Outcome;
use crate::output::LineOutput;
use crate::size::parse_size;

const HELP: &str = "\
Prints what is wrong and which checks could not be made, and a line for each
file. Most writers give pages no checksums. Without --deep, such pages are not
checked, and the file's line says so. --deep decodes every page and compares
counts and statistics with the values. `hashlane parquet add-crc` copies a file
and gives its pages checksums. --require-crc makes a page without one an error.

A check that can't be made gives exit code 1, unless --allow-unverified is
given: encrypted columns, or with --deep a page that is too large to be decoded
(--max-page-size raises the limit). With --json the last object of each file, of
the check 'summary', has the counts; its ok is null if something was not
checked.

Exit codes: 0 nothing is wrong, 1 something is wrong or a check could not be
made, 2 a file could not be read.

Examples:
  hashlane parquet verify orders.parquet
  hashlane parquet verify --deep warehouse
  hashlane parquet verify 'warehouse/2026-*/*.parquet'
  hashlane parquet verify --all --json orders.parquet | jq 'select(.ok != true)'
  hashlane parquet verify --require-crc s3://bucket/orders.parquet
";

/// Arguments of `hashlane parquet verify`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct VerifyArgs {
    /// Files, folders or patterns; a folder means its Parquet files at any depth
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,

    /// Decode every page, and compare counts and statistics with the values
    #[arg(long)]
    deep: bool,

    /// Print every finding, not only problems and checks that could not be made
    #[arg(long)]
    all: bool,

    /// Treat a page without a checksum as wrong, even if --deep decodes it; exit with 1
    #[arg(long)]
    require_crc: bool,

    /// Exit with 0 if nothing is wrong, even if a check could not be made
    #[arg(long, conflicts_with = "require_crc")]
    allow_unverified: bool,

    /// With --deep, decode pages of up to this size, 32MiB by default; each thread may take six times as much memory
    #[arg(long, value_name = "SIZE", requires = "deep", value_parser = parse_size)]
    max_page_size: Option<u64>,

    /// Print JSON objects, one per line
    #[arg(long)]
    json: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

const BAD: Style = AnsiColor::Red.on_default().bold();

/// Runs the command.
pub fn run(args: &VerifyArgs) -> Result<Outcome, Failure> {
    let work = FileWork { json: args.json, passes: 1 };
    each_file(&args.files, work, |source, lines| verify_file(args, source.as_ref(), lines))
}

fn verify_file(
    args: &VerifyArgs,
    source: &dyn Source,
    lines: &mut LineOutput,
) -> Result<Outcome, WorkError> {
    let (deep, threads) = (args.deep, threads(args.threads));
    let mut options = verify::VerifyOptions { deep, threads, ..Default::default() };
    if let Some(size) = args.max_page_size {
        options.max_page_bytes = usize::try_from(size).unwrap_or(usize::MAX);
    }
    let (mut summary, mut failed) = (VerifySummary::new(args.deep), None);
    verify::verify(source, &options, &mut |finding| {
        summary.add(&finding);
        let wrong = is_wrong(args, &finding);
        if !wrong && !args.all && !is_skipped(args, &finding) {
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
    let verdict = VerifyVerdict::new(args, &summary);
    match args.json {
        true => lines.json(&summary_object(source.name(), &verdict, &summary))?,
        false => print(lines, &format!("{}: {}", source.name(), detail(&verdict, &summary)))?,
    }
    Ok(match verdict {
        VerifyVerdict::Wrong(_) => Outcome::Findings,
        VerifyVerdict::Unverified if !args.allow_unverified => Outcome::Findings,
        _ => Outcome::Fine,
    })
}

fn is_wrong(args: &VerifyArgs, finding: &Finding) -> bool {
    let without_crc = finding.check == Check::PageCrc && finding.outcome.ok().is_none();
    finding.outcome.ok() == Some(false) || (args.require_crc && without_crc)
}

/// Whether a finding reports a check that could not be made. Pages without a checksum are common: they are counted but
/// not listed.
fn is_skipped(args: &VerifyArgs, finding: &Finding) -> bool {
    !args.allow_unverified && finding.check != Check::PageCrc && finding.outcome.ok().is_none()
}

/// The verdict on a file.
enum VerifyVerdict {
    /// This many checks failed.
    Wrong(u64),
    /// Nothing failed, but a check could not be made.
    Unverified,
    /// Nothing failed, but pages have neither a checksum nor been decoded.
    NoChecksums,
    /// All pages were decoded, and some have no checksum.
    NothingWrong,
    /// All pages have a valid checksum.
    Fine,
}

impl VerifyVerdict {
    fn new(args: &VerifyArgs, summary: &VerifySummary) -> Self {
        let required = if args.require_crc { summary.pages_without_checksum } else { 0 };
        match summary.failed + required {
            0 if summary.unverified_checks > 0 => VerifyVerdict::Unverified,
            0 if summary.unverified_pages > 0 && args.deep => VerifyVerdict::Unverified,
            0 if summary.unverified_pages > 0 => VerifyVerdict::NoChecksums,
            0 if summary.pages_without_checksum > 0 => VerifyVerdict::NothingWrong,
            0 => VerifyVerdict::Fine,
            wrong => VerifyVerdict::Wrong(wrong),
        }
    }

    /// The verdict in the form of a finding's result.
    fn ok(&self) -> Option<bool> {
        match self {
            VerifyVerdict::Wrong(_) => Some(false),
            VerifyVerdict::Unverified | VerifyVerdict::NoChecksums => None,
            VerifyVerdict::NothingWrong | VerifyVerdict::Fine => Some(true),
        }
    }
}

/// Describes the verdict and the counts.
fn detail(verdict: &VerifyVerdict, summary: &VerifySummary) -> String {
    let is_advised = matches!(verdict, VerifyVerdict::NoChecksums);
    let verdict = match verdict {
        VerifyVerdict::Wrong(wrong) => format!("{wrong} wrong"),
        VerifyVerdict::Unverified => "unverified".to_owned(),
        VerifyVerdict::NoChecksums => "pages without checksum were not checked".to_owned(),
        VerifyVerdict::NothingWrong => "nothing wrong found".to_owned(),
        VerifyVerdict::Fine => "fine".to_owned(),
    };
    let VerifySummary { verified_pages, pages_without_checksum, unverified_pages, .. } = summary;
    let mut detail = format!(
        "{verdict}: {verified_pages} pages verified, {pages_without_checksum} without checksum, \
         {unverified_pages} unverified"
    );
    if summary.unverified_checks > 0 {
        detail += &format!(", {} other checks could not be made", summary.unverified_checks);
    }
    if is_advised {
        detail += "; --deep decodes them, and hashlane parquet add-crc adds checksums";
    }
    detail
}

/// The summary in the form of a finding, with its counts.
fn summary_object(name: &str, verdict: &VerifyVerdict, summary: &VerifySummary) -> Value {
    json!({
        "file": name,
        "row_group": null,
        "column": null,
        "page": null,
        "byte_offset": null,
        "check": "summary",
        "ok": verdict.ok(),
        "detail": detail(verdict, summary),
        "verified_pages": summary.verified_pages,
        "pages_without_checksum": summary.pages_without_checksum,
        "unverified_pages": summary.unverified_pages,
        "unverified_checks": summary.unverified_checks,
        "failed": summary.failed,
    })
}

fn tell(
    args: &VerifyArgs,
    source: &dyn Source,
    finding: &Finding,
    wrong: bool,
    lines: &mut LineOutput,
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
    let text = one_line(&format!("{}: {finding}", source.name()));
    match wrong && lines.coloured() {
        true => lines.write(format!("{BAD}{text}{BAD:#}\n").as_bytes()),
        false => lines.write(format!("{text}\n").as_bytes()),
    }
}
