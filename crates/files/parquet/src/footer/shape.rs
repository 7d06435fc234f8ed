//! The shape of the metadata in the footer.
//!
//! The `parquet` crate 59 allocates memory for as many row groups as a list claims, and recurses for each level of the
//! schema: a footer of 20 bytes would end the process. So the form of the whole footer is checked before that parser
//! reads it.
//!
//! <https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>

use super::UnreadableMetadata;
use super::logical_type::LOGICAL_TYPE;
use crate::thrift::{
    FieldForm, RequiredFields, StructShape, ThriftError, ThriftKind, ThriftReader, check_shape,
};

use FieldForm::{Struct, Structs, Value, Values};
use RequiredFields::{Fields, One};
use ThriftKind::{Binary, Bool, I16, I32, I64};

/// The most levels of a schema. Readers that recurse for each level run out of stack after a few thousand.
pub(super) const MAX_SCHEMA_DEPTH: usize = 200;

/// The memory that the parsed metadata may take, unless [`MAX_RATIO`] allows more.
const MAX_MEMORY: u64 = 64 << 20;

/// The memory that the parsed metadata may take for each of their bytes. A column chunk takes 180 bytes in the metadata
/// of pyarrow, and counts as 700 here.
const MAX_RATIO: u64 = 16;

/// Checks that `metadata` have the form of `FileMetaData`, with a schema that is a tree.
///
/// # Errors
/// Returns the problem otherwise.
pub(super) fn check_metadata(metadata: &[u8]) -> Result<(), UnreadableMetadata> {
    let damaged = |error: ThriftError| UnreadableMetadata::Damaged(error.to_string());
    let mut reader = ThriftReader::new(metadata);
    let memory = check_shape(&mut reader, &FILE).map_err(|error| match error {
        // parquet-mr wrote a list here in 2018, before the format assigned the field.
        ThriftError::WrongKind { field: BLOOM_FILTER_LENGTH, kind: ThriftKind::List } => {
            UnreadableMetadata::Variant
        }
        error => damaged(error),
    })?;
    let (memory, end) = (memory.memory, reader.position());
    let most = MAX_MEMORY.max(MAX_RATIO * metadata.len() as u64);
    if memory > most {
        let detail = format!("lists of almost empty entries, which would take {memory} bytes");
        return Err(UnreadableMetadata::Damaged(detail));
    }
    if is_encrypted(metadata).map_err(damaged)? {
        return Err(UnreadableMetadata::Encrypted);
    }
    if end < metadata.len() {
        let detail = format!("{} bytes follow the last field", metadata.len() - end);
        return Err(UnreadableMetadata::Damaged(detail));
    }
    let children = schema_children(metadata).map_err(damaged)?;
    check_tree(&children).map_err(UnreadableMetadata::Damaged)
}

/// Returns a field in `metadata` that the format doesn't have, if there is one: its number and the name of a field beside it.
pub(crate) fn unknown_field(metadata: &[u8]) -> Option<(i16, &'static str)> {
    check_shape(&mut ThriftReader::new(metadata), &FILE).ok()?.unknown
}

/// Whether the footer, which is not encrypted itself, describes encrypted columns.
fn is_encrypted(metadata: &[u8]) -> Result<bool, ThriftError> {
    let (mut reader, mut last) = (ThriftReader::new(metadata), 0);
    while let Some(field) = reader.field(&mut last)? {
        if field.id == 8 {
            return Ok(true);
        }
        reader.skip(field)?;
    }
    Ok(false)
}

/// The number of children of each element of the schema, in the order of the schema.
fn schema_children(metadata: &[u8]) -> Result<Vec<i32>, ThriftError> {
    let mut reader = ThriftReader::new(metadata);
    let (mut children, mut last) = (Vec::new(), 0);
    while let Some(field) = reader.field(&mut last)? {
        if field.id != 2 {
            reader.skip(field)?;
            continue;
        }
        for _ in 0..reader.list()?.len {
            children.push(element_children(&mut reader)?);
        }
    }
    Ok(children)
}

fn element_children(reader: &mut ThriftReader<'_>) -> Result<i32, ThriftError> {
    let (mut children, mut last) = (0, 0);
    while let Some(field) = reader.field(&mut last)? {
        match field.id {
            5 => children = reader.i32()?,
            _ => reader.skip(field)?,
        }
    }
    Ok(children)
}

fn check_tree(children: &[i32]) -> Result<(), String> {
    // The number of children that are still to come in each open group.
    let mut open: Vec<usize> = Vec::new();
    for (index, &count) in children.iter().enumerate() {
        if index > 0 {
            while open.last() == Some(&0) {
                open.pop();
            }
            let Some(left) = open.last_mut() else {
                return Err(format!("the schema goes on after its root ends, at element {index}"));
            };
            *left -= 1;
        }
        let count = usize::try_from(count)
            .ok()
            .filter(|count| *count < children.len() - index)
            .ok_or_else(|| format!("element {index} of the schema claims {count} children"))?;
        open.push(count);
        if open.len() > MAX_SCHEMA_DEPTH {
            return Err(format!("the schema is more than {MAX_SCHEMA_DEPTH} levels deep"));
        }
    }
    if open.iter().any(|left| *left > 0) {
        return Err("the schema ends before its last group does".to_owned());
    }
    Ok(())
}

const BLOOM_FILTER_LENGTH: &str = "ColumnMetaData.bloom_filter_length";

static FILE: StructShape = StructShape {
    fields: &[
        (1, "FileMetaData.version", Value(I32)),
        (2, "FileMetaData.schema", Structs(&SCHEMA_ELEMENT, 300)),
        (3, "FileMetaData.num_rows", Value(I64)),
        (4, "FileMetaData.row_groups", Structs(&ROW_GROUP, 200)),
        (5, "FileMetaData.key_value_metadata", Structs(&KEY_VALUE, 50)),
        (6, "FileMetaData.created_by", Value(Binary)),
        (7, "FileMetaData.column_orders", Structs(&COLUMN_ORDER, 8)),
        (8, "FileMetaData.encryption_algorithm", Struct(&ENCRYPTION_ALGORITHM)),
        (9, "FileMetaData.footer_signing_key_metadata", Value(Binary)),
    ],
    required: Fields(&[1, 2, 3, 4]),
};

static ANY: StructShape = StructShape { fields: &[], required: Fields(&[]) };

static SCHEMA_ELEMENT: StructShape = StructShape {
    fields: &[
        (1, "SchemaElement.type", Value(I32)),
        (2, "SchemaElement.type_length", Value(I32)),
        (3, "SchemaElement.repetition_type", Value(I32)),
        (4, "SchemaElement.name", Value(Binary)),
        (5, "SchemaElement.num_children", Value(I32)),
        (6, "SchemaElement.converted_type", Value(I32)),
        (7, "SchemaElement.scale", Value(I32)),
        (8, "SchemaElement.precision", Value(I32)),
        (9, "SchemaElement.field_id", Value(I32)),
        (10, "SchemaElement.logicalType", Struct(&LOGICAL_TYPE)),
    ],
    required: Fields(&[4]),
};

static KEY_VALUE: StructShape = StructShape {
    fields: &[(1, "KeyValue.key", Value(Binary)), (2, "KeyValue.value", Value(Binary))],
    required: Fields(&[1]),
};

static ROW_GROUP: StructShape = StructShape {
    fields: &[
        (1, "RowGroup.columns", Structs(&COLUMN_CHUNK, 700)),
        (2, "RowGroup.total_byte_size", Value(I64)),
        (3, "RowGroup.num_rows", Value(I64)),
        (4, "RowGroup.sorting_columns", Structs(&SORTING_COLUMN, 8)),
        (5, "RowGroup.file_offset", Value(I64)),
        (6, "RowGroup.total_compressed_size", Value(I64)),
        (7, "RowGroup.ordinal", Value(I16)),
    ],
    required: Fields(&[1, 2, 3]),
};

static COLUMN_CHUNK: StructShape = StructShape {
    fields: &[
        (1, "ColumnChunk.file_path", Value(Binary)),
        (2, "ColumnChunk.file_offset", Value(I64)),
        (3, "ColumnChunk.meta_data", Struct(&COLUMN)),
        (4, "ColumnChunk.offset_index_offset", Value(I64)),
        (5, "ColumnChunk.offset_index_length", Value(I32)),
        (6, "ColumnChunk.column_index_offset", Value(I64)),
        (7, "ColumnChunk.column_index_length", Value(I32)),
        (8, "ColumnChunk.crypto_metadata", Value(ThriftKind::Struct)),
        (9, "ColumnChunk.encrypted_column_metadata", Value(Binary)),
    ],
    required: Fields(&[2]),
};

static COLUMN: StructShape = StructShape {
    fields: &[
        (1, "ColumnMetaData.type", Value(I32)),
        (2, "ColumnMetaData.encodings", Values(I32)),
        (3, "ColumnMetaData.path_in_schema", Values(Binary)),
        (4, "ColumnMetaData.codec", Value(I32)),
        (5, "ColumnMetaData.num_values", Value(I64)),
        (6, "ColumnMetaData.total_uncompressed_size", Value(I64)),
        (7, "ColumnMetaData.total_compressed_size", Value(I64)),
        (8, "ColumnMetaData.key_value_metadata", Structs(&KEY_VALUE, 50)),
        (9, "ColumnMetaData.data_page_offset", Value(I64)),
        (10, "ColumnMetaData.index_page_offset", Value(I64)),
        (11, "ColumnMetaData.dictionary_page_offset", Value(I64)),
        (12, "ColumnMetaData.statistics", Struct(&STATISTICS)),
        (13, "ColumnMetaData.encoding_stats", Structs(&ENCODING_STATS, 12)),
        (14, "ColumnMetaData.bloom_filter_offset", Value(I64)),
        (15, BLOOM_FILTER_LENGTH, Value(I32)),
        (16, "ColumnMetaData.size_statistics", Struct(&SIZE_STATISTICS)),
        (17, "ColumnMetaData.geospatial_statistics", Value(ThriftKind::Struct)),
    ],
    required: Fields(&[1, 2, 3, 4, 5, 6, 7, 9]),
};

static STATISTICS: StructShape = StructShape {
    fields: &[
        (1, "Statistics.max", Value(Binary)),
        (2, "Statistics.min", Value(Binary)),
        (3, "Statistics.null_count", Value(I64)),
        (4, "Statistics.distinct_count", Value(I64)),
        (5, "Statistics.max_value", Value(Binary)),
        (6, "Statistics.min_value", Value(Binary)),
        (7, "Statistics.is_max_value_exact", Value(Bool)),
        (8, "Statistics.is_min_value_exact", Value(Bool)),
        (9, "Statistics.nan_count", Value(I64)),
    ],
    required: Fields(&[]),
};

static SIZE_STATISTICS: StructShape = StructShape {
    fields: &[
        (1, "SizeStatistics.unencoded_byte_array_data_bytes", Value(I64)),
        (2, "SizeStatistics.repetition_level_histogram", Values(I64)),
        (3, "SizeStatistics.definition_level_histogram", Values(I64)),
    ],
    required: Fields(&[]),
};

static COLUMN_ORDER: StructShape = StructShape {
    fields: &[
        (1, "ColumnOrder.TYPE_ORDER", Struct(&ANY)),
        (2, "ColumnOrder.IEEE_754_TOTAL_ORDER", Struct(&ANY)),
    ],
    required: One,
};

static ENCRYPTION_ALGORITHM: StructShape = StructShape {
    fields: &[
        (1, "EncryptionAlgorithm.AES_GCM_V1", Struct(&ANY)),
        (2, "EncryptionAlgorithm.AES_GCM_CTR_V1", Struct(&ANY)),
    ],
    required: One,
};

static SORTING_COLUMN: StructShape = StructShape {
    fields: &[
        (1, "SortingColumn.column_idx", Value(I32)),
        (2, "SortingColumn.descending", Value(Bool)),
        (3, "SortingColumn.nulls_first", Value(Bool)),
    ],
    required: Fields(&[1, 2, 3]),
};

static ENCODING_STATS: StructShape = StructShape {
    fields: &[
        (1, "PageEncodingStats.page_type", Value(I32)),
        (2, "PageEncodingStats.encoding", Value(I32)),
        (3, "PageEncodingStats.count", Value(I32)),
    ],
    required: Fields(&[1, 2, 3]),
};
