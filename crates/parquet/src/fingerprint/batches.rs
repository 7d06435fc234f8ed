//! The columns of a row group, some rows at a time.

use arrow_array::{Array, ArrayRef};
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;

use super::flat::{Failure, Flat};
use super::row_group::RowGroup;

/// Reads columns of a row group batch by batch.
pub(crate) struct Batches<'a> {
    row_group: RowGroup<'a>,
    /// The columns in the order of the caller.
    roots: &'a [usize],
    /// A reader for each of them, or none where the crate reads it.
    flat: Vec<Option<Box<dyn Flat>>>,
    /// What the other columns are read by, in the order of the file.
    others: Option<ParquetRecordBatchReader>,
    /// Batches that have been read.
    done: usize,
}

/// Some rows that follow one another.
pub(crate) struct Batch {
    /// In the order of the caller.
    pub columns: Vec<ArrayRef>,
    pub rows: usize,
}

impl<'a> Batches<'a> {
    /// Of the columns `roots`.
    pub(super) fn new(row_group: RowGroup<'a>, roots: &'a [usize]) -> Result<Self, String> {
        let flat = roots.iter().map(|root| row_group.flat(*root)).collect::<Result<_, _>>();
        let flat = flat.map_err(|error| error.to_string())?;
        let mut batches = Batches { row_group, roots, flat, others: None, done: 0 };
        batches.open_others()?;
        Ok(batches)
    }

    /// Opens what reads the columns that no flat reader does. Where there are no columns at all, it knows the
    /// number of rows.
    fn open_others(&mut self) -> Result<(), String> {
        let others = self.roots.iter().zip(&self.flat).filter(|(_, flat)| flat.is_none());
        let others: Vec<usize> = others.map(|(root, _)| *root).collect();
        if !others.is_empty() || self.roots.is_empty() {
            let reader = self.row_group.batches(&others).map_err(|error| error.to_string())?;
            self.others = Some(reader);
        }
        Ok(())
    }

    /// The row group, to read it in other ways.
    #[cfg(test)]
    pub(super) fn row_group(&self) -> &RowGroup<'a> {
        &self.row_group
    }

    /// The next rows, as long as there are some.
    pub fn next(&mut self) -> Result<Option<Batch>, String> {
        let batch = match self.read() {
            Err(Failure::Unexpected) => {
                self.leave_to_crate()?;
                self.read().map_err(|failure| match failure {
                    Failure::Damaged(detail) => detail,
                    Failure::Unexpected => "it can't be read".to_owned(),
                })?
            }
            Err(Failure::Damaged(detail)) => return Err(detail),
            Ok(batch) => batch,
        };
        self.done += 1;
        Ok(Some(batch).filter(|batch| batch.rows > 0))
    }

    /// Has the crate read all columns from here on, which knows every encoding, whatever the footer says.
    fn leave_to_crate(&mut self) -> Result<(), String> {
        self.flat.iter_mut().for_each(|flat| *flat = None);
        self.open_others()?;
        let batches = self.others.iter_mut().flatten();
        batches.take(self.done).try_for_each(|batch| batch.map(|_| ())).map_err(|e| e.to_string())
    }

    fn read(&mut self) -> Result<Batch, Failure> {
        let batch = self.others.as_mut().and_then(Iterator::next).transpose();
        let batch = batch.map_err(|error| error.to_string())?;
        let mut rows = self.others.as_ref().map(|_| batch.as_ref().map_or(0, |b| b.num_rows()));
        let mut columns = Vec::with_capacity(self.roots.len());
        for (place, root) in self.roots.iter().enumerate() {
            let column = match (&mut self.flat[place], &batch) {
                (Some(flat), _) => {
                    flat.read(self.row_group.batch_rows).map_err(|failure| match failure {
                        Failure::Damaged(detail) => self.row_group.in_column(*root, &detail).into(),
                        unexpected => unexpected,
                    })?
                }
                (None, Some(batch)) => {
                    let others = self.roots.iter().zip(&self.flat);
                    let place = others.filter(|(other, flat)| flat.is_none() && *other < root);
                    self.row_group.values(*root, batch.column(place.count()))?
                }
                (None, None) => continue,
            };
            match *rows.get_or_insert(column.len()) {
                expected if expected == column.len() => columns.push(column),
                expected => {
                    let detail = format!("has {} rows where others have {expected}", column.len());
                    return Err(self.row_group.in_column(*root, &detail).into());
                }
            }
        }
        Ok(Batch { columns, rows: rows.unwrap_or(0) })
    }
}
