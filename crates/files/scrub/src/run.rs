//! A run over a lake.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hashlane_files::digest::{FileAlgorithm, FileBatch, OBJECTS};
use hashlane_files::{FileError, FileVersion, is_url};
use hashlane_parquet::inspect::InspectOptions;
use hashlane_parquet::verify::VerifyOptions;

use crate::journal::JournalEntry;
use crate::judge::judge;
use crate::meter::ReadMeter;
use crate::plan::{DueFile, ReadPlan, RunStart, missing, unreadable};
use crate::reading::{FileReader, FileReading, UnreadReason, now};
use crate::{FileVerdict, Journal, Lake, ScrubState, StateRow};

/// The memory that holds row groups. A row group that is larger is read once for each use of its bytes.
const MEMORY: u64 = 144 << 20;

/// Of so many missing files with the same content, a moved file looks for one of its name.
const NAMESAKES: usize = 64;

/// What to read, and how.
#[derive(Clone, Debug, Default)]
pub struct ScrubOptions {
    /// Whether to compute BLAKE3 beside XXH3-128.
    pub blake3: bool,
    /// Whether to decode the pages of Parquet files, as [`VerifyOptions::deep`].
    pub deep: bool,
    /// Whether to leave the values of Parquet files undecoded, and so without a fingerprint.
    pub no_fingerprint: bool,
    /// No file is begun once so many bytes have been read.
    pub max_bytes: Option<u64>,
    /// No file is begun after so much time.
    pub max_time: Option<Duration>,
    /// Files without a reason to read them are read only if they were last read longer ago.
    pub max_age: Option<Duration>,
    /// Bytes per second.
    pub rate: Option<u64>,
    /// Files that are accepted as they are. If there are any, the run reads no others. A path is that of the state, relative
    /// to the lake or to the working folder, or absolute.
    pub accept: Vec<OsString>,
    /// The number of threads; one per core if it is `None`.
    pub threads: Option<usize>,
}

/// Is told how far a run is.
pub trait RunWatch: Send + Sync {
    /// So many bytes will be read, as far as it is known.
    fn begin(&self, bytes: u64);
    /// So many more bytes have been read.
    fn read(&self, bytes: u64);
}

/// What a run did.
#[derive(Debug)]
pub struct RunResult {
    /// The new state.
    pub state: ScrubState,
    /// The files of the lake as they were listed.
    pub listed: HashSet<Box<str>>,
    /// The files that were to be accepted, by their paths in the state.
    pub accepted: HashSet<Box<str>>,
    /// The number of files that were read.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The folders that could not be read, with the reason.
    pub unreadable: Vec<FileError>,
}

/// Lists the lake, reads what is due, and returns the new state. Each file that was read goes to the journal at once.
///
/// # Errors
/// Returns an error if the lake can't be listed, the journal is of another state or can't be written, or a file to accept is
/// unknown. Files that can't be read are part of the result.
pub fn scrub(
    lake: &Lake,
    state: ScrubState,
    journal: &mut Option<Journal>,
    options: &ScrubOptions,
    watch: &Arc<dyn RunWatch>,
) -> Result<RunResult, FileError> {
    let (ScrubState { root, run, mut rows }, now) = (state, now());
    let left = journal.as_mut().map(|journal| journal.begin(run, &root)).transpose()?;
    let done = replay(&mut rows, left.unwrap_or_default());
    let mut listing = lake.list()?;
    if let Some(nothing) = listing.empty.iter().find(|url| !lake.has_known(url, rows.keys())) {
        let text = "names no object, and the state knows of none: check the address";
        return Err(FileError::new(nothing, text));
    }
    let listed: HashSet<Box<str>> = listing.files.keys().cloned().collect();
    let is_known = |path: &str| rows.contains_key(path) || listed.contains(path);
    let accepted = lake.accepted(&options.accept, is_known, &listing.unreadable)?;
    let start = RunStart { lake, options, run, now, done };
    let plan = match accepted.is_empty() {
        true => start.plan(rows, &mut listing),
        false => start.plan_accepted(rows, &mut listing, &accepted)?,
    };
    watch.begin(plan.bytes());
    let ReadPlan { due, rows, missing } = plan;
    let ledger = RunLedger { rows, missing, journal, run, files: 0, bytes: 0, error: None };
    let ledger = read_all(&due, lake, options, watch, ledger);
    let RunLedger { rows, files, bytes, error, .. } = ledger;
    if let Some(error) = error {
        return Err(error);
    }
    let state = ScrubState { root, run: run + 1, rows };
    let unreadable = listing.unreadable.into_iter().map(|(_, error)| error).collect();
    Ok(RunResult { state, listed, accepted, files, bytes, unreadable })
}

/// Adds what an interrupted run has read, and returns the versions.
fn replay(
    rows: &mut BTreeMap<Box<str>, StateRow>,
    entries: Vec<JournalEntry>,
) -> HashMap<Box<str>, FileVersion> {
    let mut done = HashMap::new();
    for JournalEntry { row, version: (size, modified, tag), moved_from } in entries {
        if let Some(from) = moved_from {
            rows.remove(&from);
        }
        done.insert(row.path.clone(), FileVersion { size, modified, tag });
        rows.insert(row.path.clone(), row);
    }
    done
}

fn read_all<'a>(
    due: &[DueFile],
    lake: &Lake,
    options: &ScrubOptions,
    watch: &Arc<dyn RunWatch>,
    ledger: RunLedger<'a>,
) -> RunLedger<'a> {
    let objects = due.iter().any(|due| due.address.to_str().is_some_and(is_url));
    let batch = match options.threads {
        Some(threads) => FileBatch::on(threads),
        None if objects => FileBatch::default().at_a_time(OBJECTS),
        None => FileBatch::default(),
    };
    let inspect = inspect(options, due.len());
    let meter = ReadMeter::new(options.rate, watch.clone());
    let reader = FileReader { inspect: &inspect, batch: &batch, meter: &meter };
    let deadline = options.max_time.map(|time| Instant::now() + time);
    let (ledger, stop) = (Mutex::new(ledger), AtomicBool::new(false));
    let read = |due: &DueFile| {
        if stop.load(Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return;
        }
        let (tried, result) = (now(), reader.read(&due.address, lake));
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        if ledger.settle(due, result, tried).is_break() {
            stop.store(true, Relaxed);
        }
    };
    let Ok(()) = batch.in_order(due, read, |()| Ok::<(), std::convert::Infallible>(()));
    ledger.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Several files are read at a time, each on one thread, unless there are fewer files than threads.
fn inspect(options: &ScrubOptions, files: usize) -> InspectOptions {
    let mut algorithms = vec![FileAlgorithm::find("xxh128").expect("it is in the table")];
    if options.blake3 {
        algorithms.push(FileAlgorithm::find("blake3").expect("it is in the table"));
    }
    let mut verify = VerifyOptions { deep: options.deep, ..VerifyOptions::default() };
    let threads = options.threads.unwrap_or(verify.threads.get()) / files.max(1);
    verify.threads = threads.try_into().unwrap_or(NonZero::<usize>::MIN);
    let mut inspect = InspectOptions::new(algorithms, verify, MEMORY);
    inspect.fingerprint = !options.no_fingerprint;
    inspect
}

/// What is known so far.
struct RunLedger<'a> {
    rows: BTreeMap<Box<str>, StateRow>,
    missing: HashMap<(u128, u64), Vec<Box<str>>>,
    journal: &'a mut Option<Journal>,
    /// The number of complete runs before this one.
    run: u64,
    files: u64,
    bytes: u64,
    /// The error of the journal.
    error: Option<FileError>,
}

impl RunLedger<'_> {
    /// Enters what the read of a file gave that was begun at `tried`. Breaks if the journal can't be written.
    fn settle(
        &mut self,
        due: &DueFile,
        result: Result<FileReading, UnreadReason>,
        tried: i64,
    ) -> ControlFlow<()> {
        match result {
            Ok(reading) => return self.enter(due, &reading),
            Err(UnreadReason::Gone(error)) => self.gone(due, &error),
            Err(UnreadReason::Unreadable(error)) => {
                self.insert(unreadable(due.before.clone(), &error));
            }
            Err(UnreadReason::Written) => {
                if let Some(row) = self.rows.get_mut(&due.path) {
                    row.detail = Some("was written each time it was read".into());
                }
            }
        }
        if let Some(row) = self.rows.get_mut(&due.path) {
            (row.last_tried, row.turn) = (Some(tried), self.run);
        }
        ControlFlow::Continue(())
    }

    fn enter(&mut self, due: &DueFile, reading: &FileReading) -> ControlFlow<()> {
        let moved = self.moved(due, reading);
        let before = moved.clone().unwrap_or_else(|| due.before.clone());
        let before = StateRow { path: due.path.clone(), ..before };
        let mut row = StateRow { turn: self.run, ..judge(before, reading, due.accept) };
        let moved_from = moved.map(|moved| moved.path);
        // BLAKE3 may tell what XXH3 does not: then it is another file.
        if let Some(from) = moved_from.as_deref().filter(|_| row.verdict == FileVerdict::Unchanged)
        {
            (row.verdict, row.detail) = (FileVerdict::Moved, Some(format!("from {from}").into()));
        }
        self.files += 1;
        self.bytes += reading.version.size;
        self.insert(row.clone());
        let Some(journal) = self.journal.as_mut() else {
            return ControlFlow::Continue(());
        };
        let FileVersion { size, modified, tag } = reading.version.clone();
        match journal.add(&JournalEntry { row, version: (size, modified, tag), moved_from }) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Removes and returns the row of the missing file that a new file was before. Of several with the same content, one of
    /// the same name is preferred. A Parquet file with something wrong was moved only if that was accepted.
    fn moved(&mut self, due: &DueFile, reading: &FileReading) -> Option<StateRow> {
        if due.before.xxh128.is_some() {
            return None;
        }
        let paths = self.missing.get_mut(&(reading.xxh128, reading.version.size))?;
        let is_accepted =
            |path| self.rows.get(path).is_some_and(|row: &StateRow| row.accepted.is_some());
        let fits = |place: &usize| reading.wrong.is_none() || is_accepted(&paths[*place]);
        let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
        let namesakes = paths.len().saturating_sub(NAMESAKES)..paths.len();
        let same = namesakes.filter(fits).find(|place| name(&paths[*place]) == name(&due.path));
        let place = same.or_else(|| (0..paths.len()).rev().find(fits))?;
        let path = paths.swap_remove(place);
        self.rows.remove(&path)
    }

    /// A file that was listed and can't be found.
    fn gone(&mut self, due: &DueFile, error: &FileError) {
        // A link that leads nowhere.
        if fs::symlink_metadata(&due.address).is_ok() {
            return self.insert(unreadable(due.before.clone(), error));
        }
        self.rows.remove(&due.path);
        if due.before.xxh128.is_some() || due.before.verdict.is_wrong() {
            self.insert(missing(due.before.clone()));
        }
    }

    fn insert(&mut self, row: StateRow) {
        self.rows.insert(row.path.clone(), row);
    }
}
