//! `hashlane sum`: checksums of files.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `files.rs` | the files of the arguments: names, patterns and folders |
//! | `s3.rs` | values of S3's headers |

mod args;
mod files;
mod s3;

use std::ffi::{OsStr, OsString};

use hashlane_files::digest::{FileAlgorithm, FileBatch, FileDigest};
use hashlane_files::{FileError, manifest};
use serde_json::json;

use crate::check;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{LineOutput, Overwrite, Progress, complain};
use crate::places;

pub use args::{SumArgs, algorithm};

/// Prints the checksums of all files that can be read. With `--check`, checks manifests.
pub fn run(args: &SumArgs) -> Result<Outcome, Failure> {
    if let Some(check) = args.as_check()? {
        return check::run(&check);
    }
    let is_json = args.is_json()?;
    let (files, mut outcome) = files::files(args)?;
    // The parts of an object are read at a time, too.
    let names = files.iter().map(OsString::as_os_str).filter(|_| args.s3.is_none());
    let batch = places::batch(args.threads, names);
    let mut lines = match &args.output {
        Some(path) => LineOutput::file(path, Overwrite::forced(args.force))?,
        None => LineOutput::stdout(),
    };
    let progress = match is_json {
        true => Progress::hidden(),
        false => Progress::bytes(places::total(files.iter().map(OsString::as_os_str))),
    };
    let add = |bytes| progress.add(bytes);
    let digests = |file: &OsString| match args.s3 {
        Some(checksum) => s3::record(args, checksum, is_json, file, &batch, &add),
        None => record(args, is_json, file, &batch, &add),
    };
    let result = batch.in_order(&files, digests, |record| match record {
        Ok(record) => progress.suspend(|| lines.write(&record)),
        Err(error) => {
            outcome = Outcome::Trouble;
            progress.suspend(|| complain(&error.to_string()));
            Ok(())
        }
    });
    progress.finish();
    result?;
    lines.finish()?;
    Ok(outcome)
}

/// Writes the lines of one file.
fn record(
    args: &SumArgs,
    is_json: bool,
    file: &OsStr,
    batch: &FileBatch,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<u8>, FileError> {
    let default = [FileAlgorithm::find("xxh3").expect("it is in the table")];
    let algorithms = if args.algorithm.is_empty() { &default[..] } else { &args.algorithm[..] };
    let name = places::line_name(file)?;
    check_name(file, is_json)?;
    let (size, digests) = files::open(file)?.digests(algorithms, batch, progress)?;
    let line = |digest: &FileDigest| match is_json {
        true => json_line(file, size, digest),
        false => manifest::line(digest, &name, args.form(), args.end()),
    };
    Ok(digests.iter().flat_map(line).collect())
}

/// Refuses a name that JSON can't hold.
fn check_name(file: &OsStr, is_json: bool) -> Result<(), FileError> {
    match is_json && file.to_str().is_none() {
        true => Err(FileError::new(
            &places::shown(file),
            "has a name that is not UTF-8, which JSON can't hold: leave out --json",
        )),
        false => Ok(()),
    }
}

fn json_line(file: &OsStr, size: u64, digest: &FileDigest) -> Vec<u8> {
    let object = json!({
        "file": places::shown(file),
        "size": size,
        "algorithm": digest.algorithm.name,
        "hex": digest.hex(),
        "base64": digest.base64(),
    });
    format!("{object}\n").into_bytes()
}
