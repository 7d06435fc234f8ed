//! An open Parquet file.

pub(super) mod buffers;
pub(crate) mod window;

use std::sync::Arc;

use hashlane_files::{FileError, Source};
use parquet::basic::Compression;
use parquet::file::metadata::{
    FileMetaData, ParquetMetaData, ParquetMetaDataBuilder, ParquetMetaDataOptions,
    ParquetStatisticsPolicy,
};
use parquet::schema::types::SchemaDescPtr;

use super::content::ContentColumns;
use crate::footer::{self, FileEnds};
use crate::guard::guarded;
use buffers::BufferPool;

/// The longest footer that is read, in bytes.
const MAX_METADATA: u64 = 64 << 20;

/// A Parquet file with its footer read.
pub(crate) struct ParquetFile {
    pub source: Arc<dyn Source>,
    pub metadata: Arc<ParquetMetaData>,
    pub content: ContentColumns,
    /// The number of the first row of each row group, followed by the number of rows in the file.
    pub starts: Vec<u64>,
    /// Buffers for reads and pages.
    pub buffers: BufferPool,
}

impl ParquetFile {
    /// Reads the footer.
    ///
    /// Returns an error if the file can't be read, is not a Parquet file, or has no fingerprint.
    pub(crate) fn open(source: &Arc<dyn Source>) -> Result<ParquetFile, FileError> {
        let error = |message: String| FileError::new(source.name(), message);
        let (_, bytes) = FileEnds::read(source.as_ref(), MAX_METADATA)?.whole(source.as_ref())?;
        // Statistics are not content, and can be wrong.
        let options = ParquetMetaDataOptions::new()
            .with_column_stats_policy(ParquetStatisticsPolicy::SkipAll)
            .with_size_stats_policy(ParquetStatisticsPolicy::SkipAll);
        let metadata = footer::parse(&bytes, Some(&options));
        let metadata = metadata.map_err(|unreadable| error(unreadable.to_string()))?;
        drop(bytes);
        let content = guarded(|| ContentColumns::new(metadata.file_metadata().schema_descr()));
        let content = content.unwrap_or_else(|_| Err("has a damaged footer".to_owned()));
        let content = content.map_err(error)?;
        readable(&metadata).map_err(error)?;
        let starts = starts(&metadata).map_err(error)?;
        let metadata = with_schema(metadata, content.schema());
        Ok(ParquetFile {
            source: source.clone(),
            metadata: Arc::new(metadata),
            content,
            starts,
            buffers: BufferPool::default(),
        })
    }

    /// An error of this file.
    pub(crate) fn error(&self, message: impl Into<String>) -> FileError {
        FileError::new(self.source.name(), message)
    }

    /// The number of rows in the file.
    pub(crate) fn rows(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The row group that contains a row, or `None` past the end.
    pub(crate) fn row_group_of(&self, row: u64) -> Option<usize> {
        let after = self.starts.partition_point(|start| *start <= row);
        // A row group without rows starts where the next one does.
        (row < self.rows()).then(|| after - 1)
    }

    /// The number of rows in a row group.
    pub(crate) fn rows_of(&self, row_group: usize) -> u64 {
        self.starts[row_group + 1] - self.starts[row_group]
    }
}

/// Returns the metadata with another schema, by which the parquet crate then reads.
fn with_schema(metadata: ParquetMetaData, schema: SchemaDescPtr) -> ParquetMetaData {
    let old = metadata.file_metadata();
    let new = FileMetaData::new(old.version(), old.num_rows(), None, None, schema, None);
    let row_groups = metadata.into_builder().take_row_groups();
    ParquetMetaDataBuilder::new(new).set_row_groups(row_groups).build()
}

/// Returns an error that names the first column chunk with a codec that we can't decompress.
fn readable(metadata: &ParquetMetaData) -> Result<(), String> {
    for (i, row_group) in metadata.row_groups().iter().enumerate() {
        let chunk =
            row_group.columns().iter().find(|chunk| chunk.compression() == Compression::LZO);
        if let Some(chunk) = chunk {
            let column = chunk.column_path().string();
            return Err(format!(
                "row group {i}: column {column} is compressed with LZO, which is not supported: write it with another codec"
            ));
        }
    }
    Ok(())
}

/// The number of the first row of each row group, followed by the number of all rows.
fn starts(metadata: &ParquetMetaData) -> Result<Vec<u64>, String> {
    let mut starts = vec![0u64];
    for (i, row_group) in metadata.row_groups().iter().enumerate() {
        let rows = u64::try_from(row_group.num_rows()).ok();
        let next = rows.and_then(|rows| starts[i].checked_add(rows));
        starts.push(next.ok_or_else(|| {
            format!("row group {i} has {} rows according to the footer", row_group.num_rows())
        })?);
    }
    let rows = metadata.file_metadata().num_rows();
    match u64::try_from(rows) == Ok(starts[starts.len() - 1]) {
        true => Ok(starts),
        false => Err(format!(
            "has {rows} rows according to the footer, but its row groups have {}",
            starts[starts.len() - 1]
        )),
    }
}
