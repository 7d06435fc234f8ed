//! Columns of numbers that are neither repeated nor nested. Most columns are like this.
//!
//! The parquet crate replaces dictionary keys by their values, so each occurrence of a value would be hashed.
//! Here keys stay keys as long as the pages have them, so each value of the dictionary is encoded and hashed
//! once. Decimals stored as bytes are read as 64-bit numbers if they fit.

mod hybrid;
#[cfg(test)]
mod tests;
mod word;

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, PrimitiveArray};
use arrow_buffer::{NullBuffer, NullBufferBuilder};
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::column::page::{Page, PageReader};
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;

use self::hybrid::HybridNumbers;
use self::word::{PlainStorage, ValueWord};

/// The most values of a dictionary that stays a dictionary. Encoding and hashing more values costs more than it saves,
/// and takes memory.
const MOST_KEPT: usize = 1 << 16;

/// A dictionary stays a dictionary only if it has at most one value for this many rows.
const ROWS_OF_VALUE: usize = 4;

/// Why values can't be read.
pub(super) enum FlatFailure {
    /// This reader can't read them, because a page has an encoding that the footer doesn't list for the column.
    Unexpected,
    /// No reader can read them.
    Damaged(String),
}

impl From<String> for FlatFailure {
    fn from(detail: String) -> Self {
        FlatFailure::Damaged(detail)
    }
}

impl From<ParquetError> for FlatFailure {
    fn from(error: ParquetError) -> Self {
        FlatFailure::Damaged(error.to_string())
    }
}

/// Reads a column some rows at a time.
pub(super) trait FlatColumn: Send {
    /// Returns the next `rows` rows, or as many as are left: a dictionary array if all of them come from one
    /// dictionary, otherwise an array of their values.
    fn read(&mut self, rows: usize) -> Result<ArrayRef, FlatFailure>;
}

/// Returns how to read a chunk of a flat top-level column, or `None` if the parquet crate must read it.
/// `data_type` is the type that its values are read as.
#[allow(deprecated)] // levels of old files
pub(super) fn stored(chunk: &ColumnChunkMetaData, data_type: &DataType) -> Option<FlatChunk> {
    let leaf = chunk.column_descr();
    let is_flat = leaf.max_rep_level() == 0 && leaf.max_def_level() <= 1;
    let is_known = |encoding| {
        use Encoding::*;
        matches!(encoding, PLAIN | RLE | BIT_PACKED | PLAIN_DICTIONARY | RLE_DICTIONARY)
    };
    let stored = PlainStorage::for_leaf(leaf, data_type)?;
    let is_known = is_flat && leaf.path().parts().len() == 1 && chunk.encodings().all(is_known);
    is_known.then(|| FlatChunk {
        stored,
        data_type: data_type.clone(),
        is_optional: leaf.max_def_level() == 1,
    })
}

/// How to read the values of a column chunk.
pub(super) struct FlatChunk {
    stored: PlainStorage,
    data_type: DataType,
    /// Whether values can be NULL.
    is_optional: bool,
}

impl FlatChunk {
    /// Returns a reader of the chunk's pages. The row group has `rows` rows.
    pub(crate) fn reader(self, pages: Box<dyn PageReader>, rows: usize) -> Box<dyn FlatColumn> {
        match self.stored {
            PlainStorage::Four => Box::new(FlatReader::<i32>::new(self, pages, rows)),
            PlainStorage::Eight | PlainStorage::Decimal(_) => {
                Box::new(FlatReader::<i64>::new(self, pages, rows))
            }
        }
    }
}

struct FlatReader<T> {
    chunk: FlatChunk,
    pages: Box<dyn PageReader>,
    rows: usize,
    dictionary: Option<FlatDictionary<T>>,
    page: Option<PageRest>,
    /// The levels of a batch. The memory is reused.
    levels: Vec<i32>,
    picked: Vec<i32>,
}

struct FlatDictionary<T> {
    values: Vec<T>,
    /// The dictionary as an array, if it stays one.
    array: Option<ArrayRef>,
}

/// The rest of a data page.
struct PageRest {
    /// The number of values left, NULLs included.
    left: usize,
    /// The definition levels; `None` if no value is NULL.
    levels: Option<HybridNumbers>,
    values: FlatValues,
}

enum FlatValues {
    Keys(HybridNumbers),
    Plain(Bytes),
}

/// The rows of a batch.
struct FlatBatch<T> {
    /// The keys, as long as all rows come from the dictionary that is kept.
    keys: Vec<i32>,
    /// The values, otherwise.
    values: Vec<T>,
    nulls: NullBufferBuilder,
}

impl<T: ValueWord> FlatReader<T> {
    fn new(chunk: FlatChunk, pages: Box<dyn PageReader>, rows: usize) -> Self {
        let (levels, picked) = (Vec::new(), Vec::new());
        FlatReader { chunk, pages, rows, dictionary: None, page: None, levels, picked }
    }

    /// Moves to the next page with values. Returns false if there is none.
    fn next_page(&mut self) -> Result<bool, FlatFailure> {
        while self.page.as_ref().is_none_or(|page| page.left == 0) {
            match self.pages.get_next_page()? {
                None => return Ok(false),
                Some(Page::DictionaryPage { .. }) if self.dictionary.is_some() => {
                    return Err("a second dictionary".to_owned().into());
                }
                Some(Page::DictionaryPage { buf, num_values, .. }) => {
                    self.dictionary = Some(self.read_dictionary(&buf, num_values as usize)?);
                }
                Some(page) => self.page = Some(PageRest::new(page, self.chunk.is_optional)?),
            }
        }
        Ok(true)
    }

    fn read_dictionary(
        &self,
        bytes: &[u8],
        count: usize,
    ) -> Result<FlatDictionary<T>, FlatFailure> {
        let taken = count.checked_mul(self.chunk.stored.bytes());
        let bytes = taken.and_then(|taken| bytes.get(..taken));
        let bytes =
            bytes.ok_or_else(|| format!("the dictionary page has fewer than {count} values"))?;
        let mut values = Vec::with_capacity(count);
        self.chunk.stored.read(bytes, &mut values);
        let is_kept = count <= MOST_KEPT && count <= self.rows / ROWS_OF_VALUE;
        let array = is_kept.then(|| T::array(&self.chunk.data_type, values.clone(), None));
        let array = array.transpose().map_err(|error| error.to_string())?;
        Ok(FlatDictionary { values, array })
    }

    /// Appends up to `rows` rows of the page, and returns the number of rows appended.
    fn read_page(&mut self, rows: usize, batch: &mut FlatBatch<T>) -> Result<usize, FlatFailure> {
        let Some(page) = &mut self.page else { return Ok(0) };
        let rows = rows.min(page.left);
        let present = page.read_levels(rows, &mut self.levels)?;
        let levels = (present < rows).then_some(&self.levels[..]);
        let known = self.dictionary.as_ref();
        match &mut page.values {
            FlatValues::Plain(bytes) => {
                let taken = present * self.chunk.stored.bytes();
                if taken > bytes.len() {
                    return Err("a page ends within its values".to_owned().into());
                }
                batch.leave_keys(known);
                self.chunk.stored.read(&bytes.split_to(taken), &mut batch.values);
                spread(&mut batch.values, present, levels);
            }
            FlatValues::Keys(keys) => {
                let known = known.ok_or_else(|| "keys without a dictionary".to_owned())?;
                if known.array.is_some() && batch.values.is_empty() {
                    read_keys(keys, present, known.values.len(), &mut batch.keys)?;
                    spread(&mut batch.keys, present, levels);
                } else {
                    self.picked.clear();
                    read_keys(keys, present, known.values.len(), &mut self.picked)?;
                    batch.leave_keys(Some(known));
                    batch.values.extend(self.picked.iter().map(|key| known.values[*key as usize]));
                    spread(&mut batch.values, present, levels);
                }
            }
        }
        match levels {
            None => batch.nulls.append_n_non_nulls(rows),
            Some(levels) => levels.iter().for_each(|level| batch.nulls.append(*level == 1)),
        }
        Ok(rows)
    }

    fn array(&self, batch: FlatBatch<T>) -> Result<ArrayRef, String> {
        let FlatBatch { keys, values, mut nulls } = batch;
        let nulls: Option<NullBuffer> = nulls.finish();
        let array = || match self.dictionary.as_ref().and_then(|known| known.array.clone()) {
            Some(array) if values.is_empty() && !keys.is_empty() => {
                let keys = PrimitiveArray::<Int32Type>::try_new(keys.into(), nulls)?;
                Ok(Arc::new(DictionaryArray::try_new(keys, array)?) as ArrayRef)
            }
            _ => T::array(&self.chunk.data_type, values, nulls),
        };
        array().map_err(|error: arrow_schema::ArrowError| error.to_string())
    }
}

impl<T: ValueWord> FlatColumn for FlatReader<T> {
    fn read(&mut self, rows: usize) -> Result<ArrayRef, FlatFailure> {
        let nulls = NullBufferBuilder::new(rows);
        let mut batch = FlatBatch { keys: Vec::new(), values: Vec::new(), nulls };
        let mut read = 0;
        while read < rows && self.next_page()? {
            read += self.read_page(rows - read, &mut batch)?;
        }
        Ok(self.array(batch)?)
    }
}

impl<T: ValueWord> FlatBatch<T> {
    /// Replaces keys by values. NULLs get 0, whether or not the dictionary has a value.
    fn leave_keys(&mut self, dictionary: Option<&FlatDictionary<T>>) {
        let Some(FlatDictionary { values, .. }) = dictionary else { return };
        let value = |key: i32| values.get(key as usize).copied().unwrap_or_default();
        self.values.extend(self.keys.drain(..).map(value));
    }
}

impl PageRest {
    fn new(page: Page, is_optional: bool) -> Result<Self, FlatFailure> {
        let (encoding, left) = (page.encoding(), page.num_values() as usize);
        let (levels, values) = match page {
            Page::DataPage { buf, def_level_encoding, .. } => match is_optional {
                false => (None, buf),
                true if def_level_encoding != Encoding::RLE => return Err(FlatFailure::Unexpected),
                true => {
                    let len = buf.first_chunk::<4>().map(|len| u32::from_le_bytes(*len) as usize);
                    split(&buf, 4, len)?
                }
            },
            Page::DataPageV2 { buf, def_levels_byte_len, rep_levels_byte_len, .. } => {
                let (first, len) = (rep_levels_byte_len as usize, def_levels_byte_len as usize);
                let (levels, values) = split(&buf, first, Some(len))?;
                (levels.filter(|_| is_optional), values)
            }
            Page::DictionaryPage { .. } => return Err(FlatFailure::Unexpected),
        };
        let levels = levels.map(|levels| HybridNumbers::new(levels, 1)).transpose()?;
        let values = match encoding {
            Encoding::PLAIN => FlatValues::Plain(values),
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
                // A page that has only NULLs may have no keys, and therefore no width.
                let width = values.first().copied().unwrap_or(0);
                FlatValues::Keys(HybridNumbers::new(
                    values.slice(values.len().min(1)..),
                    width.into(),
                )?)
            }
            _ => return Err(FlatFailure::Unexpected),
        };
        Ok(PageRest { left, levels, values })
    }

    /// Reads the levels of the next rows, and returns how many of them have a value.
    fn read_levels(&mut self, rows: usize, levels: &mut Vec<i32>) -> Result<usize, String> {
        self.left -= rows;
        let Some(stored) = &mut self.levels else { return Ok(rows) };
        levels.clear();
        stored.read(rows, levels).map_err(|error| format!("definition levels: {error}"))?;
        match levels.iter().find(|level| **level as u32 > 1) {
            Some(level) => Err(format!("definition levels: level {level}, but the highest is 1")),
            None => Ok(levels.iter().sum::<i32>() as usize),
        }
    }
}

/// Appends `count` keys, each below the length of the dictionary.
fn read_keys(
    keys: &mut HybridNumbers,
    count: usize,
    values: usize,
    out: &mut Vec<i32>,
) -> Result<(), String> {
    let first = out.len();
    keys.read(count, out).map_err(|error| format!("keys: {error}"))?;
    let greatest = out[first..].iter().map(|key| *key as u32).max();
    match greatest.filter(|greatest| *greatest as usize >= values) {
        Some(key) => Err(format!("key {key} in a dictionary of {values} values")),
        None => Ok(()),
    }
}

/// Splits a page into its levels, `len` bytes from `first` on, and the values after them.
fn split(
    page: &Bytes,
    first: usize,
    len: Option<usize>,
) -> Result<(Option<Bytes>, Bytes), FlatFailure> {
    let end = len.and_then(|len| first.checked_add(len)).filter(|end| *end <= page.len());
    let end = end.ok_or_else(|| "a page ends within its levels".to_owned())?;
    Ok((Some(page.slice(first..end)), page.slice(end..)))
}

/// Moves the last `present` values to the rows that their levels give them, and puts 0 in the place of NULLs.
fn spread<V: Copy + Default>(values: &mut Vec<V>, present: usize, levels: Option<&[i32]>) {
    let Some(levels) = levels else { return };
    let first = values.len() - present;
    values.resize(first + levels.len(), V::default());
    let mut from = first + present;
    for (at, level) in levels.iter().enumerate().rev() {
        values[first + at] = match level {
            1 => {
                from -= 1;
                values[from]
            }
            _ => V::default(),
        };
    }
}
