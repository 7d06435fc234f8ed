//! Which files a run reads, and in which order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;

use hashlane_files::{FileError, FileVersion};

use crate::lake::{FoundFile, Lake, LakeListing};
use crate::queue::{WaitingQueue, deal};
use crate::{FileVerdict, ScrubOptions, StateRow};

/// A file to read.
#[derive(Debug)]
pub(crate) struct DueFile {
    pub path: Box<str>,
    pub address: OsString,
    /// Whether its content is to be accepted as it is.
    pub accept: bool,
    /// What was known of it before this run.
    pub before: StateRow,
    /// Its length, as far as it is known.
    pub bytes: u64,
}

/// The files to read, and what the run says of the others.
#[derive(Debug, Default)]
pub(crate) struct ReadPlan {
    /// The files to read, in order.
    pub due: Vec<DueFile>,
    /// Every file, with the verdict that it gets unless it is read.
    pub rows: BTreeMap<Box<str>, StateRow>,
    /// The paths of missing files, by digest and length.
    pub missing: HashMap<(u128, u64), Vec<Box<str>>>,
}

/// What a run starts from.
pub(crate) struct RunStart<'a> {
    pub lake: &'a Lake,
    pub options: &'a ScrubOptions,
    /// The number of complete runs.
    pub run: u64,
    /// When the run began.
    pub now: i64,
    /// The files that an interrupted run has read, and their versions.
    pub done: HashMap<Box<str>, FileVersion>,
}

impl RunStart<'_> {
    /// Plans a run over the whole lake.
    pub(crate) fn plan(
        &self,
        mut rows: BTreeMap<Box<str>, StateRow>,
        listing: &mut LakeListing,
    ) -> ReadPlan {
        let mut plan = ReadPlan::default();
        let mut queues: [Vec<DueFile>; 3] = Default::default();
        for (path, found) in std::mem::take(&mut listing.files) {
            let before =
                rows.remove(&path).unwrap_or_else(|| StateRow::unread(&path, self.now, self.run));
            plan.rows.insert(path.clone(), self.unless_read(&before, &found));
            if let Some(queue) = self.queue(&before, &found) {
                queues[queue as usize].push(DueFile::new(path, found, before, false));
            }
        }
        for (path, row) in rows {
            match listing.unreadable.iter().find(|(prefix, _)| path.starts_with(prefix)) {
                _ if self.lake.leaves_out(&path) => plan.insert(excluded(row)),
                Some((_, error)) => plan.insert(unreadable(row, error)),
                None => plan.add_missing(path, row),
            }
        }
        plan.due = deal(queues, self.run);
        plan.cut(self.options.max_bytes);
        plan
    }

    /// Plans a run that reads the files to accept and no others. What is known of the others stays.
    ///
    /// # Errors
    /// Returns an error if a file is below a folder that can't be read.
    pub(crate) fn plan_accepted(
        &self,
        rows: BTreeMap<Box<str>, StateRow>,
        listing: &mut LakeListing,
        accepted: &HashSet<Box<str>>,
    ) -> Result<ReadPlan, FileError> {
        let mut plan = ReadPlan { rows, ..ReadPlan::default() };
        for path in accepted {
            let folder = listing.unreadable.iter().find(|(prefix, _)| path.starts_with(prefix));
            let before = plan.rows.remove(path);
            match (listing.files.remove(path), folder) {
                (Some(found), _) => {
                    let before =
                        before.unwrap_or_else(|| StateRow::unread(path, self.now, self.run));
                    plan.insert(self.unless_read(&before, &found));
                    plan.due.push(DueFile::new(path.clone(), found, before, true));
                }
                (None, Some((_, error))) => {
                    return Err(FileError::new(path, format!("can't be accepted: {error}")));
                }
                // It is gone, and so is its row.
                (None, None) => {}
            }
        }
        Ok(plan)
    }

    /// Returns the queue in which a file waits, if it is due.
    fn queue(&self, before: &StateRow, found: &FoundFile) -> Option<WaitingQueue> {
        if self.is_done(&before.path, found) {
            return None;
        }
        if before.damaged.is_some() || before.verdict == FileVerdict::Unreadable {
            return Some(WaitingQueue::Wrong);
        }
        let is_new = before.xxh128.is_none() || before.verdict == FileVerdict::Missing;
        if is_new || was_written(before, found) {
            return Some(WaitingQueue::Changed);
        }
        let is_old = match (before.last_read, self.options.max_age) {
            (Some(read), Some(age)) => {
                let age = i64::try_from(age.as_micros()).unwrap_or(i64::MAX);
                // A read in the future is one under a wrong clock.
                read > self.now || read.saturating_add(age) < self.now
            }
            _ => true,
        };
        is_old.then_some(WaitingQueue::Known)
    }

    /// Whether an interrupted run has read this version of a file.
    fn is_done(&self, path: &str, found: &FoundFile) -> bool {
        let is_listed =
            |read: &FileVersion| found.version.as_ref().is_none_or(|listed| listed == read);
        self.done.get(path).is_some_and(is_listed)
    }

    /// What the run says of a listed file that it doesn't read.
    fn unless_read(&self, before: &StateRow, found: &FoundFile) -> StateRow {
        let mut row = before.clone();
        if row.verdict == FileVerdict::Unreadable || self.is_done(&row.path, found) {
            return row;
        }
        if row.damaged.is_some() {
            // It was away, and is back.
            if row.verdict != FileVerdict::Damaged {
                (row.verdict, row.detail) = (FileVerdict::Damaged, Some(WAS_DAMAGED.into()));
            }
            return row;
        }
        let written = row.xxh128.is_some() && was_written(before, found);
        row.verdict = FileVerdict::NotRead;
        row.detail = written.then(|| "was written since it was last read".into());
        if row.xxh128.is_none()
            && let Some(FileVersion { size, modified, tag }) = &found.version
        {
            (row.bytes, row.modified) = (*size, *modified);
            row.tag = tag.as_deref().map(Box::from);
            row.target = found.target.clone();
        }
        row
    }
}

impl DueFile {
    fn new(path: Box<str>, found: FoundFile, before: StateRow, accept: bool) -> Self {
        let bytes = found.version.map_or(0, |version| version.size);
        DueFile { path, address: found.address, accept, before, bytes }
    }
}

impl ReadPlan {
    fn insert(&mut self, row: StateRow) {
        self.rows.insert(row.path.clone(), row);
    }

    fn add_missing(&mut self, path: Box<str>, row: StateRow) {
        // All empty files are the same.
        if let Some(digest) = row.xxh128.filter(|_| row.bytes > 0) {
            self.missing.entry((digest, row.bytes)).or_default().push(path);
        }
        self.insert(missing(row));
    }

    /// Keeps the files that begin within the budget.
    fn cut(&mut self, max_bytes: Option<u64>) {
        let Some(max) = max_bytes else { return };
        let mut before = 0u64;
        self.due.retain(|due| {
            let begins = before < max;
            before = before.saturating_add(due.bytes);
            begins
        });
    }

    /// The number of bytes to read, as far as it is known.
    pub(crate) fn bytes(&self) -> u64 {
        self.due.iter().map(|due| due.bytes).fold(0, u64::saturating_add)
    }
}

/// Whether the listing says that a file was written since it was last read.
fn was_written(before: &StateRow, found: &FoundFile) -> bool {
    found.version.as_ref().is_some_and(|version| {
        version.size != before.bytes
            || version.modified != before.modified
            || version.tag.as_deref() != before.tag.as_deref()
            || found.target.as_deref() != before.target.as_deref()
    })
}

/// What is said of a damaged file that isn't read.
const WAS_DAMAGED: &str = "it was damaged when it was last read";

/// A file that is gone.
pub(crate) fn missing(row: StateRow) -> StateRow {
    let detail = row.damaged.map(|_| WAS_DAMAGED.into());
    StateRow { verdict: FileVerdict::Missing, detail, ..row }
}

/// A file that the run leaves out. What was known of it stays.
fn excluded(row: StateRow) -> StateRow {
    StateRow { verdict: FileVerdict::Excluded, detail: None, ..row }
}

/// A file that can't be read.
pub(crate) fn unreadable(row: StateRow, error: &FileError) -> StateRow {
    let detail = match row.damaged {
        Some(_) => format!("{error}; {WAS_DAMAGED}"),
        None => error.to_string(),
    };
    StateRow { verdict: FileVerdict::Unreadable, detail: Some(detail.into()), ..row }
}
