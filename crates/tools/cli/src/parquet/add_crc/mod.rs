//! `hashlane parquet add-crc`.
//!
//! | file | holds |
//! |---|---|
//! | `copies.rs` | which file is copied to which |

mod copies;

use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use hashlane_files::Source;
use hashlane_parquet::add_crc::{AddCrcError, AddCrcResult as Added, WrongCrc, add_crc};
use serde_json::json;

use super::{FileWork, WorkError, each, print};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{LineOutput, NewFolder, Overwrite, StagedFile};
use copies::FileCopy;

const USAGE: &str = "\
hashlane parquet add-crc [OPTIONS] IN OUT
       hashlane parquet add-crc [OPTIONS] IN... --output FOLDER";

const HELP: &str = "\
Copies Parquet files with a CRC-32 in the header of each page, as the format
defines it. Nothing is encoded again: the bodies of pages stay as they are, and
only headers, offsets and the footer are rewritten. A file in which `hashlane
parquet verify` finds anything but a wrong checksum is not copied. A copy has
the permissions of the file that it replaces, else those of IN. pyarrow
(page_checksum_verification=True), parquet-java and `hashlane parquet verify`
check them.

With --output, IN may also be a folder, which means its Parquet files at any
depth, or a pattern. A copy has the path in FOLDER that its file has below the
folder that was given, or below the folder in which the pattern starts. If a
file can't be copied, the others are. Files in FOLDER are not copied again if
FOLDER is inside of IN.

Exit codes: 0 all copies are written; 1 all copies are written with
--keep-wrong, and some of their checksums are wrong; 2 a copy is not written.

Examples:
  hashlane parquet add-crc orders.parquet orders-with-crc.parquet
  hashlane parquet add-crc lake --output lake-with-crc
  hashlane parquet add-crc --force lake --output lake
";

/// Arguments of `hashlane parquet add-crc`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = HELP)]
pub struct AddCrcArgs {
    /// A file and its copy; with --output files, folders or patterns
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<OsString>,

    /// Write the copies to this folder
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(short, long)]
    force: bool,

    /// Copy pages with a wrong checksum unchanged, so that readers still find the damage
    #[arg(long)]
    keep_wrong: bool,

    /// Print JSON objects, one per line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &AddCrcArgs) -> Result<Outcome, Failure> {
    let (copies, outcome) = match &args.output {
        Some(folder) => copies::in_folder(&args.paths, folder)?,
        None => (vec![copies::pair(&args.paths)?], Outcome::Fine),
    };
    let work = FileWork { json: args.json, passes: 2 };
    let copied = each(&copies, work, |copy, source, lines| {
        let name = source.name().to_owned();
        let added = written(args, copy, source)?;
        report(args, copy, &name, &added, lines)?;
        Ok(if added.wrong == 0 { Outcome::Fine } else { Outcome::Findings })
    })?;
    Ok(outcome.max(copied))
}

/// Writes a copy, and the folders that it needs.
fn written(
    args: &AddCrcArgs,
    copy: &FileCopy,
    source: Arc<dyn Source>,
) -> Result<Added, WorkError> {
    let path = &copy.output;
    let failed = |error| WorkError::File(format!("cannot write '{}': {error}", path.display()));
    // Removed if the copy fails, the inner ones first.
    let mut folders = Vec::new();
    if let Some(folder) = path.parent().filter(|_| args.output.is_some()) {
        let created = NewFolder::create_all(folder, &mut folders);
        folders.reverse();
        created.map_err(failed)?;
    }
    let overwrite = Overwrite::forced(args.force);
    let file = StagedFile::create(path, overwrite, source.metadata()).map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let wrong = if args.keep_wrong { WrongCrc::Keep } else { WrongCrc::Refuse };
    let added = match add_crc(source.as_ref(), &mut out, wrong) {
        Ok(added) => added,
        Err(AddCrcError::File(error)) => return Err(error.into()),
        Err(AddCrcError::Output(error)) => return Err(failed(error)),
    };
    out.flush().map_err(failed)?;
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    // The copy may replace its file. Windows replaces no file that is open.
    drop(source);
    file.commit().map_err(failed)?;
    Ok(added)
}

fn report(
    args: &AddCrcArgs,
    copy: &FileCopy,
    name: &str,
    added: &Added,
    lines: &mut LineOutput,
) -> Result<(), Failure> {
    let output = copy.output.display();
    if args.json {
        return lines.json(&json!({
            "file": name,
            "copy": output.to_string(),
            "pages": added.pages,
            "already": added.already,
            "wrong": added.wrong,
            "bytes_read": added.bytes_read,
            "bytes_written": added.bytes_written,
        }));
    }
    let (pages, already) = (added.pages, added.already);
    print(lines, &format!("{output}: {pages} pages, {already} had a checksum"))
}
