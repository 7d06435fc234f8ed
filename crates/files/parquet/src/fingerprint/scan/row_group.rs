//! A row group as batches of arrays.

use arrow_array::ArrayRef;
use arrow_schema::TimeUnit;
use bytes::Bytes;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, RowGroups};
use parquet::column::page::{PageIterator, PageReader};
use parquet::errors::Result;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};

use crate::fingerprint::content::int96;
use crate::fingerprint::file::ParquetFile;
use crate::fingerprint::file::window::{ChunkWindow, byte_range};
use crate::fingerprint::flat::{self, FlatColumn};
use crate::fingerprint::pages::{BATCH_VALUES, CheckedPages};

/// The bytes that are read of a row group at once, over all its column chunks.
const WINDOW: usize = 16 << 20;

/// The fewest bytes that are read of a column chunk at once.
const LEAST_WINDOW: usize = 256 << 10;

/// The same for a local file: enough for headers and short pages. A longer page is read by itself, so a larger window
/// would read much of it twice.
const LOCAL_WINDOW: usize = 16 << 10;

/// The number of rows in a batch. Its arrays and encoded rows fit in the L2 cache.
pub(crate) const BATCH_ROWS: usize = 8192;

/// The target for the bytes of a batch, estimated from the footer.
const BATCH_BYTES: u64 = 8 << 20;

/// Returns how many rows to decode at once. If the footer is wrong about their size, decoding is slower.
fn batch_rows(row_group: &RowGroupMetaData, leaves: &[usize]) -> usize {
    let rows = u64::try_from(row_group.num_rows()).unwrap_or(0);
    let of_a_row =
        |total: i64| u64::try_from(total).unwrap_or(0).checked_div(rows).unwrap_or(0).max(1);
    let bytes = of_a_row(row_group.total_byte_size());
    let columns = || leaves.iter().map(|leaf| row_group.column(*leaf));
    let values = columns().map(|column| of_a_row(column.num_values())).max().unwrap_or(1);
    // A NULL takes as much memory as a value of a fixed length.
    let fixed = columns()
        .map(|column| {
            let length = u64::try_from(column.column_descr().type_length()).unwrap_or(0);
            length.saturating_mul(of_a_row(column.num_values()))
        })
        .fold(0u64, u64::saturating_add);
    let most = (BATCH_BYTES / bytes).min(BATCH_BYTES / fixed.max(1)).min(BATCH_VALUES / 4 / values);
    (most as usize).clamp(1, BATCH_ROWS)
}

/// Reads the part of the file that has the columns, and returns its start; no bytes if the part is long.
fn read_whole(
    file: &ParquetFile,
    row_group: &RowGroupMetaData,
    leaves: &[usize],
) -> Result<(u64, Bytes)> {
    let ranges =
        leaves.iter().map(|leaf| byte_range(row_group, *leaf)).collect::<Result<Vec<_>>>()?;
    let start = ranges.iter().map(|(start, _)| *start).min().unwrap_or(0);
    let end = ranges.iter().map(|(_, end)| *end).max().unwrap_or(0);
    match usize::try_from(end - start) {
        Ok(len) if len <= WINDOW => {
            Ok((start, file.buffers.read(file.source.as_ref(), start, len)?))
        }
        _ => Ok((start, Bytes::new())),
    }
}

/// One row group of a file.
pub(in crate::fingerprint) struct RowGroup<'a> {
    file: &'a ParquetFile,
    number: usize,
    read: (u64, Bytes),
    window: usize,
    pub batch_rows: usize,
}

impl<'a> RowGroup<'a> {
    /// Prepares to read the columns `roots`.
    pub(crate) fn new(file: &'a ParquetFile, number: usize, roots: &[usize]) -> Result<Self> {
        let row_group = file.metadata.row_group(number);
        let leaves = file.content.leaves(roots);
        Ok(RowGroup {
            file,
            number,
            read: match file.source.is_local() {
                true => (0, Bytes::new()),
                false => read_whole(file, row_group, &leaves)?,
            },
            window: match file.source.is_local() {
                true => LOCAL_WINDOW,
                false => (WINDOW / leaves.len().max(1)).max(LEAST_WINDOW),
            },
            batch_rows: batch_rows(row_group, &leaves),
        })
    }

    /// The number of rows according to the footer.
    pub(crate) fn rows(&self) -> u64 {
        self.file.rows_of(self.number)
    }

    /// The pages of a leaf.
    fn pages(&self, leaf: usize) -> Result<CheckedPages> {
        let row_group = self.file.metadata.row_group(self.number);
        let (_, end) = byte_range(row_group, leaf)?;
        let chunk = ChunkWindow::new(self.file, end, self.window, self.read.clone());
        CheckedPages::new(chunk, &self.file.buffers, row_group, leaf, self.batch_rows)
    }

    /// Returns a reader for a column of numbers that is not nested, or `None` for another column.
    pub(crate) fn flat(&self, root: usize) -> Result<Option<Box<dyn FlatColumn>>> {
        let row_group = self.file.metadata.row_group(self.number);
        let [leaf] = self.file.content.leaves(&[root])[..] else {
            return Ok(None);
        };
        let read_as = self.file.content.read_as(root);
        let Some(chunk) = flat::stored(row_group.column(leaf), read_as) else { return Ok(None) };
        let rows = self.num_rows();
        Ok(Some(chunk.reader(Box::new(self.pages(leaf)?), rows)))
    }

    /// Returns the crate's reader for columns, which are in the order of the file.
    pub(crate) fn batches(&self, roots: &[usize]) -> Result<ParquetRecordBatchReader> {
        let (metadata, row_group) =
            (&self.file.metadata, self.file.metadata.row_group(self.number));
        let mut microseconds = Vec::new();
        for leaf in self.file.content.leaves(roots) {
            let column = row_group.column(leaf).column_descr_ptr();
            if int96::is_int96(&column)
                && int96::unit(column, Box::new(self.pages(leaf)?), self.batch_rows)?
                    == TimeUnit::Microsecond
            {
                microseconds.push(leaf);
            }
        }
        let levels = self.file.content.levels(metadata, self.number, roots, &microseconds)?;
        ParquetRecordBatchReader::try_new_with_row_groups(&levels, self, self.batch_rows, None)
    }

    /// Converts the values of a column that the crate has read to the form that is hashed.
    pub(crate) fn values(
        &self,
        root: usize,
        array: &ArrayRef,
    ) -> std::result::Result<ArrayRef, String> {
        self.file.content.values(root, array.clone()).map_err(|error| error.to_string())
    }

    /// Adds the name of a column to an error.
    pub(crate) fn in_column(&self, root: usize, detail: &str) -> String {
        format!("column {}: {detail}", self.file.content.fields()[root].name())
    }
}

impl RowGroups for RowGroup<'_> {
    fn num_rows(&self) -> usize {
        usize::try_from(self.file.metadata.row_group(self.number).num_rows()).unwrap_or(0)
    }

    fn column_chunks(&self, leaf: usize) -> Result<Box<dyn PageIterator>> {
        let pages = self.pages(leaf)?;
        Ok(Box::new(OneChunk(Some(Box::new(pages)))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::once(self.file.metadata.row_group(self.number)))
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.file.metadata
    }
}

/// The pages of a single column chunk.
struct OneChunk(Option<Box<dyn PageReader>>);

impl Iterator for OneChunk {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(Ok)
    }
}

impl PageIterator for OneChunk {}
