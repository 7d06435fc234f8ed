//! `hashlane check`: compares files with manifests of checksums.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `listed.rs` | the files that a manifest lists, and its lines that can't be checked |
//! | `verdict.rs` | compares a file with its listed digests |
//! | `report.rs` | prints a line or an object for each verdict, and the totals |
//! | `chosen.rs` | the files that `--files-from` chooses |
//! | `unlisted.rs` | the files in folders that no manifest lists |

mod args;
mod chosen;
mod listed;
mod report;
mod unlisted;
mod verdict;

use std::borrow::Cow;
use std::ffi::OsStr;

use hashlane_files::FileError;
use hashlane_files::digest::FileAlgorithm;
use hashlane_files::manifest::{algorithm_of_name, decoded};

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{LineOutput, Progress, complain};
use crate::places::{self, OpenInput};

pub use args::{CheckArgs, ReportingArgs};
use chosen::ChosenFiles;
use listed::ManifestContent;
use report::ManifestReport;
use unlisted::KnownFiles;
use verdict::CheckReading;

/// Checks the files that all manifests list.
pub fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    let mut lines = LineOutput::stdout();
    let (mut outcome, mut known) = (Outcome::Fine, KnownFiles::default());
    let mut chosen =
        args.files_from.as_ref().map(|list| ChosenFiles::read(args, list)).transpose()?;
    for manifest in args.manifests() {
        let gone = match text(manifest) {
            Ok(text) => {
                let assumed = assumed(args, manifest);
                let name = manifest.to_str().unwrap_or("-");
                let mut listed = ManifestContent::new(&text, args, assumed, name);
                known.add(args, manifest, &listed);
                if let Some(chosen) = &mut chosen {
                    chosen.keep(args, &mut listed);
                }
                check(args, manifest, &listed, &mut lines)?
            }
            Err(error) => {
                complain(&error.to_string());
                Outcome::Trouble
            }
        };
        outcome = outcome.max(gone);
    }
    let (mut unlisted, gone) = known.unlisted(args);
    unlisted.extend(chosen.into_iter().flat_map(ChosenFiles::unlisted));
    outcome = outcome.max(gone).max(report::unlisted(args, &unlisted, &mut lines)?);
    lines.finish()?;
    Ok(outcome)
}

/// The text of a manifest in UTF-8.
fn text(manifest: &OsStr) -> Result<Vec<u8>, FileError> {
    let bytes = OpenInput::open(manifest).and_then(OpenInput::read_all)?;
    match decoded(&bytes) {
        Some(Cow::Owned(text)) => Ok(text),
        Some(Cow::Borrowed(_)) => Ok(bytes),
        None => Err(FileError::new(&places::shown(manifest), "is not valid UTF-16")),
    }
}

/// The algorithm of lines without a tag: the given one, or else the one in the manifest's name.
fn assumed(args: &CheckArgs, manifest: &OsStr) -> Option<&'static FileAlgorithm> {
    args.algorithm.or_else(|| algorithm_of_name(manifest.to_str()?))
}

/// Checks the files that one manifest lists.
fn check(
    args: &CheckArgs,
    manifest: &OsStr,
    listed: &ManifestContent,
    lines: &mut LineOutput,
) -> Result<Outcome, Failure> {
    let mut report = ManifestReport::new(args, manifest);
    report.begin(listed);
    let names = listed.files.iter().filter_map(|file| places::path(&file.name));
    let paths: Vec<_> = names.map(|name| args.path(name)).collect();
    let progress = match args.reporting.status || args.reporting.quiet || args.json {
        true => Progress::hidden(),
        false => Progress::bytes(places::total(paths.iter().map(|path| path.as_os_str()))),
    };
    let add = |bytes| progress.add(bytes);
    let batch = places::batch(args.threads, paths.iter().map(|path| path.as_os_str()));
    let reading = CheckReading { args, batch: &batch, progress: &add };
    let result = batch.in_order(
        &listed.files,
        |file| reading.verdict(file),
        |verdicts| progress.suspend(|| report.print(&verdicts, lines)),
    );
    progress.finish();
    result?;
    Ok(report.end(listed))
}
