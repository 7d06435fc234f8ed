//! The files that `--files-from` chooses among those that manifests list.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use hashlane_files::FileError;

use super::CheckArgs;
use super::listed::ManifestContent;
use super::unlisted::absolute;
use crate::{names, places};

/// The chosen files.
pub struct ChosenFiles {
    /// The names as they are in the list, with their paths.
    names: Vec<(OsString, PathBuf)>,
    /// The paths, and whether a manifest has listed them.
    found: HashMap<PathBuf, bool>,
}

impl ChosenFiles {
    /// Reads the list.
    ///
    /// # Errors
    /// Returns an error if the list can't be used.
    pub fn read(args: &CheckArgs, list: &OsStr) -> Result<Self, FileError> {
        let names = names::listed_in(list)?.into_iter().map(|name| {
            let path = absolute(&args.path(&name));
            (name, path)
        });
        let names: Vec<_> = names.collect();
        let found = names.iter().map(|(_, path)| (path.clone(), false)).collect();
        Ok(ChosenFiles { names, found })
    }

    /// Keeps the files of a manifest that are chosen.
    pub fn keep(&mut self, args: &CheckArgs, listed: &mut ManifestContent) {
        listed.files.retain(|file| {
            let path = places::path(&file.name).map(|name| absolute(&args.path(name)));
            let found = path.and_then(|path| self.found.get_mut(&path));
            found.map(|found| *found = true).is_some()
        });
    }

    /// The chosen files that no manifest lists, each once.
    pub fn unlisted(self) -> Vec<OsString> {
        let mut seen = HashSet::new();
        let names = self.names.into_iter();
        let unlisted = names.filter(|(_, path)| !self.found[path] && seen.insert(path.clone()));
        unlisted.map(|(name, _)| name).collect()
    }
}
