//! Decompresses Snappy pages into reused memory. Most pages use Snappy.

use bytes::Bytes;
use hashlane_codecs::snappy;
use parquet::basic::Encoding;
use parquet::column::page::Page;
use parquet::errors::{ParquetError, Result};

use super::buffers::Buffers;
use crate::page::{PageHeader, PageKind};

/// Decompresses the page with this header and the body `stored`. The caller has checked the header's sizes.
pub(super) fn page(header: &PageHeader, stored: Bytes, buffers: &Buffers) -> Result<Page> {
    let whole = usize::try_from(header.uncompressed_size)?;
    match &header.kind {
        PageKind::Dictionary(dictionary) => Ok(Page::DictionaryPage {
            buf: decompressed(&stored, 0, whole, buffers)?,
            num_values: dictionary.num_values.try_into()?,
            encoding: encoding(dictionary.encoding)?,
            is_sorted: dictionary.is_sorted,
        }),
        PageKind::Data(data) => Ok(Page::DataPage {
            buf: decompressed(&stored, 0, whole, buffers)?,
            num_values: data.num_values.try_into()?,
            encoding: encoding(data.encoding)?,
            def_level_encoding: encoding(data.definition_level_encoding)?,
            rep_level_encoding: encoding(data.repetition_level_encoding)?,
            statistics: None,
        }),
        PageKind::DataV2(data) => {
            let repetition = u32::try_from(data.repetition_levels_len)?;
            let definition = u32::try_from(data.definition_levels_len)?;
            let levels = u64::from(repetition) + u64::from(definition);
            let levels = usize::try_from(levels)?;
            if levels > whole || levels > stored.len() {
                return Err(ParquetError::General(format!(
                    "levels of {repetition} and {definition} bytes do not fit the page"
                )));
            }
            Ok(Page::DataPageV2 {
                buf: match data.is_compressed {
                    true => decompressed(&stored, levels, whole, buffers)?,
                    false => stored,
                },
                num_values: data.num_values.try_into()?,
                encoding: encoding(data.encoding)?,
                num_nulls: data.num_nulls.try_into()?,
                num_rows: data.num_rows.try_into()?,
                def_levels_byte_len: definition,
                rep_levels_byte_len: repetition,
                is_compressed: data.is_compressed,
                statistics: None,
            })
        }
        PageKind::Index | PageKind::Unknown(_) => {
            Err(ParquetError::General("a page of a type that is not supported".to_owned()))
        }
    }
}

/// Decompresses a page's body, whose first `plain` bytes are not compressed.
fn decompressed(stored: &Bytes, plain: usize, whole: usize, buffers: &Buffers) -> Result<Bytes> {
    buffers.filled(whole, |bytes| {
        let (levels, values) = bytes.split_at_mut(plain);
        levels.copy_from_slice(&stored[..plain]);
        // A page that has only NULLs may have no bytes after its levels.
        if values.is_empty() {
            return Ok(());
        }
        snappy::decompress_exact(&stored[plain..], values)
            .map_err(|error| ParquetError::General(error.to_string()))
    })
}

fn encoding(code: i32) -> Result<Encoding> {
    let error = || ParquetError::General(format!("a page in encoding {code}"));
    crate::page::encoding(code).ok_or_else(error)
}
