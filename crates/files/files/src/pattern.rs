//! The files of this machine that match a pattern.
//!
//! A pattern is matched one component at a time. `**` enters folders but never follows links to folders, as in DuckDB's
//! `glob`: two links to `.` would make the walk endless. Links to files match, and so do links to folders if a
//! component names them or matches them with `*`. walkdir follows all links or none, and globset and `glob::glob` read
//! other patterns: `{` is a character of names here, and `a**` an error.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{self, Component, Path, PathBuf};

use glob::Pattern;

use crate::{CancellationToken, FileError, with_slashes};

/// The most directory entries that a walk may pass. A million take about a second on a local disk.
const MAX_ENTRIES: u64 = 1_000_000;

/// Returns the files that match a pattern (`*`, `?`, `[…]`, `**`), each once, sorted by name.
///
/// # Errors
/// Returns an error if the pattern is malformed or matches no file, a folder can't be read, the walk
/// passes too many entries, or the token is cancelled.
pub(crate) fn expand(pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError> {
    expand_within(pattern, token, MAX_ENTRIES)
}

fn expand_within(
    pattern: &str,
    token: &CancellationToken,
    max_entries: u64,
) -> Result<Vec<String>, FileError> {
    let (root, steps) = steps(pattern)?;
    let todo = vec![(root, &steps[..])];
    let mut walk = PatternWalk { pattern, token, max_entries, entries: 0, todo, found: Vec::new() };
    walk.expand()?;
    let mut names = walk.found;
    // Two `**` can lead to one file in several ways.
    names.sort_unstable();
    names.dedup();
    match names.is_empty() {
        true => {
            let error = io::Error::new(io::ErrorKind::NotFound, "matches no file");
            Err(FileError::io(pattern, error))
        }
        false => Ok(names),
    }
}

/// One component of a pattern.
enum PatternStep<'a> {
    /// A name without wildcards.
    Name(&'a str),
    /// A name with wildcards.
    Wildcard(Pattern),
    /// `**`: any number of folders.
    Folders,
}

/// Splits a pattern into the folder where it starts and its components.
fn steps(pattern: &str) -> Result<(PathBuf, Vec<PatternStep<'_>>), FileError> {
    let malformed = |error| FileError::new(pattern, format!("is not a valid pattern: {error}"));
    // Reports positions within the whole pattern.
    Pattern::new(pattern).map_err(malformed)?;
    let is_root = |part: &Component| matches!(part, Component::Prefix(_) | Component::RootDir);
    let root: PathBuf = Path::new(pattern).components().take_while(is_root).collect();
    let rest = pattern.get(root.as_os_str().len()..).unwrap_or_default();
    let step = |part| match part {
        "**" => Ok(PatternStep::Folders),
        part if part.contains(['*', '?', '[']) => {
            Pattern::new(part).map(PatternStep::Wildcard).map_err(malformed)
        }
        part => Ok(PatternStep::Name(part)),
    };
    let parts = rest.split_terminator(path::is_separator).filter(|part| !part.is_empty());
    let mut steps = parts.map(step).collect::<Result<Vec<_>, _>>()?;
    steps.dedup_by(|next, before| {
        matches!((next, before), (PatternStep::Folders, PatternStep::Folders))
    });
    Ok((root, steps))
}

struct PatternWalk<'p> {
    pattern: &'p str,
    token: &'p CancellationToken,
    max_entries: u64,
    /// The number of directory entries that have been read.
    entries: u64,
    /// Paths, each with the steps that remain. A list rather than recursion, since folders can be nested deeply.
    todo: Vec<(PathBuf, &'p [PatternStep<'p>])>,
    found: Vec<String>,
}

impl<'p> PatternWalk<'p> {
    fn expand(&mut self) -> Result<(), FileError> {
        while let Some((path, steps)) = self.todo.pop() {
            match steps {
                [] => self.add(path)?,
                [PatternStep::Name("."), rest @ ..] if path.as_os_str().is_empty() => {
                    self.todo.push((path, rest));
                }
                [PatternStep::Name(name), rest @ ..] => {
                    let path = path.join(name);
                    // A broken link is not a file.
                    if fs::metadata(&path).is_ok() {
                        self.todo.push((path, rest));
                    }
                }
                // `**` matches folders, and only files are returned.
                [PatternStep::Folders] => {}
                _ => self.read_folder(&path, steps)?,
            }
        }
        Ok(())
    }

    fn add(&mut self, path: PathBuf) -> Result<(), FileError> {
        if !path.is_file() {
            return Ok(());
        }
        let name = path.into_os_string().into_string().map_err(|path| {
            FileError::new(&path.to_string_lossy(), "has a name that is not UTF-8")
        })?;
        // Readers of Hive folders and of names look for this separator.
        self.found.push(if cfg!(windows) { with_slashes(&name) } else { name });
        Ok(())
    }

    /// Reads a folder once, for the steps `*`, `**`, `**/*` and `**/name`.
    fn read_folder(&mut self, path: &Path, steps: &'p [PatternStep<'p>]) -> Result<(), FileError> {
        let readable = readable(path);
        if !readable.is_dir() {
            return Ok(());
        }
        let (recursive, below) = match steps {
            [PatternStep::Folders, below @ ..] => (true, below),
            below => (false, below),
        };
        if let [PatternStep::Name(_), ..] = below {
            self.todo.push((path.to_path_buf(), below));
        }
        let failed = |error| FileError::io(&readable.display().to_string(), error);
        for entry in fs::read_dir(readable).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            self.count()?;
            let name = entry.file_name();
            if recursive && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.todo.push((path.join(&name), steps));
            }
            // A name that is not UTF-8 never matches.
            if let [PatternStep::Wildcard(pattern), rest @ ..] = below
                && name.to_str().is_some_and(|name| pattern.matches(name))
                && (rest.is_empty() || leads_to_folder(&entry))
            {
                self.todo.push((path.join(&name), rest));
            }
        }
        Ok(())
    }

    /// Counts a directory entry.
    fn count(&mut self) -> Result<(), FileError> {
        self.token.check(self.pattern)?;
        self.entries += 1;
        if self.entries > self.max_entries {
            let message = format!(
                "passes more than {} directory entries: start the pattern in a folder closer to the \
                 files, or use several patterns",
                self.max_entries
            );
            return Err(FileError::new(self.pattern, message));
        }
        Ok(())
    }
}

/// Returns a path for the system: without `./` for names below the current folder.
fn readable(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// Whether an entry is a folder or a link to one.
fn leads_to_folder(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if !kind.is_symlink() => kind.is_dir(),
        _ => fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that a pattern finds below a folder, relative to it.
    fn found(folder: &Path, pattern: &str) -> Result<Vec<String>, String> {
        let (folder, token) = (folder.to_str().expect("UTF-8"), CancellationToken::new());
        let names = expand_within(&format!("{folder}/{pattern}"), &token, 100);
        let names = names.map_err(|error| error.to_string())?;
        Ok(names.iter().map(|name| name[folder.len() + 1..].to_owned()).collect())
    }

    fn folder_with(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            fs::write(path, "").expect("it can be written");
        }
        folder
    }

    #[test]
    fn wildcards_match_within_a_component() {
        let folder = folder_with(&["b/x.txt", "a/x.txt", "a/.y.txt", "a/b/x.txt", "x.txt", "[q]"]);
        let found = |pattern| found(folder.path(), pattern).expect(pattern);
        assert_eq!(found("*"), ["[q]", "x.txt"]);
        assert_eq!(found("*/*.txt"), ["a/.y.txt", "a/x.txt", "b/x.txt"]);
        assert_eq!(found("?/x.*"), ["a/x.txt", "b/x.txt"]);
        assert_eq!(found("[!a]/x.txt"), ["b/x.txt"]);
        assert_eq!(found("a//./[x].txt"), ["a/./x.txt"]);
        assert_eq!(found("*/../x.txt"), ["a/../x.txt", "b/../x.txt"]);
        assert_eq!(found("[[]q]"), ["[q]"]);
        assert_eq!(found("**/x.txt"), ["a/b/x.txt", "a/x.txt", "b/x.txt", "x.txt"]);
        assert_eq!(found("**/**/b/**/x.txt"), ["a/b/x.txt", "b/x.txt"]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let folder = folder_with(&["a/x.txt"]);
        let error = |pattern| found(folder.path(), pattern).expect_err(pattern);
        assert!(error("*.csv").ends_with("matches no file"));
        assert!(error("**").ends_with("matches no file"));
        assert!(error("a**/x").contains("is not a valid pattern"));
        assert!(error("[a").contains("is not a valid pattern"));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_by_name_and_not_below() {
        use std::os::unix::fs::symlink;
        let folder = folder_with(&["a/x.parquet", "y.parquet"]);
        let path = folder.path();
        for link in ["one", "two"] {
            symlink(".", path.join(link)).expect("a link");
        }
        symlink("y.parquet", path.join("a/z.parquet")).expect("a link that leads nowhere");
        symlink("../y.parquet", path.join("a/to-y.parquet")).expect("a link");
        let everything = ["a/to-y.parquet", "a/x.parquet", "y.parquet"];
        assert_eq!(found(path, "**/*.parquet").expect("it ends"), everything);
        assert_eq!(found(path, "one/**/x.parquet").expect("by name"), ["one/a/x.parquet"]);
        let one_level = ["one/y.parquet", "two/y.parquet"];
        assert_eq!(found(path, "*/y.parquet").expect("by a wildcard"), one_level);
    }

    #[test]
    fn a_walk_has_a_limit_and_can_be_cancelled() {
        let files: Vec<String> = (0..60).map(|i| format!("{i}/x")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let folder = folder_with(&files);
        let pattern = format!("{}/**/x", folder.path().display());
        let token = CancellationToken::new();
        // For each of 60 a folder and a file.
        assert_eq!(expand_within(&pattern, &token, 120).map(|names| names.len()).ok(), Some(60));
        let error = expand_within(&pattern, &token, 119).expect_err("one fewer").to_string();
        assert!(error.contains("passes more than 119 directory entries: start"), "{error}");
        token.cancel();
        let error = expand_within(&pattern, &token, 120).expect_err("cancelled").to_string();
        assert!(error.ends_with("the query was cancelled"), "{error}");
    }
}
