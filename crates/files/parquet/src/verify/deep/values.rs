//! Reads the values of pages through the `parquet` crate, one page at a time, so that an error concerns a known page.
//!
//! The crate's reader gets the values alone, as those of a column that is neither optional nor repeated. With levels it
//! would read whole rows, and a row can be as long as a page claims.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use parquet::basic::Type;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::{
    AsBytes, BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType,
    Int32Type, Int64Type, Int96Type,
};
use parquet::errors::Result;
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};

use crate::guard::guarded;

/// Reads the values of one column chunk.
pub(super) trait ValueReader {
    /// Sets the dictionary for all following pages.
    fn dictionary(&mut self, page: Page) -> std::result::Result<(), String>;

    /// Calls `each` with every value of a data page, PLAIN-encoded, without the length before a BYTE_ARRAY. Decodes at
    /// most `batch` values at once. Returns an error between two batches if `cancelled` returns true: a few bytes can
    /// stand for billions of values.
    fn page(
        &mut self,
        page: Page,
        batch: usize,
        cancelled: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[u8]),
    ) -> std::result::Result<(), String>;
}

/// Returns a reader for the values of a column.
pub(super) fn values(column: &ColumnDescriptor) -> Box<dyn ValueReader> {
    let flat = ColumnDescriptor::new(column.self_type_ptr(), 0, 0, column.path().clone());
    let flat = Arc::new(flat);
    match column.physical_type() {
        Type::BOOLEAN => Box::new(TypedReader::<BoolType>::new(flat)),
        Type::INT32 => Box::new(TypedReader::<Int32Type>::new(flat)),
        Type::INT64 => Box::new(TypedReader::<Int64Type>::new(flat)),
        Type::INT96 => Box::new(TypedReader::<Int96Type>::new(flat)),
        Type::FLOAT => Box::new(TypedReader::<FloatType>::new(flat)),
        Type::DOUBLE => Box::new(TypedReader::<DoubleType>::new(flat)),
        Type::BYTE_ARRAY => Box::new(TypedReader::<ByteArrayType>::new(flat)),
        Type::FIXED_LEN_BYTE_ARRAY => Box::new(TypedReader::<FixedLenByteArrayType>::new(flat)),
    }
}

struct TypedReader<T: DataType> {
    column: ColumnDescPtr,
    feed: PageFeed,
    dictionary: Option<Page>,
    /// `None` after an error: the reader would continue within the page that it failed on.
    reader: Option<ColumnReaderImpl<T>>,
    values: Vec<T::T>,
}

impl<T: DataType> TypedReader<T> {
    fn new(column: ColumnDescPtr) -> Self {
        TypedReader {
            column,
            feed: PageFeed::default(),
            dictionary: None,
            reader: None,
            values: Vec::new(),
        }
    }

    /// Returns a reader that has the dictionary, if there is one.
    fn reader(&mut self) -> std::result::Result<ColumnReaderImpl<T>, String> {
        if let Some(reader) = self.reader.take() {
            return Ok(reader);
        }
        self.feed.clear();
        let mut reader = ColumnReaderImpl::new(self.column.clone(), Box::new(self.feed.clone()));
        if let Some(page) = &self.dictionary {
            self.feed.push(page.clone());
            // No page follows the dictionary, so the reader reads the dictionary and no value.
            let read = guarded(|| reader.read_records(1, None, None, &mut self.values))?;
            read.map_err(|error| error.to_string())?;
        }
        Ok(reader)
    }
}

impl<T: DataType> ValueReader for TypedReader<T> {
    fn dictionary(&mut self, page: Page) -> std::result::Result<(), String> {
        self.dictionary = Some(page);
        self.reader = None;
        match self.reader() {
            Ok(reader) => self.reader = Some(reader),
            Err(error) => {
                self.dictionary = None;
                return Err(error);
            }
        }
        Ok(())
    }

    fn page(
        &mut self,
        page: Page,
        batch: usize,
        cancelled: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[u8]),
    ) -> std::result::Result<(), String> {
        let mut reader = self.reader()?;
        let mut left = page.num_values() as usize;
        self.feed.push(page);
        while left > 0 {
            if cancelled() {
                return Err("cancelled".to_owned());
            }
            let values = &mut self.values;
            values.clear();
            let read = guarded(|| -> Result<usize> {
                let (_, read, _) = reader.read_records(batch.min(left), None, None, values)?;
                values.iter().for_each(|value| each(value.as_bytes()));
                Ok(read)
            })?;
            match read.map_err(|error| error.to_string())? {
                0 => return Err(format!("the page ends {left} values too early")),
                read => left = left.saturating_sub(read),
            }
        }
        self.values.clear();
        self.reader = Some(reader);
        Ok(())
    }
}

/// The pages that the reader gets next.
#[derive(Clone, Default)]
struct PageFeed(Arc<Mutex<VecDeque<Page>>>);

impl PageFeed {
    fn push(&self, page: Page) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(page);
    }

    fn pop(&self) -> Option<Page> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Iterator for PageFeed {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pop().map(Ok)
    }
}

impl PageReader for PageFeed {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        Ok(self.pop())
    }

    // The crate calls these two only to skip rows.
    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        Ok(None)
    }

    fn skip_next_page(&mut self) -> Result<()> {
        Ok(())
    }
}
