//! Rows of a side with their hashes.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray, RecordBatch};
use datafusion::arrow::compute::filter_record_batch;
use datafusion::arrow::datatypes::{DataType, SchemaRef, UInt64Type};
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;

/// The number of columns before those of the side.
const HASHES: usize = 2;

/// A batch of a side's rows, whose first two columns are the hash of the key and that of the row.
#[derive(Clone, Debug)]
pub(crate) struct HashedBatch(RecordBatch);

impl HashedBatch {
    /// Takes the output of the plan of `scan`.
    ///
    /// # Errors
    /// Returns an error if the hashes are not 8 and 16 bytes.
    pub(crate) fn new(batch: RecordBatch) -> Result<Self> {
        let keys = batch.column(0).as_primitive_opt::<UInt64Type>();
        let rows = batch.column(1).as_binary_opt::<i32>();
        let rows = rows.filter(|rows| rows.null_count() == 0);
        let bytes =
            rows.and_then(|rows| rows.value_offsets().last()?.checked_sub(rows.value_offsets()[0]));
        match (keys, bytes.and_then(|bytes| usize::try_from(bytes).ok())) {
            (Some(_), Some(bytes)) if bytes == 16 * batch.num_rows() => Ok(HashedBatch(batch)),
            _ => Err(exec_datafusion_err!("the plan gave no hashes of 8 and 16 bytes")),
        }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.0.num_rows()
    }

    /// The hash of each key.
    pub(crate) fn keys(&self) -> &[u64] {
        self.0.column(0).as_primitive::<UInt64Type>().values()
    }

    /// The hash of each row.
    pub(crate) fn rows(&self) -> &[[u8; 16]] {
        let rows = self.0.column(1).as_binary::<i32>();
        let start = rows.value_offsets()[0] as usize;
        rows.value_data()[start..][..16 * self.len()].as_chunks().0
    }

    /// Copies the chosen rows. The copy shares no memory with this batch, which may be a small part of a page.
    ///
    /// # Errors
    /// Returns the errors of arrow.
    pub(crate) fn copy(&self, chosen: &[bool]) -> Result<Self> {
        let rows = filter_record_batch(&self.0, &BooleanArray::from(chosen.to_vec()))?;
        let columns = rows.columns().iter().map(compact).collect();
        Ok(HashedBatch(RecordBatch::try_new(rows.schema(), columns)?))
    }

    /// The memory of a copy.
    pub(crate) fn bytes(&self) -> usize {
        self.0.get_array_memory_size()
    }

    /// The side's columns.
    ///
    /// # Errors
    /// Returns an error if they don't have this schema.
    pub(crate) fn columns(&self, schema: &SchemaRef) -> Result<RecordBatch> {
        Ok(RecordBatch::try_new(Arc::clone(schema), self.0.columns()[HASHES..].to_vec())?)
    }
}

/// Copies views without the bytes that none of them refers to.
fn compact(column: &ArrayRef) -> ArrayRef {
    match column.data_type() {
        DataType::Utf8View => Arc::new(column.as_string_view().gc()),
        DataType::BinaryView => Arc::new(column.as_binary_view().gc()),
        _ => Arc::clone(column),
    }
}
