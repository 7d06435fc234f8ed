//! The files that arguments mean: names, patterns, folders, and the objects below an address that ends in a slash.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf, is_separator};

use hashlane_files::{CancellationToken, FileError, ObjectAddress, base_name};
use hashlane_parquet::is_parquet;

use crate::folders::files_below;
use crate::outcome::Outcome;
use crate::output::complain;
use crate::places;

/// The folder in which `hashlane scrub` keeps its state. Its files are not data.
const OWN: &str = ".hashlane";

/// The files that one argument means.
pub struct ArgumentFiles {
    /// The folder that was given, or that a pattern starts in. `None` for a name.
    pub folder: Option<PathBuf>,
    /// The names, which are relative to the working folder.
    pub files: Vec<OsString>,
}

/// Returns the files of each argument. Reports arguments that mean no file.
pub fn inputs(arguments: &[OsString]) -> (Vec<ArgumentFiles>, Outcome) {
    let (mut all, mut outcome) = (Vec::new(), Outcome::Fine);
    for argument in arguments {
        match ArgumentFiles::of(argument) {
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

impl ArgumentFiles {
    fn of(argument: &OsStr) -> Result<(Self, Outcome), FileError> {
        let text = argument.to_str();
        if !text.is_some_and(places::is_url) && Path::new(argument).is_dir() {
            return Self::below(Path::new(argument));
        }
        // Patterns are text, so any other argument is a name.
        let Some(text) = text else {
            return Ok((Self { folder: None, files: vec![argument.to_owned()] }, Outcome::Fine));
        };
        let is_prefix = is_prefix(text)?;
        let pattern = if is_prefix { format!("{text}**/*") } else { text.to_owned() };
        let token = CancellationToken::new();
        let mut files = places::file_system(text)?.expand(&pattern, &token)?;
        if files.as_slice() == [text] {
            return Ok((Self { folder: None, files: vec![text.into()] }, Outcome::Fine));
        }
        let folder = literal_folder(&pattern);
        files.retain(|file| !is_own(&folder, Path::new(file)));
        if is_prefix {
            files.retain(|file| is_parquet(file));
        }
        if files.is_empty() {
            return Err(no_files(text));
        }
        let files = files.into_iter().map(OsString::from).collect();
        Ok((Self { folder: Some(folder), files }, Outcome::Fine))
    }

    /// The Parquet files in a folder, at any depth.
    fn below(folder: &Path) -> Result<(Self, Outcome), FileError> {
        let (mut files, outcome) = files_below(folder, &[]);
        files
            .retain(|file| is_parquet(&file.to_string_lossy()) && !is_own(folder, Path::new(file)));
        if files.is_empty() && outcome == Outcome::Fine {
            return Err(no_files(&folder.to_string_lossy()));
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

fn no_files(given: &str) -> FileError {
    FileError::new(
        given,
        "has no *.parquet, *.parq or *.pq file at any depth: name the files, or use a pattern",
    )
}

/// Whether a file is in a folder of `hashlane scrub` below `folder`.
fn is_own(folder: &Path, file: &Path) -> bool {
    let below = file.strip_prefix(folder).unwrap_or(file);
    below.components().any(|part| part.as_os_str() == OWN)
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
