//! The files that arguments mean: names, patterns, folders, and the objects below an address that ends in a slash.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf, is_separator};

use hashlane_files::{CancellationToken, FileError, ObjectAddress, base_name};

use crate::folders::files_below;
use crate::outcome::Outcome;
use crate::output::complain;
use crate::places;

/// The end of the names that a folder stands for.
const SUFFIX: &str = ".parquet";

/// The files that one argument means.
pub struct Inputs {
    /// The folder that was given, or that a pattern starts in. `None` for a name.
    pub folder: Option<PathBuf>,
    /// The names, which are relative to the working folder.
    pub files: Vec<OsString>,
}

/// Returns the files of each argument. Reports arguments that mean no file.
pub fn inputs(arguments: &[OsString]) -> (Vec<Inputs>, Outcome) {
    let (mut all, mut outcome) = (Vec::new(), Outcome::Fine);
    for argument in arguments {
        match Inputs::of(argument) {
            Ok((inputs, of_folder)) => {
                all.push(inputs);
                outcome = outcome.max(of_folder);
            }
            Err(error) => {
                complain(&error.to_string());
                outcome = Outcome::Trouble;
            }
        }
    }
    (all, outcome)
}

impl Inputs {
    fn of(argument: &OsStr) -> Result<(Self, Outcome), FileError> {
        let text = argument.to_str();
        if !text.is_some_and(places::is_url) && Path::new(argument).is_dir() {
            return Self::below(Path::new(argument));
        }
        // Patterns are text, so any other argument is a name.
        let Some(text) = text else {
            return Ok((Self { folder: None, files: vec![argument.to_owned()] }, Outcome::Fine));
        };
        let pattern = match is_prefix(text)? {
            true => format!("{text}**/*{SUFFIX}"),
            false => text.to_owned(),
        };
        let token = CancellationToken::new();
        let files = places::file_system(text)?.expand(&pattern, &token)?;
        let is_name = files.as_slice() == [text];
        let folder = (!is_name).then(|| literal_folder(&pattern));
        let files = files.into_iter().map(OsString::from).collect();
        Ok((Self { folder, files }, Outcome::Fine))
    }

    /// The Parquet files in a folder, at any depth.
    fn below(folder: &Path) -> Result<(Self, Outcome), FileError> {
        let (mut files, outcome) = files_below(folder, &[]);
        files.retain(|file| file.as_encoded_bytes().ends_with(SUFFIX.as_bytes()));
        if files.is_empty() && outcome == Outcome::Fine {
            return Err(FileError::new(
                &folder.to_string_lossy(),
                format!("has no *{SUFFIX} file at any depth: name the files, or use a pattern"),
            ));
        }
        Ok((Self { folder: Some(folder.to_owned()), files }, outcome))
    }

    /// Returns the path of a file relative to the folder, or its last part if the argument is a name.
    ///
    /// # Errors
    /// Returns an error if this path could lead out of a folder in which a copy is written.
    pub fn relative(&self, file: &OsStr) -> Result<PathBuf, FileError> {
        let path = match (&self.folder, file.to_str()) {
            (Some(folder), _) => Path::new(file).strip_prefix(folder).ok(),
            (None, Some(name)) => Some(Path::new(base_name(name))),
            (None, None) => Path::new(file).file_name().map(Path::new),
        };
        let is_below = |path: &&Path| {
            let mut parts = path.components().peekable();
            parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        path.filter(is_below).map(Path::to_owned).ok_or_else(|| {
            FileError::new(
                &file.to_string_lossy(),
                "has no name below the folder or the pattern that was given: copy it by itself, IN OUT",
            )
        })
    }
}

/// Whether an address ends in a slash and its store can list the objects below it. Web servers can't.
fn is_prefix(text: &str) -> Result<bool, FileError> {
    Ok(places::is_url(text) && text.ends_with('/') && !ObjectAddress::parse(text)?.is_web())
}

/// Returns the folder in which all files of a pattern are, as their names spell it.
fn literal_folder(pattern: &str) -> PathBuf {
    let wildcard = pattern.find(['*', '?', '[']).unwrap_or(pattern.len());
    let end = pattern[..wildcard].rfind(is_separator).map_or(0, |slash| slash + 1);
    let folder = Path::new(&pattern[..end]);
    // The names start without `./`.
    folder.strip_prefix(".").unwrap_or(folder).to_owned()
}
