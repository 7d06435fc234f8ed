//! Hashes all rows of a file on several threads.
//!
//! Each thread has one row group open. When no row groups are left, it takes batches from the row groups of other
//! threads. One thread at a time reads a column, and hashing takes no lock, so even a file with one row group keeps
//! several threads busy.

pub(super) mod batches;
pub(crate) mod row_group;

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use hashlane_files::FileError;

use super::file::ParquetFile;
use super::sums::{BatchSummer, MultisetSums, RowOrder};
use crate::guard::guarded;
use batches::{ColumnBatches, ScanBatch};

/// The columns to read from a file, and how to split its rows.
pub(crate) struct ColumnScan<'a> {
    /// The file.
    pub file: &'a ParquetFile,
    /// The columns, in the order in which they form a row.
    pub columns: &'a [usize],
    /// The rows before which a new part starts, in ascending order.
    pub cuts: &'a [u64],
    /// Whether the order of rows counts.
    pub order: RowOrder,
    /// The row groups to read.
    pub row_groups: Range<usize>,
}

/// A row group that is being read.
struct OpenRowGroup<'a> {
    number: usize,
    batches: ColumnBatches<'a>,
}

/// The state that threads share.
struct SharedScan<'a> {
    scan: &'a ColumnScan<'a>,
    /// The next row group to open.
    next: AtomicUsize,
    /// A row group for each thread.
    open: Vec<Mutex<Option<Arc<OpenRowGroup<'a>>>>>,
    failed: AtomicBool,
}

impl ColumnScan<'_> {
    /// Returns the sums of each part. There is one part more than there are cuts.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or decoded, or changes during the scan.
    pub(crate) fn sums(&self, threads: NonZero<usize>) -> Result<Vec<MultisetSums>, FileError> {
        // More threads would find nothing to do.
        let most = self.file.rows() / row_group::BATCH_ROWS as u64 + 1;
        let threads = threads.get().min(usize::try_from(most).unwrap_or(usize::MAX));
        let shared = SharedScan {
            scan: self,
            next: AtomicUsize::new(self.row_groups.start),
            open: (0..threads).map(|_| Mutex::new(None)).collect(),
            failed: AtomicBool::new(false),
        };
        let results = thread::scope(|scope| {
            let shared = &shared;
            // If the system can't start more threads, the existing ones do the work.
            let spawn = |worker| {
                thread::Builder::new().spawn_scoped(scope, move || shared.work(worker)).ok()
            };
            let others: Vec<_> = (1..threads).filter_map(spawn).collect();
            let mut results = vec![shared.work(0)];
            results.extend(others.into_iter().map(|other| match other.join() {
                Ok(result) => result,
                Err(_) => Err(self.file.error("a thread stopped")),
            }));
            results
        });
        // A replaced file causes many errors, and none of them names the cause. Check for it first.
        self.file.source.unchanged()?;
        let mut total = vec![MultisetSums::new(self.columns.len()); self.cuts.len() + 1];
        for sums in results {
            total.iter_mut().zip(sums?).for_each(|(total, sums)| total.merge(&sums));
        }
        Ok(total)
    }
}

impl<'a> SharedScan<'a> {
    /// Takes batches until none are left. The parquet crate and its decompressors may panic on unexpected
    /// data.
    fn work(&self, worker: usize) -> Result<Vec<MultisetSums>, FileError> {
        let sum = || {
            let scan = self.scan;
            let mut sums = vec![MultisetSums::new(scan.columns.len()); scan.cuts.len() + 1];
            let fields = scan.file.content.fields();
            let types = scan.columns.iter().map(|column| fields[*column].data_type().clone());
            let mut summer = BatchSummer::new(scan.order, types.collect());
            while let Some(batch) = self.batch(worker)? {
                self.add(&mut sums, &mut summer, &batch)?;
            }
            Ok(sums)
        };
        let result = guarded(sum).unwrap_or_else(|_| {
            Err(self.scan.file.error("is damaged: its pages can't be decoded"))
        });
        if result.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        result
    }

    /// Returns the next batch of the worker's own row group, or of another worker's if its own has none left.
    fn batch(&self, worker: usize) -> Result<Option<ScanBatch>, FileError> {
        for i in 0..self.open.len() {
            if self.failed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            // A page of a few bytes can hold rows that take minutes without another read.
            if self.scan.file.source.is_cancelled() {
                return Err(FileError::cancelled(self.scan.file.source.name()));
            }
            if let Some(batch) = self.take(&self.open[(worker + i) % self.open.len()])? {
                return Ok(Some(batch));
            }
        }
        Ok(None)
    }

    /// Returns the next batch of the row group in a slot, or of the next unopened row group.
    fn take(
        &self,
        slot: &Mutex<Option<Arc<OpenRowGroup<'a>>>>,
    ) -> Result<Option<ScanBatch>, FileError> {
        let lock = || slot.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let mut held = lock();
            if held.is_none() {
                *held = self.open_next()?;
            }
            let Some(open) = held.clone() else { return Ok(None) };
            drop(held);
            let batch = open.batches.next();
            let batch = batch.map_err(|error| self.in_group(open.number, &error))?;
            if let Some(mut batch) = batch {
                batch.first += self.scan.file.starts[open.number];
                return Ok(Some(batch));
            }
            lock().take_if(|held| Arc::ptr_eq(held, &open));
        }
    }

    fn open_next(&self) -> Result<Option<Arc<OpenRowGroup<'a>>>, FileError> {
        let ColumnScan { file, columns, ref row_groups, .. } = *self.scan;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number >= row_groups.end {
            return Ok(None);
        }
        let batches = ColumnBatches::open(file, number, columns);
        let batches = batches.map_err(|error| self.in_group(number, &error))?;
        Ok(Some(Arc::new(OpenRowGroup { number, batches })))
    }

    fn in_group(&self, number: usize, error: &str) -> FileError {
        self.scan.file.error(format!("row group {number}: {error}"))
    }

    /// Adds a batch to the parts that its rows lie in.
    fn add(
        &self,
        sums: &mut [MultisetSums],
        summer: &mut BatchSummer,
        batch: &ScanBatch,
    ) -> Result<(), FileError> {
        let cuts = self.scan.cuts;
        let end = batch.first + batch.rows as u64;
        let mut first = batch.first;
        while first < end {
            let part = cuts.partition_point(|cut| *cut <= first);
            let last = cuts.get(part).map_or(end, |cut| end.min(*cut));
            let (skipped, rows) = ((first - batch.first) as usize, (last - first) as usize);
            let columns: Vec<_> = match rows == batch.rows {
                true => batch.columns.clone(),
                false => batch.columns.iter().map(|column| column.slice(skipped, rows)).collect(),
            };
            summer
                .add(&mut sums[part], &columns, rows, first)
                .map_err(|(column, error)| self.scan.error(column, &error))?;
            first = last;
        }
        Ok(())
    }
}

impl ColumnScan<'_> {
    fn error(&self, column: Option<usize>, error: &hashlane_catalog::CallError) -> FileError {
        let name = |column: usize| self.file.content.fields()[self.columns[column]].name().clone();
        match column.map(name) {
            Some(column) => self.file.error(format!("column {column}: {error}")),
            None => self.file.error(error.to_string()),
        }
    }
}
