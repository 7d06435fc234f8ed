//! A file against what is listed of it.

use hashlane_files::FileError;
use hashlane_files::digest::{Batch, Digest};

use super::listed::ListedFile;
use crate::places::{self, Input};

/// What has become of a file.
pub struct Verdict<'a> {
    /// What is listed.
    pub file: &'a ListedFile,
    /// Its digests in the order they are listed, or why there are none.
    pub digests: Result<Vec<Digest>, FileError>,
}

/// Reads a file and says what has become of it.
pub fn of<'a>(file: &'a ListedFile, batch: &Batch, progress: &(dyn Fn(u64) + Sync)) -> Verdict<'a> {
    let algorithms: Vec<_> = file.digests.iter().map(|(algorithm, _)| *algorithm).collect();
    let digests = match places::path(&file.name) {
        Some(path) => {
            Input::open(path).and_then(|input| input.digests(&algorithms, batch, progress))
        }
        None => {
            let name = String::from_utf8_lossy(&file.name);
            Err(FileError::new(&name, "is no name that a file of this machine can have"))
        }
    };
    Verdict { file, digests: digests.map(|(_, digests)| digests) }
}
