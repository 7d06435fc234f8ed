//! Compares the headers of a chunk's pages with the footer and with each other. Nothing is decompressed.
//!
//! A page's checksum covers its body alone, so a wrong header is found only if it contradicts something.

use std::collections::BTreeMap;

use parquet::basic::{CompressionCodec, Encoding, PageType, Type};
use parquet::file::metadata::ColumnChunkMetaData;

use crate::page::levels::MaxLevels;
use crate::page::values::is_dictionary;
use crate::page::{DataPage, DataPageV2, DictionaryPage, Page, PageKind, encoding, least_bytes};

/// The headers of a chunk's pages so far.
pub(super) struct PageHeaders<'a> {
    chunk: &'a ColumnChunkMetaData,
    max: MaxLevels,
    /// The size of the pages before compression, with their headers.
    uncompressed: u64,
    /// The number of pages of each type in each encoding.
    pages: BTreeMap<(bool, i32), i64>,
    nulls: HeaderNulls,
    /// Whether all pages so far could be read.
    complete: bool,
}

/// The NULLs that headers of version 2 count.
#[derive(Clone, Copy, Default)]
struct HeaderNulls {
    total: i64,
    /// The number of pages with a number of NULLs.
    known: i64,
    /// The number of pages with -1 NULLs.
    unknown: i64,
}

impl HeaderNulls {
    fn add(&mut self, nulls: Option<i32>) {
        self.total += nulls.map_or(0, i64::from);
        match nulls {
            Some(_) => self.known += 1,
            None => self.unknown += 1,
        }
    }
}

impl<'a> PageHeaders<'a> {
    pub(super) fn new(chunk: &'a ColumnChunkMetaData) -> Self {
        let max = MaxLevels::for_leaf(chunk.column_descr());
        let pages = BTreeMap::new();
        PageHeaders {
            chunk,
            max,
            uncompressed: 0,
            pages,
            nulls: HeaderNulls::default(),
            complete: true,
        }
    }

    /// Records that a page could not be read.
    pub(super) fn skipped(&mut self) {
        self.complete = false;
    }

    /// Checks the header of the next page, and returns what is wrong with it.
    pub(super) fn page(&mut self, page: &Page) -> Result<(), String> {
        let header = &page.header;
        self.uncompressed +=
            header.len as u64 + u64::try_from(header.uncompressed_size).unwrap_or(0);
        if let Some((dictionary, code)) = encoding_of(&header.kind) {
            *self.pages.entry((dictionary, code)).or_default() += 1;
        }
        self.check_first(page)?;
        self.check_compression(page)?;
        match &header.kind {
            PageKind::Dictionary(dictionary) => self.dictionary(page, dictionary),
            PageKind::Data(data) => self.data(page, data),
            PageKind::DataV2(data) => self.data_v2(page, data),
            PageKind::Index | PageKind::Unknown(_) => Ok(()),
        }
    }

    /// Checks that the chunk starts with a dictionary page if the footer says so.
    fn check_first(&self, page: &Page) -> Result<(), String> {
        let is_dictionary = matches!(page.header.kind, PageKind::Dictionary(_));
        let claimed = self.chunk.dictionary_page_offset();
        let claimed = claimed.and_then(|offset| u64::try_from(offset).ok());
        if !is_dictionary && claimed == Some(page.offset) {
            return Err("the footer says that a dictionary page starts here".to_owned());
        }
        Ok(())
    }

    /// Checks that a page that isn't compressed has one size.
    fn check_compression(&self, page: &Page) -> Result<(), String> {
        let header = &page.header;
        let is_compressed = match &header.kind {
            PageKind::DataV2(data) => data.is_compressed,
            _ => true,
        } && self.chunk.compression_codec() != CompressionCodec::UNCOMPRESSED;
        let (stored, whole) = (header.compressed_size, header.uncompressed_size);
        if !is_compressed && stored != whole {
            return Err(format!(
                "it is not compressed, but its sizes are {stored} and {whole} bytes"
            ));
        }
        Ok(())
    }

    fn dictionary(&self, page: &Page, dictionary: &DictionaryPage) -> Result<(), String> {
        let code = dictionary.encoding;
        #[allow(deprecated)]
        let (plain, old) = (Encoding::PLAIN as i32, Encoding::PLAIN_DICTIONARY as i32);
        if code != plain && code != old {
            return Err(format!(
                "the encoding of a dictionary page is {}; allowed is PLAIN",
                named(code)
            ));
        }
        let (count, len) =
            (i64::from(dictionary.num_values), i64::from(page.header.uncompressed_size));
        let column = self.chunk.column_descr();
        let width = least_bytes(column.physical_type(), column.type_length());
        let exact = i64::try_from(width).ok().and_then(|width| width.checked_mul(count));
        match column.physical_type() {
            Type::BYTE_ARRAY | Type::BOOLEAN => self.check_plain(count, len),
            _ if exact == Some(len) => Ok(()),
            _ => Err(format!("{count} dictionary values of {width} bytes, but it has {len} bytes")),
        }
    }

    fn data(&self, page: &Page, data: &DataPage) -> Result<(), String> {
        self.check_encoding(data.encoding)?;
        let levels = [
            ("repetition", self.max.repetition, data.repetition_level_encoding),
            ("definition", self.max.definition, data.definition_level_encoding),
        ];
        for (name, max, code) in levels {
            #[allow(deprecated)]
            let of_levels = [Encoding::RLE, Encoding::BIT_PACKED];
            // Writers differ in the encoding of levels that don't exist.
            let fits = encoding(code).is_some_and(|code| max == 0 || of_levels.contains(&code));
            if !fits {
                return Err(format!(
                    "the encoding of its {name} levels is {}; allowed is RLE",
                    named(code)
                ));
            }
        }
        // With levels, only they tell how many values are NULL.
        if self.max.definition > 0 {
            return Ok(());
        }
        let len = i64::from(page.header.uncompressed_size);
        self.check_values(data.encoding, data.num_values.into(), len)
    }

    fn data_v2(&mut self, page: &Page, data: &DataPageV2) -> Result<(), String> {
        self.nulls.add(data.nulls());
        self.check_encoding(data.encoding)?;
        self.check_counts(page, data)?;
        let (repetition, definition) = (data.repetition_levels_len, data.definition_levels_len);
        let whole = i64::from(page.header.uncompressed_size);
        let levels = i64::from(repetition) + i64::from(definition);
        let most = whole.min(page.header.compressed_size.into());
        if repetition < 0 || definition < 0 || levels > most {
            return Err(format!(
                "its levels have {repetition} and {definition} bytes, but the page has {most}"
            ));
        }
        match data.nulls() {
            Some(nulls) => {
                let present = i64::from(data.num_values) - i64::from(nulls);
                self.check_values(data.encoding, present, whole - levels)
            }
            None => Ok(()),
        }
    }

    /// Checks the numbers of values, rows and NULLs that are equal in a column without lists, or without NULLs.
    fn check_counts(&self, page: &Page, data: &DataPageV2) -> Result<(), String> {
        let (values, rows) = (data.num_values, data.num_rows);
        if self.max.definition == 0 && data.nulls().is_some_and(|nulls| nulls != 0) {
            return Err(format!("it has {} NULLs, but its column is required", data.num_nulls));
        }
        if self.max.repetition > 0 {
            return Ok(());
        }
        if values != rows {
            return Err(format!(
                "it has {values} values in {rows} rows, but its column has no lists"
            ));
        }
        let claimed = page.header.statistics().and_then(|it| it.null_count);
        match (data.nulls(), claimed) {
            (Some(nulls), Some(claimed @ 0..)) if i64::from(nulls) != claimed => {
                Err(format!("it has {nulls} NULLs, but its statistics say {claimed}"))
            }
            _ => Ok(()),
        }
    }

    fn check_encoding(&self, code: i32) -> Result<(), String> {
        let declared = || self.chunk.encodings();
        let fits = encoding(code).is_some_and(|encoding| {
            declared().any(|it| it == encoding)
                // Some writers declare no encodings, and Parquet.Net 4 leaves out those of dictionaries.
                || declared().next().is_none()
                || is_dictionary(encoding) && !self.lacks_dictionary() && !declared().any(is_dictionary)
        });
        if fits {
            return Ok(());
        }
        let declared: Vec<_> = declared().map(|encoding| encoding.to_string()).collect();
        Err(format!("its encoding is {}; the footer declares {}", named(code), declared.join(", ")))
    }

    /// Checks that `values` values fit `len` bytes.
    fn check_values(&self, code: i32, values: i64, len: i64) -> Result<(), String> {
        match encoding(code) {
            Some(Encoding::PLAIN) => self.check_plain(values, len),
            Some(code) if values > 0 && is_dictionary(code) && self.lacks_dictionary() => {
                let detail = "the page refers to a dictionary, but no dictionary page precedes it";
                Err(detail.to_owned())
            }
            _ => Ok(()),
        }
    }

    fn check_plain(&self, values: i64, len: i64) -> Result<(), String> {
        let column = self.chunk.column_descr();
        let least = least_bytes(column.physical_type(), column.type_length());
        let least = i64::try_from(least).unwrap_or(i64::MAX).saturating_mul(values);
        if least > len {
            return Err(format!("{values} values take at least {least} bytes, but it has {len}"));
        }
        Ok(())
    }

    /// Whether no page so far is a dictionary, nor may have been one.
    fn lacks_dictionary(&self) -> bool {
        self.complete && !self.pages.keys().any(|(dictionary, _)| *dictionary)
    }

    /// Checks the headers of all pages against the footer. If `decoded`, statistics are compared with the values instead.
    pub(super) fn chunk(&self, decoded: bool) -> Result<(), String> {
        if !self.complete || self.pages.is_empty() {
            return Ok(());
        }
        self.check_nulls(decoded)?;
        self.check_dictionary()?;
        let (claimed, bytes) = (self.chunk.uncompressed_size(), self.uncompressed);
        // Old versions of DuckDB and hyparquet's writer don't know it: they write 0, or the compressed size.
        let is_unknown = claimed == 0 || claimed == self.chunk.compressed_size();
        if !is_unknown && u64::try_from(claimed) != Ok(bytes) {
            return Err(format!(
                "the column chunk claims {claimed} bytes before compression, but its pages have {bytes}"
            ));
        }
        self.check_encoding_stats()
    }

    /// Compares the numbers of NULLs of pages of version 2 with the footer's. Java writes -1 in all pages of a column for
    /// which the footer has no number either.
    fn check_nulls(&self, decoded: bool) -> Result<(), String> {
        let HeaderNulls { total, known, unknown } = self.nulls;
        let claimed = self.chunk.statistics().and_then(|it| it.null_count_opt());
        if unknown > 0 && (known > 0 || claimed.is_some()) {
            return Err(format!(
                "{unknown} of its pages have -1 NULLs, but the footer or other pages have a number"
            ));
        }
        // Writers differ in whether an empty list counts.
        let all = self.pages.iter().filter(|((dictionary, _), _)| !dictionary).map(|(_, n)| n);
        if !decoded
            && self.max.repetition == 0
            && all.sum::<i64>() == known
            && let Some(claimed) = claimed.filter(|claimed| i64::try_from(*claimed) != Ok(total))
        {
            return Err(format!("the footer says {claimed} NULLs, but its pages have {total}"));
        }
        Ok(())
    }

    /// Checks that there is a dictionary if all data pages refer to one and not all values are NULL.
    fn check_dictionary(&self) -> Result<(), String> {
        let nulls = self.chunk.statistics().and_then(|it| it.null_count_opt());
        let has_values = nulls
            .is_some_and(|nulls| i64::try_from(nulls).is_ok_and(|n| n < self.chunk.num_values()));
        let refers = |code: i32| encoding(code).is_some_and(is_dictionary);
        if has_values && self.pages.keys().all(|(dictionary, code)| !dictionary && refers(*code)) {
            return Err("its pages refer to a dictionary, but it has none".to_owned());
        }
        Ok(())
    }

    /// Compares the number of pages in each encoding with the footer's, if it has them.
    fn check_encoding_stats(&self) -> Result<(), String> {
        let Some(stats) = self.chunk.page_encoding_stats() else { return Ok(()) };
        let mut claimed: BTreeMap<(bool, i32), i64> = BTreeMap::new();
        for stat in stats {
            let key = (stat.page_type == PageType::DICTIONARY_PAGE, stat.encoding as i32);
            *claimed.entry(key).or_default() += i64::from(stat.count);
        }
        let count = |pages: &BTreeMap<_, i64>, key| pages.get(key).copied().unwrap_or(0);
        for key in self.pages.keys().chain(claimed.keys()) {
            let (claimed, counted) = (count(&claimed, key), count(&self.pages, key));
            if claimed != counted {
                let (kind, code) = (if key.0 { "dictionary" } else { "data" }, named(key.1));
                return Err(format!(
                    "the footer says {claimed} {kind} pages in the encoding {code}, but there are {counted}"
                ));
            }
        }
        Ok(())
    }
}

/// Whether the page is a dictionary, and the encoding of its values.
fn encoding_of(kind: &PageKind) -> Option<(bool, i32)> {
    match kind {
        PageKind::Data(data) => Some((false, data.encoding)),
        PageKind::DataV2(data) => Some((false, data.encoding)),
        PageKind::Dictionary(dictionary) => Some((true, dictionary.encoding)),
        PageKind::Index | PageKind::Unknown(_) => None,
    }
}

/// The name of an encoding, or its code if the format doesn't define it.
fn named(code: i32) -> String {
    encoding(code).map_or_else(|| format!("{code}, which is not defined"), |it| it.to_string())
}
