//! The parts of a file, in order.

use std::ops::Range;

use super::{ChunkMetadata, FileLayoutError, FooterLayout, chunk::columns};
use crate::thrift::ThriftPlace;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// The first four bytes of the file.
    Magic,
    /// The pages of a column chunk.
    ColumnChunk,
    ColumnIndex,
    OffsetIndex,
    BloomFilter,
    /// Bytes that the footer doesn't mention.
    Other,
    /// The metadata, its length and the magic.
    Footer,
}

/// A part of a file, of at least one byte.
#[derive(Clone, Debug)]
pub(crate) struct FileRegion {
    pub part: PartKind,
    pub bytes: Range<u64>,
    /// The column chunk that the part belongs to, if it belongs to one.
    pub chunk: Option<ChunkPlace>,
}

/// A column chunk and its location in the footer.
#[derive(Clone, Debug)]
pub(crate) struct ChunkPlace {
    pub row_group: usize,
    pub column: usize,
    pub place: ThriftPlace,
}

/// Returns all parts in order. The first starts at 0, each starts where the one before it ends, and the last, the
/// footer, ends with the file.
///
/// # Errors
/// Returns an error if the footer is malformed, or if parts overlap.
pub(crate) fn regions(footer: &FooterLayout) -> Result<Vec<FileRegion>, FileLayoutError> {
    let mut named = vec![FileRegion { part: PartKind::Magic, bytes: 0..4, chunk: None }];
    let mut left = footer.end();
    for (row_group, place) in footer.row_groups()?.enumerate() {
        for (column, place) in columns(&footer.metadata, &place?)?.enumerate() {
            let chunk = ChunkPlace { row_group, column, place: place? };
            for region in chunk_regions(footer, &chunk)? {
                // Parts of a valid file don't overlap, which bounds their number in a damaged file.
                let len = region.bytes.end - region.bytes.start;
                left = left.checked_sub(len).ok_or_else(|| too_long(&region))?;
                named.push(region);
            }
        }
    }
    named.sort_by_key(|region| region.bytes.start);
    named.push(FileRegion {
        part: PartKind::Footer,
        bytes: footer.start..footer.end(),
        chunk: None,
    });
    fill_gaps(named)
}

fn too_long(region: &FileRegion) -> FileLayoutError {
    let region = region.describe();
    FileLayoutError(format!(
        "has a damaged footer: up to {region}, its parts are longer than the file"
    ))
}

/// Adds the parts of a column chunk that have any bytes.
fn chunk_regions(
    footer: &FooterLayout,
    chunk: &ChunkPlace,
) -> Result<impl Iterator<Item = FileRegion>, FileLayoutError> {
    let metadata = ChunkMetadata::read(&footer.metadata, &chunk.place)?;
    let parts = [
        (PartKind::ColumnChunk, Some(metadata.pages)),
        (PartKind::OffsetIndex, metadata.offset_index),
        (PartKind::ColumnIndex, metadata.column_index),
        (PartKind::BloomFilter, metadata.bloom_filter),
    ];
    let chunk = chunk.clone();
    Ok(parts.into_iter().filter_map(move |(part, bytes)| {
        let bytes = bytes.filter(|bytes| !bytes.is_empty())?;
        Some(FileRegion { part, bytes, chunk: Some(chunk.clone()) })
    }))
}

/// Adds a part for each gap between the others.
fn fill_gaps(named: Vec<FileRegion>) -> Result<Vec<FileRegion>, FileLayoutError> {
    let mut all: Vec<FileRegion> = Vec::new();
    for region in named {
        let end = all.last().map_or(0, |last| last.bytes.end);
        if region.bytes.start < end {
            let last = all.last().map_or_else(String::new, FileRegion::describe);
            return Err(FileLayoutError(format!(
                "has a damaged footer, or shares bytes: {} and {last} overlap at byte {}",
                region.describe(),
                region.bytes.start,
            )));
        }
        if region.bytes.start > end {
            let bytes = end..region.bytes.start;
            all.push(FileRegion { part: PartKind::Other, bytes, chunk: None });
        }
        all.push(region);
    }
    Ok(all)
}

impl FileRegion {
    /// Describes the part, such as "the offset index of row group 0, column 3".
    pub(crate) fn describe(&self) -> String {
        let part = match self.part {
            PartKind::Magic => "the magic",
            PartKind::ColumnChunk => "the pages",
            PartKind::ColumnIndex => "the column index",
            PartKind::OffsetIndex => "the offset index",
            PartKind::BloomFilter => "the bloom filter",
            PartKind::Other => "a gap",
            PartKind::Footer => "the footer",
        };
        match &self.chunk {
            Some(chunk) => {
                format!("{part} of row group {}, column {}", chunk.row_group, chunk.column)
            }
            None => part.to_owned(),
        }
    }
}
