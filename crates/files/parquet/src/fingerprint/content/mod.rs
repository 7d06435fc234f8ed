//! The content of a Parquet file, independent of its writer: the types that its values are read as.
//!
//! The Parquet schema alone decides. Metadata that a writer stores for itself, such as `ARROW:schema`, is
//! not content: it would turn a number into a duration, and every other reader sees a number.
//! `docs/parquet.md` defines when content is the same.

pub(super) mod int96;
mod leaves;
mod refused;
mod strings;
mod uuid;

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_schema::ArrowError;
use arrow_schema::{DataType, Field, Fields, TimeUnit};
use parquet::arrow::{
    FieldLevels, ProjectionMask, parquet_to_arrow_field_levels, parquet_to_arrow_schema,
};
use parquet::basic::{Encoding, Type as Physical};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor};

/// The columns of a file and the types of their values.
pub(crate) struct ContentColumns {
    /// The file's schema, with strings as bytes: strings of some writers aren't UTF-8, and the parquet crate would
    /// reject them.
    schema: SchemaDescPtr,
    /// The columns as the parquet crate reads them.
    read: Fields,
    /// The columns as they are hashed.
    hashed: Fields,
    /// The first leaf of each column.
    leaves: Vec<usize>,
}

impl ContentColumns {
    /// Derives the content's types from a file's schema.
    ///
    /// # Errors
    /// Returns an error if the fingerprint doesn't support a column's type, or if the parquet crate can't
    /// read the schema or leaves out a column.
    pub(crate) fn new(schema: &SchemaDescriptor) -> Result<ContentColumns, String> {
        refused::check(schema.root_schema())?;
        let inferred = parquet_to_arrow_schema(schema, None).map_err(|error| error.to_string())?;
        let inferred = inferred.fields;
        if inferred.len() != schema.root_schema().get_fields().len() {
            return Err("has columns that the parquet library skips".to_owned());
        }
        let mut texts = Vec::with_capacity(schema.num_columns());
        let hashed = leaves::map(&inferred, &mut |leaf, inferred| {
            let hashed = leaves::hashed_as(&schema.column(leaf), inferred);
            texts.push(leaves::is_text(&schema.column(leaf), inferred));
            hashed
        });
        let schema = strings::as_bytes(schema, &texts).map_err(|error| error.to_string())?;
        let schema = Arc::new(schema);
        let inferred = parquet_to_arrow_schema(&schema, None).map_err(|error| error.to_string())?;
        let read = leaves::map(&inferred.fields, &mut |leaf, inferred| {
            leaves::read_as(&schema.column(leaf), inferred)
        });
        let roots: Vec<usize> =
            (0..schema.num_columns()).map(|leaf| schema.get_column_root_idx(leaf)).collect();
        let leaves = (0..read.len()).map(|root| roots.partition_point(|of| *of < root)).collect();
        Ok(ContentColumns { schema, read, hashed, leaves })
    }

    /// Returns the schema that the parquet crate reads the file by.
    pub(crate) fn schema(&self) -> SchemaDescPtr {
        self.schema.clone()
    }

    /// Returns the columns in file order.
    pub(crate) fn fields(&self) -> &Fields {
        &self.hashed
    }

    /// Returns how to read the columns `roots` of a row group. Dictionary-encoded strings and bytes stay
    /// in their dictionary, so each is hashed once. Others stay in their pages, and views of them are
    /// hashed. The leaves `microseconds` have INT96 timestamps whose nanoseconds don't fit 64 bits.
    pub(crate) fn levels(
        &self,
        metadata: &ParquetMetaData,
        row_group: usize,
        roots: &[usize],
        microseconds: &[usize],
    ) -> Result<FieldLevels, ParquetError> {
        let row_group = metadata.row_group(row_group);
        let fields =
            self.read.iter().zip(&self.leaves).map(|(field, leaf)| match field.data_type() {
                bytes if is_dictionary(field, row_group.column(*leaf)) => {
                    with_type(field, dictionary_of(bytes))
                }
                DataType::Binary => with_type(field, DataType::BinaryView),
                _ => field.as_ref().clone(),
            });
        let fields = leaves::map(&fields.collect(), &mut |leaf, read| {
            let wide = microseconds.contains(&leaf);
            if wide { DataType::Timestamp(TimeUnit::Microsecond, None) } else { read.clone() }
        });
        let mask = ProjectionMask::roots(&self.schema, roots.iter().copied());
        parquet_to_arrow_field_levels(&self.schema, mask, Some(&fields))
    }

    /// Returns the type that the values of a column are read as.
    pub(crate) fn read_as(&self, root: usize) -> &DataType {
        self.read[root].data_type()
    }

    /// Returns the leaves of the columns `roots`.
    pub(crate) fn leaves(&self, roots: &[usize]) -> Vec<usize> {
        let mask = ProjectionMask::roots(&self.schema, roots.iter().copied());
        (0..self.schema.num_columns()).filter(|leaf| mask.leaf_included(*leaf)).collect()
    }

    /// Converts the values of column `root` to the form that is hashed.
    pub(crate) fn values(&self, root: usize, array: ArrayRef) -> Result<ArrayRef, ArrowError> {
        match self.read[root].data_type() == self.hashed[root].data_type() {
            true => Ok(array),
            false => uuid::as_text(&array, self.hashed[root].data_type()),
        }
    }
}

fn with_type(field: &Field, data_type: DataType) -> Field {
    field.clone().with_data_type(data_type)
}

fn dictionary_of(values: &DataType) -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(values.clone()))
}

/// Returns whether a column chunk has all its values in a dictionary, according to its writer. If the
/// writer is wrong, the reader builds a dictionary as it reads. This is slow but gives the same values.
fn is_dictionary(field: &Field, chunk: &ColumnChunkMetaData) -> bool {
    let pages = chunk.page_encoding_stats_mask();
    field.data_type() == &DataType::Binary
        && chunk.column_type() == Physical::BYTE_ARRAY
        && pages.is_some_and(|pages| {
            pages.is_only(Encoding::RLE_DICTIONARY) || pages.is_only(Encoding::PLAIN_DICTIONARY)
        })
}

/// Names a type for messages, without its width, its unit and its nullability, which are not content.
pub(crate) fn kind(data_type: &DataType) -> String {
    match data_type {
        DataType::Null => "null".to_owned(),
        DataType::Boolean => "boolean".to_owned(),
        data_type if data_type.is_integer() => "integer".to_owned(),
        data_type if data_type.is_floating() => "float".to_owned(),
        data_type if data_type.is_decimal() => "decimal".to_owned(),
        DataType::Utf8 => "text".to_owned(),
        DataType::Binary | DataType::FixedSizeBinary(_) => "bytes".to_owned(),
        DataType::Date32 => "date".to_owned(),
        DataType::Time32(_) | DataType::Time64(_) => "time".to_owned(),
        DataType::Timestamp(..) => "timestamp".to_owned(),
        DataType::List(element) => format!("list of {}", kind(element.data_type())),
        DataType::Map(entry, _) => match entry.data_type() {
            DataType::Struct(fields) if fields.len() == 2 => {
                let [key, value] = [0, 1].map(|i| kind(fields[i].data_type()));
                format!("map of {key} to {value}")
            }
            other => format!("map of {other}"),
        },
        DataType::Struct(fields) => {
            let fields = fields.iter().map(|f| format!("{} {}", f.name(), kind(f.data_type())));
            format!("struct of ({})", fields.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
