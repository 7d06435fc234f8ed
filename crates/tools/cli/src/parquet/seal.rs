//! `hashlane parquet seal`.

use std::num::NonZero;
use std::path::Path;

use clap::Args;
use hashlane_files::{FileError, Source, base_name};
use hashlane_parquet::seal::seal;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

use super::{Work, each_file, print, threads};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Overwrite, StagedFile};
use crate::places;

/// The suffix that a manifest adds to the name of its file.
pub const SUFFIX: &str = ".seal.json";

const HELP: &str = "\
Writes FILE.seal.json beside each file: its size, BLAKE3 of it, XXH128 of the footer and of every column
chunk, and the fingerprint of what it holds. `hashlane parquet check` names the part that is damaged.
docs/parquet-seal.md describes the format. Of a file that can't be decoded, only the bytes are sealed: the line says
why the fingerprint is left out, and the exit code is 1. A new manifest has the permissions of its file. A file in
an object store is read there; --folder says where its manifest goes.

Examples:
  hashlane parquet seal orders.parquet
  hashlane parquet seal --no-fingerprint 'warehouse/**/*.parquet'
  hashlane parquet seal --folder seals s3://bucket/orders.parquet
";

/// Arguments of `hashlane parquet seal`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Seal {
    /// Files or patterns
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Put manifests in this folder instead of beside the files
    #[arg(long, value_name = "DIR")]
    folder: Option<String>,

    /// Leave the fingerprint out, so that the file need not be decoded
    #[arg(long)]
    no_fingerprint: bool,

    /// Overwrite an existing manifest
    #[arg(short, long)]
    force: bool,

    /// Print JSON objects, one per line
    #[arg(long)]
    json: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// Runs the command.
pub fn run(args: &Seal) -> Result<Outcome, Failure> {
    // The fingerprint reads the file once more.
    let passes = if args.no_fingerprint { 1 } else { 2 };
    each_file(&args.files, Work { json: args.json, passes }, |_, source, lines| {
        let path = manifest_path(source.name(), args.folder.as_deref())?;
        let overwrite = Overwrite::forced(args.force);
        let failed = |error| FileError::io(&path, error);
        overwrite.check(Path::new(&path)).map_err(failed)?;
        let threads = threads(args.threads);
        let (fingerprint, left_out) = match fingerprint(args, source, threads) {
            Ok(fingerprint) => (fingerprint, None),
            Err(error) => (None, Some(error)),
        };
        // A file that can't be read fails here again.
        let manifest = seal(source.as_ref(), threads.get(), fingerprint)?;
        // A manifest describes the content, so it gets the permissions of the file.
        let file = StagedFile::create(Path::new(&path), overwrite, source.metadata());
        let mut file = file.map_err(failed)?;
        file.write_all(manifest.text().as_bytes()).map_err(failed)?;
        file.commit().map_err(failed)?;
        let reason = left_out.map(|error| error.to_string());
        if args.json {
            lines.json(
                &json!({"file": source.name(), "manifest": path, "unfingerprinted": reason}),
            )?;
        } else {
            let without = reason.as_ref().map(|reason| format!(" without a fingerprint: {reason}"));
            let without = without.unwrap_or_default();
            print(lines, &format!("{}: sealed in {path}{without}", source.name()))?;
        }
        Ok(if reason.is_some() { Outcome::Findings } else { Outcome::Fine })
    })
}

/// Returns the fingerprint of the rows, unless the arguments leave it out.
fn fingerprint(
    args: &Seal,
    source: &Arc<dyn Source>,
    threads: NonZero<usize>,
) -> Result<Option<String>, FileError> {
    if args.no_fingerprint {
        return Ok(None);
    }
    let options = hashlane_parquet::Fingerprint { ordered: false, threads };
    let columns = hashlane_parquet::fingerprint(source, &options)?;
    Ok(columns.into_iter().find(|column| column.column.is_none()).map(|row| row.fingerprint))
}

/// The path of a file's manifest.
pub fn manifest_path(name: &str, folder: Option<&str>) -> Result<String, FileError> {
    match folder {
        Some(folder) => Ok(format!("{}/{}{SUFFIX}", folder.trim_end_matches('/'), base_name(name))),
        None if places::is_url(name) => Err(FileError::new(
            name,
            "is in an object store, where manifests can't be written: use --folder",
        )),
        None => Ok(format!("{name}{SUFFIX}")),
    }
}
