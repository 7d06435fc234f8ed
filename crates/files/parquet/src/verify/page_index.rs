//! The page index of a column chunk: the locations and the statistics of its pages.
//!
//! <https://github.com/apache/parquet-format/blob/master/PageIndex.md>

use std::cmp::Ordering;

use hashlane_files::{FileError, Source};

use super::deep::{ClaimedBounds, ValueExtremes, ValueOrder};
use crate::page::read_range;
use crate::thrift::{ListHead, ThriftError, ThriftKind, ThriftReader};

/// The longest index that is read. A page takes at least seven bytes of an offset index.
const MAX_INDEX: u64 = 8 << 20;

/// Reads the bytes of an index, if the footer has one.
///
/// # Errors
/// Returns an error if the file can't be read. The inner error describes a problem with the location.
pub(super) fn read(
    source: &dyn Source,
    place: (Option<i64>, Option<i32>),
) -> Result<Option<Result<Vec<u8>, String>>, FileError> {
    let (offset, len) = match place {
        (None, None) => return Ok(None),
        (Some(offset), Some(len)) => (offset, len),
        (Some(_), None) => return Ok(Some(Err("it has no length".to_owned()))),
        (None, Some(_)) => return Ok(Some(Err("it has no offset".to_owned()))),
    };
    let claimed = || format!("{len} bytes at {offset} are not in the file");
    let (Ok(start), Ok(len)) = (u64::try_from(offset), u64::try_from(len)) else {
        return Ok(Some(Err(claimed())));
    };
    if start < 4 || start.checked_add(len).is_none_or(|end| end > source.size()) {
        return Ok(Some(Err(claimed())));
    }
    if len > MAX_INDEX {
        return Ok(Some(Err(format!("{len} bytes are more than the supported {MAX_INDEX}"))));
    }
    Ok(Some(Ok(read_range(source, start..start + len)?)))
}

/// The location of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageLocation {
    pub offset: i64,
    /// The size of the page with its header.
    pub size: i32,
    pub first_row: i64,
}

/// Reads the locations of the data pages of a chunk.
pub(super) fn offset_index(bytes: &[u8]) -> Result<Vec<PageLocation>, String> {
    locations(&mut ThriftReader::new(bytes))
        .map_err(|error| format!("not an offset index: {error}"))
}

fn locations(reader: &mut ThriftReader<'_>) -> Result<Vec<PageLocation>, ThriftError> {
    let (mut locations, mut last) = (Vec::new(), 0);
    while let Some(field) = reader.field(&mut last)? {
        if field.id != 1 {
            reader.skip(field)?;
            continue;
        }
        let name = "OffsetIndex.page_locations";
        let list = list_of(reader, field.kind, ThriftKind::Struct, name)?;
        for _ in 0..list.len {
            locations.push(location(reader)?);
        }
    }
    Ok(locations)
}

fn location(reader: &mut ThriftReader<'_>) -> Result<PageLocation, ThriftError> {
    let (mut offset, mut size, mut first_row, mut last) = (None, None, None, 0);
    while let Some(field) = reader.field(&mut last)? {
        match (field.id, field.kind) {
            (1, ThriftKind::I64) => offset = Some(reader.i64()?),
            (2, ThriftKind::I32) => size = Some(reader.i32()?),
            (3, ThriftKind::I64) => first_row = Some(reader.i64()?),
            (1..=3, kind) => return Err(ThriftError::WrongKind { field: "PageLocation", kind }),
            _ => reader.skip(field)?,
        }
    }
    let missing = ThriftError::Missing { field: "PageLocation" };
    match (offset, size, first_row) {
        (Some(offset), Some(size), Some(first_row)) => Ok(PageLocation { offset, size, first_row }),
        _ => Err(missing),
    }
}

/// The statistics of each data page of a chunk.
#[derive(Debug, Default)]
pub(super) struct ColumnIndex<'a> {
    null_pages: Vec<bool>,
    min_values: Vec<&'a [u8]>,
    max_values: Vec<&'a [u8]>,
    boundary_order: i32,
    null_counts: Option<Vec<i64>>,
}

impl<'a> ColumnIndex<'a> {
    /// Reads an index, and checks that it is consistent in itself.
    pub(super) fn read(bytes: &'a [u8], order: Option<ValueOrder>) -> Result<Self, String> {
        let index = Self::parse(&mut ThriftReader::new(bytes))
            .map_err(|error| format!("not a column index: {error}"))?;
        let pages = index.null_pages.len();
        let counts = index.null_counts.as_ref().map_or(pages, Vec::len);
        if index.min_values.len() != pages || index.max_values.len() != pages || counts != pages {
            return Err("its lists differ in length".to_owned());
        }
        match order {
            Some(order) => index.check_order(order).map(|()| index),
            None => Ok(index),
        }
    }

    fn parse(reader: &mut ThriftReader<'a>) -> Result<Self, ThriftError> {
        let (mut index, mut last) = (ColumnIndex::default(), 0);
        while let Some(field) = reader.field(&mut last)? {
            match field.id {
                1 => {
                    let list =
                        list_of(reader, field.kind, ThriftKind::Bool, "ColumnIndex.null_pages")?;
                    for _ in 0..list.len {
                        index.null_pages.push(reader.element_bool()?);
                    }
                }
                2 => {
                    index.min_values = binaries(reader, field.kind, "ColumnIndex.min_values")?;
                }
                3 => {
                    index.max_values = binaries(reader, field.kind, "ColumnIndex.max_values")?;
                }
                4 if field.kind == ThriftKind::I32 => index.boundary_order = reader.i32()?,
                5 => {
                    let list =
                        list_of(reader, field.kind, ThriftKind::I64, "ColumnIndex.null_counts")?;
                    let counts = (0..list.len).map(|_| reader.i64());
                    index.null_counts = Some(counts.collect::<Result<_, _>>()?);
                }
                _ => reader.skip(field)?,
            }
        }
        Ok(index)
    }

    pub(super) fn pages(&self) -> usize {
        self.null_pages.len()
    }

    /// Checks that least and greatest values are in the order that the index claims. 0 is unordered, 1 ascending, 2
    /// descending. Pages of NULLs are ignored.
    fn check_order(&self, order: ValueOrder) -> Result<(), String> {
        let wrong = match self.boundary_order {
            1 => Ordering::Greater,
            2 => Ordering::Less,
            _ => return Ok(()),
        };
        let pages = || (0..self.pages()).filter(|page| !self.null_pages[*page]);
        for (name, values) in [("min", &self.min_values), ("max", &self.max_values)] {
            for (before, page) in pages().zip(pages().skip(1)) {
                if order.compare(values[before], values[page]) == Some(wrong) {
                    let direction =
                        if wrong == Ordering::Greater { "ascending" } else { "descending" };
                    return Err(format!("its {name} values are not {direction} at page {page}"));
                }
            }
        }
        Ok(())
    }

    /// Compares the index's claims about a data page with its content.
    pub(super) fn check_page(&self, page: usize, held: &IndexedPage<'_>) -> Result<(), String> {
        let Some(null_page) = self.null_pages.get(page) else {
            return Err(format!("it has {} pages, but there are more", self.pages()));
        };
        let all_null = held.values == held.nulls;
        if *null_page != all_null {
            let says = if *null_page { "nothing but NULL" } else { "values" };
            return Err(format!("it says that the page holds {says}, but it does not"));
        }
        if let Some(count) = self.null_counts.as_ref().map(|counts| counts[page])
            && !held.null_count_fits(count)
        {
            return Err(format!("it says {count} NULLs, but the page has {}", held.nulls));
        }
        let (false, Some(order)) = (all_null, held.order) else {
            return Ok(());
        };
        let (min, max) = (self.min_values[page], self.max_values[page]);
        let claimed = ClaimedBounds { min: Some(min), max: Some(max), ..ClaimedBounds::default() };
        claimed.check(order, held.extremes)
    }
}

/// The number of NULLs that Java writes if it is unknown.
const UNKNOWN_COUNT: i64 = -1;

/// The content of a page, for the comparison.
pub(super) struct IndexedPage<'a> {
    pub values: u64,
    pub nulls: u64,
    /// The number of NULLs that do not come from a NULL or empty list or group.
    pub leaf_nulls: u64,
    pub order: Option<ValueOrder>,
    pub extremes: &'a ValueExtremes,
}

impl IndexedPage<'_> {
    /// Whether a number of NULLs fits the page. Writers differ in whether an empty list counts as one, so for columns
    /// with lists all numbers between the two are right. -1 means unknown.
    pub(super) fn null_count_fits(&self, count: i64) -> bool {
        count == UNKNOWN_COUNT
            || u64::try_from(count)
                .is_ok_and(|count| (self.leaf_nulls..=self.nulls).contains(&count))
    }
}

fn list_of(
    reader: &mut ThriftReader<'_>,
    field_kind: ThriftKind,
    kind: ThriftKind,
    field: &'static str,
) -> Result<ListHead, ThriftError> {
    if field_kind != ThriftKind::List {
        return Err(ThriftError::WrongKind { field, kind: field_kind });
    }
    let list = reader.list()?;
    if list.len > 0 && list.kind != kind {
        return Err(ThriftError::WrongKind { field, kind: list.kind });
    }
    Ok(list)
}

fn binaries<'a>(
    reader: &mut ThriftReader<'a>,
    field_kind: ThriftKind,
    field: &'static str,
) -> Result<Vec<&'a [u8]>, ThriftError> {
    let list = list_of(reader, field_kind, ThriftKind::Binary, field)?;
    (0..list.len).map(|_| reader.binary()).collect()
}
