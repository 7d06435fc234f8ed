//! Which file system a path belongs to.

use std::ffi::OsStr;

use hashlane_files::{FileError, FileSystem, Local, Source};

/// The file system of `path`: one by the scheme of a URL, else the files of this machine.
///
/// # Errors
/// If it is a URL of a scheme that nothing here reads.
pub fn file_system(path: &str) -> Result<&'static dyn FileSystem, FileError> {
    if is_url(path) {
        return Err(FileError::new(path, "is on a store that this build does not read"));
    }
    Ok(&Local)
}

/// Whether a path is a URL.
pub fn is_url(path: &str) -> bool {
    path.contains("://")
}

/// Opens a file, whose name need not be UTF-8 if it is one of this machine.
pub fn open(path: &OsStr) -> Result<Box<dyn Source>, FileError> {
    match path.to_str() {
        Some(path) => file_system(path)?.open(path),
        None => Err(FileError::new(&path.to_string_lossy(), "has a name that is not UTF-8")),
    }
}
