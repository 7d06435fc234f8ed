//! Reads the columns of a row group in batches, on several threads.
//!
//! Each column has a lock of its own, so threads follow one another through the columns: while one reads the comments,
//! the next one reads the keys before them. Reading takes about as long as hashing. With a single lock, one row group
//! kept 1.84 of two processors busy (TPC-H's orders) and no more with more threads; now it keeps 1.88 busy.

use std::sync::{Mutex, MutexGuard, PoisonError};

use arrow_array::{Array, ArrayRef};
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use parquet::errors::ParquetError;

use super::row_group::RowGroup;
use crate::fingerprint::file::ParquetFile;
use crate::fingerprint::flat::{FlatColumn, FlatFailure};

/// The most readers of the parquet crate per row group. Opening one looks at every column of the file.
const MOST_READERS: usize = 16;

/// Reads columns of a row group batch by batch.
pub(crate) struct ColumnBatches<'a> {
    row_group: RowGroup<'a>,
    /// The number of columns.
    columns: usize,
    turn: Mutex<BatchTurn>,
    parts: Vec<Mutex<ColumnPart>>,
}

/// Counts the batches, for the thread that starts the next one.
struct BatchTurn {
    /// The number of rows in the batches that have been started.
    rows: u64,
    ended: bool,
}

/// Columns that are read together.
struct ColumnPart {
    /// The columns in the file, in ascending order, and their places in a batch.
    roots: Vec<(usize, usize)>,
    reader: PartReader,
    /// The number of batches that have been read.
    done: usize,
}

enum PartReader {
    Flat(Box<dyn FlatColumn>),
    Crate(ParquetRecordBatchReader),
    /// Reading failed. The thread that it failed for reports why.
    Failed,
}

/// Consecutive rows.
pub(crate) struct ScanBatch {
    /// The columns, in the caller's order.
    pub columns: Vec<ArrayRef>,
    pub rows: usize,
    /// The number of the first row in the row group.
    pub first: u64,
}

impl<'a> ColumnBatches<'a> {
    /// Reads the columns `roots` of a row group. Those that lie close together are read in one piece.
    pub(crate) fn open(
        file: &'a ParquetFile,
        number: usize,
        roots: &[usize],
    ) -> Result<Self, String> {
        let row_group = RowGroup::new(file, number, roots).map_err(|error| error.to_string())?;
        ColumnBatches::new(row_group, roots)
    }

    fn new(row_group: RowGroup<'a>, roots: &[usize]) -> Result<Self, String> {
        let (mut parts, mut others) = (Vec::new(), Vec::new());
        for (place, root) in roots.iter().enumerate() {
            let in_column = |error: ParquetError| row_group.in_column(*root, &error.to_string());
            match row_group.flat(*root).map_err(in_column)? {
                Some(flat) => {
                    parts.push(ColumnPart::new(vec![(*root, place)], PartReader::Flat(flat)));
                }
                None => others.push((*root, place)),
            }
        }
        others.sort_unstable();
        let together = others.len().div_ceil(MOST_READERS).max(1);
        for roots in others.chunks(together) {
            parts.push(ColumnPart::new(roots.to_vec(), of_crate(&row_group, roots)?));
        }
        // Without columns, only the crate knows the number of rows.
        if parts.is_empty() {
            parts.push(ColumnPart::new(Vec::new(), of_crate(&row_group, &[])?));
        }
        Ok(ColumnBatches {
            row_group,
            columns: roots.len(),
            turn: Mutex::new(BatchTurn { rows: 0, ended: false }),
            parts: parts.into_iter().map(Mutex::new).collect(),
        })
    }

    /// The row group, for tests that read it in other ways.
    #[cfg(test)]
    pub(in crate::fingerprint) fn row_group(&self) -> &RowGroup<'a> {
        &self.row_group
    }

    /// Returns the next rows, or `None` if none are left or another thread has failed.
    pub(crate) fn next(&self) -> Result<Option<ScanBatch>, String> {
        let mut turn = Some(lock(&self.turn)).filter(|turn| !turn.ended);
        if turn.is_none() {
            return Ok(None);
        }
        let mut columns: Vec<Option<ArrayRef>> = vec![None; self.columns];
        let (mut first, mut rows) = (0, 0);
        let mut before = None;
        for part in &self.parts {
            // A thread that panicked with the lock held reports its panic itself.
            let Ok(mut part) = part.lock() else { return Ok(None) };
            // Keep the lock of the part before until here, so that the next thread can't overtake this one.
            drop(before);
            let Some(read) = part.next(&self.row_group)? else { return Ok(None) };
            if let Some(mut turn) = turn.take() {
                rows = read.rows;
                let begun = turn.take(rows, self.row_group.rows());
                first = begun.map_err(|detail| part.failed(detail))?;
            }
            if read.rows != rows {
                let detail = format!("has {} rows, but others have {rows}", read.rows);
                let detail = self.row_group.in_column(part.roots[0].0, &detail);
                return Err(part.failed(detail));
            }
            for ((_, place), column) in part.roots.iter().zip(read.columns) {
                columns[*place] = Some(column);
            }
            before = Some(part);
        }
        let columns = columns.into_iter().flatten().collect();
        Ok(Some(ScanBatch { columns, rows, first }).filter(|batch| batch.rows > 0))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn of_crate(row_group: &RowGroup, roots: &[(usize, usize)]) -> Result<PartReader, String> {
    let roots: Vec<usize> = roots.iter().map(|(root, _)| *root).collect();
    row_group.batches(&roots).map(PartReader::Crate).map_err(|error| match roots[..] {
        [root] => row_group.in_column(root, &error.to_string()),
        _ => error.to_string(),
    })
}

impl BatchTurn {
    /// Starts a batch of `rows` rows and returns the number of its first row. Fails if the total differs from
    /// `expected`, the footer's number: a few bytes can stand for any number of NULLs.
    fn take(&mut self, rows: usize, expected: u64) -> Result<u64, String> {
        let first = self.rows;
        self.rows += rows as u64;
        self.ended = rows == 0;
        match self.rows {
            rows if rows > expected => {
                Err(format!("it has more rows than the {expected} of the footer"))
            }
            rows if self.ended && rows != expected => {
                Err(format!("it has {rows} rows, but the footer says {expected}"))
            }
            _ => Ok(first),
        }
    }
}

/// The columns of a part, for one batch.
struct PartColumns {
    columns: Vec<ArrayRef>,
    rows: usize,
}

impl ColumnPart {
    fn new(roots: Vec<(usize, usize)>, reader: PartReader) -> ColumnPart {
        ColumnPart { roots, reader, done: 0 }
    }

    /// Returns the next rows, or `None` if reading has failed before.
    fn next(&mut self, row_group: &RowGroup) -> Result<Option<PartColumns>, String> {
        let read = match self.read(row_group) {
            Err(FlatFailure::Unexpected) => self
                .leave_to_crate(row_group)
                .map_err(FlatFailure::Damaged)
                .and_then(|()| self.read(row_group)),
            read => read,
        };
        self.done += 1;
        read.map_err(|failure| match failure {
            FlatFailure::Damaged(detail) => self.failed(detail),
            FlatFailure::Unexpected => self.failed("it can't be read".to_owned()),
        })
    }

    /// Makes the other threads stop at this part, and returns `detail`.
    fn failed(&mut self, detail: String) -> String {
        self.reader = PartReader::Failed;
        detail
    }

    /// Lets the crate read the columns from the current batch on. It knows every encoding, whatever the footer lists.
    fn leave_to_crate(&mut self, row_group: &RowGroup) -> Result<(), String> {
        self.reader = of_crate(row_group, &self.roots)?;
        let PartReader::Crate(batches) = &mut self.reader else { return Ok(()) };
        let done = batches.take(self.done).try_for_each(|batch| batch.map(drop));
        done.map_err(|error| self.blamed(row_group, error.to_string()))
    }

    /// Names the first column that can't be read by itself in an error of the crate.
    fn blamed(&self, row_group: &RowGroup, detail: String) -> String {
        let fails = |root: usize| {
            let alone = row_group.batches(&[root]).map_err(|error| error.to_string());
            let read = alone.and_then(|mut batches| {
                let mut batches = batches.by_ref().take(self.done + 1);
                batches.try_for_each(|batch| batch.map(drop)).map_err(|error| error.to_string())
            });
            read.err().map(|detail| row_group.in_column(root, &detail))
        };
        let found = self.roots.iter().find_map(|(root, _)| match &self.roots[..] {
            [_] => Some(row_group.in_column(*root, &detail)),
            _ => fails(*root),
        });
        found.unwrap_or(detail)
    }

    fn read(&mut self, row_group: &RowGroup) -> Result<Option<PartColumns>, FlatFailure> {
        match &mut self.reader {
            PartReader::Failed => Ok(None),
            PartReader::Flat(flat) => match flat.read(row_group.batch_rows) {
                Ok(column) => Ok(Some(PartColumns { rows: column.len(), columns: vec![column] })),
                Err(FlatFailure::Damaged(detail)) => {
                    Err(row_group.in_column(self.roots[0].0, &detail).into())
                }
                Err(unexpected) => Err(unexpected),
            },
            PartReader::Crate(batches) => {
                let batch = match batches.next().transpose() {
                    Ok(batch) => batch,
                    Err(error) => return Err(self.blamed(row_group, error.to_string()).into()),
                };
                let Some(batch) = batch else {
                    return Ok(Some(PartColumns { columns: Vec::new(), rows: 0 }));
                };
                let columns = self.roots.iter().zip(batch.columns());
                let columns = columns.map(|((root, _), column)| row_group.values(*root, column));
                Ok(Some(PartColumns {
                    columns: columns.collect::<Result<_, _>>()?,
                    rows: batch.num_rows(),
                }))
            }
        }
    }
}
