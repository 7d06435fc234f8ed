//! Which files a run reads, and in which order.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;

use hashlane_files::{FileError, Version};

use crate::lake::Found;
use crate::{Options, Row, Verdict};

/// A file to read.
#[derive(Debug)]
pub(crate) struct Due {
    pub path: Box<str>,
    pub address: OsString,
    /// Whether its content is to be accepted as it is.
    pub accept: bool,
    /// What was known of it before this run.
    pub before: Row,
    bytes: u64,
    urgent: bool,
}

/// The files to read, and what the run says of the others.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The files to read, the most urgent first.
    pub due: Vec<Due>,
    /// Every file, with the verdict that it gets unless it is read.
    pub rows: BTreeMap<Box<str>, Row>,
    /// The paths of missing files, by digest and length.
    pub missing: HashMap<(u128, u64), Vec<Box<str>>>,
}

/// What a run starts from.
pub(crate) struct Start<'a> {
    pub options: &'a Options,
    /// When the run began.
    pub now: i64,
    /// The files that an interrupted run has read, and their versions.
    pub done: HashMap<Box<str>, Version>,
}

impl Start<'_> {
    /// Plans a run: what is new, changed, damaged or unreadable comes first, then what was read longest ago.
    ///
    /// # Errors
    /// Returns an error if a file to accept is unknown.
    pub(crate) fn plan(
        &self,
        mut rows: BTreeMap<Box<str>, Row>,
        files: BTreeMap<Box<str>, Found>,
        unreadable_folders: &[(String, FileError)],
    ) -> Result<Plan, FileError> {
        self.check_accepted(&rows, &files)?;
        let mut plan = Plan { due: Vec::new(), rows: BTreeMap::new(), missing: HashMap::new() };
        for (path, found) in files {
            let before = rows.remove(&path).unwrap_or_else(|| Row::unread(&path, self.now));
            plan.rows.insert(path.clone(), self.unless_read(&before, &found));
            plan.due.extend(self.due(path, found, before));
        }
        for (path, row) in rows {
            let folder = unreadable_folders.iter().find(|(prefix, _)| path.starts_with(prefix));
            match folder {
                Some((_, error)) => {
                    plan.rows.insert(path, unreadable(row, error));
                }
                None if self.options.accept.contains(&path) => {}
                None => plan.add_missing(path, row),
            }
        }
        plan.due.sort_by_key(|due| (!due.urgent, due.before.last_read.filter(|_| !due.urgent)));
        plan.cut(self.options.max_bytes);
        Ok(plan)
    }

    fn check_accepted(
        &self,
        rows: &BTreeMap<Box<str>, Row>,
        files: &BTreeMap<Box<str>, Found>,
    ) -> Result<(), FileError> {
        let known = |path: &str| rows.contains_key(path) || files.contains_key(path);
        match self.options.accept.iter().find(|path| !known(path)) {
            None => Ok(()),
            Some(path) => Err(FileError::new(
                path,
                "can't be accepted: the state has no file of this path (write it as the state does)",
            )),
        }
    }

    /// Returns the file if it is due.
    fn due(&self, path: Box<str>, found: Found, before: Row) -> Option<Due> {
        let accept = self.options.accept.contains(&path);
        let is_accepted = before.accepted.is_some() && before.verdict != Verdict::Damaged;
        if self.is_done(&path, &found) && (!accept || is_accepted) {
            return None;
        }
        let urgent = accept
            || before.xxh128.is_none()
            || before.verdict.is_wrong()
            || was_written(&before, &found);
        let old = || match (before.last_read, self.options.max_age) {
            (Some(read), Some(age)) => {
                let age = i64::try_from(age.as_micros()).unwrap_or(i64::MAX);
                read.saturating_add(age) < self.now
            }
            _ => true,
        };
        let bytes = found.version.map_or(0, |version| version.size);
        (urgent || old()).then_some(Due {
            path,
            address: found.address,
            accept,
            before,
            bytes,
            urgent,
        })
    }

    /// Whether an interrupted run has read this version of a file.
    fn is_done(&self, path: &str, found: &Found) -> bool {
        let is_listed = |read: &Version| found.version.as_ref().is_none_or(|listed| listed == read);
        self.done.get(path).is_some_and(is_listed)
    }

    /// What the run says of a listed file that it doesn't read.
    fn unless_read(&self, before: &Row, found: &Found) -> Row {
        let mut row = before.clone();
        // These are tried again as soon as the budget allows.
        let waits = matches!(row.verdict, Verdict::Damaged | Verdict::Unreadable);
        if waits || self.is_done(&row.path, found) {
            return row;
        }
        let written = row.xxh128.is_some() && was_written(before, found);
        row.verdict = Verdict::NotRead;
        row.detail = written.then(|| "was written since it was last read".into());
        if row.xxh128.is_none()
            && let Some(Version { size, modified, tag }) = &found.version
        {
            (row.bytes, row.modified) = (*size, *modified);
            row.tag = tag.as_deref().map(Box::from);
        }
        row
    }
}

impl Plan {
    fn add_missing(&mut self, path: Box<str>, row: Row) {
        if let Some(digest) = row.xxh128 {
            self.missing.entry((digest, row.bytes)).or_default().push(path.clone());
        }
        self.rows.insert(path, Row { verdict: Verdict::Missing, detail: None, ..row });
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
fn was_written(before: &Row, found: &Found) -> bool {
    found.version.as_ref().is_some_and(|version| {
        version.size != before.bytes
            || version.modified != before.modified
            || version.tag.as_deref() != before.tag.as_deref()
    })
}

/// A file that can't be read. A damaged one stays damaged.
pub(crate) fn unreadable(row: Row, error: &FileError) -> Row {
    let verdict = match row.verdict {
        Verdict::Damaged => Verdict::Damaged,
        _ => Verdict::Unreadable,
    };
    Row { verdict, detail: Some(error.to_string().into()), ..row }
}
