//! Compares a file with its listed digests.

use hashlane_files::FileError;
use hashlane_files::digest::{Batch, Digest};

use super::listed::ListedFile;
use crate::places::{self, Input};

/// The result for a file.
pub struct Verdict<'a> {
    /// The file with its listed digests.
    pub file: &'a ListedFile,
    /// Its actual digests in the order of the list, or the error of reading it.
    pub digests: Result<Vec<Digest>, FileError>,
}

/// Reads a file and computes its digests.
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
