//! The files and folders that a command leaves out.

use std::path::{Path, absolute};

use glob::Pattern;

use crate::{is_url, with_slashes};

/// The characters of patterns.
const WILDCARDS: [char; 3] = ['*', '?', '['];

/// Patterns of what is left out below a folder or a prefix of a store.
///
/// A pattern without a `/` is the name of a file or a folder. Another one is a path: from the folder on, or one that leads into the
/// folder from elsewhere, which is the working folder, the root of the system or a bucket.
#[derive(Debug)]
pub struct ExcludePatterns {
    names: Vec<Pattern>,
    /// Of paths in the folder.
    paths: Vec<Pattern>,
    /// Of paths that begin with one of the `bases`.
    whole: Vec<Pattern>,
    /// The folder in each way in which a whole path begins with it, with a slash at the end.
    bases: Vec<String>,
}

impl ExcludePatterns {
    /// What these patterns leave out below a folder, or below a URL without a slash at its end.
    pub fn new(patterns: &[Pattern], folder: &str) -> Self {
        let is_path = |pattern: &&Pattern| pattern.as_str().contains('/');
        let (paths, names): (Vec<_>, Vec<_>) = patterns.iter().partition(is_path);
        let names = names.into_iter().cloned().collect();
        if is_url(folder) {
            let bucket = folder.split_once("://").map_or(folder, |(_, rest)| rest);
            let bases = [folder, bucket].map(|base| format!("{base}/")).to_vec();
            // A key may begin with `./`, and end with more slashes than that of a folder.
            let short = |path: &Pattern| match path.as_str().strip_suffix('/') {
                Some(path) => Pattern::new(path).unwrap_or_default(),
                None => path.clone(),
            };
            let paths: Vec<Pattern> = paths.into_iter().map(short).collect();
            return ExcludePatterns { names, whole: paths.clone(), paths, bases };
        }
        let here = std::env::current_dir().map(|here| slashes(&here)).unwrap_or_default();
        let folder = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
        let base = absolute(folder).map_or_else(|_| slashes(folder), |base| slashes(&base));
        let texts = || paths.iter().map(|path| short(path.as_str()));
        let whole = texts().map(|path| match Path::new(path).is_absolute() {
            true => path.to_owned(),
            false => {
                let (mut folder, mut rest) = (here.as_str(), path);
                while let Some(above) = rest.strip_prefix("../") {
                    (folder, rest) =
                        (folder.rsplit_once('/').map_or("", |(above, _)| above), above);
                }
                format!("{}/{rest}", Pattern::escape(folder))
            }
        });
        // What is valid stays valid without a slash at its end.
        let pattern = |text: &str| Pattern::new(text).ok();
        ExcludePatterns {
            names,
            whole: whole.filter_map(|text| pattern(&text)).collect(),
            paths: texts().filter_map(pattern).collect(),
            bases: bases(folder, base),
        }
    }

    /// Whether a file or a folder is left out, or a folder that it is in. `below` is its path in the folder, with `/`.
    pub fn leaves_out(&self, below: &str) -> bool {
        let is_name = |part| self.names.iter().any(|name| name.matches(part));
        let is_whole = |path: &str| self.whole.iter().any(|whole| whole.matches(path));
        let is_path = |path: &str| {
            let mut bases = self.bases.iter().filter(|_| !self.whole.is_empty());
            self.paths.iter().any(|pattern| pattern.matches(path))
                || bases.any(|base| is_whole(&format!("{base}{path}")))
        };
        let folders = below.match_indices('/').map(|(slash, _)| &below[..slash]);
        below.split('/').any(is_name) || std::iter::once(below).chain(folders).any(is_path)
    }
}

/// The whole paths of a folder: as it is written, without `..`, and without links.
fn bases(folder: &Path, written: String) -> Vec<String> {
    let mut parts = Vec::new();
    for part in written.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let plain = parts.join("/");
    let real = folder.canonicalize().map(|real| slashes(&real));
    [Some(written), Some(plain), real.ok()]
        .into_iter()
        .flatten()
        .map(|base| format!("{base}/"))
        .collect()
}

/// A pattern of a path without `./` and without a slash at its end.
fn short(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path).trim_end_matches('/')
}

/// A path with `/`, and without one at its end.
fn slashes(path: &Path) -> String {
    with_slashes(&path.to_string_lossy()).trim_end_matches('/').to_owned()
}

/// Returns the folder in which a pattern, of this machine or of a store, looks for files. A name that isn't a pattern is in the
/// folder before its last separator.
pub fn literal_folder(pattern: &str) -> &str {
    let scheme = if is_url(pattern) { pattern.find("://").map_or(0, |at| at + 3) } else { 0 };
    let end = pattern.find(WILDCARDS).unwrap_or(pattern.len());
    let is_separator = |sign: char| match scheme {
        0 => std::path::is_separator(sign),
        _ => sign == '/',
    };
    match pattern[scheme..end].rfind(is_separator) {
        Some(slash) => &pattern[..scheme + slash],
        None => &pattern[..scheme],
    }
}

/// Whether a name has characters of a pattern.
pub fn is_pattern(name: &str) -> bool {
    name.contains(WILDCARDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excluded(pattern: &str, folder: &str, below: &str) -> bool {
        let pattern = Pattern::new(pattern).expect("it is valid");
        ExcludePatterns::new(&[pattern], folder).leaves_out(below)
    }

    #[test]
    fn folders_and_stores_leave_out_the_same() {
        for folder in ["lake", "./lake/", "/srv/lake", "s3://bucket/lake"] {
            for (pattern, below, expected) in [
                ("_log", "a/_log/0.json", true),
                ("lake", "a", false),
                ("*.tmp", "a/b.tmp", true),
                ("a/b", "a/b/c", true),
                ("a/b", "a/bc", false),
                ("a/b", "c/a/b", false),
                ("a/*", "a/b", true),
                ("a/b/", "a/b/c", true),
            ] {
                assert_eq!(
                    excluded(pattern, folder, below),
                    expected,
                    "{pattern} {folder} {below}"
                );
            }
        }
    }

    #[test]
    fn a_path_may_begin_with_the_folder() {
        for (pattern, folder, expected) in [
            ("lake/a", "lake", true),
            ("./lake/a/", "lake/", true),
            ("lake/a", "./lake", true),
            ("./lake/a", "./lake", true),
            ("other/a", "lake", false),
            ("/srv/lake/a", "/srv/lake", true),
            ("bucket/lake/a", "s3://bucket/lake", true),
            ("s3://bucket/lake/a", "s3://bucket/lake", true),
            ("lake/a", "s3://bucket/lake", false),
            ("s3://bucket/lake/a/", "s3://bucket/lake", true),
            ("lake/a", "other/../lake", true),
        ] {
            assert_eq!(excluded(pattern, folder, "a/b"), expected, "{pattern} {folder}");
        }
        assert!(excluded("x//y", "s3://bucket/lake", "x//y"));
        assert!(!excluded("x/y", "s3://bucket/lake", "x//y"));
        let here = absolute("lake/a").expect("a folder");
        assert!(excluded(&here.to_string_lossy(), "lake", "a/b") || cfg!(windows));
    }

    #[test]
    fn a_pattern_begins_in_a_folder() {
        for (pattern, folder) in [
            ("a/b/*.csv", "a/b"),
            ("*.csv", ""),
            ("a/b", "a"),
            ("/*", ""),
            ("s3://b/a/x*", "s3://b/a"),
            ("s3://b/*", "s3://b"),
        ] {
            assert_eq!(literal_folder(pattern), folder);
        }
    }
}
