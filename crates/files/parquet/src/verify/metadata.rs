//! Checks that the footer is consistent, and locates the column chunks.

use std::ops::Range;

use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataOptions};

use super::claims::check_claims;
use super::finding::{Check, CheckOutcome, CheckVerdict, Finding, FindingPlace};
use super::overlaps::overlaps;
use crate::footer::{self, UnreadableMetadata};

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

/// Parses the metadata.
///
/// # Errors
/// Returns the verdict to report if the metadata can't be read.
pub(super) fn parse(bytes: &[u8]) -> Result<ParquetMetaData, CheckVerdict> {
    // By default, the crate keeps no more than which encodings there are.
    let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
    footer::parse(bytes, Some(&options)).map_err(|unreadable| match unreadable {
        UnreadableMetadata::Damaged(detail) => {
            CheckVerdict::failed(format!("the metadata can't be read: {detail}"))
        }
        UnreadableMetadata::Variant => {
            CheckVerdict::unverified("the metadata use a variant of the format from 2018")
        }
        UnreadableMetadata::Encrypted => CheckVerdict::unverified(
            "columns are encrypted: nothing can be verified without their keys",
        ),
    })
}

/// Surveys the metadata, which are parsed from `bytes`. Returns the chunks that lie before the metadata at `end` in a file of `size`
/// bytes, and the findings: one for the metadata, one for each row group, one for each chunk that lies elsewhere, and one for each
/// overlap.
pub(super) fn survey(
    bytes: &[u8],
    metadata: &ParquetMetaData,
    end: u64,
    size: u64,
) -> (Vec<ChunkLocation>, Vec<Finding>) {
    let (mut chunks, mut findings) = (Vec::new(), Vec::new());
    let place = FindingPlace::file(Some(end));
    findings.push(place.finding(Check::Metadata, whole(bytes, metadata)));
    for (row_group, group) in metadata.row_groups().iter().enumerate() {
        let before = findings.len();
        for (column, chunk) in group.columns().iter().enumerate() {
            match chunk_range(chunk, end) {
                Ok(range) => chunks.push(ChunkLocation { row_group, column, range }),
                Err(verdict) => {
                    findings.push(chunk_place(row_group, chunk).finding(Check::Metadata, verdict));
                }
            }
        }
        let (rows, columns) = (group.num_rows(), group.num_columns());
        let verdict = match rows {
            ..0 => CheckVerdict::failed(format!("the row group claims {rows} rows")),
            _ if findings.len() > before => {
                CheckVerdict::unverified("not all of its column chunks lie in the file")
            }
            _ => CheckVerdict::ok(format!("{rows} rows in {columns} columns")),
        };
        let place = FindingPlace::row_group(row_group as u64);
        findings.insert(before, place.finding(Check::Metadata, verdict));
    }
    findings.extend(overlaps(metadata, &chunks, end..size));
    (chunks, findings)
}

/// The verdict on the metadata as a whole.
fn whole(bytes: &[u8], metadata: &ParquetMetaData) -> CheckVerdict {
    if let Err(detail) = check_claims(bytes, metadata) {
        return CheckVerdict::failed(detail);
    }
    let rows = total_rows(metadata);
    match footer::unknown_field(bytes).filter(|_| rows.outcome == CheckOutcome::Ok) {
        Some((id, beside)) => {
            let name = beside.split('.').next().unwrap_or(beside);
            CheckVerdict::unverified(format!(
                "{name} has a field {id} that this release doesn't know: from a later version of the format, or damaged"
            ))
        }
        None => rows,
    }
}

fn total_rows(metadata: &ParquetMetaData) -> CheckVerdict {
    let claimed = metadata.file_metadata().num_rows();
    let groups = metadata.num_row_groups();
    let rows = metadata
        .row_groups()
        .iter()
        .try_fold(0i64, |rows, group| rows.checked_add(group.num_rows()));
    match rows {
        Some(rows) if rows == claimed => {
            CheckVerdict::ok(format!("{rows} rows in {groups} row groups"))
        }
        Some(rows) => CheckVerdict::failed(format!(
            "the file claims {claimed} rows, but its row groups have {rows}"
        )),
        None => CheckVerdict::failed("the row groups claim more rows than 63 bits can count"),
    }
}

/// Returns the range of a chunk. It starts at the dictionary, if there is one, and has the total size of the pages.
fn chunk_range(chunk: &ColumnChunkMetaData, end: u64) -> Result<Range<u64>, CheckVerdict> {
    if let Some(path) = chunk.file_path() {
        return Err(CheckVerdict::unverified(format!(
            "the column chunk lies in another file, {path}"
        )));
    }
    let data = chunk.data_page_offset();
    // Some writers write 0 as the dictionary's offset if the chunk has no dictionary, or 0 as the offset of the data
    // pages if it has only a dictionary.
    let dictionary = chunk.dictionary_page_offset();
    let dictionary = dictionary.filter(|offset| *offset > 0 && (*offset < data || data == 0));
    let (offset, len) = (dictionary.unwrap_or(data), chunk.compressed_size());
    if len == 0 && chunk.num_values() == 0 {
        return Ok(0..0);
    }
    let range = u64::try_from(offset).ok().zip(u64::try_from(len).ok());
    let range = range.and_then(|(start, len)| Some(start..start.checked_add(len)?));
    match range.filter(|range| range.start >= HEAD && range.end <= end && !range.is_empty()) {
        Some(range) => Ok(range),
        None => {
            let detail =
                format!("{len} bytes at {offset} are not between {HEAD} and the footer at {end}");
            Err(CheckVerdict::failed(detail))
        }
    }
}
