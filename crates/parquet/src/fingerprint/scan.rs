//! All rows of a file, hashed by several threads.
//!
//! Every thread has a row group of its own open. When there are no more, it takes batches from those of
//! the others: a column is read by one thread at a time, hashing is behind no lock, so even a file of one
//! row group keeps several threads busy.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use hashlane_files::FileError;

use super::batches::{Batch, Batches};
use super::file::File;
use super::row_group;
use super::sums::{Order, Summer, Sums};
use crate::guard::guarded;

/// What is read of a file and how it is cut.
pub(crate) struct Scan<'a> {
    /// The file.
    pub file: &'a File,
    /// Which columns, in the order in which they make a row.
    pub columns: &'a [usize],
    /// The rows before which a new part starts, in ascending order.
    pub cuts: &'a [u64],
    /// Whether the places of rows count.
    pub order: Order,
}

/// A row group that is being read.
struct Open<'a> {
    number: usize,
    batches: Batches<'a>,
}

/// What threads share.
struct Shared<'a> {
    scan: &'a Scan<'a>,
    /// The next row group to open.
    next: AtomicUsize,
    /// A row group for each thread.
    open: Vec<Mutex<Option<Arc<Open<'a>>>>>,
    failed: AtomicBool,
}

impl Scan<'_> {
    /// The sums of each part: one more than there are cuts.
    ///
    /// # Errors
    /// Where the file can't be read or decoded, or changes meanwhile.
    pub fn run(&self, threads: NonZero<usize>) -> Result<Vec<Sums>, FileError> {
        // More would find nothing to do.
        let most = self.file.rows() / row_group::BATCH_ROWS as u64 + 1;
        let threads = threads.get().min(usize::try_from(most).unwrap_or(usize::MAX));
        let shared = Shared {
            scan: self,
            next: AtomicUsize::new(0),
            open: (0..threads).map(|_| Mutex::new(None)).collect(),
            failed: AtomicBool::new(false),
        };
        let results = thread::scope(|scope| {
            let shared = &shared;
            // Where the system has no more threads, those there are do the work.
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
        // A file that was replaced fails in many ways, none of which says so.
        self.file.source.unchanged()?;
        let mut total = vec![Sums::new(self.columns.len()); self.cuts.len() + 1];
        for sums in results {
            total.iter_mut().zip(sums?).for_each(|(total, sums)| total.merge(&sums));
        }
        Ok(total)
    }
}

impl<'a> Shared<'a> {
    /// Takes batches until there are none. The parquet crate and what it decompresses with may panic on
    /// what they did not expect.
    fn work(&self, worker: usize) -> Result<Vec<Sums>, FileError> {
        let sum = || {
            let scan = self.scan;
            let mut sums = vec![Sums::new(scan.columns.len()); scan.cuts.len() + 1];
            let mut summer = Summer::new(scan.order, scan.columns.len());
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

    /// The next batch of the worker's own row group, or else of another's.
    fn batch(&self, worker: usize) -> Result<Option<Batch>, FileError> {
        for i in 0..self.open.len() {
            if self.failed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            // A page of a few bytes can hold rows for minutes, which take no more reads.
            if self.scan.file.source.is_cancelled() {
                return Err(FileError::cancelled(self.scan.file.source.name()));
            }
            if let Some(batch) = self.take(&self.open[(worker + i) % self.open.len()])? {
                return Ok(Some(batch));
            }
        }
        Ok(None)
    }

    /// The next batch of the row group in a slot, or of the next one that nobody has opened.
    fn take(&self, slot: &Mutex<Option<Arc<Open<'a>>>>) -> Result<Option<Batch>, FileError> {
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

    fn open_next(&self) -> Result<Option<Arc<Open<'a>>>, FileError> {
        let Scan { file, columns, .. } = *self.scan;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number >= file.metadata.num_row_groups() {
            return Ok(None);
        }
        let batches = Batches::open(file, number, columns);
        let batches = batches.map_err(|error| self.in_group(number, &error))?;
        Ok(Some(Arc::new(Open { number, batches })))
    }

    fn in_group(&self, number: usize, error: &str) -> FileError {
        self.scan.file.error(format!("row group {number}: {error}"))
    }

    /// Adds a batch to the parts that its rows lie in.
    fn add(&self, sums: &mut [Sums], summer: &mut Summer, batch: &Batch) -> Result<(), FileError> {
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

impl Scan<'_> {
    fn error(&self, column: Option<usize>, error: &hashlane_catalog::CallError) -> FileError {
        let name = |column: usize| self.file.content.fields()[self.columns[column]].name().clone();
        match column.map(name) {
            Some(column) => self.file.error(format!("column {column}: {error}")),
            None => self.file.error(error.to_string()),
        }
    }
}
