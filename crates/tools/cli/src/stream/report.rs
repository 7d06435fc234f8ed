//! Sizes and checksums of both ends.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use hashlane_files::FileError;
use hashlane_files::digest::{FileAlgorithm, FileDigest};
use hashlane_files::manifest::{self, ManifestForm};
use hashlane_files::pipe::Observer;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::{LineOutput, Overwrite, check_apart, check_free};
use crate::places;
use crate::sum::algorithm;

/// Arguments that choose the report.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Checksums of the content and of the compressed bytes, in the same pass: xxh64, blake3 …
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', value_parser = algorithm)]
    pub algorithm: Vec<&'static FileAlgorithm>,

    /// Write the checksums to this file, which `hashlane check` reads, instead of standard error
    #[arg(long, value_name = "FILE", requires = "algorithm")]
    pub sums: Option<PathBuf>,

    /// Print sizes, levels and checksums as a JSON object: on standard output, or on standard error if the result goes
    /// to standard output
    #[arg(long)]
    pub json: bool,
}

impl ReportArgs {
    /// Checks whether the checksums of the `ends` can be written, before the work begins.
    pub fn check(&self, ends: [&OsStr; 2], overwrite: Overwrite) -> Result<(), Failure> {
        if !self.algorithm.is_empty() {
            for path in ends {
                places::line_name(path)?;
            }
        }
        check_apart(ends[1], ends[0])?;
        let Some(path) = &self.sums else { return Ok(()) };
        ends.into_iter().try_for_each(|end| check_apart(path.as_os_str(), end))?;
        check_free(path, overwrite)
    }
}

/// One end of the stream.
pub struct ReportEnd {
    /// The path as given.
    pub path: OsString,
    /// Counts and hashes the bytes.
    pub observer: Observer,
}

impl ReportEnd {
    fn json(&self) -> Value {
        let digest = |digest: FileDigest| (digest.algorithm.name.to_owned(), digest.hex().into());
        let digests: Map<String, Value> = self.observer.digests().into_iter().map(digest).collect();
        let file = places::shown(&self.path);
        json!({"file": file, "size": self.observer.bytes(), "checksums": digests})
    }

    /// A tagged line for each checksum.
    fn lines(&self) -> Result<Vec<u8>, FileError> {
        let digests = self.observer.digests();
        if digests.is_empty() {
            return Ok(Vec::new());
        }
        let name = places::line_name(&self.path)?;
        let line = |digest: &FileDigest| {
            manifest::line(digest, &name, ManifestForm::Tagged, manifest::LineEnd::Line)
        };
        Ok(digests.iter().flat_map(line).collect())
    }
}

/// The report at the end.
pub struct StreamReport<'a> {
    /// What to report.
    pub args: &'a ReportArgs,
    /// The end with the content.
    pub content: ReportEnd,
    /// The end with the compressed bytes.
    pub compressed: ReportEnd,
    /// Whether the result goes to standard output. Nothing else may be written there.
    pub to_stdout: bool,
    /// Whether to replace an existing file of checksums.
    pub overwrite: Overwrite,
}

impl StreamReport<'_> {
    /// Writes the report. `more` is added to the object.
    pub fn write(&self, more: Value) -> Result<(), Failure> {
        let mut lines = self.content.lines()?;
        lines.extend(self.compressed.lines()?);
        if let Some(path) = &self.args.sums {
            let mut file = LineOutput::file(path, self.overwrite)?;
            file.write(&lines)?;
            file.finish()?;
        }
        if self.args.json {
            let mut object = json!({
                "content": self.content.json(),
                "compressed": self.compressed.json(),
            });
            if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
                object.extend(more);
            }
            if !self.to_stdout {
                let mut stdout = LineOutput::stdout();
                stdout.json(&object)?;
                return stdout.finish();
            }
            lines = format!("{object}\n").into_bytes();
        } else if self.args.sums.is_some() {
            return Ok(());
        }
        // If standard error is closed, nothing can be reported.
        let _ = std::io::stderr().write_all(&lines);
        Ok(())
    }
}
