//! The files in folders.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use glob::Pattern;
use hashlane_files::{Exclude, FileError, with_slashes};
use walkdir::{DirEntry, WalkDir};

use crate::outcome::Outcome;
use crate::output::complain;

/// The files below a folder, by name, without those that a pattern leaves out. Links to folders are not followed, since they may form a
/// circle. Pipes, sockets, devices and links to folders have no checksum. Names have `/`, on Windows too, as those that a pattern
/// matches. Complains about folders that can't be read.
pub fn files_below(folder: &Path, exclude: &[Pattern]) -> (Vec<OsString>, Outcome) {
    let (mut files, mut outcome) = (Vec::new(), Outcome::Fine);
    let exclude = Exclude::new(exclude, &folder.to_string_lossy());
    let is_kept = |entry: &DirEntry| {
        let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        !exclude.leaves_out(&with_slashes(&below.to_string_lossy()))
    };
    let below = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    for entry in below.filter_entry(is_kept) {
        match entry {
            Ok(entry) => {
                let path = entry.into_path();
                // A broken link is added, so that it is reported.
                if fs::metadata(&path).map_or(true, |metadata| metadata.is_file()) {
                    files.push(with_our_separator(path.into_os_string()));
                }
            }
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_string_lossy().into_owned();
                let error = error.into_io_error().unwrap_or_else(|| ErrorKind::Other.into());
                complain(&FileError::io(&path, error).to_string());
                outcome = Outcome::Trouble;
            }
        }
    }
    (files, outcome)
}

fn with_our_separator(file: OsString) -> OsString {
    match file.to_str() {
        Some(name) if cfg!(windows) => with_slashes(name).into(),
        _ => file,
    }
}
