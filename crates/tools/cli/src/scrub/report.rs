//! Prints findings and the summary.

use std::io::Write;

use hashlane_scrub::{FileFinding, FileVerdict, Problem, ScrubState, StateTotal, findings_parquet};
use indicatif::BinaryBytes;
use serde_json::{Value, json};

use super::ScrubArgs;
use super::finding::{COLUMNS, junit_case, line, object, values};
use super::stored::write_file;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{FileFormat, LineOutput, Overwrite, junit_xml};

/// The result of a run.
pub struct ScrubReport<'a> {
    /// The arguments.
    pub args: &'a ScrubArgs,
    /// What is reported of files, by path.
    pub findings: Vec<FileFinding<'a>>,
    /// The totals.
    pub summary: LakeSummary,
    /// In the names of temporary files.
    pub label: &'a str,
}

/// Totals over a lake.
pub struct LakeSummary {
    files: u64,
    bytes: u64,
    /// The number of files that were read.
    pub read_files: u64,
    /// Their bytes.
    pub read_bytes: u64,
    /// The number of files of each verdict.
    counts: Vec<(&'static str, u64)>,
    total: Result<Option<StateTotal>, String>,
    /// What `--accept` accepted.
    pub accepted: Option<AcceptedCount>,
    /// The total of the lake that was compared.
    pub other: Option<Result<Option<StateTotal>, String>>,
}

/// How many files a run accepted.
pub struct AcceptedCount {
    /// The number of files with the content that was read.
    pub files: usize,
    /// The number of files that are gone.
    pub gone: usize,
}

impl LakeSummary {
    /// Counts verdicts, none if only problems matter, and problems.
    pub fn new(state: &ScrubState, verdicts: &[FileVerdict], problems: &[Problem]) -> Self {
        let there = || state.rows.values().filter(|row| row.verdict.is_there());
        let count = |verdict: &FileVerdict| {
            state.rows.values().filter(|row| row.verdict == *verdict).count() as u64
        };
        let mut counts: Vec<(&'static str, u64)> =
            verdicts.iter().map(|verdict| (verdict.name(), count(verdict))).collect();
        // A file that a list names and the state misses counts once.
        let is_counted = |problem: &&Problem| {
            let row = state.rows.get(&problem.path);
            row.is_some_and(|row| {
                verdicts.contains(&row.verdict) && row.verdict.name() == problem.kind
            })
        };
        for kind in ["missing", "moved", "unlisted", "mismatch", "differs", "extra", "unknown"] {
            let of_kind =
                problems.iter().filter(|problem| problem.kind == kind && !is_counted(problem));
            let of_kind = of_kind.count() as u64;
            match counts.iter_mut().find(|(name, _)| *name == kind) {
                Some((_, count)) => *count += of_kind,
                None => counts.push((kind, of_kind)),
            }
        }
        LakeSummary {
            files: there().count() as u64,
            bytes: there().map(|row| row.bytes).fold(0, u64::saturating_add),
            read_files: 0,
            read_bytes: 0,
            counts,
            total: state.total(),
            accepted: None,
            other: None,
        }
    }

    fn lines(&self) -> String {
        if let Some(AcceptedCount { files, gone }) = self.accepted {
            let read = BinaryBytes(self.read_bytes);
            return format!("accepted {files} files, {read}, and {gone} missing ones\n");
        }
        let counts = self.counts.iter().filter(|(_, count)| *count > 0);
        let counts: Vec<_> = counts.map(|(name, count)| format!("{count} {name}")).collect();
        let (bytes, read) = (BinaryBytes(self.bytes), BinaryBytes(self.read_bytes));
        let mut text = format!("{} files, {bytes}", self.files);
        if !counts.is_empty() {
            text += &format!(": {}", counts.join(", "));
        }
        if self.other.is_none() {
            text += &format!("; read {} files, {read}", self.read_files);
        }
        for (which, total) in [("", Some(&self.total)), (" of the other", self.other.as_ref())] {
            if let Some(Ok(Some(StateTotal { sum }))) = total {
                text += &format!("\nrows{which} {}, fingerprint {sum}", sum.rows());
            }
        }
        text + "\n"
    }

    fn json(&self) -> Value {
        let mut object = json!({
            "files": self.files,
            "bytes": self.bytes,
            "read_files": self.read_files,
            "read_bytes": self.read_bytes,
        });
        for (name, count) in &self.counts {
            object[*name] = json!(count);
        }
        if let Some(AcceptedCount { files, gone }) = self.accepted {
            object["accepted"] = json!(files);
            object["accepted_as_missing"] = json!(gone);
            return json!({ "summary": object });
        }
        let totals = [("", Some(&self.total)), ("other_", self.other.as_ref())];
        for (prefix, total) in totals.into_iter().filter_map(|(p, total)| Some((p, total?))) {
            let sum = total.as_ref().ok().and_then(|total| total.as_ref());
            object[format!("{prefix}rows")] = json!(sum.map(|total| total.sum.rows()));
            object[format!("{prefix}fingerprint")] = json!(sum.map(|total| total.sum.to_string()));
            object[format!("{prefix}no_fingerprint")] = json!(total.as_ref().err());
        }
        json!({ "summary": object })
    }
}

impl ScrubReport<'_> {
    /// Writes all outputs, and returns the outcome.
    pub fn write(&self) -> Result<Outcome, Failure> {
        let overwrite = Overwrite::forced(self.args.force);
        if let Some(output) = &self.args.output {
            let bytes = match output.format {
                FileFormat::Parquet => {
                    findings_parquet(&self.findings, &output.path.display().to_string())?
                }
                FileFormat::Csv => self.csv()?,
                FileFormat::Json => {
                    let lines =
                        self.findings.iter().map(|finding| format!("{}\n", object(finding)));
                    lines.collect::<String>().into_bytes()
                }
            };
            write_file(&output.path, &bytes, overwrite, self.label)?;
        }
        if let Some(output) = &self.args.junit {
            let cases: Vec<_> = self.findings.iter().map(junit_case).collect();
            let xml = junit_xml("hashlane scrub", &cases);
            write_file(output, xml.as_bytes(), overwrite, self.label)?;
        }
        let mut lines = LineOutput::stdout();
        match (self.args.json, self.args.csv) {
            (true, _) => {
                self.findings.iter().try_for_each(|finding| lines.json(&object(finding)))?;
                lines.json(&self.summary.json())?;
            }
            (_, true) => lines.write(&self.csv()?)?,
            _ if self.args.quiet => {}
            _ => {
                for finding in &self.findings {
                    lines.write(format!("{}\n", line(finding)).as_bytes())?;
                }
                lines.write(self.summary.lines().as_bytes())?;
            }
        }
        lines.finish()?;
        let is = |verdict: &str| self.findings.iter().any(|finding| finding.verdict == verdict);
        // Between two lakes, a moved file is a difference.
        let differs = self.args.compare.is_some() && !self.findings.is_empty();
        Ok(match differs || self.findings.iter().any(FileFinding::is_wrong) {
            _ if is(FileVerdict::Unreadable.name()) => Outcome::Trouble,
            true => Outcome::Findings,
            false => Outcome::Fine,
        })
    }

    fn csv(&self) -> Result<Vec<u8>, Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut records = || {
            writer.write_record(COLUMNS)?;
            self.findings.iter().try_for_each(|finding| writer.write_record(values(finding)))
        };
        records().map_err(|error: csv::Error| Failure::Message(error.to_string()))?;
        let mut bytes = Vec::new();
        let written = writer.into_inner().map_err(|error| error.into_error());
        written.and_then(|text| bytes.write_all(&text)).map_err(|error| Failure::output(&error))?;
        Ok(bytes)
    }
}
