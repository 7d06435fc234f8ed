//! Which file of a lake a path means that a user or a list writes.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf, absolute};

use hashlane_files::{FileError, is_url};

use crate::Lake;
use crate::name::{hex, name, os_string};

impl Lake {
    /// Returns the files that are to be accepted, by their paths in the state. `typed` are paths of a state, or of files:
    /// relative to the lake or to the working folder, or absolute. `is_known` tells which files the lake or its state has;
    /// `unreadable` are the folders that could not be listed.
    ///
    /// # Errors
    /// Returns an error if a path means no file, two files, or one that is excluded.
    pub(crate) fn accepted(
        &self,
        typed: &[OsString],
        is_known: impl Fn(&str) -> bool,
        unreadable: &[(String, FileError)],
    ) -> Result<HashSet<Box<str>>, FileError> {
        let one = |typed: &OsString| {
            let failed = |message: String| {
                let message = format!("can't be accepted: {message}");
                FileError::new(&typed.to_string_lossy(), message)
            };
            let mut found = self.typed(typed);
            let is_prefix = |prefix: &str| found.iter().any(|path| prefix == format!("{path}/"));
            let folder = unreadable.iter().find(|(prefix, _)| is_prefix(prefix));
            if let Some((_, error)) = folder {
                return Err(failed(format!("it is a folder, not a file: {error}")));
            }
            found.retain(|path| is_known(path));
            match &found[..] {
                [] => Err(failed(
                    "neither the lake nor its state has this file. Write its path in the lake, or an absolute one".to_owned(),
                )),
                [path] if self.leaves_out(path) => {
                    Err(failed("--exclude leaves it out. Accept it without --exclude".to_owned()))
                }
                [path] => Ok(path.clone()),
                [path, other, ..] => Err(failed(format!(
                    "it means {path} in the lake, or {other} from the working folder. Write an absolute path"
                ))),
            }
        };
        typed.iter().map(one).collect()
    }

    /// The paths in the state that a typed path can mean, each once.
    fn typed(&self, typed: &OsStr) -> Vec<Box<str>> {
        let mut paths: Vec<Box<str>> = typed.to_str().map(Box::from).into_iter().collect();
        paths.extend(self.candidates(typed));
        if !typed.to_str().is_some_and(is_url) {
            paths.extend(absolute(typed).iter().flat_map(|path| self.below(path)));
        }
        let mut seen = HashSet::new();
        paths.retain(|path| seen.insert(path.clone()));
        paths
    }

    /// Returns the path in the state of a file that a list has: relative to the lake, absolute, or a URL. Some writers of
    /// URLs write `%20` for a space and some don't, so such a path means the file of this name if that `is_known`, or else the
    /// one with a space if that `is_free`.
    pub(crate) fn listed(
        &self,
        text: &str,
        is_known: impl Fn(&str) -> bool,
        is_free: impl Fn(&str) -> bool,
    ) -> Box<str> {
        let paths = self.candidates(OsStr::new(text));
        let literal = paths[0].clone();
        let decoded = || percent_decoded(text).map(|it| self.candidates(&it)).unwrap_or_default();
        let known = paths.into_iter().find(|path| is_known(path));
        known.or_else(|| decoded().into_iter().find(|path| is_free(path))).unwrap_or(literal)
    }

    /// The path in the state that a path in a list has as it is written.
    pub(crate) fn as_written(&self, text: &str) -> Box<str> {
        self.candidates(OsStr::new(text)).swap_remove(0)
    }

    /// The paths in the state that a URL, an absolute path or one relative to the lake can mean, at least one.
    fn candidates(&self, path: &OsStr) -> Vec<Box<str>> {
        let text = path.to_str().unwrap_or_default();
        // Hadoop writes one slash.
        let file = text.strip_prefix("file:").map(|path| path.strip_prefix("//").unwrap_or(path));
        let file = file.map(|path| path.strip_prefix("localhost").unwrap_or(path));
        let path = file.map_or(path, OsStr::new);
        match text.split_once("://") {
            Some(("s3a" | "s3n", rest)) => vec![self.url_name(&format!("s3://{rest}"))],
            _ if file.is_none() && is_url(text) => vec![self.url_name(text)],
            _ if Path::new(path).is_absolute() => self.below(Path::new(path)),
            _ => {
                // A key in a store may have `.` and empty parts.
                let literal = text.strip_prefix("./").map_or(path, OsStr::new);
                vec![name(literal), name(plain(Path::new(path)).as_os_str())]
            }
        }
    }

    /// The paths in the state that an absolute path can mean, at least one.
    fn below(&self, path: &Path) -> Vec<Box<str>> {
        let path = plain(path);
        let mut names = Vec::new();
        for given in self.paths.iter().filter(|given| !given.to_str().is_some_and(is_url)) {
            let absolute = absolute(given).map(|folder| plain(&folder)).ok();
            let real = fs::canonicalize(given).ok();
            let below = |folder: PathBuf| Some(path.strip_prefix(folder).ok()?.to_owned());
            for below in [absolute, real].into_iter().flatten().filter_map(below) {
                names.push(match below.as_os_str().is_empty() {
                    _ if self.folder().is_some() => name(below.as_os_str()),
                    true => name(given),
                    false => name(Path::new(given).join(below).as_os_str()),
                });
            }
        }
        let here = std::env::current_dir().ok();
        let relative = here.and_then(|here| Some(path.strip_prefix(here).ok()?.to_owned()));
        names.extend(
            relative.map(|path| name(path.as_os_str())).filter(|_| self.folder().is_none()),
        );
        names.push(name(path.as_os_str()));
        names
    }
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Replaces `%` and two hexadecimal digits by a byte; `None` if there are none.
fn percent_decoded(text: &str) -> Option<OsString> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    let mut is_encoded = false;
    while let Some((byte, after)) = rest.split_first() {
        let decoded = hex(after).filter(|_| *byte == b'%');
        is_encoded |= decoded.is_some();
        bytes.push(decoded.unwrap_or(*byte));
        rest = if decoded.is_some() { &after[2..] } else { after };
    }
    is_encoded.then(|| os_string(bytes))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn lake(path: &Path) -> Lake {
        Lake::new(vec![path.into()], &[])
    }

    #[test]
    fn listed_paths_are_relative_to_the_lake() {
        let folder = tempfile::tempdir().expect("a folder");
        let here = lake(folder.path());
        let root = folder.path().display();
        let none = |_: &str| false;
        fn listed(lake: &Lake, text: &str, is_there: impl Fn(&str) -> bool) -> Box<str> {
            lake.listed(text, &is_there, &is_there)
        }
        assert_eq!(&*listed(&here, "a/b.parquet", none), "a/b.parquet");
        assert_eq!(&*listed(&here, "./a/b.parquet", none), "a/b.parquet");
        for scheme in ["", "file://", "file:", "file://localhost"] {
            assert_eq!(&*listed(&here, &format!("{scheme}{root}/a/b c"), none), "a/b c");
            assert_eq!(&*listed(&here, &format!("{scheme}{root}/a%20b"), |at| at == "a b"), "a b");
            assert_eq!(
                &*listed(&here, &format!("{scheme}{root}/a%20b"), |at| at != "a b"),
                "a%20b"
            );
        }
        assert_eq!(&*listed(&here, "/lakes/b", none), "/lakes/b");
        assert_eq!(&*listed(&here, "a%zz%2", |at| at != "a%zz%2"), "a%zz%2");
        let here = lake(Path::new("s3://bucket/lake/"));
        assert_eq!(&*listed(&here, "a//b", none), "a//b");
        assert_eq!(&*listed(&here, "s3a://bucket/lake/x", none), "x");
        assert_eq!(&*listed(&here, "s3://other/lake/x", none), "s3://other/lake/x");
        assert_eq!(&*listed(&here, "s3://bucket/lake/a%20b", |at| at == "a b"), "a b");
        let known = here.listed("a%20b", |at| at == "a%20b", |_| true);
        assert_eq!((&*known, &*here.listed("a%20b", none, none)), ("a%20b", "a%20b"));
    }

    #[test]
    fn a_file_to_accept_may_be_written_in_any_way() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let here = lake(root);
        let is_known = |path: &str| ["a/b", r"odd\xff", r"back\\slash"].contains(&path);
        let accepted = |typed: &OsStr| {
            let found = here.accepted(&[typed.to_owned()], is_known, &[]);
            found.map(|found| found.into_iter().collect::<Vec<_>>())
        };
        let absolute = root.join("x/../a/./b");
        for typed in ["a/b".as_ref(), "./a/b".as_ref(), absolute.as_os_str()] {
            assert_eq!(accepted(typed).expect("it is known"), ["a/b".into()]);
        }
        assert_eq!(accepted(r"odd\xff".as_ref()).expect("known"), [r"odd\xff".into()]);
        assert_eq!(accepted(r"back\slash".as_ref()).expect("known"), [r"back\\slash".into()]);
        accepted("b".as_ref()).expect_err("there is none");
    }
}
