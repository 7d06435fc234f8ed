//! The files below a folder of this machine.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::FileError;

/// A file below a folder, or a link.
#[derive(Debug)]
pub struct FolderEntry {
    /// Its path, which begins with that of the folder.
    pub path: PathBuf,
    /// Whether it is a link.
    pub is_link: bool,
    /// What the system knows of the file, or of what the link leads to. `None` if the link leads to nothing.
    pub metadata: Option<Metadata>,
}

impl FolderEntry {
    /// Whether it is a file, or a link to one or to nothing: reading the latter says what is missing.
    pub fn is_file(&self) -> bool {
        self.metadata.as_ref().is_none_or(Metadata::is_file)
    }
}

/// Returns the files and links below a folder, by name. A folder that can't be read is an error with its path.
///
/// Links to folders are returned, but not followed: they may form a circle. Pipes, sockets and devices are left out, and
/// so is what `is_kept` refuses: a folder with all that is below it.
pub fn walk(
    folder: &Path,
    is_kept: impl Fn(&Path) -> bool,
) -> impl Iterator<Item = Result<FolderEntry, (PathBuf, FileError)>> {
    let entries = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    let failed = |error: walkdir::Error| {
        let path = error.path().unwrap_or(folder).to_owned();
        let cause = error.into_io_error().unwrap_or_else(|| ErrorKind::Other.into());
        let error = FileError::io(&path.to_string_lossy(), cause);
        (path, error)
    };
    let entries = entries.filter_entry(move |entry| is_kept(entry.path()));
    entries.filter_map(move |entry| entry.map_err(failed).map(file_or_link).transpose())
}

fn file_or_link(entry: DirEntry) -> Option<FolderEntry> {
    let is_link = entry.path_is_symlink();
    let metadata = match is_link {
        true => fs::metadata(entry.path()).ok(),
        false => entry.metadata().ok().filter(Metadata::is_file),
    };
    let is_found = is_link || entry.file_type().is_file();
    is_found.then(|| FolderEntry { path: entry.into_path(), is_link, metadata })
}
