//! The files of the arguments: given names, patterns, and folders.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use glob::Pattern;
use hashlane_files::{CancellationToken, FileError};
use walkdir::WalkDir;

use super::Sum;
use crate::names;
use crate::outcome::Outcome;
use crate::output::complain;
use crate::places::{self, Input};

/// Returns the files in the order of the arguments, and then those of `--files-from`. Files of a folder or a pattern are sorted by name.
///
/// # Errors
/// Returns an error if the list of `--files-from` can't be used.
pub fn files(args: &Sum) -> Result<(Vec<OsString>, Outcome), FileError> {
    if args.files.is_empty() && args.files_from.is_none() {
        return Ok((vec!["-".into()], Outcome::Fine));
    }
    let mut found = Found { exclude: &args.exclude, files: Vec::new(), outcome: Outcome::Fine };
    for file in &args.files {
        if args.recursive && Path::new(file).is_dir() {
            found.add_folder(Path::new(file));
        } else {
            found.add_pattern(file);
        }
    }
    if let Some(list) = &args.files_from {
        found.files.extend(names::listed_in(list)?);
    }
    // The folder may contain the manifest of the last run.
    if let Some(output) = args.output.as_ref().and_then(|path| fs::canonicalize(path).ok()) {
        found.files.retain(|file| fs::canonicalize(file).ok().as_ref() != Some(&output));
    }
    Ok((found.files, found.outcome))
}

/// The files below a folder, by name, without those that a pattern leaves out. Complains about folders that can't be read.
pub fn files_below(folder: &Path, exclude: &[Pattern]) -> (Vec<OsString>, Outcome) {
    let mut found = Found { exclude, files: Vec::new(), outcome: Outcome::Fine };
    found.add_folder(folder);
    (found.files, found.outcome)
}

struct Found<'a> {
    exclude: &'a [Pattern],
    files: Vec<OsString>,
    outcome: Outcome,
}

impl Found<'_> {
    fn add_pattern(&mut self, pattern: &OsStr) {
        let Some(text) = pattern.to_str().filter(|text| *text != "-") else {
            self.files.push(pattern.to_owned());
            return;
        };
        let expanded = places::file_system(text)
            .and_then(|system| system.expand(text, &CancellationToken::new()));
        match expanded {
            Ok(names) if names.as_slice() == [text] => self.files.push(pattern.to_owned()),
            Ok(names) => {
                let kept =
                    names.into_iter().filter(|name| !is_excluded(self.exclude, Path::new(name)));
                self.files.extend(kept.map(OsString::from));
            }
            Err(error) => self.complain(&error),
        }
    }

    /// Adds the files below a folder. Links to folders are not followed, since they may form a circle. Pipes, sockets,
    /// devices and links to folders have no checksum.
    fn add_folder(&mut self, folder: &Path) {
        let exclude = self.exclude;
        let below = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
        for entry in below.filter_entry(|entry| !is_excluded(exclude, entry.path())) {
            match entry {
                Ok(entry) => {
                    let path = entry.into_path();
                    // A broken link is added, so that it is reported.
                    if fs::metadata(&path).map_or(true, |metadata| metadata.is_file()) {
                        self.files.push(path.into_os_string());
                    }
                }
                Err(error) => {
                    let path = error.path().unwrap_or(folder).to_string_lossy().into_owned();
                    let error = error.into_io_error().unwrap_or_else(|| ErrorKind::Other.into());
                    self.complain(&FileError::io(&path, error));
                }
            }
        }
    }

    fn complain(&mut self, error: &FileError) {
        complain(&error.to_string());
        self.outcome = Outcome::Trouble;
    }
}

/// Whether a pattern matches the path, or, if the pattern has no `/`, the last part of the path.
fn is_excluded(patterns: &[Pattern], path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    patterns.iter().any(|pattern| match pattern.as_str().contains('/') {
        true => pattern.matches_path(path),
        false => pattern.matches(&name),
    })
}

/// Opens a file.
///
/// # Errors
/// Returns an error if it is missing, is a folder or can't be read.
pub fn open(path: &OsStr) -> Result<Input, FileError> {
    if path != "-" && Path::new(path).is_dir() {
        return Err(FileError::new(
            &places::shown(path),
            "is a directory: pass -r to read the files in it",
        ));
    }
    check_name(path)?;
    Input::open(path)
}

/// Returns an error if lines can't have the name. Lines are bytes, and so are names on Unix.
fn check_name(path: &OsStr) -> Result<(), FileError> {
    match cfg!(unix) || path.to_str().is_some() {
        true => Ok(()),
        false => Err(FileError::new(
            &places::shown(path),
            "has a name that is not Unicode, which no line can hold: rename the file",
        )),
    }
}

#[cfg(all(test, windows))]
mod tests {
    use std::os::windows::ffi::OsStringExt;

    use super::*;

    #[test]
    fn half_of_a_pair_of_surrogates_is_refused() {
        let name = OsString::from_wide(&[u16::from(b'a'), 0xd800]);
        let error = open(&name).err().expect("no line can hold it").to_string();
        assert!(error.contains("is not Unicode"), "{error}");
        assert_eq!(check_name(OsStr::new("ä")).ok(), Some(()));
    }
}
