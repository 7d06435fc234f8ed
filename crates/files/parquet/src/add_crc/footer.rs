//! The footer and the offset index with the new offsets.
//!
//! Field numbers are those of `parquet.thrift`. Structs and fields without a number here are copied unchanged.
//!
//! <https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>

use std::ops::Range;

use super::moves::PieceMoves;
use crate::layout::{ChunkMetadata, FileLayoutError, FooterLayout};
use crate::thrift::{EXTENSION, StructFields, ThriftKind, ThriftPlace, ThriftRewrite};

/// Rewrites the offset index of a column chunk with these pages.
///
/// # Errors
/// Returns an error if the index is malformed or names anything other than one of the pages.
pub(super) fn offset_index(
    old: &[u8],
    pages: &Range<u64>,
    moves: &PieceMoves,
) -> Result<Vec<u8>, FileLayoutError> {
    let malformed = |error| FileLayoutError(format!("has a damaged page index: {error}"));
    let mut new = ThriftRewrite::new(old);
    for field in StructFields::new(old, 0) {
        let field = field.map_err(malformed)?;
        if field.id != 1 {
            continue;
        }
        for location in field.elements(old, "OffsetIndex.page_locations").map_err(malformed)? {
            page_location(&mut new, &location.map_err(malformed)?, pages, moves)?;
        }
    }
    Ok(new.finish())
}

fn page_location(
    new: &mut ThriftRewrite<'_>,
    location: &ThriftPlace,
    pages: &Range<u64>,
    moves: &PieceMoves,
) -> Result<(), FileLayoutError> {
    let malformed = |error| FileLayoutError(format!("has a damaged page index: {error}"));
    let old = new.old();
    let fields = location.fields(old, "OffsetIndex.page_locations").map_err(malformed)?;
    let [_, offset, size] = fields.clone().by_id::<3>().map_err(malformed)?;
    let (Some(offset), Some(size)) = (offset, size) else {
        return Err(FileLayoutError(
            "has a damaged page index: a page has no offset or no size".to_owned(),
        ));
    };
    let offset = offset.u64(old, "PageLocation.offset").map_err(malformed)?;
    let size = size.u64(old, "PageLocation.compressed_page_size").map_err(malformed)?;
    let page = offset..offset.saturating_add(size);
    let inside = pages.start <= page.start && page.end <= pages.end;
    let moved = moves.piece(page).filter(|_| inside);
    let Some((new_offset, new_size)) = moved else {
        return Err(FileLayoutError(format!(
            "has a damaged page index: it lists a page of {size} bytes at byte {offset}, but none \
             is there"
        )));
    };
    for field in fields {
        let field = field.map_err(malformed)?;
        match field.id {
            1 => new.number(&field, new_offset as i64),
            2 => new.number(&field, i64::from(page_size(new_size)?)),
            _ => {}
        }
    }
    Ok(())
}

fn page_size(size: u64) -> Result<i32, FileLayoutError> {
    i32::try_from(size).map_err(|_| {
        FileLayoutError(
            "has a page of 2 GiB: with a checksum its size would not fit the page index".to_owned(),
        )
    })
}

/// Rewrites the footer's `FileMetaData`.
///
/// # Errors
/// Returns an error if it is malformed or has an extension.
pub(super) fn metadata(
    footer: &FooterLayout,
    moves: &PieceMoves,
) -> Result<Vec<u8>, FileLayoutError> {
    let old = &footer.metadata[..];
    let mut new = ThriftRewrite::new(old);
    for field in StructFields::new(old, 0) {
        let field = known(field?)?;
        if field.id != 4 {
            continue;
        }
        for place in field.elements(old, "FileMetaData.row_groups")? {
            row_group(&mut new, &place?, moves)?;
        }
    }
    Ok(new.finish())
}

/// Rejects extensions. An extension may hold a second copy of the footer with the old offsets, and a reader that
/// prefers it would read from the wrong places.
fn known(field: ThriftPlace) -> Result<ThriftPlace, FileLayoutError> {
    match field.id {
        EXTENSION => {
            Err(FileLayoutError("has an extension in its footer, which can't be moved".to_owned()))
        }
        _ => Ok(field),
    }
}

fn row_group(
    new: &mut ThriftRewrite<'_>,
    row_group: &ThriftPlace,
    moves: &PieceMoves,
) -> Result<(), FileLayoutError> {
    let old = new.old();
    let fields = row_group.fields(old, "FileMetaData.row_groups")?;
    let mut growth = 0;
    if let [_, Some(columns)] = fields.clone().by_id::<2>()? {
        for chunk in columns.elements(old, "RowGroup.columns")? {
            growth += moves.grown(&ChunkMetadata::read(old, &chunk?)?.pages);
        }
    }
    for field in fields {
        let field = known(field?)?;
        match field.id {
            1 => {
                for chunk in field.elements(old, "RowGroup.columns")? {
                    column_chunk(new, &chunk?, moves)?;
                }
            }
            2 => grow(new, &field, growth, "RowGroup.total_byte_size")?,
            5 => relocate(new, &field, moves, "RowGroup.file_offset")?,
            6 => grow(new, &field, growth, "RowGroup.total_compressed_size")?,
            _ => {}
        }
    }
    Ok(())
}

fn column_chunk(
    new: &mut ThriftRewrite<'_>,
    chunk: &ThriftPlace,
    moves: &PieceMoves,
) -> Result<(), FileLayoutError> {
    let old = new.old();
    let metadata = ChunkMetadata::read(old, chunk)?;
    for field in chunk.fields(old, "RowGroup.columns")? {
        let field = known(field?)?;
        match field.id {
            2 => relocate(new, &field, moves, "ColumnChunk.file_offset")?,
            3 => column_metadata(new, &field, &metadata.pages, moves)?,
            4 => relocate(new, &field, moves, "ColumnChunk.offset_index_offset")?,
            5 => {
                let index = metadata.offset_index.as_ref();
                let growth = index.map_or(0, |index| moves.grown(index));
                grow(new, &field, growth, "ColumnChunk.offset_index_length")?;
            }
            6 => relocate(new, &field, moves, "ColumnChunk.column_index_offset")?,
            _ => {}
        }
    }
    Ok(())
}

fn column_metadata(
    new: &mut ThriftRewrite<'_>,
    metadata: &ThriftPlace,
    pages: &Range<u64>,
    moves: &PieceMoves,
) -> Result<(), FileLayoutError> {
    let growth = moves.grown(pages);
    for field in metadata.fields(new.old(), "ColumnChunk.meta_data")? {
        let field = known(field?)?;
        match field.id {
            6 => grow(new, &field, growth, "ColumnMetaData.total_uncompressed_size")?,
            7 => grow(new, &field, growth, "ColumnMetaData.total_compressed_size")?,
            9..=11 => page_offset(new, &field, pages, moves)?,
            14 => relocate(new, &field, moves, "ColumnMetaData.bloom_filter_offset")?,
            _ => {}
        }
    }
    Ok(())
}

/// Rewrites the offset of a page. If the old offset lies within the chunk's pages, a page must start there.
fn page_offset(
    new: &mut ThriftRewrite<'_>,
    field: &ThriftPlace,
    pages: &Range<u64>,
    moves: &PieceMoves,
) -> Result<(), FileLayoutError> {
    const NAME: &str = "an offset of pages";
    if field.is_integer() {
        let offset = field.u64(new.old(), NAME)?;
        if pages.contains(&offset) && !moves.starts(offset) {
            return Err(FileLayoutError(format!(
                "has a damaged footer: it says that a page starts at byte {offset}, but none does"
            )));
        }
    }
    relocate(new, field, moves, NAME)
}

/// Replaces an offset by the new offset of the same byte.
fn relocate(
    new: &mut ThriftRewrite<'_>,
    field: &ThriftPlace,
    moves: &PieceMoves,
    name: &'static str,
) -> Result<(), FileLayoutError> {
    replace(new, field, name, |offset| moves.offset(offset))
}

/// Increases a size.
fn grow(
    new: &mut ThriftRewrite<'_>,
    field: &ThriftPlace,
    growth: i64,
    name: &'static str,
) -> Result<(), FileLayoutError> {
    replace(new, field, name, |size| size.saturating_add_signed(growth))
}

/// Replaces a number. If it doesn't change, its bytes stay the same. A field that is not a number is a private field of
/// some writer and stays the same, too.
fn replace(
    new: &mut ThriftRewrite<'_>,
    field: &ThriftPlace,
    name: &'static str,
    now: impl Fn(u64) -> u64,
) -> Result<(), FileLayoutError> {
    if !field.is_integer() {
        return Ok(());
    }
    let old = field.u64(new.old(), name)?;
    let now = now(old);
    if now == old {
        return Ok(());
    }
    let too_large = |_| FileLayoutError(format!("has a damaged footer: {name} is too large"));
    let value = i64::try_from(now).map_err(too_large)?;
    if field.kind == ThriftKind::I32 {
        i32::try_from(value).map_err(too_large)?;
    }
    new.number(field, value);
    Ok(())
}
