//! The files of a lake.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf, absolute};

use glob::Pattern;
use hashlane_files::{
    CancellationToken, ExcludePatterns, FileError, FileSystem, FileVersion, LocalFiles, is_pattern,
    is_url, list_objects, literal_folder, walk, with_slashes, without_secrets,
};

use crate::name::{escaped, name, unescaped};

/// The files that a run is about: those below folders and prefixes, those that match patterns, and single files.
pub struct Lake {
    /// Each path in its shortest form.
    pub(crate) paths: Vec<OsString>,
    /// Each path as it was given.
    given: Vec<OsString>,
    /// For each path, the folder or the prefix that its files are in, and what is left out of it.
    bases: Vec<(OsString, ExcludePatterns)>,
    /// Files and folders that belong to the run itself.
    own: Vec<PathBuf>,
}

/// A listed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// The path or URL with which it is opened.
    pub address: OsString,
    /// Its version, if the listing tells it.
    pub version: Option<FileVersion>,
    /// The file that it leads to, if it is a link: relative to the lake if the lake is a single folder that holds it.
    pub target: Option<Box<str>>,
}

/// The files of a lake, by the path that the state has for them.
#[derive(Debug, Default)]
pub struct LakeListing {
    /// The files.
    pub files: BTreeMap<Box<str>, FoundFile>,
    /// The folders that could not be read and the links that were not followed, as prefixes of paths, and why.
    pub unreadable: Vec<(String, FileError)>,
    /// The addresses that name no object.
    pub empty: Vec<String>,
}

impl Lake {
    /// The files of these paths, without those that a pattern excludes: by name, or by path in the lake if the pattern has a
    /// `/`. Folders named `.hashlane` are excluded. Each path is taken as if it were written in its shortest form.
    pub fn new(given: Vec<OsString>, exclude: &[Pattern]) -> Self {
        let paths: Vec<_> = given.iter().map(|path| shortest(path)).collect();
        let base = |path: &OsString| {
            let base = base(path);
            let exclude = ExcludePatterns::new(exclude, &base.to_string_lossy());
            (base, exclude)
        };
        Lake { bases: paths.iter().map(base).collect(), paths, given, own: Vec::new() }
    }

    /// Leaves out a file, a folder or an object that the run itself writes.
    pub fn leave_out(&mut self, path: &Path) {
        match path.to_str().is_some_and(is_url) {
            true => self.own.push(path.to_owned()),
            false => self.own.extend(absolute(path)),
        }
    }

    /// The folder, if the lake is a single folder of this machine. Its paths are then relative to it.
    pub fn folder(&self) -> Option<&Path> {
        match &self.paths[..] {
            [path] if !path.to_str().is_some_and(is_url) && Path::new(path).is_dir() => {
                Some(Path::new(path))
            }
            _ => None,
        }
    }

    /// What a state records to be used with no other lake: the way from the state's folder to that of the lake if one holds
    /// the other, so that both can be copied; otherwise the paths.
    pub fn root(&self, state: &OsStr) -> String {
        let Some(folder) = self.folder().and_then(|folder| absolute(folder).ok()) else {
            let shown = self.paths.iter().map(|path| shown(path));
            return shown.collect::<Vec<_>>().join("\n");
        };
        let state = absolute(Path::new(state)).unwrap_or_default();
        let below = state.parent().and_then(|parent| parent.strip_prefix(&folder).ok());
        match below {
            Some(below) if below.as_os_str().is_empty() => ".".to_owned(),
            Some(below) => vec![".."; below.components().count()].join("/"),
            None => with_slashes(&folder.to_string_lossy()),
        }
    }

    /// Whether a state's root is that of this lake, however its paths were written.
    pub fn is_of(&self, root: &str, state: &OsStr) -> bool {
        let short = |root: &str| -> Vec<OsString> {
            root.split('\n').map(|path| shortest(OsStr::new(path))).collect()
        };
        short(root) == short(&self.root(state))
    }

    /// Checks that every path that is neither a URL nor a pattern exists.
    ///
    /// # Errors
    /// Returns an error that names the first one that doesn't.
    pub fn check(&self) -> Result<(), FileError> {
        let is_literal =
            |path: &&OsString| path.to_str().is_none_or(|path| !is_url(path) && !is_pattern(path));
        self.paths.iter().filter(is_literal).try_for_each(|path| match fs::symlink_metadata(path) {
            Ok(_) => Ok(()),
            Err(error) => Err(FileError::io(&path.to_string_lossy(), error)),
        })
    }

    /// Lists every file, each folder and each prefix once.
    ///
    /// # Errors
    /// Returns an error if a path, a pattern or a prefix names nothing, or a store doesn't answer. Folders within a folder
    /// that can't be read are part of the result.
    pub fn list(&self) -> Result<LakeListing, FileError> {
        let mut listing = LakeListing::default();
        for (path, given) in self.paths.iter().zip(&self.given) {
            match given.to_str().filter(|path| is_url(path)) {
                Some(url) => self.list_url(url, &mut listing)?,
                None if Path::new(path).is_dir() => self.walk(Path::new(path), &mut listing),
                None => self.list_pattern(path, &mut listing)?,
            }
        }
        Ok(listing)
    }

    fn list_url(&self, url: &str, listing: &mut LakeListing) -> Result<(), FileError> {
        let objects = list_objects(url)?;
        if objects.is_empty() {
            listing.empty.push(url.to_owned());
        }
        for file in objects {
            if self.is_excluded(OsStr::new(&file.address)) {
                continue;
            }
            // A single object, or a web address, is listed without its version.
            let is_known = file.version != FileVersion::default();
            let version = is_known.then_some(file.version);
            listing.files.insert(
                self.url_name(&file.address),
                FoundFile { address: file.address.into(), version, target: None },
            );
        }
        Ok(())
    }

    /// The prefix of all addresses, if the lake is a single prefix of a store. Its paths are then relative to it.
    pub(crate) fn prefix(&self) -> Option<String> {
        match &self.paths[..] {
            [path] => {
                let url = path.to_str().filter(|path| is_url(path))?;
                Some(format!("{url}/"))
            }
            _ => None,
        }
    }

    pub(crate) fn url_name(&self, address: &str) -> Box<str> {
        let prefix = self.prefix();
        let relative = prefix.as_deref().and_then(|prefix| address.strip_prefix(prefix));
        relative.map_or_else(|| escaped(&without_secrets(address)), escaped)
    }

    fn list_pattern(&self, path: &OsStr, listing: &mut LakeListing) -> Result<(), FileError> {
        let mut add = |path: &OsStr| -> Result<(), FileError> {
            let failed = |error| FileError::io(&path.to_string_lossy(), error);
            fs::symlink_metadata(path).map_err(failed)?;
            if !self.is_excluded(path) {
                let version = fs::metadata(path).ok().as_ref().map(FileVersion::from);
                let version = Some(version.unwrap_or_default());
                let (address, target) = (path.to_owned(), self.target(path));
                listing.files.insert(name(path), FoundFile { address, version, target });
            }
            Ok(())
        };
        match path.to_str() {
            Some(pattern) => {
                let found = LocalFiles.expand(pattern, &CancellationToken::new())?;
                found.iter().try_for_each(|path| add(OsStr::new(path)))
            }
            None => add(path),
        }
    }

    fn walk(&self, folder: &Path, listing: &mut LakeListing) {
        let base = self.folder();
        let relative = |path: &Path| match base.and_then(|base| path.strip_prefix(base).ok()) {
            Some(below) => name(below.as_os_str()),
            None => name(path.as_os_str()),
        };
        for entry in walk(folder, |path| !self.is_excluded(path.as_os_str())) {
            match entry {
                Ok(entry) => {
                    let path = relative(&entry.path);
                    if !entry.is_file() {
                        let left_out = self.link_out(&entry.path);
                        listing.unreadable.extend(left_out.map(|it| (format!("{path}/"), it)));
                        continue;
                    }
                    // The version of a broken link is that of no file.
                    let version =
                        entry.metadata.as_ref().map(FileVersion::from).unwrap_or_default();
                    let address = entry.path.into_os_string();
                    let target = if entry.is_link { self.target(&address) } else { None };
                    listing
                        .files
                        .insert(path, FoundFile { address, version: Some(version), target });
                }
                Err((path, error)) => {
                    let prefix = match path == folder {
                        true => String::new(),
                        false => format!("{}/", relative(&path)),
                    };
                    listing.unreadable.push((prefix, error));
                }
            }
        }
    }

    /// The file at the end of the links that a path of this machine leads through, if it is a link: relative to the lake if the
    /// lake is a single folder that holds it.
    pub(crate) fn target(&self, address: &OsStr) -> Option<Box<str>> {
        if !fs::symlink_metadata(address).is_ok_and(|metadata| metadata.is_symlink()) {
            return None;
        }
        let target = fs::canonicalize(address).ok()?;
        let folder = self.folder().and_then(|folder| fs::canonicalize(folder).ok());
        let below = folder.and_then(|folder| Some(target.strip_prefix(folder).ok()?.to_owned()));
        Some(name(below.as_deref().unwrap_or(&target).as_os_str()))
    }

    /// Whether a state with these paths has an object of an address.
    pub(crate) fn has_known<'a>(
        &self,
        url: &str,
        mut paths: impl Iterator<Item = &'a Box<str>>,
    ) -> bool {
        let url = self.url_name(url.trim_end_matches('/'));
        // The paths of a lake with a single prefix are relative to it.
        paths.any(|path| self.prefix().is_some() || path.starts_with(&*url))
    }

    /// Returns an error for a link to a folder outside of the lake. Links are not followed, since they may form a circle. The
    /// files of a folder within the lake are listed there.
    fn link_out(&self, link: &Path) -> Option<FileError> {
        let target = fs::canonicalize(link).ok().filter(|target| target.is_dir())?;
        let holds =
            |path: &OsString| fs::canonicalize(path).is_ok_and(|folder| target.starts_with(folder));
        let message = "is a link to a folder outside of the lake, and links to folders are not followed: scrub that folder with \
            a state of its own, and leave the link out with --exclude";
        let shown = link.to_string_lossy();
        (!self.paths.iter().any(holds)).then(|| FileError::new(&shown, message))
    }

    /// Whether a run leaves out the file with this path in a state.
    pub(crate) fn leaves_out(&self, path: &str) -> bool {
        let path = unescaped(path);
        let is_whole = path.to_str().is_some_and(is_url);
        match (self.folder(), self.prefix().filter(|_| !is_whole)) {
            (Some(folder), _) => self.is_excluded(folder.join(path).as_os_str()),
            (None, Some(mut prefix)) => {
                prefix.push_str(&path.to_string_lossy());
                self.is_excluded(OsStr::new(&prefix))
            }
            (None, None) => self.is_excluded(&path),
        }
    }

    /// Whether a file is excluded, or a folder above it within the lake.
    fn is_excluded(&self, address: &OsStr) -> bool {
        let is_own_file = |address: &Path| self.own.iter().any(|own| address.starts_with(own));
        let url = address.to_str().filter(|address| is_url(address));
        let own = match url {
            Some(url) => self.own.iter().any(|own| own.as_os_str() == url),
            None if self.own.is_empty() => false,
            None => absolute(address).is_ok_and(|path| is_own_file(&path)),
        };
        let below = |base: &OsString| match (url, base.to_str().filter(|base| is_url(base))) {
            // Keys aren't paths of this machine: `a//b` is not `a/b`.
            (Some(url), Some(base)) => below_url(url, base).map(str::to_owned),
            (None, None) => {
                let below = Path::new(address).strip_prefix(base).ok();
                below.map(|below| with_slashes(&below.to_string_lossy()))
            }
            _ => None,
        };
        let bases = self.bases.iter().filter_map(|(base, exclude)| Some((below(base)?, exclude)));
        let nearest = bases.min_by_key(|(below, _)| below.len());
        let is_left_out = |(below, exclude): (String, &ExcludePatterns)| {
            below.split('/').any(is_own) || exclude.leaves_out(&below)
        };
        own || nearest.is_some_and(is_left_out)
    }
}

/// A path in its shortest form: `./lake/` is `lake`, and `s3://lake/` is `s3://lake`. Other keys stay as they are.
fn shortest(path: &OsStr) -> OsString {
    match path.to_str() {
        Some(url) if is_url(url) => {
            let is_web = ["http:", "https:"].iter().any(|web| url.starts_with(web));
            let short = url.strip_suffix('/').filter(|_| !is_web && !is_pattern(url));
            short.filter(|short| !short.ends_with('/')).unwrap_or(url).into()
        }
        _ => match Path::new(path).components().filter(is_part).collect::<PathBuf>() {
            short if short.as_os_str().is_empty() => path.to_owned(),
            short => short.into_os_string(),
        },
    }
}

/// Whether a part of a path says where it leads.
fn is_part(part: &Component<'_>) -> bool {
    *part != Component::CurDir
}

/// The folder or the prefix that the files of a path are in.
fn base(path: &OsStr) -> OsString {
    match path.to_str() {
        Some(url) if is_url(url) && !is_pattern(url) => url.into(),
        Some(text) if !Path::new(text).is_dir() => literal_folder(text).into(),
        _ => path.to_owned(),
    }
}

/// The part of a URL below another one; its name if both are the same.
fn below_url<'a>(url: &'a str, base: &str) -> Option<&'a str> {
    match url.strip_prefix(base)? {
        "" => url.rsplit('/').next(),
        below => below.strip_prefix('/'),
    }
}

/// Whether a file or a folder belongs to runs, by its name.
fn is_own(name: &str) -> bool {
    name == ".hashlane" || (name.starts_with(".hashlane-") && name.ends_with(".tmp"))
}

/// A path in printable form, without secrets.
fn shown(path: &OsStr) -> String {
    without_secrets(&path.to_string_lossy()).into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_state_within_the_lake_can_be_copied_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let lake = |path: &Path| Lake::new(vec![path.into()], &[]);
        let root = |state: &str| lake(folder.path()).root(folder.path().join(state).as_os_str());
        assert_eq!(root(".hashlane/scrub.parquet"), "..");
        assert_eq!(root("scrub.parquet"), ".");
        assert_eq!(root("a/b/c.parquet"), "../..");
        let elsewhere = lake(folder.path()).root(OsStr::new("/elsewhere/s.parquet"));
        assert_eq!(Path::new(&elsewhere), folder.path());
        let with_slash = lake(&folder.path().join("")).root(OsStr::new("/elsewhere/s.parquet"));
        assert_eq!(with_slash, elsewhere);
    }
}
