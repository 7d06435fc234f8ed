//! Prints a line or an object for each verdict, and the totals.

use std::ffi::{OsStr, OsString};

use anstyle::{AnsiColor, Style};
use hashlane_files::digest::{FileAlgorithm, FileDigest};
use hashlane_files::manifest::escaped;
use hashlane_files::{FileError, without_secrets};
use serde_json::json;

use super::CheckArgs;
use super::listed::{ExpectedDigest, ManifestContent};
use super::verdict::{ActualDigest, CheckResult};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{LineOutput, complain};
use crate::places;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// The report on one manifest.
pub struct ManifestReport<'a> {
    args: &'a CheckArgs,
    manifest: String,
    verified: usize,
    mismatches: usize,
    missing: usize,
    unreadable: usize,
    /// The algorithm of a digest that did not match and had no tag, and others that may have been meant.
    guess: Option<(&'static FileAlgorithm, Vec<&'static FileAlgorithm>)>,
}

impl<'a> ManifestReport<'a> {
    /// An empty report.
    pub fn new(args: &'a CheckArgs, manifest: &OsStr) -> Self {
        let manifest = match manifest == "-" {
            true => "standard input".to_owned(),
            false => places::shown(manifest),
        };
        ManifestReport {
            args,
            manifest,
            verified: 0,
            mismatches: 0,
            missing: 0,
            unreadable: 0,
            guess: None,
        }
    }

    /// Reports the lines that can't be checked.
    pub fn begin(&self, listed: &ManifestContent) {
        if self.args.reporting.warn {
            for number in &listed.malformed {
                complain(&format!("{}: line {number} is not a checksum line", self.manifest));
            }
        }
        if let Some((number, tag)) = listed.unknown.first() {
            complain(&format!(
                "{}: line {number} is of {tag}, which hashlane doesn't compute: check it with the tool that wrote it (lines \
                 like it: {})",
                self.manifest,
                listed.unknown.len(),
            ));
        }
        if let Some((number, algorithms)) = listed.ambiguous.first() {
            complain(&format!(
                "{}: line {number} may be {}: say which with -a (lines like it: {})",
                self.manifest,
                names(algorithms),
                listed.ambiguous.len(),
            ));
        }
        if let Some(number) = listed.in_parts.first() {
            complain(&format!(
                "{}: line {number} has the checksum of an object in parts: run hashlane check with the size of its \
                 parts, as in --part-size 8MiB (lines like it: {})",
                self.manifest,
                listed.in_parts.len(),
            ));
        }
    }

    /// Prints the verdict on a file.
    pub fn print(
        &mut self,
        verdict: &CheckResult<'_>,
        lines: &mut LineOutput,
    ) -> Result<(), Failure> {
        match &verdict.digests {
            Ok(digests) => {
                for (expected, actual) in verdict.file.digests.iter().zip(digests) {
                    self.compared(verdict, expected, actual, lines)?;
                }
                Ok(())
            }
            Err(error) if error.is_not_found() && self.args.reporting.ignore_missing => Ok(()),
            Err(error) => self.failed(verdict, error, lines),
        }
    }

    fn compared(
        &mut self,
        verdict: &CheckResult<'_>,
        expected: &ExpectedDigest,
        actual: &ActualDigest,
        lines: &mut LineOutput,
    ) -> Result<(), Failure> {
        self.verified += 1;
        let good = actual.digest.bytes == expected.digest && actual.parts == expected.parts;
        if !good {
            self.mismatches += 1;
            if self.guess.is_none() && !expected.others.is_empty() {
                self.guess = Some((expected.algorithm, expected.others.clone()));
            }
        }
        if good && self.args.reporting.quiet {
            return Ok(());
        }
        let algorithm = if good { actual.digest.algorithm } else { expected.algorithm };
        if self.args.json {
            let digest = FileDigest { algorithm, bytes: expected.digest.clone() };
            return lines.json(&json!({
                "manifest": self.manifest,
                "file": without_secrets(&String::from_utf8_lossy(&verdict.file.name)),
                "algorithm": algorithm.name,
                "result": if good { "ok" } else { "mismatch" },
                "expected": with_parts(&digest, expected.parts),
                "actual": with_parts(&actual.digest, actual.parts),
            }));
        }
        let (style, word) = if good { (GOOD, "OK") } else { (BAD, "FAILED") };
        // Name the algorithm only if the file has several digests, since other tools don't print it.
        let which = (verdict.file.digests.len() > 1).then_some(algorithm);
        self.line(verdict, style, word, which, lines)
    }

    fn failed(
        &mut self,
        verdict: &CheckResult<'_>,
        error: &FileError,
        lines: &mut LineOutput,
    ) -> Result<(), Failure> {
        let result = match error.is_not_found() {
            true => "missing",
            false => "unreadable",
        };
        let count = if error.is_not_found() { &mut self.missing } else { &mut self.unreadable };
        *count += 1;
        if self.args.json {
            return lines.json(&json!({
                "manifest": self.manifest,
                "file": without_secrets(&String::from_utf8_lossy(&verdict.file.name)),
                "result": result,
                "detail": error.to_string(),
            }));
        }
        complain(&error.to_string());
        self.line(verdict, BAD, "FAILED open or read", None, lines)
    }

    /// Writes `name: OK`.
    fn line(
        &self,
        verdict: &CheckResult<'_>,
        style: Style,
        word: &str,
        which: Option<&FileAlgorithm>,
        lines: &mut LineOutput,
    ) -> Result<(), Failure> {
        if self.args.reporting.status {
            return Ok(());
        }
        let name = &verdict.file.name;
        let name = places::path(name).map_or_else(|| name.clone(), places::bytes);
        let which = which.map_or_else(String::new, |algorithm| format!(" ({algorithm:?})"));
        write_line(&name, style, word, &which, lines)
    }

    /// Prints the totals, and returns the outcome of the manifest.
    pub fn end(&self, listed: &ManifestContent) -> Outcome {
        let malformed = listed.malformed.len();
        let unchecked = listed.ambiguous.len() + listed.unknown.len() + listed.in_parts.len();
        if listed.is_empty && unchecked == 0 {
            complain(&format!(
                "{}: has no checksum line, as in 'HEX  NAME'. For a Parquet file, run hashlane parquet verify",
                self.manifest
            ));
            return Outcome::Trouble;
        }
        let nothing =
            self.args.reporting.ignore_missing && self.verified == 0 && self.unreadable == 0;
        if !self.args.reporting.status {
            self.print_totals(malformed, nothing);
        }
        if self.unreadable > 0 || nothing || unchecked > 0 {
            Outcome::Trouble
        } else if self.mismatches + self.missing + malformed > 0 {
            Outcome::Findings
        } else {
            Outcome::Fine
        }
    }

    fn print_totals(&self, malformed: usize, nothing: bool) {
        for (count, what) in [
            (malformed, "malformed lines"),
            (self.missing, "listed files that are missing"),
            (self.unreadable, "listed files that could not be read"),
            (self.mismatches, "checksums that did not match"),
        ] {
            if count > 0 {
                complain(&format!("{}: {what}: {count}", self.manifest));
            }
        }
        if let Some((algorithm, others)) = &self.guess {
            complain(&format!(
                "{}: digests without an algorithm are not those of {algorithm:?}, nor of {}",
                self.manifest,
                names(others),
            ));
        }
        if nothing {
            complain(&format!("{}: none of the listed files exists", self.manifest));
        }
    }
}

/// Reports files that no manifest lists.
pub fn unlisted(
    args: &CheckArgs,
    files: &[OsString],
    lines: &mut LineOutput,
) -> Result<Outcome, Failure> {
    for file in files {
        if args.json {
            lines.json(&json!({"file": places::shown(file), "result": "unlisted"}))?;
        } else if !args.reporting.status {
            write_line(&places::bytes(file), BAD, "NOT LISTED", "", lines)?;
        }
    }
    if files.is_empty() {
        return Ok(Outcome::Fine);
    }
    if !args.reporting.status {
        complain(&format!("files that no manifest lists: {}", files.len()));
    }
    Ok(Outcome::Findings)
}

/// Writes `name: OK`. A name with line breaks is escaped.
fn write_line(
    name: &[u8],
    style: Style,
    word: &str,
    which: &str,
    lines: &mut LineOutput,
) -> Result<(), Failure> {
    let escaped = escaped(name);
    let mark: &[u8] = if escaped.is_some() { b"\\" } else { b"" };
    let name = escaped.as_deref().unwrap_or(name);
    let word = match lines.coloured() {
        true => format!("{style}{word}{style:#}"),
        false => word.to_owned(),
    };
    lines.write(&[mark, name, b": ", word.as_bytes(), which.as_bytes(), b"\n"].concat())
}

fn names(algorithms: &[&'static FileAlgorithm]) -> String {
    algorithms.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>().join(" or ")
}

/// `hex`, or `hex-3` for a checksum of three parts.
fn with_parts(digest: &FileDigest, parts: Option<u64>) -> String {
    match parts {
        Some(parts) => format!("{}-{parts}", digest.hex()),
        None => digest.hex(),
    }
}
