//! The files in folders that no manifest lists.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use hashlane_files::is_url;

use super::CheckArgs;
use super::listed::ManifestContent;
use crate::folders::files_below;
use crate::outcome::Outcome;
use crate::output::complain;
use crate::places;

/// The files that manifests list, and the manifests.
#[derive(Default)]
pub struct KnownFiles(HashSet<PathBuf>);

impl KnownFiles {
    /// Adds a manifest, which its folder may contain, and what it lists.
    pub fn add(&mut self, args: &CheckArgs, manifest: &OsStr, listed: &ManifestContent) {
        let names = listed.files.iter().filter_map(|file| places::path(&file.name));
        self.0.extend(names.map(|name| absolute(&args.path(name))));
        self.0.insert(absolute(Path::new(manifest)));
    }

    /// The files below the folders of `--extra` that aren't known, by folder and name. Complains about folders that can't be read.
    pub fn unlisted(&self, args: &CheckArgs) -> (Vec<OsString>, Outcome) {
        let (mut unlisted, mut outcome) = (Vec::new(), Outcome::Fine);
        for folder in &args.extra {
            if folder.to_str().is_some_and(is_url) {
                complain(&format!(
                    "{}: is in a store, and --extra takes folders of this machine: list its objects with `hashlane sum`, or compare \
                     it with `hashlane scrub --files LIST`",
                    places::shown(folder)
                ));
                outcome = Outcome::Trouble;
                continue;
            }
            let folder = args.path(folder);
            if folder.is_file() {
                complain(&format!("{}: is not a folder", places::shown(folder.as_os_str())));
                outcome = Outcome::Trouble;
            }
            let (files, gone) = files_below(&folder, &args.exclude);
            outcome = outcome.max(gone);
            let is_known = |file: &OsString| self.0.contains(&absolute(Path::new(file)));
            unlisted.extend(files.into_iter().filter(|file| !is_known(file)));
        }
        (unlisted, outcome)
    }
}

/// The path from the root of the file system, without `.`; links and `..` stay. A path that has none, such as an empty one, is itself.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
