//! Values of S3's headers.

use std::ffi::OsStr;

use hashlane_files::digest::FileBatch;
use hashlane_files::s3::S3Checksum;
use hashlane_files::{FileError, manifest};
use serde_json::json;

use super::SumArgs;
use crate::places::{self, OpenInput};

/// Writes the line of one file: the value and the name.
pub fn record(
    args: &SumArgs,
    checksum: &'static S3Checksum,
    is_json: bool,
    file: &OsStr,
    batch: &FileBatch,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<u8>, FileError> {
    let name = places::line_name(file)?;
    super::check_name(file, is_json)?;
    let (size, value) = match (super::files::open(file)?, args.part_size) {
        (input, None) => {
            let (size, digests) = input.digests(&[checksum.algorithm()], batch, progress)?;
            (size, digests.iter().map(|digest| checksum.full_object(digest)).collect())
        }
        (OpenInput::File(source), Some(part_size)) => {
            let value = checksum.composite(&*source, part_size, batch, progress)?;
            (source.size(), value)
        }
        (OpenInput::Stream(name, _), Some(_)) => {
            return Err(FileError::new(&name, "has no parts: save it to a file first"));
        }
    };
    if is_json {
        let name = places::shown(file);
        let object =
            json!({"file": name, "size": size, "algorithm": checksum.name, "value": value});
        return Ok(format!("{object}\n").into_bytes());
    }
    Ok(manifest::value_line(&value, &name, args.end()))
}
