//! Columns that are read chunk by chunk.

use std::vec::IntoIter;

use arrow_array::{Array, ArrayRef, new_empty_array};
use arrow_schema::{DataType, FieldRef};

use crate::calls::{CallFailure, failed};
use crate::stream::StreamReader;

/// The source of a column's chunks.
pub enum ChunkSource {
    /// Chunks in memory.
    Chunks(FieldRef, IntoIter<ArrayRef>),
    /// A stream.
    Stream(StreamReader),
}

impl ChunkSource {
    fn field(&self) -> &FieldRef {
        match self {
            ChunkSource::Chunks(field, _) => field,
            ChunkSource::Stream(reader) => reader.field(),
        }
    }

    fn next(&mut self) -> Result<Option<ArrayRef>, CallFailure> {
        match self {
            ChunkSource::Chunks(_, chunks) => Ok(chunks.next()),
            ChunkSource::Stream(reader) => reader.next(),
        }
    }
}

/// The rest of a column.
pub struct InputColumn {
    source: ChunkSource,
    /// The rest of the current chunk.
    chunk: Option<ArrayRef>,
}

impl InputColumn {
    /// Creates the column of a source.
    pub fn new(source: ChunkSource) -> Self {
        InputColumn { source, chunk: None }
    }

    /// Its type.
    pub fn data_type(&self) -> &DataType {
        self.source.field().data_type()
    }

    /// Returns the number of rows left in the current chunk, or in the next one; 0 at the end.
    pub fn rows_ahead(&mut self) -> Result<usize, CallFailure> {
        loop {
            match &self.chunk {
                Some(chunk) if !chunk.is_empty() => return Ok(chunk.len()),
                _ => self.chunk = self.source.next()?,
            }
            if self.chunk.is_none() {
                return Ok(0);
            }
        }
    }

    /// Returns the next rows, at most as many as are [ahead](InputColumn::rows_ahead).
    pub fn take(&mut self, rows: usize) -> ArrayRef {
        let Some(chunk) = self.chunk.take() else { return new_empty_array(self.data_type()) };
        self.chunk = Some(chunk.slice(rows, chunk.len() - rows));
        chunk.slice(0, rows)
    }

    /// Returns all remaining rows as one array.
    pub fn whole(&mut self) -> Result<ArrayRef, CallFailure> {
        let mut chunks: Vec<_> = self.chunk.take().into_iter().collect();
        while let Some(chunk) = self.source.next()? {
            chunks.push(chunk);
        }
        match chunks.as_slice() {
            [] => Ok(new_empty_array(self.data_type())),
            [one] => Ok(one.clone()),
            several => {
                let several: Vec<_> = several.iter().map(|chunk| chunk.as_ref()).collect();
                arrow_select::concat::concat(&several).map_err(failed)
            }
        }
    }
}
