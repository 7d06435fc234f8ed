//! A list of data files, which `hashlane scrub` and `hashlane diff` read.

use std::ffi::OsStr;

use hashlane_files::{FileError, InMemory};
use hashlane_scrub::files::FileList;

use crate::places::{self, OpenInput};

/// Reads a list: a file, an object, a pipe, or standard input for `-`.
///
/// # Errors
/// Returns one line if it can't be read, or isn't a list of files.
pub fn file_list(list: &OsStr) -> Result<FileList, FileError> {
    match OpenInput::open(list)? {
        OpenInput::File(source) => FileList::read(source.as_ref()),
        stream @ OpenInput::Stream(..) => {
            let name = places::shown(list);
            let bytes = stream.read_all()?;
            FileList::read(&InMemory::new(name, bytes, None))
        }
    }
}
