//! The files of a lake.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf, absolute};

use glob::Pattern;
use hashlane_files::{
    CancellationToken, FileError, FileSystem, Local, Version, is_url, list_objects, with_slashes,
    without_secrets,
};
use walkdir::{DirEntry, WalkDir};

use crate::name::{escaped, name, unescaped};

/// The files that a run is about: those below folders and prefixes, those that match patterns, and single files.
pub struct Lake {
    pub(crate) paths: Vec<OsString>,
    exclude: Vec<Pattern>,
    /// Files and folders that belong to the run itself.
    own: Vec<PathBuf>,
}

/// A listed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The path or URL with which it is opened.
    pub address: OsString,
    /// Its version, if the listing tells it.
    pub version: Option<Version>,
}

/// The files of a lake, by the path that the state has for them.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files.
    pub files: BTreeMap<Box<str>, Found>,
    /// The folders that could not be read and the links that were not followed, as prefixes of paths, and why.
    pub unreadable: Vec<(String, FileError)>,
    /// The addresses that name no object.
    pub empty: Vec<String>,
}

impl Lake {
    /// The files of these paths, without those that a pattern excludes: by name, or by path if the pattern has a `/`.
    /// Folders named `.hashlane` are excluded.
    pub fn new(paths: Vec<OsString>, exclude: Vec<Pattern>) -> Self {
        Lake { paths, exclude, own: Vec::new() }
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

    /// Checks that every path that is neither a URL nor a pattern exists.
    ///
    /// # Errors
    /// Returns an error that names the first one that doesn't.
    pub fn check(&self) -> Result<(), FileError> {
        let is_literal = |path: &&OsString| {
            path.to_str().is_none_or(|path| !is_url(path) && !path.contains(WILDCARDS))
        };
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
    pub fn list(&self) -> Result<Listing, FileError> {
        let mut listing = Listing::default();
        for path in &self.paths {
            match path.to_str().filter(|path| is_url(path)) {
                Some(url) => self.list_url(url, &mut listing)?,
                None if Path::new(path).is_dir() => self.walk(Path::new(path), &mut listing),
                None => self.list_pattern(path, &mut listing)?,
            }
        }
        Ok(listing)
    }

    fn list_url(&self, url: &str, listing: &mut Listing) -> Result<(), FileError> {
        let objects = list_objects(url)?;
        if objects.is_empty() {
            listing.empty.push(url.to_owned());
        }
        for file in objects {
            if self.is_excluded_object(&file.address) {
                continue;
            }
            // A single object, or a web address, is listed without its version.
            let is_known = file.version != Version::default();
            let version = is_known.then_some(file.version);
            listing.files.insert(
                self.url_name(&file.address),
                Found { address: file.address.into(), version },
            );
        }
        Ok(())
    }

    /// The prefix of all addresses, if the lake is a single prefix of a store. Its paths are then relative to it.
    pub(crate) fn prefix(&self) -> Option<String> {
        match &self.paths[..] {
            [path] => {
                let url = path.to_str().filter(|path| is_url(path))?;
                Some(format!("{}/", url.strip_suffix('/').unwrap_or(url)))
            }
            _ => None,
        }
    }

    pub(crate) fn url_name(&self, address: &str) -> Box<str> {
        let prefix = self.prefix();
        let relative = prefix.as_deref().and_then(|prefix| address.strip_prefix(prefix));
        relative.map_or_else(|| escaped(&without_secrets(address)), escaped)
    }

    fn list_pattern(&self, path: &OsStr, listing: &mut Listing) -> Result<(), FileError> {
        let mut add = |path: &OsStr| -> Result<(), FileError> {
            let failed = |error| FileError::io(&path.to_string_lossy(), error);
            fs::symlink_metadata(path).map_err(failed)?;
            if !self.is_excluded_below(Path::new(path)) {
                let version = fs::metadata(path).ok().as_ref().map(Version::from);
                let version = Some(version.unwrap_or_default());
                listing.files.insert(name(path), Found { address: path.to_owned(), version });
            }
            Ok(())
        };
        match path.to_str() {
            Some(pattern) => {
                let found = Local.expand(pattern, &CancellationToken::new())?;
                found.iter().try_for_each(|path| add(OsStr::new(path)))
            }
            None => add(path),
        }
    }

    fn walk(&self, folder: &Path, listing: &mut Listing) {
        let base = self.folder();
        let relative = |path: &Path| match base.and_then(|base| path.strip_prefix(base).ok()) {
            Some(below) => name(below.as_os_str()),
            None => name(path.as_os_str()),
        };
        let entries = WalkDir::new(folder).min_depth(1).into_iter();
        for entry in entries.filter_entry(|entry| !self.is_excluded(entry.path())) {
            match entry {
                Ok(entry) => {
                    let path = relative(entry.path());
                    let Some(version) = version(&entry) else {
                        let left_out = self.link_out(&entry);
                        listing.unreadable.extend(left_out.map(|it| (format!("{path}/"), it)));
                        continue;
                    };
                    let address = entry.into_path().into_os_string();
                    listing.files.insert(path, Found { address, version: Some(version) });
                }
                Err(error) => {
                    let path = error.path().unwrap_or(folder).to_owned();
                    let cause = error.into_io_error();
                    let cause = cause.unwrap_or_else(|| std::io::ErrorKind::Other.into());
                    let error = FileError::io(&path.to_string_lossy(), cause);
                    let prefix = match path == folder {
                        true => String::new(),
                        false => format!("{}/", relative(&path)),
                    };
                    listing.unreadable.push((prefix, error));
                }
            }
        }
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

    /// Whether a pattern excludes an object, or a folder that it is in. A pattern with a `/` is a path from the bucket on, or
    /// that of the state. Keys aren't paths of this machine: `a//b` is not `a/b`.
    fn is_excluded_object(&self, address: &str) -> bool {
        if self.own.iter().any(|own| own.as_os_str() == address) {
            return true;
        }
        let key = address.split_once("://").map_or(address, |(_, rest)| rest);
        let prefix = self.prefix();
        let relative = prefix.as_deref().and_then(|prefix| address.strip_prefix(prefix));
        let below = relative.unwrap_or(key);
        if below.split('/').any(is_own) {
            return true;
        }
        self.exclude.iter().any(|pattern| match pattern.as_str().contains('/') {
            true => ancestors(below).chain(ancestors(key)).any(|path| pattern.matches(path)),
            false => below.split('/').any(|part| pattern.matches(part)),
        })
    }

    /// Returns an error for a link to a folder outside of the lake. Links are not followed, since they may form a circle. The
    /// files of a folder within the lake are listed there.
    fn link_out(&self, entry: &DirEntry) -> Option<FileError> {
        if !entry.path_is_symlink() {
            return None;
        }
        let target = fs::canonicalize(entry.path()).ok().filter(|target| target.is_dir())?;
        let holds =
            |path: &OsString| fs::canonicalize(path).is_ok_and(|folder| target.starts_with(folder));
        let message = "is a link to a folder outside of the lake, and links to folders are not followed: scrub that folder with \
            a state of its own, and leave the link out with --exclude";
        let shown = entry.path().to_string_lossy();
        (!self.paths.iter().any(holds)).then(|| FileError::new(&shown, message))
    }

    /// Whether a run leaves out the file with this path in a state.
    pub(crate) fn leaves_out(&self, path: &str) -> bool {
        let Some(folder) = self.folder() else {
            let mut address = OsString::from(self.prefix().unwrap_or_default());
            address.push(unescaped(path));
            return match address.to_str().filter(|address| is_url(address)) {
                Some(url) => self.is_excluded_object(url),
                None => self.is_excluded_below(Path::new(&address)),
            };
        };
        self.is_excluded_below(&folder.join(unescaped(path)))
    }

    /// Whether a file is excluded, or a folder above it within the lake.
    fn is_excluded_below(&self, path: &Path) -> bool {
        let base = |given: &OsString| -> PathBuf {
            match given.to_str() {
                Some(pattern) if !Path::new(pattern).exists() => literal_folder(pattern).to_owned(),
                _ => PathBuf::from(given),
            }
        };
        let bases = self.paths.iter().map(base).filter(|base| path.starts_with(base));
        let depth = bases.map(|base| base.components().count()).max();
        let above = path.components().count() - depth.unwrap_or_default();
        path.ancestors().take(above.max(1)).any(|path| self.is_excluded(path))
    }

    fn is_excluded(&self, path: &Path) -> bool {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if is_own(&file) {
            return true;
        }
        if !self.own.is_empty() && absolute(path).is_ok_and(|path| self.own.contains(&path)) {
            return true;
        }
        self.exclude.iter().any(|pattern| match pattern.as_str().contains('/') {
            true => pattern.matches_path(path),
            false => pattern.matches(&file),
        })
    }
}

/// Whether a file or a folder belongs to runs, by its name.
fn is_own(name: &str) -> bool {
    name == ".hashlane" || (name.starts_with(".hashlane-") && name.ends_with(".tmp"))
}

/// A key and the folders that it is in.
fn ancestors(key: &str) -> impl Iterator<Item = &str> {
    std::iter::once(key).chain(key.match_indices('/').map(|(slash, _)| &key[..slash]))
}

/// The characters of patterns.
const WILDCARDS: [char; 3] = ['*', '?', '['];

/// The folder in which a pattern looks for files; the path itself if it isn't a pattern.
fn literal_folder(pattern: &str) -> &Path {
    match pattern.find(WILDCARDS) {
        Some(wildcard) => {
            let end = pattern[..wildcard].rfind(std::path::is_separator).unwrap_or_default();
            Path::new(&pattern[..end])
        }
        None => Path::new(pattern.trim_end_matches('/')),
    }
}

/// The version of a file, which is that of no file for a broken link; `None` for an entry that isn't a file.
fn version(entry: &DirEntry) -> Option<Version> {
    let kind = entry.file_type();
    if kind.is_file() {
        return Some(entry.metadata().ok().as_ref().map(Version::from).unwrap_or_default());
    }
    if !kind.is_symlink() {
        return None;
    }
    match fs::metadata(entry.path()) {
        Ok(metadata) => metadata.is_file().then(|| Version::from(&metadata)),
        Err(_) => Some(Version::default()),
    }
}

/// A path in printable form, without secrets.
fn shown(path: &OsStr) -> String {
    without_secrets(&path.to_string_lossy()).into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn objects_are_excluded_by_the_parts_of_their_keys() {
        let excluded = |pattern: &str, url: &str| {
            let pattern = Pattern::new(pattern).expect("it is valid");
            Lake::new(vec!["s3://bucket/lake/".into()], vec![pattern]).is_excluded_object(url)
        };
        for (pattern, url, expected) in [
            ("_log", "s3://bucket/lake/a/_log/0.json", true),
            ("lake", "s3://bucket/lake/a", false),
            ("*.tmp", "s3://bucket/lake/a/b.tmp", true),
            ("a/b", "s3://bucket/lake/a/b/c", true),
            ("a/b", "s3://bucket/lake/a/bc", false),
            ("bucket/lake/a", "s3://bucket/lake/a/b", true),
            ("x//y", "s3://bucket/lake/x//y", true),
            ("x/y", "s3://bucket/lake/x//y", false),
            ("none", "s3://bucket/lake/.hashlane/scrub.parquet", true),
        ] {
            assert_eq!(excluded(pattern, url), expected, "{pattern} {url}");
        }
    }

    #[test]
    fn a_state_within_the_lake_can_be_copied_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let lake = |path: &Path| Lake::new(vec![path.into()], Vec::new());
        let root = |state: &str| lake(folder.path()).root(folder.path().join(state).as_os_str());
        assert_eq!(root(".hashlane/scrub.parquet"), "..");
        assert_eq!(root("scrub.parquet"), ".");
        assert_eq!(root("a/b/c.parquet"), "../..");
        let elsewhere = lake(folder.path()).root(OsStr::new("/elsewhere/s.parquet"));
        assert_eq!(Path::new(&elsewhere), folder.path());
    }
}
