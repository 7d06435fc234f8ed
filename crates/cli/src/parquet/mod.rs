//! `hashlane parquet`: files that can be trusted.
//!
//! | file | holds |
//! |---|---|
//! | `verify.rs` | what is right and wrong with files |
//! | `fingerprint.rs` | what files hold, whoever wrote them |
//! | `diff.rs` | how two files differ |
//! | `seal.rs`, `check.rs` | manifests beside files, and what they find |
//! | `add_crc.rs` | copies with the checksums that pages lack |
//! | `watched.rs` | a file whose reads move a bar |

mod add_crc;
mod check;
mod diff;
mod fingerprint;
mod seal;
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
  hashlane parquet seal orders.parquet
  hashlane parquet check orders.parquet
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
    /// Check the footer, every page's checksum and, if asked, what the pages hold
    Verify(verify::Verify),
    /// Print a fingerprint of each column and of the rows, whatever the encoding
    Fingerprint(fingerprint::Fingerprint),
    /// Compare what two files hold
    Diff(diff::Diff),
    /// Write a manifest of checksums beside each file
    Seal(seal::Seal),
    /// Compare files with their manifests, and name what is damaged
    Check(check::Check),
    /// Copy a file and give its pages the checksums that they lack
    AddCrc(add_crc::AddCrc),
}

/// Runs a command.
pub fn run(args: &Parquet) -> Result<Outcome, Failure> {
    match &args.command {
        Command::Verify(args) => verify::run(args),
        Command::Fingerprint(args) => fingerprint::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Seal(args) => seal::run(args),
        Command::Check(args) => check::run(args),
        Command::AddCrc(args) => add_crc::run(args),
    }
}

/// As many threads as the machine runs at once, unless told.
fn threads(told: Option<NonZero<usize>>) -> NonZero<usize> {
    told.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// What goes over the files.
#[derive(Clone, Copy)]
struct Work {
    /// Whether it prints objects, beside which nothing moves.
    json: bool,
    /// How often it reads a file as a whole.
    passes: u64,
}

impl Work {
    /// A bar for these files.
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

/// Calls `one` with the name that opens each file of the paths and patterns, and the file, and prints lines. What is wrong
/// with one is reported, and the others are done all the same.
fn each_file(
    paths: &[String],
    work: Work,
    mut one: impl FnMut(&str, &Arc<dyn Source>, &mut Lines) -> Result<Outcome, Error>,
) -> Result<Outcome, Failure> {
    let (names, mut outcome) = expand(paths);
    let progress = work.progress(&names);
    let mut lines = Lines::beside(&progress);
    for name in &names {
        let source = work.open(name, &progress).map_err(Error::File);
        outcome = outcome.max(match source.and_then(|source| one(name, &source, &mut lines)) {
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

/// The files that the paths and patterns mean. A pattern that means none is told.
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

/// What ends the work on a file, or all of it.
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
