//! The rows of files that were read since the state was written.
//!
//! A journal is a file beside the state, of JSON objects on lines of their own: one that says to which state it belongs, then
//! one for each file that was read. A scrub has it locked. It outlives an interrupt, and the next run takes its rows.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use hashlane_files::FileError;
use serde::{Deserialize, Serialize};

use crate::Row;

/// A locked journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// The first line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    /// The number of the last run in the state.
    run: u64,
    root: String,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub row: Row,
    /// The version that was read: length, time of change and tag. The row of a damaged file has that of the last good one.
    pub version: (u64, Option<i64>, Option<String>),
    /// The path of the row that it replaces, if the file was moved.
    pub moved_from: Option<Box<str>>,
}

impl Journal {
    /// Locks the journal at this path, and creates it if it isn't there.
    ///
    /// # Errors
    /// Returns an error if another scrub has it locked, or it can't be written.
    pub fn lock(path: &Path) -> Result<Self, FileError> {
        let name = path.display().to_string();
        let failed = |error| FileError::io(&name, error);
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Journal { path: path.to_owned(), file }),
            Err(TryLockError::WouldBlock) => Err(FileError::new(
                &name,
                "is in use by another scrub of the same state: wait until it ends",
            )),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Returns the entries that an interrupted run left, and begins the journal of a run. `run` and `root` are those of the
    /// state.
    pub(crate) fn begin(&mut self, run: u64, root: &str) -> Result<Vec<Entry>, FileError> {
        let mut text = Vec::new();
        self.file.rewind().map_err(|error| self.failed(error))?;
        self.file.read_to_end(&mut text).map_err(|error| self.failed(error))?;
        // What a kill cut off has no line break.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let entries = self.entries(&text[..whole], run, root)?;
        match entries {
            Some(entries) if whole > 0 => {
                self.cut(whole as u64)?;
                Ok(entries)
            }
            _ => {
                self.clear()?;
                self.line(&Head { run, root: root.to_owned() })?;
                Ok(Vec::new())
            }
        }
    }

    /// Returns `None` if the state has the entries already.
    fn entries(&self, text: &[u8], run: u64, root: &str) -> Result<Option<Vec<Entry>>, FileError> {
        let name = self.path.display().to_string();
        let damaged = |error: serde_json::Error| {
            let advice = "remove it, and the files read since the last complete run are read again";
            FileError::new(&name, format!("is damaged ({error}): {advice}"))
        };
        let mut lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let Some(head) = lines.next() else { return Ok(None) };
        let head: Head = serde_json::from_slice(head).map_err(damaged)?;
        if head.run < run && head.root == root {
            return Ok(None);
        }
        if head.run != run || head.root != root {
            return Err(FileError::new(
                &name,
                "belongs to another state: remove it if that state is gone",
            ));
        }
        lines
            .map(|line| serde_json::from_slice(line).map_err(damaged))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// Adds an entry, which then outlives the process.
    pub(crate) fn add(&mut self, entry: &Entry) -> Result<(), FileError> {
        self.line(entry)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), FileError> {
        let mut line = serde_json::to_vec(value).map_err(|error| self.failed(error.into()))?;
        line.push(b'\n');
        // In one write, so that a kill cuts off the last line at most.
        self.file.write_all(&line).map_err(|error| self.failed(error))
    }

    /// Empties the journal, once the state has its entries.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub fn clear(&mut self) -> Result<(), FileError> {
        self.cut(0)
    }

    fn cut(&mut self, len: u64) -> Result<(), FileError> {
        let cut = self.file.set_len(len).and_then(|()| self.file.seek(SeekFrom::Start(len)));
        cut.map(drop).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: std::io::Error) -> FileError {
        FileError::io(&self.path.display().to_string(), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &str) -> Entry {
        let row = Row { xxh128: Some(u128::MAX), ..Row::unread(path, 5) };
        Entry { row, version: (1, Some(-2), None), moved_from: None }
    }

    #[test]
    fn entries_outlive_a_kill_within_a_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::lock(&path).expect("it is free");
        assert_eq!(journal.begin(3, "root").expect("it is new"), []);
        journal.add(&entry("a\n")).expect("it can be written");
        journal.add(&entry("b")).expect("it can be written");
        journal.file.write_all(br#"{"row":{"path":"#).expect("it can be written");
        drop(journal);
        let mut journal = Journal::lock(&path).expect("it is free");
        assert_eq!(journal.begin(3, "root").expect("as before"), [entry("a\n"), entry("b")]);
        journal.add(&entry("c")).expect("it can be written");
        assert_eq!(journal.begin(3, "root").expect("as before").len(), 3);
        // The state was written, and the kill came before the journal was emptied.
        assert_eq!(journal.begin(4, "root").expect("as before"), []);
        assert!(journal.begin(2, "root").is_err());
        assert!(journal.begin(4, "other").is_err());
    }

    #[test]
    fn one_scrub_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let first = Journal::lock(&path).expect("it is free");
        let error = Journal::lock(&path).expect_err("it is locked").to_string();
        assert!(
            error.ends_with("is in use by another scrub of the same state: wait until it ends")
        );
        drop(first);
        Journal::lock(&path).expect("it is free again");
    }
}
