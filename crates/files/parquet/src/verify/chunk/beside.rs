//! Checks what statistics and the page index claim about the pages and about the chunk.

use hashlane_files::{FileError, Source};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::Statistics;
use parquet::schema::types::ColumnDescriptor;

use super::tally::PageTally;
use crate::page::{Page, PageHeader};
use crate::verify::deep::{ClaimedBounds, ValueExtremes, ValueOrder};
use crate::verify::finding::CheckVerdict;
use crate::verify::page_index::{self, ColumnIndex, IndexedPage, PageLocation};

/// The bytes of both indexes, or why they can't be read.
pub(super) struct IndexBytes {
    offset: Option<Result<Vec<u8>, String>>,
    column: Option<Result<Vec<u8>, String>>,
    byte_offset: Option<u64>,
}

/// Both indexes of a chunk, if it has them.
pub(super) struct ChunkIndexes<'a> {
    locations: Option<Vec<PageLocation>>,
    column: Option<ColumnIndex<'a>>,
    /// The problem with the indexes themselves, if there is one.
    wrong: Option<String>,
    /// The offset in the file of the first index.
    pub byte_offset: Option<u64>,
}

impl IndexBytes {
    pub(super) fn checked(&self, order: Option<ValueOrder>) -> ChunkIndexes<'_> {
        let mut wrong = None;
        let mut keep = |name: &str, error: &String| wrong = Some(format!("{name}: {error}"));
        let locations = match &self.offset {
            None => None,
            Some(Err(error)) => {
                keep("offset index", error);
                None
            }
            Some(Ok(bytes)) => {
                page_index::offset_index(bytes).map_err(|e| keep("offset index", &e)).ok()
            }
        };
        let column = match &self.column {
            None => None,
            Some(Err(error)) => {
                keep("column index", error);
                None
            }
            Some(Ok(bytes)) => {
                ColumnIndex::read(bytes, order).map_err(|e| keep("column index", &e)).ok()
            }
        };
        ChunkIndexes { locations, column, wrong, byte_offset: self.byte_offset }
    }
}

impl ChunkIndexes<'_> {
    /// Reads the indexes of a chunk.
    ///
    /// # Errors
    /// Returns an error if the file can't be read.
    pub(super) fn read(
        source: &dyn Source,
        chunk: &ColumnChunkMetaData,
    ) -> Result<IndexBytes, FileError> {
        let offset = (chunk.offset_index_offset(), chunk.offset_index_length());
        let column = (chunk.column_index_offset(), chunk.column_index_length());
        let first = offset.0.or(column.0).and_then(|offset| u64::try_from(offset).ok());
        Ok(IndexBytes {
            offset: page_index::read(source, offset)?,
            column: page_index::read(source, column)?,
            byte_offset: first,
        })
    }

    /// The locations of the data pages, as far as the offset index gives them.
    pub(super) fn locations(&self) -> Vec<PageLocation> {
        self.locations.clone().unwrap_or_default()
    }

    /// Checks the location of a data page. `rows` is the number of rows before it, if known.
    pub(super) fn location(
        &self,
        number: usize,
        page: &Page,
        rows: Option<u64>,
    ) -> Result<(), String> {
        let Some(locations) = &self.locations else { return Ok(()) };
        let Some(location) = locations.get(number) else {
            // Reported once, for the whole index.
            return Ok(());
        };
        let size = page.body.end - page.offset;
        let PageLocation { offset, size: claimed, first_row } = *location;
        if offset != page.offset as i64 || i64::from(claimed) != size as i64 {
            return Err(format!(
                "the offset index says {claimed} bytes at {offset}, but the page has {size} at {}",
                page.offset
            ));
        }
        match rows {
            Some(rows) if rows as i64 != first_row => {
                Err(format!("the offset index says that row {first_row} is its first, not {rows}"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Checks what the column index claims about a data page.
    pub(super) fn page(&self, number: usize, held: &IndexedPage<'_>) -> Result<(), String> {
        let Some(column) = &self.column else { return Ok(()) };
        if number >= column.pages() {
            return Ok(());
        }
        column.check_page(number, held).map_err(|error| format!("column index: {error}"))
    }

    /// Returns the verdict on the indexes as a whole, or `None` without indexes.
    pub(super) fn verdict(&self, tally: &PageTally, deep: bool) -> Option<CheckVerdict> {
        if let Some(wrong) = &self.wrong {
            return Some(CheckVerdict::failed(wrong.clone()));
        }
        let offset = self.locations.as_ref().map(|l| ("offset index", l.len()));
        let column = self.column.as_ref().map(|c| ("column index", c.pages()));
        if offset.is_none() && column.is_none() {
            return None;
        }
        let unverified = || CheckVerdict::unverified("not all pages could be compared with it");
        if !tally.walked() {
            return Some(unverified());
        }
        let pages = tally.data_pages;
        let differs = [offset, column].into_iter().flatten().find(|(_, len)| *len != pages);
        Some(match differs {
            Some((name, len)) => CheckVerdict::failed(format!(
                "{name}: {len} pages, but the column chunk has {pages}"
            )),
            None if deep && column.is_some() && !tally.complete() => unverified(),
            None => CheckVerdict::ok(format!("{pages} data pages")),
        })
    }
}

/// Checks the statistics in the header of a data page.
pub(super) fn page_claims(
    column: &ColumnDescriptor,
    header: &PageHeader,
    held: &IndexedPage<'_>,
) -> Result<(), String> {
    let Some(claims) = header.statistics() else { return Ok(()) };
    if let Some(count) = claims.null_count.filter(|count| !held.null_count_fits(*count)) {
        return Err(format!("null_count is {count}, but the page has {} NULLs", held.nulls));
    }
    if claims.min_value.is_some() || claims.max_value.is_some() {
        let claimed = ClaimedBounds {
            min: claims.min_value.as_deref(),
            max: claims.max_value.as_deref(),
            min_exact: claims.is_min_value_exact == Some(true),
            max_exact: claims.is_max_value_exact == Some(true),
        };
        return held.order.map_or(Ok(()), |order| claimed.check(order, held.extremes));
    }
    let claimed = ClaimedBounds {
        min: claims.min.as_deref(),
        max: claims.max.as_deref(),
        ..ClaimedBounds::default()
    };
    match ValueOrder::deprecated(column)
        .filter(|order| held.order.is_none_or(|known| known == *order))
    {
        Some(order) => claimed.check(order, held.extremes),
        None => Ok(()),
    }
}

/// The verdict on the statistics of a chunk, or `None` if it has none.
pub(super) fn chunk_claims(
    chunk: &ColumnChunkMetaData,
    order: Option<ValueOrder>,
    tally: &PageTally,
    seen: &ValueExtremes,
) -> Option<CheckVerdict> {
    let claims = chunk.statistics()?;
    if !tally.complete() {
        return Some(CheckVerdict::unverified("not all pages could be decoded to compare them"));
    }
    if let Some(count) = claims.null_count_opt()
        && !(tally.leaf_nulls..=tally.nulls).contains(&count)
    {
        let nulls = tally.nulls;
        let detail = format!("null_count is {count}, but the column chunk has {nulls} NULLs");
        return Some(CheckVerdict::failed(detail));
    }
    let order = match claims.is_min_max_deprecated() {
        true => ValueOrder::deprecated(chunk.column_descr()),
        false => order,
    };
    let Some(order) = order else {
        return Some(CheckVerdict::ok("null_count; the column has no order for min and max"));
    };
    // For numbers, the crate does not keep what the file has.
    let said = matches!(claims, Statistics::ByteArray(_) | Statistics::FixedLenByteArray(_));
    let claimed = ClaimedBounds {
        min: claims.min_bytes_opt(),
        max: claims.max_bytes_opt(),
        min_exact: said && claims.min_is_exact(),
        max_exact: said && claims.max_is_exact(),
    };
    Some(match claimed.check(order, seen) {
        Ok(()) => CheckVerdict::ok("min, max and null_count, as far as they are given"),
        Err(detail) => CheckVerdict::failed(detail),
    })
}
