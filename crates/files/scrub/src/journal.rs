//! The rows of files that were read since the state was written.
//!
//! A journal is a file beside the state, of JSON objects on lines of their own: one that says to which state it belongs, then
//! one for each file that was read. Each line begins with a checksum, 16 digits of XXH3, and a space. A scrub has the journal
//! locked. It outlives an interrupt, and the next run takes its rows.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use hashlane_files::FileError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::StateRow;

/// A locked journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// The first line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct JournalHead {
    /// The number of the last run in the state.
    run: u64,
    root: String,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JournalEntry {
    pub row: StateRow,
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

    /// Returns 16 digits that no journal of another path has, for the names of files that only its owner writes.
    pub fn label(&self) -> String {
        let path = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        format!("{:016x}", xxh3_64(path.as_os_str().as_encoded_bytes()))
    }

    /// Returns the entries that an interrupted run left, and begins the journal of a run. `run` and `root` are those of the
    /// state.
    pub(crate) fn begin(&mut self, run: u64, root: &str) -> Result<Vec<JournalEntry>, FileError> {
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
                self.line(&JournalHead { run, root: root.to_owned() })?;
                Ok(Vec::new())
            }
        }
    }

    /// Returns `None` if the state has the entries already.
    fn entries(
        &self,
        text: &[u8],
        run: u64,
        root: &str,
    ) -> Result<Option<Vec<JournalEntry>>, FileError> {
        let name = self.path.display().to_string();
        let damaged = |error: String| {
            let advice = "remove it, and the files read since the last complete run are read again";
            FileError::new(&name, format!("is damaged ({error}): {advice}"))
        };
        let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let mut lines = lines.zip(1..);
        let Some((head, _)) = lines.next() else { return Ok(None) };
        let head: JournalHead = checked(head, 1).map_err(damaged)?;
        if head.run < run && head.root == root {
            return Ok(None);
        }
        if head.run != run || head.root != root {
            return Err(FileError::new(
                &name,
                "belongs to another state: remove it if that state is gone",
            ));
        }
        let entries = lines.map(|(line, number)| checked(line, number));
        entries.collect::<Result<_, _>>().map(Some).map_err(damaged)
    }

    /// Adds an entry, which then outlives the process.
    pub(crate) fn add(&mut self, entry: &JournalEntry) -> Result<(), FileError> {
        self.line(entry)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), FileError> {
        let json = serde_json::to_string(value).map_err(|error| self.failed(error.into()))?;
        let line = format!("{:016x} {json}\n", xxh3_64(json.as_bytes()));
        // In one write, so that a kill cuts off the last line at most.
        self.file.write_all(line.as_bytes()).map_err(|error| self.failed(error))
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

/// Reads a line, if its checksum is right.
fn checked<T: DeserializeOwned>(line: &[u8], number: usize) -> Result<T, String> {
    let (checksum, json) = line.split_at_checked(16).unwrap_or((line, b""));
    let json = json.strip_prefix(b" ").unwrap_or(json);
    if checksum != format!("{:016x}", xxh3_64(json)).as_bytes() {
        return Err(format!("line {number} doesn't match its checksum"));
    }
    serde_json::from_slice(json).map_err(|error| format!("line {number}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &str) -> JournalEntry {
        let row = StateRow { xxh128: Some(u128::MAX), ..StateRow::unread(path, 5, 3) };
        JournalEntry { row, version: (1, Some(-2), None), moved_from: None }
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
    fn a_flipped_bit_is_never_believed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::lock(&path).expect("it is free");
        journal.begin(3, "root").expect("it is new");
        let entries = [entry("a"), entry("b")];
        entries.iter().for_each(|entry| journal.add(entry).expect("it can be written"));
        let whole = std::fs::read(&path).expect("it is there");
        for bit in 0..8 * whole.len() {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, damaged).expect("it can be written");
            // Without its line break, the last line seems cut off.
            if let Ok(found) = journal.begin(3, "root") {
                assert_eq!(found, entries[..1], "bit {bit}");
                assert_eq!(bit / 8, whole.len() - 1);
            }
        }
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
