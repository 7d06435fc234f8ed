//! Which file is copied to which.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use hashlane_files::FileError;

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::complain;
use crate::parquet::inputs::{ArgumentFiles, inputs};
use crate::places;

/// A file and its copy.
pub struct FileCopy {
    pub input: OsString,
    pub output: PathBuf,
}

impl AsRef<OsStr> for FileCopy {
    fn as_ref(&self) -> &OsStr {
        &self.input
    }
}

/// Returns the only copy of `add-crc IN OUT`.
///
/// # Errors
/// Returns an error unless the arguments are the names of two files.
pub fn pair(paths: &[OsString]) -> Result<FileCopy, Failure> {
    let [input, output] = paths else {
        return Err(Failure::Message(format!(
            "add-crc copies a file, IN OUT, or files to a folder, IN... --output FOLDER: without --output it takes 2 \
             paths, not {}",
            paths.len()
        )));
    };
    if let Some(folder) = [input, output].into_iter().find(|path| Path::new(path).is_dir()) {
        return Err(Failure::Message(format!(
            "{}: is a folder: use add-crc IN... --output FOLDER to copy files to a folder",
            places::shown(folder)
        )));
    }
    Ok(FileCopy { input: input.clone(), output: PathBuf::from(output) })
}

/// Returns a copy in `folder` for each file of the arguments. Reports arguments that mean no file.
///
/// # Errors
/// Returns an error if `folder` can't be one, or if two files would have the same copy.
pub fn in_folder(
    arguments: &[OsString],
    folder: &Path,
) -> Result<(Vec<FileCopy>, Outcome), Failure> {
    let refused = |what: &str| Err(FileError::new(&folder.to_string_lossy(), what).into());
    if folder.to_str().is_some_and(places::is_url) {
        return refused("is an address, but add-crc writes copies to folders of this machine only");
    }
    if fs::metadata(folder).is_ok_and(|metadata| !metadata.is_dir()) {
        return refused("is not a folder, which --output must name");
    }
    let (all, mut outcome) = inputs(arguments);
    let mut copies = Vec::new();
    for inputs in all {
        match copies_of(inputs, folder) {
            Ok(of_inputs) => copies.extend(of_inputs),
            Err(error) => {
                complain(&error.to_string());
                outcome = Outcome::Trouble;
            }
        }
    }
    check_distinct(&copies)?;
    Ok((copies, outcome))
}

/// Returns the copies of one argument's files. Copies of an earlier run are not copied again.
fn copies_of(inputs: ArgumentFiles, folder: &Path) -> Result<Vec<FileCopy>, FileError> {
    let earlier = inputs.folder.as_ref().and_then(|inputs| inner(inputs, folder));
    let mut copies = Vec::new();
    for file in &inputs.files {
        let relative = inputs.relative(file)?;
        if earlier.as_ref().is_none_or(|earlier| !relative.starts_with(earlier)) {
            copies.push(FileCopy { input: file.clone(), output: folder.join(relative) });
        }
    }
    match inputs.folder.filter(|_| copies.is_empty() && earlier.is_some()) {
        Some(inputs) => Err(FileError::new(
            &inputs.to_string_lossy(),
            format!("has no file outside of '{}', the folder for copies", folder.display()),
        )),
        None => Ok(copies),
    }
}

/// Returns the path of the second folder relative to the first, if it lies in it.
fn inner(outer: &Path, inner: &Path) -> Option<PathBuf> {
    let outer = if outer.as_os_str().is_empty() { Path::new(".") } else { outer };
    let (outer, inner) = (fs::canonicalize(outer).ok()?, fs::canonicalize(inner).ok()?);
    let path = inner.strip_prefix(&outer).ok()?;
    (!path.as_os_str().is_empty()).then(|| path.to_owned())
}

fn check_distinct(copies: &[FileCopy]) -> Result<(), Failure> {
    let mut inputs = HashMap::with_capacity(copies.len());
    for copy in copies {
        match inputs.entry(&copy.output) {
            Entry::Vacant(entry) => {
                entry.insert(&copy.input);
            }
            Entry::Occupied(entry) => {
                let [first, second] = [entry.get(), &copy.input].map(|name| places::shown(name));
                return Err(Failure::Message(format!(
                    "'{first}' and '{second}' would both be copied to '{}': use a folder for each",
                    copy.output.display()
                )));
            }
        }
    }
    Ok(())
}
