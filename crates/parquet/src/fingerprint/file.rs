//! An open Parquet file.

use std::sync::Arc;
use std::thread;

use hashlane_files::{FileError, Source};
use parquet::file::metadata::{
    PageIndexPolicy, ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader,
    ParquetStatisticsPolicy,
};

use super::chunk::Chunk;
use super::content::Content;
use crate::guard::guarded;

/// What is read of the end of a file in the hope that the footer is there.
const TAIL: usize = 64 << 10;

/// The stack for the footer. The parquet crate goes down a schema by recursion, and a few kilobytes can nest
/// thousands of groups, which overflows a usual stack and ends the process. Only what is used of it
/// takes memory.
const FOOTER_STACK: usize = 256 << 20;

/// A Parquet file with its footer read.
pub(crate) struct File {
    pub source: Arc<dyn Source>,
    pub metadata: Arc<ParquetMetaData>,
    pub content: Content,
    /// The number of the first row of each row group, and after them the number of rows.
    pub starts: Vec<u64>,
}

impl File {
    /// Reads the footer.
    ///
    /// # Errors
    /// Where it is no Parquet file, or one that has no fingerprint.
    pub fn open(source: &Arc<dyn Source>) -> Result<File, FileError> {
        let error = |message: String| FileError::new(source.name(), message);
        if source.size() == 0 {
            return Err(error("is empty: no Parquet file".to_owned()));
        }
        let damaged = |_| Err("has a damaged footer".to_owned());
        let read = || guarded(|| Self::read(source)).unwrap_or_else(damaged);
        let opened = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(FOOTER_STACK).spawn_scoped(scope, read);
            let thread = thread.map_err(|error| format!("can't be read: no thread: {error}"))?;
            thread.join().unwrap_or_else(|_| Err("can't be read: a thread stopped".to_owned()))
        });
        opened.map_err(error)
    }

    fn read(source: &Arc<dyn Source>) -> Result<File, String> {
        let metadata =
            footer(source).map_err(|error| format!("can't be read as Parquet: {error}"))?;
        let content = Content::new(metadata.file_metadata().schema_descr())?;
        let starts = starts(&metadata)?;
        Ok(File { source: source.clone(), metadata: Arc::new(metadata), content, starts })
    }

    /// An error of this file.
    pub fn error(&self, message: impl Into<String>) -> FileError {
        FileError::new(self.source.name(), message)
    }

    /// How many rows the file has.
    pub fn rows(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The row group that a row lies in; none past the end.
    pub fn row_group_of(&self, row: u64) -> Option<usize> {
        let after = self.starts.partition_point(|start| *start <= row);
        // Row groups without rows start where the next one does.
        (row < self.rows()).then(|| after - 1)
    }

    /// How many rows a row group has.
    pub fn rows_of(&self, row_group: usize) -> u64 {
        self.starts[row_group + 1] - self.starts[row_group]
    }
}

fn footer(source: &Arc<dyn Source>) -> Result<ParquetMetaData, parquet::errors::ParquetError> {
    let start = source.size().saturating_sub(TAIL as u64);
    let tail = super::chunk::exactly(source.as_ref(), start, (source.size() - start) as usize)?;
    let chunk = Chunk::new(source, source.size(), TAIL, (start, tail));
    // Statistics are not content, and can be wrong.
    let options = ParquetMetaDataOptions::new()
        .with_column_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_size_stats_policy(ParquetStatisticsPolicy::SkipAll);
    ParquetMetaDataReader::new()
        .with_page_index_policy(PageIndexPolicy::Skip)
        .with_metadata_options(Some(options))
        .parse_and_finish(&chunk)
}

/// The number of the first row of each row group, and of all rows.
fn starts(metadata: &ParquetMetaData) -> Result<Vec<u64>, String> {
    let mut starts = vec![0u64];
    for (i, row_group) in metadata.row_groups().iter().enumerate() {
        let rows = u64::try_from(row_group.num_rows()).ok();
        let next = rows.and_then(|rows| starts[i].checked_add(rows));
        starts.push(next.ok_or_else(|| {
            format!("row group {i} has {} rows after the footer", row_group.num_rows())
        })?);
    }
    let rows = metadata.file_metadata().num_rows();
    match u64::try_from(rows) == Ok(starts[starts.len() - 1]) {
        true => Ok(starts),
        false => Err(format!(
            "has {rows} rows after the footer and other {} in its row groups",
            starts[starts.len() - 1]
        )),
    }
}
