//! Two lists of data files: which files both have, and which only one.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;

use hashlane_files::{FileError, is_url};
use hashlane_scrub::files::{FileList, FileListEntry};

use crate::diff::DiffArgs;
use crate::diff::allowed::AllowedDifferences;
use crate::failure::Failure;
use crate::file_list::file_list;
use crate::output::check_apart;

/// The files of two snapshots of a table.
#[derive(Debug)]
pub struct FileLists {
    /// What only one list has.
    pub sides: [ListedSide; 2],
    /// A file in both lists.
    pub shared: Option<ListedFile>,
    /// The number of files in both lists.
    pub shared_files: usize,
    /// The bytes of these files.
    pub shared_bytes: u64,
}

/// A list of files.
#[derive(Debug)]
pub struct ListedSide {
    /// The name of the list.
    pub name: String,
    /// The number of rows in all of its files.
    pub rows: u64,
    /// The files that the other list doesn't have.
    pub files: Vec<ListedFile>,
}

/// A file of a list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ListedFile {
    /// An absolute path, or a URL.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// The number of its rows.
    pub rows: u64,
    /// Its digest, if the list has one.
    pub digest: Option<String>,
}

impl FileLists {
    /// Reads the lists of the arguments, if these name lists.
    ///
    /// # Errors
    /// Returns one line if a list can't be read, or its files can't be compared, or the output is one of them.
    pub fn read(args: &DiffArgs) -> Result<Option<Self>, Failure> {
        let Some(lists) = args.file_lists() else { return Ok(None) };
        let [left, right] = lists.map(|list| file_list(OsStr::new(list)).and_then(side));
        let sides = [left?, right?];
        for output in args.outputs() {
            let mut files = sides.iter().flat_map(|side| &side.files);
            files.try_for_each(|file| check_apart(output.as_os_str(), file.name.as_ref()))?;
        }
        let has_condition = args.filters().iter().any(Option::is_some);
        if has_condition && args.allow.as_ref().is_some_and(AllowedDifferences::has_share) {
            let text = "--allow: the rows of shared files that meet a condition aren't counted, so a share of them isn't known: write a \
                        number of rows";
            return Err(text.to_owned().into());
        }
        Ok(Some(FileLists::new(sides)?))
    }

    /// Takes the files that both sides have out of them.
    fn new(mut sides: [ListedSide; 2]) -> Result<Self, FileError> {
        let [left, right] = &sides;
        let mut known: HashMap<&str, &ListedFile> =
            left.files.iter().map(|file| (file.name.as_str(), file)).collect();
        let mut shared = HashMap::new();
        for file in &right.files {
            let Some(before) = known.remove(file.name.as_str()) else { continue };
            if before.digest.as_ref().zip(file.digest.as_ref()).is_some_and(|(old, new)| old != new)
            {
                let text = format!(
                    "has another digest in {} than in {}: it changed, so its rows can't be taken as equal",
                    right.name, left.name
                );
                return Err(FileError::new(&file.name, text));
            }
            if (before.bytes, before.rows) != (file.bytes, file.rows) {
                let text = format!(
                    "has {} bytes and {} rows in {}, but {} bytes and {} rows in {}: it changed, so its rows can't be taken as equal",
                    before.bytes, before.rows, left.name, file.bytes, file.rows, right.name
                );
                return Err(FileError::new(&file.name, text));
            }
            shared.insert(file.name.clone(), file.clone());
        }
        for side in &mut sides {
            side.files.retain(|file| !shared.contains_key(&file.name));
        }
        let shared_bytes = shared.values().map(|file| file.bytes).sum();
        let (shared_files, shared) =
            (shared.len(), shared.into_values().min_by_key(|file| file.bytes));
        Ok(FileLists { sides, shared, shared_files, shared_bytes })
    }
}

/// Checks that the table has exactly the rows of the files in its list.
fn side(list: FileList) -> Result<ListedSide, FileError> {
    let (mut names, mut bytes) = (HashSet::new(), 0_u64);
    let mut side = ListedSide { name: list.name, rows: 0, files: Vec::new() };
    for entry in list.files {
        let refused = |text: String| FileError::new(&side.name, text);
        let file = listed_file(entry).map_err(refused)?;
        if !names.insert(file.name.clone()) {
            return Err(refused(format!("lists '{}' twice", file.name)));
        }
        bytes = bytes
            .checked_add(file.bytes)
            .ok_or_else(|| refused("has more bytes than 64 bits count".to_owned()))?;
        let rows = side.rows.checked_add(file.rows);
        side.rows = rows.ok_or_else(|| refused("has more rows than 64 bits count".to_owned()))?;
        side.files.push(file);
    }
    Ok(side)
}

fn listed_file(entry: FileListEntry) -> Result<ListedFile, String> {
    let FileListEntry { path, bytes, rows, digest, deletes, content } = entry;
    let what = deletes.map(|_| "has deletes".to_owned());
    if let Some(what) =
        what.or(content.map(|content| format!("has the content '{content}', which isn't data")))
    {
        return Err(format!(
            "'{path}' {what}, so the table has other rows than its data files: compact the table first, or compare \
             the tables themselves"
        ));
    }
    let lacks = |column: &str| {
        format!("states no {column} for '{path}': a list needs the columns path, bytes and rows")
    };
    let (bytes, rows) = (bytes.ok_or_else(|| lacks("bytes"))?, rows.ok_or_else(|| lacks("rows"))?);
    let name = plain_name(&path);
    // One name for a file, whatever leads there. A file that is gone is found out later, or isn't read.
    let absolute = std::fs::canonicalize(&*name).or_else(|_| std::path::absolute(&*name)).ok();
    let absolute = absolute.and_then(|path| path.to_str().map(str::to_owned));
    let name = match is_url(&name) {
        true => name.into_owned(),
        false => absolute.ok_or_else(|| format!("lists '{path}', which can't be a path here"))?,
    };
    Ok(ListedFile { name, bytes, rows, digest })
}

/// The path or URL that a path in a list means. Lists of Hadoop have `file:` with one slash, and `s3a` for S3.
fn plain_name(path: &str) -> Cow<'_, str> {
    if let Some(("s3a" | "s3n", rest)) = path.split_once("://") {
        return format!("s3://{rest}").into();
    }
    let local = path.strip_prefix("file:").filter(|local| local.starts_with('/'));
    local.map(|local| local.strip_prefix("//").unwrap_or(local)).unwrap_or(path).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &str, bytes: u64) -> FileListEntry {
        FileListEntry {
            path: path.to_owned(),
            bytes: Some(bytes),
            rows: Some(1),
            ..FileListEntry::default()
        }
    }

    fn sides(left: &[FileListEntry], right: &[FileListEntry]) -> Result<FileLists, FileError> {
        let list = |name: &str, files: &[FileListEntry]| FileList {
            name: name.to_owned(),
            files: files.to_vec(),
        };
        FileLists::new([side(list("l", left))?, side(list("r", right))?])
    }

    #[test]
    fn names_are_those_of_hadoop_too() {
        for (path, name) in [
            ("/a b/c%20d", "/a b/c%20d"),
            ("file:///a/b", "/a/b"),
            ("file:/a/b", "/a/b"),
            ("s3a://lake/a", "s3://lake/a"),
            ("s3://lake/a", "s3://lake/a"),
            ("file:a", "file:a"),
        ] {
            assert_eq!(plain_name(path), name);
        }
    }

    #[test]
    fn a_file_in_both_lists_is_not_read() {
        let lists = sides(
            &[entry("/a", 1), entry("/b", 2)],
            &[entry("file:///b", 2), entry("s3://c/d", 3)],
        );
        let lists = lists.expect("valid lists");
        let names = lists
            .sides
            .each_ref()
            .map(|side| side.files.iter().map(|file| &*file.name).collect::<Vec<_>>());
        assert_eq!(names, [["/a"], ["s3://c/d"]]);
        assert_eq!((lists.shared_files, lists.shared_bytes, lists.sides[0].rows), (1, 2, 2));
    }

    #[test]
    fn lists_whose_files_do_not_have_the_rows_are_refused() {
        let a = entry("/a", 1);
        for (left, right, words) in [
            (
                FileListEntry { deletes: Some("true".to_owned()), ..a.clone() },
                entry("/b", 1),
                "l: '/a' has deletes",
            ),
            (
                FileListEntry { content: Some("1".to_owned()), ..a.clone() },
                entry("/b", 1),
                "has the content '1', which isn't data",
            ),
            (FileListEntry { rows: None, ..a.clone() }, entry("/b", 1), "states no rows for '/a'"),
            (a.clone(), entry("/a", 2), "/a: has 1 bytes and 1 rows in l, but 2 bytes"),
        ] {
            let error = sides(&[left], &[right]).expect_err(words).to_string();
            assert!(error.contains(words), "{error}");
        }
        let with = |digest: &str| FileListEntry { digest: Some(digest.to_owned()), ..a.clone() };
        let error = sides(&[with("1")], &[with("2")]).expect_err("digests").to_string();
        assert!(error.contains("/a: has another digest in r than in l"), "{error}");
        sides(&[with("1")], std::slice::from_ref(&a)).expect("one list has no digest");
        let most = FileListEntry { rows: Some(u64::MAX), ..entry("/b", u64::MAX) };
        sides(&[a.clone(), most], &[]).expect_err("too many rows");
        let error = sides(&[a.clone(), entry("file:///a", 1)], &[]).expect_err("twice").to_string();
        assert!(error.contains("lists '/a' twice"), "{error}");
    }
}
