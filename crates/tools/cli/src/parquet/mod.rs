//! `hashlane parquet`: verify, fingerprint and compare Parquet files, and add checksums to them.
//!
//! | file | holds |
//! |---|---|
//! | `verify.rs` | checks that files are intact |
//! | `fingerprint.rs` | fingerprints of the content, independent of the writer |
//! | `diff.rs` | compares two files |
//! | `add_crc.rs` | copies files and adds missing checksums |
//! | `watched.rs` | a file whose reads advance a progress bar |

mod add_crc;
mod diff;
mod fingerprint;
mod verify;
mod watched;

use std::ffi::OsStr;
use std::num::NonZero;
use std::sync::Arc;

use clap::{Args, Subcommand};
use hashlane_files::{CancellationToken, FileError, Source};

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Lines, Progress, complain};
use crate::places;
use watched::Watched;

const HELP: &str = "\
Examples:
  hashlane parquet verify --deep 'warehouse/**/*.parquet'
  hashlane parquet fingerprint orders.parquet
  hashlane parquet diff monday.parquet tuesday.parquet
  hashlane parquet add-crc orders.parquet checked.parquet
";

/// Arguments of `hashlane parquet`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Parquet {
    /// What to do
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check the footer, every page's checksum and, with --deep, the content of pages
    Verify(verify::Verify),
    /// Print a fingerprint of each column and of the rows, independent of the encoding
    Fingerprint(fingerprint::Fingerprint),
    /// Compare the content of two files
    Diff(diff::Diff),
    /// Copy a file and add the checksums that its pages lack
    AddCrc(add_crc::AddCrc),
}

/// Runs a command.
pub fn run(args: &Parquet) -> Result<Outcome, Failure> {
    match &args.command {
        Command::Verify(args) => verify::run(args),
        Command::Fingerprint(args) => fingerprint::run(args),
        Command::Diff(args) => diff::run(args),
        Command::AddCrc(args) => add_crc::run(args),
    }
}

/// The given number of threads, or as many as the machine can run at once.
fn threads(told: Option<NonZero<usize>>) -> NonZero<usize> {
    told.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// How a command reads its files.
#[derive(Clone, Copy)]
struct Work {
    /// Whether it prints JSON objects. It then shows no progress.
    json: bool,
    /// The number of times that it reads each file.
    passes: u64,
}

impl Work {
    /// Returns a progress bar for these files.
    fn progress(self, names: &[String]) -> Progress {
        if self.json {
            return Progress::hidden();
        }
        let total = places::total(names.iter().map(OsStr::new));
        Progress::bytes(total.map(|total| total.saturating_mul(self.passes)))
    }

    fn open(self, name: &str, progress: &Progress) -> Result<Arc<dyn Source>, FileError> {
        let source = places::file_system(name)?.open(name)?;
        Ok(Arc::new(Watched::new(source, self.passes, progress)))
    }
}

/// Opens each file of the paths and patterns, calls `one` with it, and prints lines. An error of one
/// file is reported, and the others are processed nevertheless.
fn each_file(
    paths: &[String],
    work: Work,
    mut one: impl FnMut(&Arc<dyn Source>, &mut Lines) -> Result<Outcome, Error>,
) -> Result<Outcome, Failure> {
    let (names, mut outcome) = expand(paths);
    let progress = work.progress(&names);
    let mut lines = Lines::beside(&progress);
    for name in &names {
        let source = work.open(name, &progress).map_err(Error::File);
        outcome = outcome.max(match source.and_then(|source| one(&source, &mut lines)) {
            Ok(outcome) => outcome,
            Err(Error::File(error)) => {
                progress.suspend(|| complain(&error.to_string()));
                Outcome::Trouble
            }
            Err(Error::Stop(failure)) => {
                progress.finish();
                return Err(failure);
            }
        });
    }
    progress.finish();
    lines.finish()?;
    Ok(outcome)
}

/// Returns the files of the paths and patterns. Reports a pattern without files.
fn expand(paths: &[String]) -> (Vec<String>, Outcome) {
    let mut outcome = Outcome::Fine;
    let mut names = Vec::new();
    for path in paths {
        match places::file_system(path)
            .and_then(|files| files.expand(path, &CancellationToken::new()))
        {
            Ok(of_path) => names.extend(of_path),
            Err(error) => {
                complain(&error.to_string());
                outcome = Outcome::Trouble;
            }
        }
    }
    (names, outcome)
}

/// An error that ends the work on a file, or all work.
enum Error {
    File(FileError),
    Stop(Failure),
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        Error::File(error)
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Error::Stop(failure)
    }
}

/// Writes a line of text.
fn print(lines: &mut Lines, text: &str) -> Result<(), Failure> {
    lines.write(format!("{}\n", crate::failure::one_line(text)).as_bytes())
}
