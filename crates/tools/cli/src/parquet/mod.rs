//! `hashlane parquet`: verify, fingerprint and compare Parquet files, and add checksums to them.
//!
//! | file | holds |
//! |---|---|
//! | `verify.rs` | checks that files are intact |
//! | `fingerprint.rs` | fingerprints of the content, independent of the writer |
//! | `diff.rs` | compares two files |
//! | `add_crc` | copies files and adds missing checksums |
//! | `inputs.rs` | the files that arguments mean |

mod add_crc;
mod diff;
mod fingerprint;
mod inputs;
mod verify;

use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use clap::{Args, Subcommand};
use hashlane_files::digest::OBJECTS;
use hashlane_files::{CountedSource, FileError, LocalFiles, OrderedWork, Source};

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{LineOutput, Progress, complain};
use crate::places;
use inputs::inputs;

const HELP: &str = "\
Examples:
  hashlane parquet verify --deep warehouse
  hashlane parquet fingerprint orders.parquet
  hashlane parquet diff monday.parquet tuesday.parquet
  hashlane parquet add-crc orders.parquet checked.parquet
";

/// Arguments of `hashlane parquet`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct ParquetArgs {
    /// What to do
    #[command(subcommand)]
    command: ParquetCommand,
}

#[derive(Debug, Subcommand)]
enum ParquetCommand {
    /// Check the footer, every page's checksum and, with --deep, the content of pages
    Verify(verify::VerifyArgs),
    /// Print a fingerprint of each column and of the rows, independent of the encoding
    Fingerprint(fingerprint::FingerprintArgs),
    /// Compare the content of two files
    Diff(diff::ParquetDiffArgs),
    /// Copy files and add the checksums that their pages lack
    AddCrc(add_crc::AddCrcArgs),
}

/// Runs a command.
pub fn run(args: &ParquetArgs) -> Result<Outcome, Failure> {
    match &args.command {
        ParquetCommand::Verify(args) => verify::run(args),
        ParquetCommand::Fingerprint(args) => fingerprint::run(args),
        ParquetCommand::Diff(args) => diff::run(args),
        ParquetCommand::AddCrc(args) => add_crc::run(args),
    }
}

/// The given number of threads, or as many as the machine can run at once.
fn threads(told: Option<NonZero<usize>>) -> NonZero<usize> {
    told.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// How a command reads its files.
#[derive(Clone, Copy)]
struct FileWork {
    /// Whether it prints JSON objects. It then shows no progress.
    json: bool,
    /// The number of times that it reads each file.
    passes: u64,
}

impl FileWork {
    /// Returns a progress bar for these files.
    fn progress(self, names: &[impl AsRef<OsStr>]) -> Progress {
        if self.json {
            return Progress::hidden();
        }
        let total = places::total(names.iter().map(AsRef::as_ref));
        Progress::bytes(total.map(|total| total.saturating_mul(self.passes)))
    }

    /// Opens a file. The name of a local file need not be UTF-8.
    fn open(self, name: &OsStr, progress: &Progress) -> Result<Arc<dyn Source>, FileError> {
        let source = match name.to_str() {
            Some(name) => places::file_system(name)?.open(name)?,
            None => LocalFiles.open_path(Path::new(name))?,
        };
        Ok(Arc::new(CountedSource::new(source.into(), self.passes, Arc::new(progress.clone()))))
    }
}

/// Opens each file of the arguments, calls `one` with it, and prints lines.
fn each_file(
    arguments: &[OsString],
    work: FileWork,
    mut one: impl FnMut(&Arc<dyn Source>, &mut LineOutput) -> Result<Outcome, WorkError>,
) -> Result<Outcome, Failure> {
    let (inputs, outcome) = inputs(arguments);
    let files: Vec<OsString> = inputs.into_iter().flat_map(|inputs| inputs.files).collect();
    Ok(outcome.max(each(&files, work, |_, source, lines| one(&source, lines))?))
}

/// Opens each file, gives it to `one`, and prints lines. An error of one file is reported, and the others are processed
/// nevertheless. Objects of a store are opened ahead, as many at a time as it likes.
fn each<T: AsRef<OsStr> + Sync>(
    files: &[T],
    work: FileWork,
    mut one: impl FnMut(&T, Arc<dyn Source>, &mut LineOutput) -> Result<Outcome, WorkError>,
) -> Result<Outcome, Failure> {
    let progress = work.progress(files);
    let mut lines = LineOutput::beside(&progress);
    let (mut outcome, mut stopped, mut left) = (Outcome::Fine, Ok(()), files.iter());
    let objects = files.iter().any(|file| places::is_object(file.as_ref()));
    let threads = if objects { OBJECTS } else { NonZero::<usize>::MIN };
    let open = |index: usize, (): &mut ()| work.open(files[index].as_ref(), &progress);
    let ahead = OrderedWork { threads, ahead: threads.get() };
    ahead.for_each(
        files.len(),
        || (),
        open,
        |opened| {
            let Some(file) = left.next() else { return ControlFlow::Break(()) };
            match opened.map_err(WorkError::from).and_then(|source| one(file, source, &mut lines)) {
                Ok(done) => outcome = outcome.max(done),
                Err(WorkError::File(error)) => {
                    progress.suspend(|| complain(&error));
                    outcome = Outcome::Trouble;
                }
                Err(WorkError::Stop(failure)) => {
                    stopped = Err(failure);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        },
    );
    progress.finish();
    stopped?;
    lines.finish()?;
    Ok(outcome)
}

/// An error that ends the work on a file, as one line, or all work.
enum WorkError {
    File(String),
    Stop(Failure),
}

impl From<FileError> for WorkError {
    fn from(error: FileError) -> Self {
        WorkError::File(error.to_string())
    }
}

impl From<Failure> for WorkError {
    fn from(failure: Failure) -> Self {
        WorkError::Stop(failure)
    }
}

/// Writes a line of text.
fn print(lines: &mut LineOutput, text: &str) -> Result<(), Failure> {
    lines.write(format!("{}\n", crate::failure::one_line(text)).as_bytes())
}
