//! The parts of a file, one behind the other.

use std::ops::Range;

use super::{ChunkMetadata, Footer, Unfit, chunk::columns};
use crate::thrift::Place;

/// What a part of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The four bytes that a file starts with.
    Magic,
    /// The pages of a column chunk.
    ColumnChunk,
    ColumnIndex,
    OffsetIndex,
    BloomFilter,
    /// What the footer doesn't speak of.
    Other,
    /// The metadata, its length and the magic.
    Footer,
}

/// A part of a file, of at least one byte.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub part: Part,
    pub bytes: Range<u64>,
    /// Whose it is, for the parts that belong to a column chunk.
    pub chunk: Option<ChunkPlace>,
}

/// A column chunk, and where the footer speaks of it.
#[derive(Clone, Debug)]
pub(crate) struct ChunkPlace {
    pub row_group: usize,
    pub column: usize,
    pub place: Place,
}

/// All parts in the order in which they lie: the first starts at 0, each starts where the one before
/// it ends, and the last, the footer, ends with the file.
///
/// # Errors
/// If the footer is malformed, or lets parts overlap.
pub(crate) fn regions(footer: &Footer) -> Result<Vec<Region>, Unfit> {
    let mut named = vec![Region { part: Part::Magic, bytes: 0..4, chunk: None }];
    let mut left = footer.end();
    for (row_group, place) in footer.row_groups()?.enumerate() {
        for (column, place) in columns(&footer.metadata, &place?)?.enumerate() {
            let chunk = ChunkPlace { row_group, column, place: place? };
            for region in chunk_regions(footer, &chunk)? {
                // Nothing overlaps in a sound file, so a damaged one can't fill the memory.
                let len = region.bytes.end - region.bytes.start;
                left = left.checked_sub(len).ok_or_else(|| too_long(&region))?;
                named.push(region);
            }
        }
    }
    named.sort_by_key(|region| region.bytes.start);
    named.push(Region { part: Part::Footer, bytes: footer.start..footer.end(), chunk: None });
    fill_gaps(named)
}

fn too_long(region: &Region) -> Unfit {
    let region = region.describe();
    Unfit(format!("has a damaged footer: up to {region}, its parts are longer than the file"))
}

/// The parts of a column chunk that have any bytes.
fn chunk_regions(
    footer: &Footer,
    chunk: &ChunkPlace,
) -> Result<impl Iterator<Item = Region>, Unfit> {
    let metadata = ChunkMetadata::read(&footer.metadata, &chunk.place)?;
    let parts = [
        (Part::ColumnChunk, Some(metadata.pages)),
        (Part::OffsetIndex, metadata.offset_index),
        (Part::ColumnIndex, metadata.column_index),
        (Part::BloomFilter, metadata.bloom_filter),
    ];
    let chunk = chunk.clone();
    Ok(parts.into_iter().filter_map(move |(part, bytes)| {
        let bytes = bytes.filter(|bytes| !bytes.is_empty())?;
        Some(Region { part, bytes, chunk: Some(chunk.clone()) })
    }))
}

/// Puts a region where none is.
fn fill_gaps(named: Vec<Region>) -> Result<Vec<Region>, Unfit> {
    let mut all: Vec<Region> = Vec::new();
    for region in named {
        let end = all.last().map_or(0, |last| last.bytes.end);
        if region.bytes.start < end {
            let last = all.last().map_or_else(String::new, Region::describe);
            return Err(Unfit(format!(
                "has a damaged footer, or shares bytes: {} and {last} overlap at byte {}",
                region.describe(),
                region.bytes.start,
            )));
        }
        if region.bytes.start > end {
            let bytes = end..region.bytes.start;
            all.push(Region { part: Part::Other, bytes, chunk: None });
        }
        all.push(region);
    }
    Ok(all)
}

impl Region {
    /// The part in words: "the offset index of row group 0, column 3".
    pub fn describe(&self) -> String {
        let part = match self.part {
            Part::Magic => "the magic",
            Part::ColumnChunk => "the pages",
            Part::ColumnIndex => "the column index",
            Part::OffsetIndex => "the offset index",
            Part::BloomFilter => "the bloom filter",
            Part::Other => "a gap",
            Part::Footer => "the footer",
        };
        match &self.chunk {
            Some(chunk) => {
                format!("{part} of row group {}, column {}", chunk.row_group, chunk.column)
            }
            None => part.to_owned(),
        }
    }
}
