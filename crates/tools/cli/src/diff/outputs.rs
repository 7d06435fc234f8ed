//! Checks that no file that is written is one that is read.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use hashlane_databases::TableAddress;
use hashlane_files::{CancellationToken, FileError, is_url};

use crate::diff::DiffArgs;
use crate::failure::Failure;
use crate::output::{Overwrite, check_apart, check_free};
use crate::places;

/// Checks that the files to write are free, and none that is read or the other one.
pub fn check_outputs(args: &DiffArgs, names: &[&str]) -> Result<(), Failure> {
    for path in args.outputs() {
        names.iter().try_for_each(|side| check_side(path, side))?;
        check_free(path, Overwrite::forced(args.force))?;
    }
    if let (Some(output), Some(junit)) = (&args.output, &args.junit) {
        check_apart(output.path().as_os_str(), junit.as_os_str())?;
    }
    Ok(())
}

/// Checks that a file isn't one of a side: the file of a database, a file in a folder, or one that a pattern matches.
fn check_side(output: &Path, side: &str) -> Result<(), FileError> {
    let apart = |read: &str| check_apart(output.as_os_str(), OsStr::new(read));
    if let Some(Ok(address)) = TableAddress::parse(side) {
        return address.file().map_or(Ok(()), apart);
    }
    apart(side)?;
    // A file that isn't there yet isn't read.
    let Ok(file) = fs::canonicalize(output) else { return Ok(()) };
    if is_url(side) {
        return Ok(());
    }
    if let Ok(folder) = fs::canonicalize(side)
        && folder.is_dir()
        && file.starts_with(&folder)
    {
        return Err(FileError::new(
            &output.to_string_lossy(),
            "is in a folder that is read: give the output another place",
        ));
    }
    if side.contains(['*', '?', '[']) {
        // What can't be expanded is reported when it is read.
        let read = places::file_system(side)
            .and_then(|system| system.expand(side, &CancellationToken::default()));
        return read.unwrap_or_default().iter().try_for_each(|read| apart(read));
    }
    Ok(())
}
