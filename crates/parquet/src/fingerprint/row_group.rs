//! A row group as batches of arrays.

use std::sync::Arc;

use bytes::Bytes;
use hashlane_files::Source;
use parquet::arrow::FieldLevels;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, RowGroups};
use parquet::column::page::{PageIterator, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;

use super::chunk::{Chunk, exactly};

/// What is read of a row group at once, all its column chunks together.
const WINDOW: usize = 16 << 20;

/// The least that is read of a column chunk at once.
const LEAST_WINDOW: usize = 256 << 10;

/// Rows in a batch, of which the arrays and the encoded rows fit in the L2 cache.
pub(crate) const BATCH_ROWS: usize = 8192;

/// The bytes that a batch should have at most, after what the footer says that rows take.
const BATCH_BYTES: u64 = 8 << 20;

/// Reads a row group batch by batch. One whose columns lie close together is read in one piece.
pub(crate) fn batches(
    source: &Arc<dyn Source>,
    metadata: &Arc<ParquetMetaData>,
    number: usize,
    levels: &FieldLevels,
    leaves: &[usize],
) -> Result<ParquetRecordBatchReader> {
    let row_group = metadata.row_group(number);
    let rows = RowGroup {
        source: source.clone(),
        metadata: metadata.clone(),
        number,
        read: read_whole(source, row_group, leaves)?,
        window: (WINDOW / leaves.len().max(1)).max(LEAST_WINDOW),
    };
    let batch_rows = batch_rows(row_group);
    ParquetRecordBatchReader::try_new_with_row_groups(levels, &rows, batch_rows, None)
}

fn batch_rows(row_group: &RowGroupMetaData) -> usize {
    let bytes = u64::try_from(row_group.total_byte_size()).unwrap_or(0);
    let rows = u64::try_from(row_group.num_rows()).unwrap_or(0);
    let a_row = bytes.checked_div(rows).unwrap_or(0).max(1);
    ((BATCH_BYTES / a_row) as usize).clamp(1, BATCH_ROWS)
}

/// The part of the file that has the columns, and where it starts; nothing where that is long.
fn read_whole(
    source: &Arc<dyn Source>,
    row_group: &RowGroupMetaData,
    leaves: &[usize],
) -> Result<(u64, Bytes)> {
    let ranges =
        leaves.iter().map(|leaf| byte_range(row_group, *leaf)).collect::<Result<Vec<_>>>()?;
    let start = ranges.iter().map(|(start, _)| *start).min().unwrap_or(0);
    let end = ranges.iter().map(|(_, end)| *end).max().unwrap_or(0);
    match usize::try_from(end - start) {
        Ok(len) if len <= WINDOW => Ok((start, exactly(source.as_ref(), start, len)?)),
        _ => Ok((start, Bytes::new())),
    }
}

/// Where a column chunk starts and ends. The crate's own `byte_range` panics on numbers below zero.
fn byte_range(row_group: &RowGroupMetaData, leaf: usize) -> Result<(u64, u64)> {
    let chunk = row_group.column(leaf);
    let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
    let range = u64::try_from(start).ok().zip(u64::try_from(chunk.compressed_size()).ok());
    let range = range.and_then(|(start, len)| Some((start, start.checked_add(len)?)));
    range.ok_or_else(|| {
        let path = chunk.column_path().string();
        ParquetError::General(format!("the footer has column chunk {path} outside the file"))
    })
}

/// One row group of a file.
struct RowGroup {
    source: Arc<dyn Source>,
    metadata: Arc<ParquetMetaData>,
    number: usize,
    read: (u64, Bytes),
    window: usize,
}

impl RowGroups for RowGroup {
    fn num_rows(&self) -> usize {
        usize::try_from(self.metadata.row_group(self.number).num_rows()).unwrap_or(0)
    }

    fn column_chunks(&self, leaf: usize) -> Result<Box<dyn PageIterator>> {
        let row_group = self.metadata.row_group(self.number);
        let (_, end) = byte_range(row_group, leaf)?;
        let chunk = Chunk::new(&self.source, end, self.window, self.read.clone());
        let pages = SerializedPageReader::new(
            Arc::new(chunk),
            row_group.column(leaf),
            self.num_rows(),
            None,
        )?;
        Ok(Box::new(OneChunk(Some(Box::new(pages)))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::once(self.metadata.row_group(self.number)))
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

/// The pages of the one column chunk there is.
struct OneChunk(Option<Box<dyn PageReader>>);

impl Iterator for OneChunk {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(Ok)
    }
}

impl PageIterator for OneChunk {}
