//! The header before each page.
//!
//! <https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>

use super::fields::{binary_field, bool_field, expect, i32_field, i64_field, once, required};
use crate::thrift::{FieldHead, ThriftError, ThriftKind, ThriftReader};

/// The longest header that is read, in bytes. Only statistics can make a header long. parquet-cpp has the same limit.
pub(crate) const MAX_HEADER: usize = 16 << 20;

/// The header of a page. Sizes and counts come from the file unchecked and may be negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageHeader {
    /// The kind of the page, with the fields specific to that kind.
    pub kind: PageKind,
    /// The number of bytes of the decompressed body.
    pub uncompressed_size: i32,
    /// The number of bytes of the stored body.
    pub compressed_size: i32,
    /// The CRC-32 (gzip's polynomial) of the stored body, if the writer gave one.
    pub crc: Option<i32>,
    /// The number of bytes of the header itself.
    pub len: usize,
}

/// The kind of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// Levels and values, compressed together.
    Data(DataPage),
    /// Reserved by the format, which doesn't define its content.
    Index,
    /// The distinct values of the chunk.
    Dictionary(DictionaryPage),
    /// Levels, which are never compressed, followed by values, which may be.
    DataV2(DataPageV2),
    /// A type that the format did not define in 2025.
    Unknown(i32),
}

/// The header of a data page, version 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataPage {
    /// The number of values, NULLs included.
    pub num_values: i32,
    /// Code of the encoding of the values.
    pub encoding: i32,
    /// Code of the encoding of the definition levels.
    pub definition_level_encoding: i32,
    /// Code of the encoding of the repetition levels.
    pub repetition_level_encoding: i32,
    /// The statistics of the page's values, if the writer wrote them.
    pub statistics: Option<PageStatistics>,
}

/// The header of a data page, version 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataPageV2 {
    /// The number of values, NULLs included.
    pub num_values: i32,
    /// The number of NULLs; -1 if unknown. See [`DataPageV2::nulls`].
    pub num_nulls: i32,
    /// The number of rows. The page starts with a new row.
    pub num_rows: i32,
    /// Code of the encoding of the values.
    pub encoding: i32,
    /// The number of bytes of the definition levels.
    pub definition_levels_len: i32,
    /// The number of bytes of the repetition levels, which come first.
    pub repetition_levels_len: i32,
    /// Whether the values after the levels are compressed. True if the header doesn't say.
    pub is_compressed: bool,
    /// The statistics of the page's values, if the writer wrote them.
    pub statistics: Option<PageStatistics>,
}

/// The header of a dictionary page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DictionaryPage {
    /// The number of values.
    pub num_values: i32,
    /// Code of their encoding.
    pub encoding: i32,
    /// Whether they are in ascending order.
    pub is_sorted: bool,
}

/// The statistics of a page. Values are PLAIN-encoded; those of BYTE_ARRAY have no length prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageStatistics {
    /// Deprecated: its order depends on the writer.
    pub max: Option<Vec<u8>>,
    /// Deprecated: its order depends on the writer.
    pub min: Option<Vec<u8>>,
    /// The number of NULLs.
    pub null_count: Option<i64>,
    /// The number of distinct values.
    pub distinct_count: Option<i64>,
    /// No value is greater, in the order of the column.
    pub max_value: Option<Vec<u8>>,
    /// No value is less, in the order of the column.
    pub min_value: Option<Vec<u8>>,
    /// Whether `max_value` is a value of the page.
    pub is_max_value_exact: Option<bool>,
    /// Whether `min_value` is a value of the page.
    pub is_min_value_exact: Option<bool>,
}

impl PageHeader {
    /// Reads the header at the start of `bytes`.
    ///
    /// # Errors
    /// Returns [`ThriftError::Truncated`] if more bytes may complete the header, or another error if the
    /// header is invalid.
    pub fn read(bytes: &[u8]) -> Result<PageHeader, ThriftError> {
        let mut reader = ThriftReader::new(bytes);
        let mut parts = HeaderParts::default();
        let mut last = 0;
        while let Some(field) = reader.field(&mut last)? {
            parts.read(&mut reader, field)?;
        }
        Ok(PageHeader {
            uncompressed_size: required(
                parts.uncompressed_size,
                "PageHeader.uncompressed_page_size",
            )?,
            compressed_size: required(parts.compressed_size, "PageHeader.compressed_page_size")?,
            crc: parts.crc,
            kind: parts.kind()?,
            len: reader.position(),
        })
    }

    /// Returns the number of values of a data page, NULLs included, or `None` for any other page.
    pub fn num_values(&self) -> Option<i32> {
        match &self.kind {
            PageKind::Data(page) => Some(page.num_values),
            PageKind::DataV2(page) => Some(page.num_values),
            PageKind::Dictionary(_) | PageKind::Index | PageKind::Unknown(_) => None,
        }
    }

    /// Returns the statistics of a data page, if the writer gave any.
    pub fn statistics(&self) -> Option<&PageStatistics> {
        match &self.kind {
            PageKind::Data(page) => page.statistics.as_ref(),
            PageKind::DataV2(page) => page.statistics.as_ref(),
            PageKind::Dictionary(_) | PageKind::Index | PageKind::Unknown(_) => None,
        }
    }
}

/// The fields of a header that have been read so far.
#[derive(Default)]
struct HeaderParts {
    kind: Option<i32>,
    uncompressed_size: Option<i32>,
    compressed_size: Option<i32>,
    crc: Option<i32>,
    data: Option<DataPage>,
    index: Option<()>,
    dictionary: Option<DictionaryPage>,
    data_v2: Option<DataPageV2>,
}

impl HeaderParts {
    fn read(&mut self, reader: &mut ThriftReader<'_>, field: FieldHead) -> Result<(), ThriftError> {
        match field.id {
            1 => i32_field(reader, field, "PageHeader.type", &mut self.kind),
            2 => {
                let name = "PageHeader.uncompressed_page_size";
                i32_field(reader, field, name, &mut self.uncompressed_size)
            }
            3 => {
                let name = "PageHeader.compressed_page_size";
                i32_field(reader, field, name, &mut self.compressed_size)
            }
            4 => i32_field(reader, field, "PageHeader.crc", &mut self.crc),
            5 => {
                expect(field, ThriftKind::Struct, "PageHeader.data_page_header")?;
                once(&mut self.data, DataPage::read(reader)?, "PageHeader.data_page_header")
            }
            6 => {
                let name = "PageHeader.index_page_header";
                expect(field, ThriftKind::Struct, name)?;
                once(&mut self.index, reader.skip(field)?, name)
            }
            7 => {
                let name = "PageHeader.dictionary_page_header";
                expect(field, ThriftKind::Struct, name)?;
                once(&mut self.dictionary, DictionaryPage::read(reader)?, name)
            }
            8 => {
                let name = "PageHeader.data_page_header_v2";
                expect(field, ThriftKind::Struct, name)?;
                once(&mut self.data_v2, DataPageV2::read(reader)?, name)
            }
            _ => reader.skip(field),
        }
    }

    /// The kind of the page. The header has the struct of its type, and no other: readers trust the type, so a header
    /// with the struct of another one is damaged.
    fn kind(self) -> Result<PageKind, ThriftError> {
        let structs = [
            (0, self.data.is_some(), "PageHeader.data_page_header"),
            (1, self.index.is_some(), "PageHeader.index_page_header"),
            (2, self.dictionary.is_some(), "PageHeader.dictionary_page_header"),
            (3, self.data_v2.is_some(), "PageHeader.data_page_header_v2"),
        ];
        let code = required(self.kind, "PageHeader.type")?;
        for (its_type, exists, field) in structs {
            match (its_type == code, exists) {
                (true, false) => return Err(ThriftError::Missing { field }),
                (false, true) => return Err(ThriftError::Unexpected { field, code }),
                _ => {}
            }
        }
        let data = self.data.map(PageKind::Data);
        let dictionary = self.dictionary.map(PageKind::Dictionary);
        let kind = data.or(dictionary).or(self.data_v2.map(PageKind::DataV2));
        let index = self.index.map(|()| PageKind::Index);
        Ok(kind.or(index).unwrap_or(PageKind::Unknown(code)))
    }
}

impl DataPage {
    fn read(reader: &mut ThriftReader<'_>) -> Result<Self, ThriftError> {
        let (mut num_values, mut encoding) = (None, None);
        let (mut definition, mut repetition, mut statistics) = (None, None, None);
        let mut last = 0;
        while let Some(field) = reader.field(&mut last)? {
            match field.id {
                1 => i32_field(reader, field, "DataPageHeader.num_values", &mut num_values)?,
                2 => i32_field(reader, field, "DataPageHeader.encoding", &mut encoding)?,
                3 => {
                    let name = "DataPageHeader.definition_level_encoding";
                    i32_field(reader, field, name, &mut definition)?;
                }
                4 => {
                    let name = "DataPageHeader.repetition_level_encoding";
                    i32_field(reader, field, name, &mut repetition)?;
                }
                5 => {
                    let name = "DataPageHeader.statistics";
                    expect(field, ThriftKind::Struct, name)?;
                    once(&mut statistics, PageStatistics::read(reader)?, name)?;
                }
                _ => reader.skip(field)?,
            }
        }
        Ok(DataPage {
            num_values: required(num_values, "DataPageHeader.num_values")?,
            encoding: required(encoding, "DataPageHeader.encoding")?,
            definition_level_encoding: required(
                definition,
                "DataPageHeader.definition_level_encoding",
            )?,
            repetition_level_encoding: required(
                repetition,
                "DataPageHeader.repetition_level_encoding",
            )?,
            statistics,
        })
    }
}

impl DictionaryPage {
    fn read(reader: &mut ThriftReader<'_>) -> Result<Self, ThriftError> {
        let (mut num_values, mut encoding, mut is_sorted) = (None, None, None);
        let mut last = 0;
        while let Some(field) = reader.field(&mut last)? {
            match field.id {
                1 => i32_field(reader, field, "DictionaryPageHeader.num_values", &mut num_values)?,
                2 => i32_field(reader, field, "DictionaryPageHeader.encoding", &mut encoding)?,
                3 => bool_field(field, "DictionaryPageHeader.is_sorted", &mut is_sorted)?,
                _ => reader.skip(field)?,
            }
        }
        Ok(DictionaryPage {
            num_values: required(num_values, "DictionaryPageHeader.num_values")?,
            encoding: required(encoding, "DictionaryPageHeader.encoding")?,
            is_sorted: is_sorted.unwrap_or(false),
        })
    }
}

impl DataPageV2 {
    fn read(reader: &mut ThriftReader<'_>) -> Result<Self, ThriftError> {
        const NAMES: [&str; 6] = [
            "DataPageHeaderV2.num_values",
            "DataPageHeaderV2.num_nulls",
            "DataPageHeaderV2.num_rows",
            "DataPageHeaderV2.encoding",
            "DataPageHeaderV2.definition_levels_byte_length",
            "DataPageHeaderV2.repetition_levels_byte_length",
        ];
        let mut numbers = [None; 6];
        let (mut is_compressed, mut statistics) = (None, None);
        let mut last = 0;
        while let Some(field) = reader.field(&mut last)? {
            match field.id {
                1..=6 => {
                    let index = field.id as usize - 1;
                    i32_field(reader, field, NAMES[index], &mut numbers[index])?;
                }
                7 => bool_field(field, "DataPageHeaderV2.is_compressed", &mut is_compressed)?,
                8 => {
                    let name = "DataPageHeaderV2.statistics";
                    expect(field, ThriftKind::Struct, name)?;
                    once(&mut statistics, PageStatistics::read(reader)?, name)?;
                }
                _ => reader.skip(field)?,
            }
        }
        Ok(DataPageV2 {
            num_values: required(numbers[0], NAMES[0])?,
            num_nulls: required(numbers[1], NAMES[1])?,
            num_rows: required(numbers[2], NAMES[2])?,
            encoding: required(numbers[3], NAMES[3])?,
            definition_levels_len: required(numbers[4], NAMES[4])?,
            repetition_levels_len: required(numbers[5], NAMES[5])?,
            is_compressed: is_compressed.unwrap_or(true),
            statistics,
        })
    }
}

impl PageStatistics {
    fn read(reader: &mut ThriftReader<'_>) -> Result<Self, ThriftError> {
        let mut read = PageStatistics::default();
        let mut last = 0;
        while let Some(field) = reader.field(&mut last)? {
            match field.id {
                1 => binary_field(reader, field, "Statistics.max", &mut read.max)?,
                2 => binary_field(reader, field, "Statistics.min", &mut read.min)?,
                3 => i64_field(reader, field, "Statistics.null_count", &mut read.null_count)?,
                4 => {
                    let name = "Statistics.distinct_count";
                    i64_field(reader, field, name, &mut read.distinct_count)?;
                }
                5 => binary_field(reader, field, "Statistics.max_value", &mut read.max_value)?,
                6 => binary_field(reader, field, "Statistics.min_value", &mut read.min_value)?,
                7 => {
                    let name = "Statistics.is_max_value_exact";
                    bool_field(field, name, &mut read.is_max_value_exact)?;
                }
                8 => {
                    let name = "Statistics.is_min_value_exact";
                    bool_field(field, name, &mut read.is_min_value_exact)?;
                }
                _ => reader.skip(field)?,
            }
        }
        Ok(read)
    }
}
