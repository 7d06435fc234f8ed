//! Where column chunks lie.

use std::ops::Range;

use parquet::file::metadata::ColumnChunkMetaData;

use super::finding::Place;

/// The magic at the start of the file.
pub(super) const HEAD: u64 = 4;

/// A column chunk that lies in the file.
pub(super) struct Chunk {
    pub row_group: usize,
    pub column: usize,
    pub range: Range<u64>,
}

/// The place of a column chunk.
pub(super) fn chunk_place(row_group: usize, chunk: &ColumnChunkMetaData) -> Place {
    let column = Some(chunk.column_path().string());
    Place { row_group: Some(row_group as u64), column, ..Place::default() }
}
