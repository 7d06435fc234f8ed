//! `hashlane parquet add-crc`.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use hashlane_parquet::add_crc::{AddCrcError, WrongCrc, add_crc};
use serde_json::json;

use super::{Work, print};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Lines, Overwrite, StagedFile};

const HELP: &str = "\
Copies a Parquet file with a CRC-32 in the header of each page, as the format defines it. Nothing is encoded
again: the bodies of pages stay as they are, and only headers, offsets and the footer are rewritten.
A file in which `hashlane parquet verify` finds anything but a wrong checksum is not copied.
The copy has the permissions of the file that it replaces, else those of IN.
pyarrow (page_checksum_verification=True), parquet-java and `hashlane parquet verify` check them.

Exit codes: 0 the copy is written; 1 the copy is written with --keep-wrong, and some of its checksums are wrong; 2 no
copy is written.

Examples:
  hashlane parquet add-crc orders.parquet orders-with-crc.parquet
";

/// Arguments of `hashlane parquet add-crc`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct AddCrc {
    /// The file
    #[arg(value_name = "IN")]
    input: String,

    /// The copy
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// Overwrite an existing file
    #[arg(short, long)]
    force: bool,

    /// Copy pages with a wrong checksum unchanged, so that readers still find the damage
    #[arg(long)]
    keep_wrong: bool,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &AddCrc) -> Result<Outcome, Failure> {
    let work = Work { json: args.json, passes: 2 };
    let progress = work.progress(std::slice::from_ref(&args.input));
    let source = work.open(&args.input, &progress)?;
    let output = &args.output;
    let failed = |error| Failure::Message(format!("cannot write '{}': {error}", output.display()));
    let overwrite = Overwrite::forced(args.force);
    let file = StagedFile::create(output, overwrite, source.metadata()).map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let wrong = if args.keep_wrong { WrongCrc::Keep } else { WrongCrc::Refuse };
    let added = match add_crc(source.as_ref(), &mut out, wrong) {
        Ok(added) => added,
        Err(AddCrcError::File(error)) => return Err(error.into()),
        Err(AddCrcError::Output(error)) => return Err(failed(error)),
    };
    out.flush().map_err(failed)?;
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    file.commit().map_err(failed)?;
    drop(source);
    progress.finish();
    let mut lines = Lines::stdout();
    if args.json {
        lines.json(&json!({
            "pages": added.pages,
            "already": added.already,
            "wrong": added.wrong,
            "bytes_read": added.bytes_read,
            "bytes_written": added.bytes_written,
        }))?;
    } else {
        let (pages, already) = (added.pages, added.already);
        let text = format!("{}: {pages} pages, {already} had a checksum", output.display());
        print(&mut lines, &text)?;
    }
    lines.finish()?;
    Ok(if added.wrong == 0 { Outcome::Fine } else { Outcome::Findings })
}
