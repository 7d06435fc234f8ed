//! Reads the pages of a column chunk through the `parquet` crate.
//!
//! The crate trusts page headers: it allocates memory for as many bytes and values as they claim before it
//! reads the first. Each header is therefore checked before the crate sees the page, and each body before its
//! values are decoded.

mod decompressed;
mod readable;

use std::sync::Arc;

use parquet::basic::{CompressionCodec, Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::ChunkReader;
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::ColumnDescriptor;

use super::file::buffers::BufferPool;
use super::file::window::{ChunkWindow, byte_range};
use crate::page::levels::{LevelCounts, MaxLevels, check_definitions, each_repetition};
use crate::page::values::{self, check_dictionary, check_keys, is_dictionary};
use crate::page::{DictionaryPage, PageHeader, PageKind, delta, encoding, least_bytes};
use readable::{MAX_PAGE, MAX_RATIO};

/// The most values of lists, or byte arrays with encoded lengths, that are decoded at once. Eight values per
/// byte of their pages are accepted if that is more. A few bytes can encode any number of NULLs or dictionary
/// keys. A list of 3 million NULLs took 240 MiB.
pub(super) const BATCH_VALUES: u64 = 2 << 20;

/// The memory that a dictionary entry takes in addition to its bytes: a reference to them, and its hash.
const DICTIONARY_ENTRY: u64 = 32;

/// The pages of a column chunk. Each page is checked, so none claims more than it can hold.
pub(super) struct CheckedPages {
    /// The crate's reader; `None` for pages in Snappy.
    reader: Option<Box<SerializedPageReader<ChunkWindow>>>,
    codec: CompressionCodec,
    buffers: BufferPool,
    chunk: Arc<ChunkWindow>,
    /// The start of the next page, and the end of the chunk.
    at: u64,
    end: u64,
    /// The checked header of the next page, and the end of that page.
    next: Option<(PageHeader, u64)>,
    physical_type: Type,
    type_length: i32,
    least_bytes: u64,
    max: MaxLevels,
    batch: BatchCount,
}

/// Counts the rows and values of a repeated column in the current batch.
struct BatchCount {
    most_rows: u64,
    rows: u64,
    values: u64,
    /// The number of bytes of the batch's pages.
    bytes: u64,
    /// The length of each FIXED_LEN_BYTE_ARRAY value, NULL or not. 0 for other types.
    fixed: u64,
}

impl CheckedPages {
    /// Creates a reader of the pages of a leaf. The caller decodes `batch_rows` rows at once.
    pub(crate) fn new(
        chunk: ChunkWindow,
        buffers: &BufferPool,
        row_group: &RowGroupMetaData,
        leaf: usize,
        batch_rows: usize,
    ) -> Result<Self> {
        let metadata: &ColumnChunkMetaData = row_group.column(leaf);
        let column: &ColumnDescriptor = metadata.column_descr();
        let (at, end) = byte_range(row_group, leaf)?;
        let rows = usize::try_from(row_group.num_rows()).unwrap_or(0);
        let chunk = Arc::new(chunk);
        let codec = metadata.compression_codec();
        let reader = match codec {
            CompressionCodec::SNAPPY => None,
            _ => Some(SerializedPageReader::new(chunk.clone(), metadata, rows, None)?),
        };
        let most_rows = batch_rows as u64;
        let fixed = u64::try_from(column.type_length()).unwrap_or(0);
        let batch = BatchCount { most_rows, rows: 0, values: 0, bytes: 0, fixed };
        let least_bytes = least_bytes(column.physical_type(), column.type_length());
        let max = MaxLevels::for_leaf(column);
        Ok(CheckedPages {
            reader: reader.map(Box::new),
            codec,
            buffers: buffers.clone(),
            chunk,
            at,
            end,
            next: None,
            physical_type: column.physical_type(),
            type_length: column.type_length(),
            least_bytes,
            max,
            batch,
        })
    }

    /// Checks the header of the next page, unless it is already checked. Skips index pages.
    fn check_next(&mut self) -> Result<()> {
        while self.next.is_none() && self.at < self.end {
            let header = self.chunk.header(self.at, self.end)?;
            let start = self.at + header.len as u64;
            let end = self.check(&header, start).map_err(|detail| self.error(detail))?;
            match header.kind {
                PageKind::Index => self.at = end,
                _ => self.next = Some((header, end)),
            }
        }
        Ok(())
    }

    /// Checks the header of a page whose body starts at `start`, and returns where the page ends.
    fn check(&self, header: &PageHeader, start: u64) -> std::result::Result<u64, String> {
        let (stored, whole) = (header.compressed_size, header.uncompressed_size);
        let (Ok(stored), Ok(whole)) = (u64::try_from(stored), u64::try_from(whole)) else {
            return Err(format!("a page claims {stored} bytes, {whole} before compression"));
        };
        let left = self.end.saturating_sub(start);
        if stored > left {
            return Err(format!("a page claims {stored} bytes, but only {left} are left"));
        }
        if whole > MAX_PAGE.max(MAX_RATIO * stored) {
            return Err(format!(
                "a page claims to be {whole} bytes, stored as {stored}: at most {MAX_PAGE} are \
                 supported"
            ));
        }
        if let PageKind::Dictionary(dictionary) = &header.kind {
            self.check_dictionary(dictionary, stored, whole)?;
        }
        Ok(start + stored)
    }

    fn check_dictionary(
        &self,
        dictionary: &DictionaryPage,
        stored: u64,
        whole: u64,
    ) -> std::result::Result<(), String> {
        if !matches!(
            encoding(dictionary.encoding),
            Some(Encoding::PLAIN | Encoding::PLAIN_DICTIONARY)
        ) {
            return Err(format!("a dictionary in encoding {}", dictionary.encoding));
        }
        let claimed = dictionary.num_values;
        let Ok(count) = u64::try_from(claimed) else {
            return Err(format!("a dictionary claims {claimed} values"));
        };
        if count.saturating_mul(self.least_bytes) > whole {
            return Err(format!("a dictionary claims {count} values in {whole} bytes"));
        }
        let most = MAX_PAGE.max(MAX_RATIO * stored) / DICTIONARY_ENTRY;
        if count > most {
            return Err(format!(
                "a dictionary claims {count} values: at most {most} are supported"
            ));
        }
        Ok(())
    }

    /// Reads the page with this header, which ends at `end`, without the crate.
    fn decompressed(&self, header: &PageHeader, end: u64) -> Result<Page> {
        let len = usize::try_from(header.compressed_size)?;
        let stored = self.chunk.get_bytes(end - len as u64, len)?;
        decompressed::page(header, stored, self.codec, &self.buffers)
            .map_err(|error| self.error(error.to_string()))
    }

    /// Checks the claims in a page's body that the crate would trust, and returns the page as the crate can read it.
    fn checked(&mut self, header: &PageHeader, page: Page) -> std::result::Result<Page, String> {
        let encoding = match &header.kind {
            PageKind::Data(data) => data.encoding,
            PageKind::DataV2(data) => data.encoding,
            PageKind::Dictionary(dictionary) => {
                let count = u64::try_from(dictionary.num_values).unwrap_or(0);
                let column = (self.physical_type, self.type_length);
                return check_dictionary(column, page.buffer(), count).map(|()| page);
            }
            PageKind::Index | PageKind::Unknown(_) => return Ok(page),
        };
        self.check_repetition(header, page.buffer())?;
        let values_at = check_definitions(header, page.buffer(), self.max)?;
        let keys = &page.buffer()[values_at..];
        // The crate reads the head of the first run without checks. A page of NULLs has no more than a bit width.
        if self::encoding(encoding).is_some_and(is_dictionary) && keys.len() > 1 {
            check_keys(keys, 1)?;
        }
        let split = self::encoding(encoding).filter(|it| *it == Encoding::BYTE_STREAM_SPLIT);
        if !delta::is_delta(encoding) && split.is_none() && !has_unknown_nulls(header) {
            return Ok(page);
        }
        let LevelCounts { present, values_at, .. } =
            LevelCounts::read(header, page.buffer(), self.max)?;
        if let Some(split) = split {
            let column = (self.physical_type, self.type_length);
            values::check(split, column, &page.buffer()[values_at..], present)?;
        }
        let mut data = None;
        if delta::is_delta(encoding) && present > 0 {
            let stored = &page.buffer()[values_at..];
            self.check_delta(encoding, stored, present)?;
            if self.physical_type == Type::INT32
                && delta::exceeds_32_bits(encoding, stored, present)?
            {
                data = Some(readable::plain_deltas(&page.buffer()[..values_at], stored, present)?);
            }
        }
        Ok(match data {
            None if !has_unknown_nulls(header) => page,
            data => readable::page(page, data, present),
        })
    }

    /// Counts the values of rows that are decoded together.
    fn check_repetition(
        &mut self,
        header: &PageHeader,
        page: &[u8],
    ) -> std::result::Result<(), String> {
        if self.max.repetition == 0 {
            return Ok(());
        }
        self.batch.bytes += page.len() as u64;
        let (batch, len) = (&mut self.batch, page.len() as u64);
        let mut too_many = None;
        each_repetition(header, page, self.max, &mut |level, times| {
            batch.add(level, times, len);
            if !batch.fits() {
                too_many = Some(batch.values);
            }
        })?;
        match too_many {
            Some(values) => Err(format!("{values} values in a few rows and next to no bytes")),
            None => Ok(()),
        }
    }

    fn check_delta(
        &self,
        encoding: i32,
        data: &[u8],
        present: u64,
    ) -> std::result::Result<(), String> {
        delta::check(encoding, data, present)?;
        let most = BATCH_VALUES.max(8 * data.len() as u64);
        if delta::has_lengths(encoding) && present > most {
            return Err(format!("{present} byte arrays: at most {most} are supported"));
        }
        if encoding == delta::BYTE_ARRAY {
            let batch = self.batch.most_rows;
            let bytes = delta::largest_batch(data, present, batch)?;
            let most = MAX_PAGE.max(MAX_RATIO * data.len() as u64);
            if bytes > most {
                return Err(format!(
                    "{batch} values of {bytes} bytes: at most {most} are supported"
                ));
            }
        }
        Ok(())
    }

    fn error(&self, detail: String) -> ParquetError {
        ParquetError::General(format!("page at byte {}: {detail}", self.at))
    }
}

/// Whether a header has the number of NULLs that the crate rejects.
fn has_unknown_nulls(header: &PageHeader) -> bool {
    matches!(&header.kind, PageKind::DataV2(data) if data.nulls().is_none())
}

impl BatchCount {
    /// Returns whether the values may be decoded together.
    fn fits(&self) -> bool {
        let decoded = self.values.saturating_mul(self.fixed);
        self.values <= BATCH_VALUES.max(8 * self.bytes)
            && decoded <= MAX_PAGE.max(MAX_RATIO * self.bytes)
    }

    /// Adds `times` values of a page of `bytes` bytes. Each of them begins a row if `level` is 0.
    fn add(&mut self, level: u16, mut times: u64, bytes: u64) {
        if level > 0 {
            self.values += times;
            return;
        }
        while times > 0 {
            if self.rows == self.most_rows {
                (self.rows, self.values, self.bytes) = (0, 0, bytes);
                // Skip the whole batches of rows that have one value each.
                times = (times - 1) % self.most_rows + 1;
            }
            let rows = times.min(self.most_rows - self.rows);
            self.rows += rows;
            self.values += rows;
            times -= rows;
        }
    }
}

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.check_next()?;
        let next = self.next.take();
        let page = match (&mut self.reader, &next) {
            (Some(reader), Some((header, end))) if has_unknown_nulls(header) => {
                // The crate rejects its header.
                reader.skip_next_page()?;
                Some(self.decompressed(header, *end)?)
            }
            (Some(reader), _) => reader.get_next_page()?,
            (None, Some((header, end))) => Some(self.decompressed(header, *end)?),
            (None, None) => None,
        };
        let (Some((header, end)), Some(page)) = (next, page) else { return Ok(None) };
        let page = self.checked(&header, page).map_err(|detail| self.error(detail))?;
        self.at = end;
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.check_next()?;
        if let Some(reader) = &mut self.reader {
            return reader.peek_next_page();
        }
        let Some((header, _)) = &self.next else { return Ok(None) };
        let num_levels = header.num_values().map(usize::try_from).transpose()?;
        let (num_rows, is_dict) = match &header.kind {
            PageKind::DataV2(data) => (Some(usize::try_from(data.num_rows)?), false),
            kind => (None, matches!(kind, PageKind::Dictionary(_))),
        };
        Ok(Some(PageMetadata { num_rows, num_levels, is_dict }))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.check_next()?;
        if let Some((_, end)) = self.next.take() {
            self.at = end;
        }
        match &mut self.reader {
            Some(reader) => reader.skip_next_page(),
            None => Ok(()),
        }
    }
}
