//! The location of a column chunk's parts, according to the footer.

use std::ops::Range;

use super::FileLayoutError;
use crate::thrift::{StructFields, ThriftPlace};

/// The location of a column chunk's parts, according to the footer.
#[derive(Debug)]
pub(crate) struct ChunkMetadata {
    /// The bytes from the dictionary page, or from the first page if there is none, to the end of the last page.
    pub pages: Range<u64>,
    pub offset_index: Option<Range<u64>>,
    pub column_index: Option<Range<u64>>,
    /// `None` if the column has none, or if the file doesn't record its length, as older files don't.
    pub bloom_filter: Option<Range<u64>>,
    /// The location in the footer of the column's names, from the outermost to the innermost.
    path: Option<ThriftPlace>,
}

impl ChunkMetadata {
    /// Reads the `ColumnChunk` at a place in the footer.
    ///
    /// # Errors
    /// Returns an error if it is malformed, encrypted, or in another file.
    pub(crate) fn read(
        footer: &[u8],
        chunk: &ThriftPlace,
    ) -> Result<ChunkMetadata, FileLayoutError> {
        let fields = chunk.fields(footer, "RowGroup.columns")?.by_id::<10>()?;
        if fields[1].is_some() {
            return Err(FileLayoutError(
                "keeps columns in other files: only files that hold all their data are supported"
                    .to_owned(),
            ));
        }
        if fields[8].is_some() || fields[9].is_some() {
            return Err(FileLayoutError("has encrypted columns: decrypt it first".to_owned()));
        }
        let missing =
            || FileLayoutError("has a damaged footer: a column chunk has no metadata".to_owned());
        let metadata = fields[3].as_ref().ok_or_else(missing)?;
        let metadata = metadata.fields(footer, "ColumnChunk.meta_data")?;
        let metadata = OffsetFields { footer, places: metadata.by_id::<16>()? };
        let chunk = OffsetFields { footer, places: fields };
        Ok(ChunkMetadata {
            pages: metadata.pages()?,
            offset_index: chunk.range(4, 5)?,
            column_index: chunk.range(6, 7)?,
            bloom_filter: metadata.range(14, 15)?,
            path: metadata.places[3].clone(),
        })
    }

    /// Returns the column's names, from the outermost to the innermost.
    ///
    /// # Errors
    /// Returns an error if they are malformed or not UTF-8.
    pub(crate) fn path(&self, footer: &[u8]) -> Result<Vec<String>, FileLayoutError> {
        const NAME: &str = "ColumnMetaData.path_in_schema";
        let missing = || FileLayoutError("has a damaged footer: a column has no name".to_owned());
        let names = self.path.as_ref().ok_or_else(missing)?.elements(footer, NAME)?;
        names
            .map(|name| match std::str::from_utf8(name?.binary(footer, NAME)?) {
                Ok(name) => Ok(name.to_owned()),
                Err(_) => Err(FileLayoutError("has a column whose name is not UTF-8".to_owned())),
            })
            .collect()
    }
}

/// The fields of a struct that are offsets and sizes.
struct OffsetFields<'a, const N: usize> {
    footer: &'a [u8],
    places: [Option<ThriftPlace>; N],
}

impl<const N: usize> OffsetFields<'_, N> {
    /// Returns a number, which must not be negative. A field of another type is a private field of some writer and
    /// counts as absent, as in the readers that Thrift generates.
    fn get(&self, id: usize) -> Result<Option<u64>, FileLayoutError> {
        let place = self.places[id].as_ref().filter(|place| place.is_integer());
        Ok(place.map(|place| place.u64(self.footer, "an offset or size")).transpose()?)
    }

    /// Returns the range that starts at one field and has the length of another, if both fields exist.
    fn range(&self, offset: usize, size: usize) -> Result<Option<Range<u64>>, FileLayoutError> {
        match (self.get(offset)?, self.get(size)?) {
            (Some(offset), Some(size)) => Ok(Some(range(offset, size)?)),
            _ => Ok(None),
        }
    }
}

impl OffsetFields<'_, 16> {
    /// Returns the range of the pages. An offset of 0 lies inside the magic and means that the page doesn't exist:
    /// pyarrow writes it for columns without rows, and other writers for dictionaries.
    fn pages(&self) -> Result<Range<u64>, FileLayoutError> {
        let missing = || {
            FileLayoutError(
                "has a damaged footer: a column chunk has no offset or no size".to_owned(),
            )
        };
        let size = self.get(7)?.ok_or_else(missing)?;
        let offsets = [self.get(9)?, self.get(10)?, self.get(11)?];
        match offsets.into_iter().flatten().filter(|offset| *offset > 0).min() {
            Some(first) => range(first, size),
            None if size == 0 => Ok(0..0),
            None => Err(missing()),
        }
    }
}

fn range(offset: u64, size: u64) -> Result<Range<u64>, FileLayoutError> {
    let end = offset.checked_add(size);
    let end = end.ok_or_else(|| {
        FileLayoutError("has a damaged footer: an offset is too large".to_owned())
    })?;
    Ok(offset..end)
}

/// Iterates over the column chunks of a row group.
///
/// # Errors
/// Returns an error if the row group is malformed.
pub(crate) fn columns(
    footer: &[u8],
    row_group: &ThriftPlace,
) -> Result<impl Iterator<Item = Result<ThriftPlace, FileLayoutError>>, FileLayoutError> {
    let fields: StructFields<'_> = row_group.fields(footer, "FileMetaData.row_groups")?;
    let missing = || FileLayoutError("has a damaged footer: a row group has no columns".to_owned());
    let [_, columns] = fields.by_id::<2>()?;
    let columns = columns.ok_or_else(missing)?.elements(footer, "RowGroup.columns")?;
    Ok(columns.map(|place| Ok(place?)))
}
