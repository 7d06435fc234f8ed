//! The files of the arguments: given names, patterns, and folders.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use glob::Pattern;
use hashlane_files::{CancellationToken, ExcludePatterns, FileError, literal_folder, with_slashes};

use super::SumArgs;
use crate::folders::files_below;
use crate::names;
use crate::outcome::Outcome;
use crate::output::{check_apart, complain};
use crate::places::{self, OpenInput};

/// Returns the files in the order of the arguments, and then those of `--files-from`. Files of a folder or a pattern are sorted by name.
///
/// # Errors
/// Returns an error if the list of `--files-from` can't be used, or if a named file is that of `--output`.
pub fn files(args: &SumArgs) -> Result<(Vec<OsString>, Outcome), FileError> {
    if args.files.is_empty() && args.files_from.is_none() {
        return Ok((vec!["-".into()], Outcome::Fine));
    }
    let mut found =
        FoundFiles { exclude: &args.exclude, files: Vec::new(), outcome: Outcome::Fine };
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
    // The folder may contain the manifest of the last run. A file that is named is an input.
    if let Some(output) = &args.output {
        args.files.iter().try_for_each(|file| check_apart(output.as_os_str(), file))?;
    }
    if let Some(output) = args.output.as_ref().and_then(|path| fs::canonicalize(path).ok()) {
        found.files.retain(|file| fs::canonicalize(file).ok().as_ref() != Some(&output));
    }
    Ok((found.files, found.outcome))
}

struct FoundFiles<'a> {
    exclude: &'a [Pattern],
    files: Vec<OsString>,
    outcome: Outcome,
}

impl FoundFiles<'_> {
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
                let folder = literal_folder(text);
                let exclude = ExcludePatterns::new(self.exclude, folder);
                let below = |name: &str| match name.strip_prefix(folder) {
                    Some(below) if !folder.is_empty() => with_slashes(&below[1..]),
                    _ => with_slashes(name),
                };
                let kept = names.into_iter().filter(|name| !exclude.leaves_out(&below(name)));
                self.files.extend(kept.map(OsString::from));
            }
            Err(error) => self.complain(&error),
        }
    }

    fn add_folder(&mut self, folder: &Path) {
        let (files, outcome) = files_below(folder, self.exclude);
        self.files.extend(files);
        self.outcome = self.outcome.max(outcome);
    }

    fn complain(&mut self, error: &FileError) {
        complain(&error.to_string());
        self.outcome = Outcome::Trouble;
    }
}

/// Opens a file.
///
/// # Errors
/// Returns an error if it is missing, is a folder or can't be read.
pub fn open(path: &OsStr) -> Result<OpenInput, FileError> {
    if path != "-" && Path::new(path).is_dir() {
        return Err(FileError::new(
            &places::shown(path),
            "is a directory: pass -r to read the files in it",
        ));
    }
    OpenInput::open(path)
}
