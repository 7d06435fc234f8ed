//! The names in a file that `--files-from` gives.

use std::ffi::{OsStr, OsString};

use hashlane_files::FileError;

use crate::places::{self, OpenInput};

/// Reads a list of names: one a line, or each before a zero byte, as `find -print0` writes them. Names are taken as they are: nothing in them
/// is a pattern or an escape.
///
/// # Errors
/// Returns an error if the list can't be read, has an empty name, or a name that no file can have.
pub fn listed_in(list: &OsStr) -> Result<Vec<OsString>, FileError> {
    let text = OpenInput::open(list).and_then(OpenInput::read_all)?;
    // A name on Unix may have any byte but zero.
    let end = if text.contains(&0) { 0 } else { b'\n' };
    let text = text.strip_suffix(&[end]).unwrap_or(&text);
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let names = text.split(|byte| *byte == end).zip(1..);
    names.map(|(name, number)| parsed(list, name, number)).collect()
}

fn parsed(list: &OsStr, name: &[u8], number: usize) -> Result<OsString, FileError> {
    let refused = |what| Err(FileError::new(&places::shown(list), format!("name {number} {what}")));
    match places::path(name) {
        _ if name.is_empty() => refused("is empty"),
        _ if name == b"-" => refused("is '-', which is standard input: a file of this name is ./-"),
        Some(path) => Ok(path.to_owned()),
        None => refused("is not Unicode, which no name of a file here can be"),
    }
}
