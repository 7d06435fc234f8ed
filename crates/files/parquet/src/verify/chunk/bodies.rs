//! Compares headers with those parts of page bodies that are cheap to read, if pages are not decoded: the levels of data
//! pages of version 2, which are never compressed, the number of strings in a dictionary, which nothing else counts, and the
//! first bytes of others, which many codecs begin with their own.

use hashlane_codecs::Workspace;
use parquet::basic::Type;
use parquet::file::metadata::ColumnChunkMetaData;

use crate::page::levels::{LevelCounts, MaxLevels};
use crate::page::values::check_dictionary;
use crate::page::{
    DataPageV2, DecompressError, DictionaryPage, Page, PageHeader, PageKind, check_start,
    decompress,
};
use crate::verify::finding::Check;

/// The bytes after the levels that are compared with the codec: the longest start of a compressed body.
const START: usize = 16;

/// The largest dictionary whose strings are counted. Writers limit dictionaries to 1 MiB by default.
const MAX_DICTIONARY: usize = 4 << 20;

/// Compares headers with bodies.
pub(super) struct PageBodies<'a> {
    pub chunk: &'a ColumnChunkMetaData,
    /// The largest levels that are read.
    pub max_bytes: usize,
}

impl PageBodies<'_> {
    /// The number of bytes at the start of a page's body that [`check`](Self::check) compares.
    pub(super) fn needed(&self, header: &PageHeader) -> usize {
        match &header.kind {
            PageKind::DataV2(data) => {
                let bytes = level_bytes(data).filter(|bytes| *bytes <= self.max_bytes);
                bytes.map_or(0, |bytes| bytes + START)
            }
            PageKind::Dictionary(_) if self.counts_strings(header) => {
                header.compressed_size as usize
            }
            PageKind::Data(_) | PageKind::Dictionary(_) => START,
            PageKind::Index | PageKind::Unknown(_) => 0,
        }
    }

    fn counts_strings(&self, header: &PageHeader) -> bool {
        let size = header.compressed_size.max(header.uncompressed_size);
        self.chunk.column_descr().physical_type() == Type::BYTE_ARRAY
            && usize::try_from(size).is_ok_and(|size| size <= MAX_DICTIONARY.min(self.max_bytes))
    }

    /// Compares the header of a page with `body`, the start of its body.
    pub(super) fn check(
        &self,
        page: &Page,
        body: &[u8],
        workspace: &mut Workspace,
    ) -> Result<(), (Check, String)> {
        match &page.header.kind {
            PageKind::DataV2(data) => self.levels(page, data, body),
            PageKind::Dictionary(dictionary) if self.counts_strings(&page.header) => self
                .strings(page, dictionary, body, workspace)
                .map_err(|detail| (Check::PageHeader, detail)),
            PageKind::Data(_) | PageKind::Dictionary(_) if !body.is_empty() => {
                let len = usize::try_from(page.header.uncompressed_size).unwrap_or(0);
                let start = check_start(self.chunk.compression_codec(), body, len);
                start.map_err(|detail| (Check::PageHeader, detail))
            }
            _ => Ok(()),
        }
    }

    fn levels(&self, page: &Page, data: &DataPageV2, body: &[u8]) -> Result<(), (Check, String)> {
        let start = level_bytes(data).and_then(|bytes| body.get(bytes..));
        let Some(start) = start else { return Ok(()) };
        let of_header = |detail| (Check::PageHeader, detail);
        let max = MaxLevels::for_leaf(self.chunk.column_descr());
        let levels = LevelCounts::read(&page.header, body, max).map_err(of_header)?;
        let values = u64::try_from(data.num_values).unwrap_or(0);
        let claims = [
            ("NULLs", data.nulls(), values - levels.present),
            ("rows", Some(data.num_rows), levels.rows),
        ];
        for (name, claimed, counted) in claims {
            if let Some(claimed) = claimed.filter(|claimed| i64::from(*claimed) != counted as i64) {
                let detail = format!("the page claims {claimed} {name} but has {counted}");
                return Err((Check::Counts, detail));
            }
        }
        // Without values there may be no compressed data.
        if !data.is_compressed || start.is_empty() {
            return Ok(());
        }
        let len = page.header.uncompressed_size as usize - levels.values_at;
        check_start(self.chunk.compression_codec(), start, len).map_err(of_header)
    }

    fn strings(
        &self,
        page: &Page,
        dictionary: &DictionaryPage,
        body: &[u8],
        workspace: &mut Workspace,
    ) -> Result<(), String> {
        let (count, mut strings) = (u64::try_from(dictionary.num_values).unwrap_or(0), Vec::new());
        let len = page.header.uncompressed_size as usize;
        let codec = self.chunk.compression_codec();
        match decompress(codec, workspace, body, len, &mut strings) {
            Ok(()) => check_dictionary((Type::BYTE_ARRAY, 0), &strings, count),
            Err(DecompressError::Damaged(detail)) => Err(detail),
            Err(DecompressError::Unsupported(_)) => Ok(()),
        }
    }
}

fn level_bytes(data: &DataPageV2) -> Option<usize> {
    let bytes = i64::from(data.repetition_levels_len) + i64::from(data.definition_levels_len);
    usize::try_from(bytes).ok()
}
