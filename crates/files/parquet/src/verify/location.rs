//! The locations of column chunks.

use std::ops::Range;

use parquet::file::metadata::ColumnChunkMetaData;

use super::finding::FindingPlace;

/// The length of the magic at the start of the file.
pub(super) const HEAD: u64 = 4;

/// A column chunk that lies within the file.
pub(super) struct ChunkLocation {
    pub row_group: usize,
    pub column: usize,
    pub range: Range<u64>,
}

/// The location of a column chunk, for findings.
pub(super) fn chunk_place(row_group: usize, chunk: &ColumnChunkMetaData) -> FindingPlace {
    let column = Some(chunk.column_path().string());
    FindingPlace { row_group: Some(row_group as u64), column, ..FindingPlace::default() }
}
