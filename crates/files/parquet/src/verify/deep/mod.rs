//! Decompresses and decodes pages, counts their content, and compares it with the file's claims.

mod bounds;
mod order;
mod values;

use bytes::Bytes;
use hashlane_codecs::Workspace;
use hashlane_files::Source;
use parquet::basic::{CompressionCodec, ConvertedType, Encoding, LogicalType, Type};
use parquet::column::page::Page as CratePage;
use parquet::schema::types::ColumnDescriptor;

pub(super) use self::bounds::{ClaimedBounds, ValueExtremes};
pub(super) use self::order::ValueOrder;

use self::values::{ValueReader, values};
use super::bloom::FilterBits;
use super::finding::CheckVerdict;
use crate::page::levels::{LevelCounts, MaxLevels};
use crate::page::values::{check as check_values, check_dictionary, is_dictionary};
use crate::page::{
    DecompressError, DictionaryPage, PageHeader, PageKind, decompress, delta, least_bytes,
};

/// The number of values that are decoded at once.
const BATCH: usize = 1024;

/// The memory that a decoded dictionary entry takes: a reference into the page.
const DICTIONARY_ENTRY: u64 = 32;

/// The problem with deltas that only some readers, such as DuckDB, accept.
pub(super) const WIDE_DELTAS: &str = "the deltas of 32-bit numbers take more than 32 bits, as in files that DuckDB writes with \
    PARQUET_VERSION V2: DuckDB reads them, other readers do not; write the file again with PARQUET_VERSION V1";

/// The content of a page.
#[derive(Debug, Default)]
pub(super) struct PageContent {
    /// The number of NULLs.
    pub nulls: u64,
    /// The number of NULLs that do not come from a NULL or empty list or group.
    pub leaf_nulls: u64,
    /// The number of rows that start in the page.
    pub rows: u64,
    /// Whether the page starts with a new row.
    pub begins_row: bool,
    /// The first value that the chunk's Bloom filter lacks, as text.
    pub not_in_filter: Option<String>,
    /// The first string that isn't UTF-8, as text.
    pub not_utf8: Option<String>,
}

/// Decodes the pages of one column chunk.
pub(super) struct PageDecoder<'a> {
    codec: CompressionCodec,
    max: MaxLevels,
    physical_type: Type,
    type_length: i32,
    /// Whether values must be UTF-8.
    is_text: bool,
    values: Box<dyn ValueReader>,
    dictionary: ChunkDictionary,
    order: Option<ValueOrder>,
    filter: Option<&'a FilterBits>,
    max_page_bytes: usize,
    /// Tells whether the call has been cancelled.
    source: &'a dyn Source,
    /// The extremes of the last page.
    pub extremes: ValueExtremes,
}

/// Whether the chunk has a dictionary.
enum ChunkDictionary {
    None,
    Read,
    /// The dictionary could not be read.
    Bad,
}

impl<'a> PageDecoder<'a> {
    pub(super) fn new(
        column: &ColumnDescriptor,
        codec: CompressionCodec,
        order: Option<ValueOrder>,
        filter: Option<&'a FilterBits>,
        max_page_bytes: usize,
        source: &'a dyn Source,
    ) -> Self {
        PageDecoder {
            source,
            codec,
            max: MaxLevels::for_leaf(column),
            physical_type: column.physical_type(),
            type_length: column.type_length(),
            is_text: is_text(column),
            values: values(column),
            dictionary: ChunkDictionary::None,
            order,
            filter,
            max_page_bytes,
            extremes: ValueExtremes::default(),
        }
    }

    /// Returns an error if a page is too large to be decoded. Its stored size and its decompressed size both count.
    pub(super) fn takes(&self, header: &PageHeader) -> Result<(), CheckVerdict> {
        let size = header.compressed_size.max(header.uncompressed_size);
        if usize::try_from(size).is_ok_and(|size| size <= self.max_page_bytes) {
            return Ok(());
        }
        let most = self.max_page_bytes;
        Err(CheckVerdict::unverified(format!("a page of {size} bytes; at most {most} are decoded")))
    }

    /// Gives up the dictionary. Pages that need it are not decoded.
    pub(super) fn give_up_dictionary(&mut self) {
        self.dictionary = ChunkDictionary::Bad;
    }

    /// Decodes a dictionary.
    pub(super) fn dictionary(
        &mut self,
        workspace: &mut Workspace,
        header: &PageHeader,
        dictionary: &DictionaryPage,
        body: &[u8],
    ) -> Result<(), CheckVerdict> {
        self.dictionary = ChunkDictionary::Bad;
        self.takes(header)?;
        let mut page = Vec::new();
        let len = header.uncompressed_size as usize;
        decompress(self.codec, workspace, body, len, &mut page)?;
        let count = u32::try_from(dictionary.num_values).map_err(|_| {
            CheckVerdict::failed(format!("{} dictionary values", dictionary.num_values))
        })?;
        self.check_dictionary(u64::from(count), page.len() as u64)?;
        let physical = (self.physical_type, self.type_length);
        check_dictionary(physical, &page, u64::from(count))
            .map_err(|e| CheckVerdict::failed(format!("dictionary: {e}")))?;
        let encoding = encoding(dictionary.encoding)?;
        #[allow(deprecated)]
        if !matches!(encoding, Encoding::PLAIN | Encoding::PLAIN_DICTIONARY) {
            return Err(CheckVerdict::failed(format!("a dictionary page in encoding {encoding}")));
        }
        let page = CratePage::DictionaryPage {
            buf: page.into(),
            num_values: count,
            encoding,
            is_sorted: dictionary.is_sorted,
        };
        self.values
            .dictionary(page)
            .map_err(|e| CheckVerdict::failed(format!("dictionary: {e}")))?;
        self.dictionary = ChunkDictionary::Read;
        Ok(())
    }

    /// The crate allocates memory for the claimed number of entries before it reads the first one.
    fn check_dictionary(&self, count: u64, bytes: u64) -> Result<(), CheckVerdict> {
        let least = least_bytes(self.physical_type, self.type_length);
        if count > 0 && least == 0 {
            return Err(CheckVerdict::unverified(
                "a dictionary of values without bytes is not read",
            ));
        }
        if count.saturating_mul(least) > bytes {
            let detail = format!("{count} dictionary values do not fit {bytes} bytes");
            return Err(CheckVerdict::failed(detail));
        }
        let most = self.max_page_bytes as u64;
        if count * DICTIONARY_ENTRY > most {
            let most = most / DICTIONARY_ENTRY;
            let detail = format!("a dictionary of {count} values; at most {most} are decoded");
            return Err(CheckVerdict::unverified(detail));
        }
        Ok(())
    }

    /// Decodes a data page.
    pub(super) fn data(
        &mut self,
        workspace: &mut Workspace,
        header: &PageHeader,
        body: &[u8],
    ) -> Result<PageContent, CheckVerdict> {
        self.extremes.clear();
        self.takes(header)?;
        let page = self.decompressed(workspace, header, body)?;
        let total = u64::try_from(header.num_values().unwrap_or(-1))
            .map_err(|_| CheckVerdict::failed("a negative number of values"))?;
        let levels = LevelCounts::read(header, &page, self.max).map_err(CheckVerdict::failed)?;
        let mut content = PageContent {
            nulls: total - levels.present,
            leaf_nulls: levels.leaf_nulls,
            rows: levels.rows,
            begins_row: levels.begins_row,
            not_in_filter: None,
            not_utf8: None,
        };
        if levels.present > 0 {
            let code = match &header.kind {
                PageKind::Data(data) => data.encoding,
                PageKind::DataV2(data) => data.encoding,
                PageKind::Dictionary(_) | PageKind::Index | PageKind::Unknown(_) => -1,
            };
            if self.has_hidden_levels(header, code, &page, total) {
                let detail =
                    "the schema says that the column is required, but the page begins with levels";
                return Err(CheckVerdict::failed(detail));
            }
            let values = Bytes::from(page).slice(levels.values_at..);
            self.decode(encoding(code)?, values, levels.present, &mut content)?;
        }
        Ok(content)
    }

    /// Whether the page of a required column begins with the levels of an optional one without NULLs. Its values are longer
    /// by those, so what a required column has never passes for it.
    fn has_hidden_levels(&self, header: &PageHeader, code: i32, page: &[u8], total: u64) -> bool {
        let is_first = matches!(header.kind, PageKind::Data(_)) && self.max.definition == 0;
        let Some(encoding) = crate::page::encoding(code).filter(|_| is_first) else { return false };
        let optional = MaxLevels { repetition: 0, definition: 1 };
        LevelCounts::read(header, page, optional).is_ok_and(|levels| {
            let physical = (self.physical_type, self.type_length);
            levels.present == total
                && check_values(encoding, physical, &page[levels.values_at..], total).is_ok()
        })
    }

    /// Returns the page without compression. The levels of version 2 are never compressed.
    fn decompressed(
        &self,
        workspace: &mut Workspace,
        header: &PageHeader,
        body: &[u8],
    ) -> Result<Vec<u8>, CheckVerdict> {
        let mut page = Vec::new();
        let len = usize::try_from(header.uncompressed_size).unwrap_or(0);
        let PageKind::DataV2(data) = &header.kind else {
            decompress(self.codec, workspace, body, len, &mut page)?;
            return Ok(page);
        };
        let levels = i64::from(data.repetition_levels_len) + i64::from(data.definition_levels_len);
        let levels = usize::try_from(levels).ok().filter(|n| *n <= body.len() && *n <= len);
        let Some(levels) = levels else {
            return Err(CheckVerdict::failed("the levels are longer than the page"));
        };
        page.extend_from_slice(&body[..levels]);
        let (stored, len) = (&body[levels..], len - levels);
        // Without values there may be no compressed data, not even that of an empty input.
        if stored.is_empty() && len == 0 {
            return Ok(page);
        }
        let codec = if data.is_compressed { self.codec } else { CompressionCodec::UNCOMPRESSED };
        decompress(codec, workspace, stored, len, &mut page)?;
        Ok(page)
    }

    fn decode(
        &mut self,
        encoding: Encoding,
        data: Bytes,
        present: u64,
        content: &mut PageContent,
    ) -> Result<(), CheckVerdict> {
        // A few bytes can claim billions of lengths, so their number is limited first.
        let batch = self.batch(encoding, &data, present)?;
        self.check_encoding(encoding, &data, present)?;
        // The levels count at most as many values as the header, which has 31 bits.
        let page = CratePage::DataPage {
            buf: data,
            num_values: u32::try_from(present).unwrap_or(u32::MAX),
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let (order, filter, is_text) = (self.order, self.filter, self.is_text);
        let extremes = &mut self.extremes;
        let mut each = |value: &[u8]| {
            if let Some(order) = order {
                extremes.add(order, value);
            }
            if content.not_in_filter.is_none() && filter.is_some_and(|f| !f.contains(value)) {
                content.not_in_filter = Some(order.unwrap_or(ValueOrder::Bytes).show(value));
            }
            if is_text && content.not_utf8.is_none() && str::from_utf8(value).is_err() {
                content.not_utf8 = Some(ValueOrder::Bytes.show(value));
            }
        };
        let source = self.source;
        let cancelled = || source.is_cancelled();
        self.values.page(page, batch, &cancelled, &mut each).map_err(CheckVerdict::failed)
    }

    /// Checks the claims that the crate would trust.
    fn check_encoding(
        &self,
        encoding: Encoding,
        data: &[u8],
        present: u64,
    ) -> Result<(), CheckVerdict> {
        let dictionary = is_dictionary(encoding);
        match self.dictionary {
            ChunkDictionary::None if dictionary => {
                return Err(CheckVerdict::failed(
                    "the page refers to a dictionary, but no dictionary page precedes it",
                ));
            }
            ChunkDictionary::Bad if dictionary => {
                return Err(CheckVerdict::unverified("its dictionary could not be read"));
            }
            ChunkDictionary::None | ChunkDictionary::Read | ChunkDictionary::Bad => {}
        }
        let physical = (self.physical_type, self.type_length);
        check_values(encoding, physical, data, present).map_err(CheckVerdict::failed)?;
        if self.physical_type == Type::INT32
            && delta::exceeds_32_bits(encoding as i32, data, present)
                .map_err(CheckVerdict::failed)?
        {
            return Err(CheckVerdict::failed(WIDE_DELTAS));
        }
        Ok(())
    }

    /// The number of values to decode at once.
    fn batch(&self, encoding: Encoding, data: &[u8], present: u64) -> Result<usize, CheckVerdict> {
        match encoding {
            // The lengths are decoded all at once.
            Encoding::DELTA_LENGTH_BYTE_ARRAY | Encoding::DELTA_BYTE_ARRAY
                if present > self.max_page_bytes as u64 / 8 =>
            {
                let most = self.max_page_bytes / 8;
                let detail = format!("{present} byte arrays in a page; at most {most} are decoded");
                Err(CheckVerdict::unverified(detail))
            }
            // Each value is a copy of the one before it with another suffix, so the values can take many times the size
            // of their page.
            Encoding::DELTA_BYTE_ARRAY => {
                Ok((self.max_page_bytes / 4 / data.len().max(1)).clamp(1, BATCH))
            }
            _ => Ok(BATCH),
        }
    }
}

impl From<DecompressError> for CheckVerdict {
    fn from(error: DecompressError) -> Self {
        match error {
            DecompressError::Unsupported(_) => CheckVerdict::unverified(error.to_string()),
            DecompressError::Damaged(detail) => CheckVerdict::failed(detail),
        }
    }
}

/// The encoding with this code.
fn encoding(code: i32) -> Result<Encoding, CheckVerdict> {
    let detail = || format!("encoding {code} is not supported");
    crate::page::encoding(code).ok_or_else(|| CheckVerdict::unverified(detail()))
}

/// Returns whether the values of a column must be UTF-8. Not every writer ensures this: ClickHouse writes the bytes of its
/// type String unchanged.
fn is_text(column: &ColumnDescriptor) -> bool {
    let annotated = match column.logical_type_ref() {
        Some(LogicalType::String | LogicalType::Enum | LogicalType::Json) => true,
        Some(_) => false,
        None => matches!(
            column.converted_type(),
            ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON
        ),
    };
    annotated && column.physical_type() == Type::BYTE_ARRAY
}
