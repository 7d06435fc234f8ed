//! Unknown numbers of NULLs in a footer.
//!
//! Some writers put -1 into the statistics of a column chunk, which means unknown. The `parquet` crate rejects the
//! whole footer for a negative number, so we remove the field from the bytes that it parses.

use std::borrow::Cow;
use std::ops::Range;

use crate::thrift::{StructFields, ThriftError, ThriftPlace};

/// The number of NULLs that means unknown.
const UNKNOWN: i64 = -1;

/// Returns `metadata` without the fields `Statistics.null_count` that are -1. Malformed metadata are returned
/// unchanged.
pub(super) fn without_unknown_counts(metadata: &[u8]) -> Cow<'_, [u8]> {
    match removals(metadata) {
        Ok(removals) if !removals.is_empty() => Cow::Owned(without(metadata, &removals)),
        _ => Cow::Borrowed(metadata),
    }
}

/// A field to remove: its bytes with the head, and the number to add to the next head.
struct FieldRemoval {
    bytes: Range<usize>,
    skipped: u8,
}

fn removals(metadata: &[u8]) -> Result<Vec<FieldRemoval>, ThriftError> {
    let mut removals = Vec::new();
    let [_, _, _, _, row_groups] = StructFields::new(metadata, 0).by_id()?;
    for row_group in elements(metadata, row_groups, "FileMetaData.row_groups")? {
        let [_, columns] = row_group.fields(metadata, "RowGroup")?.by_id()?;
        for chunk in elements(metadata, columns, "RowGroup.columns")? {
            let [_, _, _, column] = chunk.fields(metadata, "ColumnChunk")?.by_id()?;
            let Some(column) = column else { continue };
            let fields: [Option<ThriftPlace>; 13] =
                column.fields(metadata, "ColumnMetaData")?.by_id()?;
            if let [.., Some(statistics)] = fields {
                removals.extend(removal(metadata, &statistics)?);
            }
        }
    }
    Ok(removals)
}

fn elements(
    metadata: &[u8],
    list: Option<ThriftPlace>,
    field: &'static str,
) -> Result<Vec<ThriftPlace>, ThriftError> {
    list.map_or(Ok(Vec::new()), |list| list.elements(metadata, field)?.collect())
}

/// Returns how to remove the number of NULLs from `statistics`, if it is unknown and the next head can be adapted.
fn removal(metadata: &[u8], statistics: &ThriftPlace) -> Result<Option<FieldRemoval>, ThriftError> {
    const FIELD: &str = "Statistics.null_count";
    let (mut last, mut end) = (0, statistics.value.start);
    for place in statistics.fields(metadata, FIELD)? {
        let place = place?;
        if place.id == 3 && place.i64(metadata, FIELD)? == UNKNOWN {
            let next = metadata.get(place.value.end).copied().unwrap_or(0) >> 4;
            let skipped = u8::try_from(place.id - last).unwrap_or(u8::MAX);
            let fits = next.checked_add(skipped).is_some_and(|delta| delta <= 15);
            return Ok(fits.then_some(FieldRemoval { bytes: end..place.value.end, skipped }));
        }
        (last, end) = (place.id, place.value.end);
    }
    Ok(None)
}

fn without(metadata: &[u8], removals: &[FieldRemoval]) -> Vec<u8> {
    let (mut kept, mut copied) = (Vec::with_capacity(metadata.len()), 0);
    for FieldRemoval { bytes, skipped } in removals {
        kept.extend_from_slice(&metadata[copied..bytes.start]);
        copied = bytes.end;
        // A head of one byte is relative to the field before it. A longer head has its own number. 0 ends the struct.
        if let Some(head) = metadata.get(copied).filter(|head| **head >> 4 != 0) {
            kept.push(head + (skipped << 4));
            copied += 1;
        }
    }
    kept.extend_from_slice(&metadata[copied..]);
    kept
}
