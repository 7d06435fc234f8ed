//! Pages of writers that bend the format, as the parquet crate can read them.
//!
//! DuckDB's deltas of 32-bit numbers take up to 33 bits, and parquet-java before 1.18 writes -1 as the number of NULLs of a
//! column without statistics. The crate rejects both.

use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::column::page::Page;

use crate::page::delta;

/// The largest decompressed page that is accepted: this many bytes, or [`MAX_RATIO`] times its stored size if
/// that is more.
pub(super) const MAX_PAGE: u64 = 64 << 20;
pub(super) const MAX_RATIO: u64 = 16;

/// Returns `page` with `present` values that aren't NULL, and with `plain` as its body if there is one: its levels and
/// PLAIN values.
pub(super) fn page(page: Page, plain: Option<Bytes>, present: u64) -> Page {
    let encoding_of = |encoding| if plain.is_some() { Encoding::PLAIN } else { encoding };
    match page {
        Page::DataPage {
            buf,
            num_values,
            encoding,
            def_level_encoding,
            rep_level_encoding,
            statistics,
        } => Page::DataPage {
            encoding: encoding_of(encoding),
            buf: plain.unwrap_or(buf),
            num_values,
            def_level_encoding,
            rep_level_encoding,
            statistics,
        },
        Page::DataPageV2 {
            buf,
            num_values,
            encoding,
            num_rows,
            def_levels_byte_len,
            rep_levels_byte_len,
            is_compressed,
            statistics,
            num_nulls: _,
        } => Page::DataPageV2 {
            encoding: encoding_of(encoding),
            buf: plain.unwrap_or(buf),
            num_values,
            // There are at most as many as values, which are 32 bits.
            num_nulls: num_values.saturating_sub(u32::try_from(present).unwrap_or(u32::MAX)),
            num_rows,
            def_levels_byte_len,
            rep_levels_byte_len,
            is_compressed,
            statistics,
        },
        dictionary @ Page::DictionaryPage { .. } => dictionary,
    }
}

/// Returns a page's `levels` followed by the values of `deltas` in the PLAIN encoding.
///
/// # Errors
/// Returns an error if the deltas are damaged, or decode to more bytes than a page may have.
pub(super) fn plain_deltas(levels: &[u8], deltas: &[u8], present: u64) -> Result<Bytes, String> {
    let bytes = present.saturating_mul(4);
    let most = MAX_PAGE.max(MAX_RATIO * deltas.len() as u64);
    if bytes > most {
        return Err(format!(
            "{present} deltas of 32-bit numbers: at most {most} bytes are supported"
        ));
    }
    let values = delta::plain_32_bits(deltas, present)?;
    let mut page = Vec::new();
    page.try_reserve_exact(levels.len() + values.len()).map_err(|error| error.to_string())?;
    page.extend_from_slice(levels);
    page.extend_from_slice(&values);
    Ok(page.into())
}
