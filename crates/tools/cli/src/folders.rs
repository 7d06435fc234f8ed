//! The files in folders.

use std::ffi::OsString;
use std::path::Path;

use glob::Pattern;
use hashlane_files::{ExcludePatterns, walk, with_slashes};

use crate::outcome::Outcome;
use crate::output::complain;

/// The files below a folder, by name, without those that a pattern leaves out; a broken link is one, so that it is reported. Names
/// have `/`, on Windows too, as those that a pattern matches. Complains about folders that can't be read.
pub fn files_below(folder: &Path, exclude: &[Pattern]) -> (Vec<OsString>, Outcome) {
    let (mut files, mut outcome) = (Vec::new(), Outcome::Fine);
    let exclude = ExcludePatterns::new(exclude, &folder.to_string_lossy());
    let is_kept = |path: &Path| {
        let below = path.strip_prefix(folder).unwrap_or(path);
        !exclude.leaves_out(&with_slashes(&below.to_string_lossy()))
    };
    for entry in walk(folder, is_kept) {
        match entry {
            Ok(entry) if entry.is_file() => {
                files.push(with_our_separator(entry.path.into_os_string()));
            }
            Ok(_) => {}
            Err((_, error)) => {
                complain(&error.to_string());
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
