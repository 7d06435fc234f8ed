//! Finds parts of a file that share bytes. No writer intends this, so one of the parts lies elsewhere or the footer is
//! wrong.

use std::fmt;
use std::ops::Range;

use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};

use super::finding::{Check, CheckVerdict, Finding};
use super::metadata::{ChunkLocation, HEAD, chunk_place};

/// A part of a file.
struct OverlapPart {
    bytes: Range<u64>,
    kind: OverlapKind,
    /// The row group and the column that it belongs to; `None` for the footer.
    of: Option<(usize, usize)>,
}

#[derive(Clone, Copy)]
enum OverlapKind {
    Pages,
    OffsetIndex,
    ColumnIndex,
    BloomFilter,
    Footer,
}

/// Returns a finding for each part that starts within another one. `chunks` are those that lie in the file, and
/// `footer` is the start of the footer. Parts outside the file are reported elsewhere.
pub(super) fn overlaps(
    metadata: &ParquetMetaData,
    chunks: &[ChunkLocation],
    footer: Range<u64>,
) -> Vec<Finding> {
    let mut parts = vec![OverlapPart { bytes: footer, kind: OverlapKind::Footer, of: None }];
    for chunk in chunks.iter().filter(|chunk| !chunk.range.is_empty()) {
        let of = Some((chunk.row_group, chunk.column));
        parts.push(OverlapPart { bytes: chunk.range.clone(), kind: OverlapKind::Pages, of });
    }
    for (row_group, group) in metadata.row_groups().iter().enumerate() {
        for (column, chunk) in group.columns().iter().enumerate() {
            let of = Some((row_group, column));
            let beside = beside(chunk).into_iter().flatten();
            parts.extend(beside.map(|(kind, bytes)| OverlapPart { bytes, kind, of }));
        }
    }
    parts.sort_by_key(|part| (part.bytes.start, part.bytes.end));
    let mut findings = Vec::new();
    // The part so far that ends last.
    let mut furthest: Option<&OverlapPart> = None;
    for part in &parts {
        if let Some(before) = furthest.filter(|before| part.bytes.start < before.bytes.end) {
            findings.push(finding(metadata, before, part));
        }
        if furthest.is_none_or(|before| part.bytes.end > before.bytes.end) {
            furthest = Some(part);
        }
    }
    findings
}

/// The parts of a column chunk other than its pages, if they can lie in a file.
fn beside(chunk: &ColumnChunkMetaData) -> [Option<(OverlapKind, Range<u64>)>; 3] {
    let range = |offset: Option<i64>, len: Option<i32>| {
        let start = u64::try_from(offset?).ok().filter(|start| *start >= HEAD)?;
        // Older files don't record the length of filters. Assume the one byte that a filter must have.
        let len = len.map_or(Ok(1), u64::try_from).ok().filter(|len| *len > 0)?;
        Some(start..start.checked_add(len)?)
    };
    [
        (OverlapKind::OffsetIndex, range(chunk.offset_index_offset(), chunk.offset_index_length())),
        (OverlapKind::ColumnIndex, range(chunk.column_index_offset(), chunk.column_index_length())),
        (OverlapKind::BloomFilter, range(chunk.bloom_filter_offset(), chunk.bloom_filter_length())),
    ]
    .map(|(kind, range)| Some((kind, range?)))
}

/// Reports that `part` starts within `before`. The finding names the one that isn't the footer, whose location is given
/// by its length.
fn finding(metadata: &ParquetMetaData, before: &OverlapPart, part: &OverlapPart) -> Finding {
    let (part, other) = if part.of.is_some() { (part, before) } else { (before, part) };
    let other_name = match other.of {
        Some((row_group, column)) => {
            let path = metadata.row_group(row_group).column(column).column_path().string();
            let (kind, end) = (other.kind, other.bytes.end);
            format!("{kind} of {path} in row group {row_group}, which ends at {end}")
        }
        None => format!("the footer, which begins at {}", other.bytes.start),
    };
    let verdict = CheckVerdict::failed(format!("{} overlaps {other_name}", part.kind));
    let (row_group, column) = part.of.unwrap_or_default();
    let place = chunk_place(row_group, metadata.row_group(row_group).column(column));
    place.at_byte(part.bytes.start).finding(part.kind.check(), verdict)
}

impl OverlapKind {
    fn check(self) -> Check {
        match self {
            OverlapKind::Pages | OverlapKind::Footer => Check::Metadata,
            OverlapKind::OffsetIndex | OverlapKind::ColumnIndex => Check::PageIndex,
            OverlapKind::BloomFilter => Check::BloomFilter,
        }
    }
}

impl fmt::Display for OverlapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OverlapKind::Pages => "the column chunk",
            OverlapKind::OffsetIndex => "the offset index",
            OverlapKind::ColumnIndex => "the column index",
            OverlapKind::BloomFilter => "the Bloom filter",
            OverlapKind::Footer => "the footer",
        })
    }
}
