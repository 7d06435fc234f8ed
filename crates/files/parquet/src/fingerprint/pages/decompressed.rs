//! Pages that are decompressed without the parquet crate: those in Snappy, which most pages use, into reused memory, and
//! those whose headers the crate rejects.

use bytes::Bytes;
use hashlane_codecs::{Workspace, snappy};
use parquet::basic::{CompressionCodec, Encoding};
use parquet::column::page::Page;
use parquet::errors::{ParquetError, Result};

use crate::fingerprint::file::buffers::BufferPool;
use crate::page::{PageHeader, PageKind, decompress};

/// Decompresses the page with this header and the body `stored`. The caller has checked the header's sizes. If the header
/// of a data page doesn't say how many NULLs it has, the page says 0.
pub(super) fn page(
    header: &PageHeader,
    stored: Bytes,
    codec: CompressionCodec,
    buffers: &BufferPool,
) -> Result<Page> {
    let decompressed = |plain, whole| match codec {
        CompressionCodec::SNAPPY => snappy_body(&stored, plain, whole, buffers),
        codec => body(&stored, plain, whole, codec),
    };
    let whole = usize::try_from(header.uncompressed_size)?;
    match &header.kind {
        PageKind::Dictionary(dictionary) => Ok(Page::DictionaryPage {
            buf: decompressed(0, whole)?,
            num_values: dictionary.num_values.try_into()?,
            encoding: encoding(dictionary.encoding)?,
            is_sorted: dictionary.is_sorted,
        }),
        PageKind::Data(data) => Ok(Page::DataPage {
            buf: decompressed(0, whole)?,
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
                    true => decompressed(levels, whole)?,
                    false => stored.clone(),
                },
                num_values: data.num_values.try_into()?,
                encoding: encoding(data.encoding)?,
                num_nulls: data.nulls().unwrap_or(0).try_into()?,
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

/// Decompresses a Snappy page's body, whose first `plain` bytes are not compressed.
fn snappy_body(stored: &Bytes, plain: usize, whole: usize, buffers: &BufferPool) -> Result<Bytes> {
    buffers.filled(whole, |bytes| {
        let (levels, values) = bytes.split_at_mut(plain);
        levels.copy_from_slice(&stored[..plain]);
        // A page that has only NULLs may end after its levels.
        if values.is_empty() {
            return Ok(());
        }
        snappy::decompress_exact(&stored[plain..], values)
            .map_err(|error| ParquetError::General(error.to_string()))
    })
}

/// Like `snappy_body`, for any codec.
fn body(stored: &Bytes, plain: usize, whole: usize, codec: CompressionCodec) -> Result<Bytes> {
    let mut bytes = stored[..plain].to_vec();
    if whole > plain {
        let (workspace, stored) = (&mut Workspace::default(), &stored[plain..]);
        decompress(codec, workspace, stored, whole - plain, &mut bytes)
            .map_err(|error| ParquetError::General(error.to_string()))?;
    }
    Ok(bytes.into())
}

fn encoding(code: i32) -> Result<Encoding> {
    let error = || ParquetError::General(format!("a page in encoding {code}"));
    crate::page::encoding(code).ok_or_else(error)
}
