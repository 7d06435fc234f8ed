//! `hashlane parquet seal`.

use std::num::NonZero;
use std::path::Path;

use clap::Args;
use hashlane_files::{FileError, Source, base_name};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

use super::{Error, Work, each_file, print, threads};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Overwrite, StagedFile};
use crate::places;

/// What the name of a manifest adds to that of its file.
pub const SUFFIX: &str = ".seal.json";

const HELP: &str = "\
Writes FILE.seal.json beside each file: its size, BLAKE3 of it, XXH128 of the footer and of every column
chunk, and the fingerprint of what it holds. `hashlane parquet check` names the part that is damaged.
docs/parquet-seal.md describes the format. A new manifest has the permissions of its file. A file in an object store is read there; --folder says where
its manifest goes.

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

    /// Leave the fingerprint out: the file need not be decoded
    #[arg(long)]
    no_fingerprint: bool,

    /// Replace a manifest that is there
    #[arg(short, long)]
    force: bool,

    /// Print objects, one a line
    #[arg(long)]
    json: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// Runs the command.
pub fn run(args: &Seal) -> Result<Outcome, Failure> {
    // The fingerprint takes a pass of its own.
    let passes = if args.no_fingerprint { 1 } else { 2 };
    each_file(&args.files, Work { json: args.json, passes }, |_, source, lines| {
        let path = manifest_path(source.name(), args.folder.as_deref())?;
        let overwrite = Overwrite::forced(args.force);
        let failed = |error| FileError::io(&path, error);
        overwrite.check(Path::new(&path)).map_err(failed)?;
        let manifest = manifest(args, source)?;
        // It tells of the content: whoever may not read the file may not read that.
        let file = StagedFile::create(Path::new(&path), overwrite, source.metadata());
        let mut file = file.map_err(failed)?;
        file.write_all(manifest.text().as_bytes()).map_err(failed)?;
        file.commit().map_err(failed)?;
        if args.json {
            lines.json(&json!({"file": source.name(), "manifest": path}))?;
        } else {
            print(lines, &format!("{}: sealed in {path}", source.name()))?;
        }
        Ok(Outcome::Fine)
    })
}

fn manifest(
    args: &Seal,
    source: &Arc<dyn Source>,
) -> Result<hashlane_parquet::seal::Manifest, Error> {
    let threads = threads(args.threads);
    let fingerprint = match args.no_fingerprint {
        true => None,
        false => {
            let options = hashlane_parquet::Fingerprint { ordered: false, threads };
            let columns = hashlane_parquet::fingerprint(source, &options)?;
            columns.into_iter().find(|column| column.column.is_none()).map(|row| row.fingerprint)
        }
    };
    Ok(hashlane_parquet::seal::seal(source.as_ref(), threads.get(), fingerprint)?)
}

/// Where the manifest of a file is.
pub fn manifest_path(name: &str, folder: Option<&str>) -> Result<String, FileError> {
    match folder {
        Some(folder) => Ok(format!("{}/{}{SUFFIX}", folder.trim_end_matches('/'), base_name(name))),
        None if places::is_url(name) => {
            Err(FileError::new(name, "is in a store, where manifests can't be put: use --folder"))
        }
        None => Ok(format!("{name}{SUFFIX}")),
    }
}
