//! Files of one column whose pages are written by hand.

use std::sync::Arc;

use hashlane_parquet::page::PageHeader;
use parquet::basic::{Compression, Encoding, Repetition, Type};
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::schema::types::{SchemaDescriptor, Type as SchemaType};

use super::Memory;

/// The highest number that a header can claim.
pub const ALL: i64 = i32::MAX as i64;

/// Codes of encodings.
pub const PLAIN: i64 = 0;
pub const RLE: i64 = 3;

/// All codecs.
pub fn codecs() -> [Compression; 6] {
    [
        Compression::SNAPPY,
        Compression::GZIP(Default::default()),
        Compression::BROTLI(Default::default()),
        Compression::ZSTD(Default::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
    ]
}

pub fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A structure in the compact protocol: the numbers of the fields from 1 on, each if present.
pub fn numbers(values: &[Option<i64>], out: &mut Vec<u8>) {
    let mut delta = 0;
    for value in values {
        delta += 1;
        if let Some(value) = value {
            out.push(delta << 4 | 5);
            varint((value << 1 ^ value >> 63) as u64, out);
            delta = 0;
        }
    }
}

/// A page with a header of these sizes and with the fields of the structure for its kind.
pub fn page(kind: i64, uncompressed: i64, fields: &[i64], body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    numbers(&[Some(kind), Some(uncompressed), Some(body.len() as i64)], &mut out);
    // Data page headers are field 5, dictionary page headers field 7, data page headers of version 2 field 8.
    let delta = [2, 3, 4, 5][kind as usize];
    out.push(delta << 4 | 12);
    numbers(&fields.iter().copied().map(Some).collect::<Vec<_>>(), &mut out);
    out.extend([0, 0]);
    out.extend(body);
    out
}

pub fn data(values: i64, encoding: i64, body: &[u8]) -> Vec<u8> {
    page(0, body.len() as i64, &[values, encoding, RLE, RLE], body)
}

/// A file with one column chunk of these pages.
pub fn file(
    column: SchemaType,
    codec: Compression,
    values: i64,
    rows: i64,
    pages: &[u8],
) -> Memory {
    let schema = SchemaType::group_type_builder("schema").with_fields(vec![Arc::new(column)]);
    let schema = Arc::new(schema.build().expect("a schema"));
    let schema = Arc::new(SchemaDescriptor::new(schema));
    let chunk = ColumnChunkMetaData::builder(schema.column(0))
        .set_compression(codec)
        .set_num_values(values)
        .set_total_compressed_size(pages.len() as i64)
        .set_total_uncompressed_size(uncompressed(pages))
        .set_encodings(vec![
            Encoding::PLAIN,
            Encoding::RLE,
            Encoding::RLE_DICTIONARY,
            Encoding::DELTA_BINARY_PACKED,
            Encoding::DELTA_LENGTH_BYTE_ARRAY,
            Encoding::DELTA_BYTE_ARRAY,
        ])
        .set_data_page_offset(4);
    let group = RowGroupMetaData::builder(schema.clone())
        .set_num_rows(rows)
        .add_column_metadata(chunk.build().expect("a column chunk"));
    let about = FileMetaData::new(1, rows, None, None, schema, None);
    let metadata = ParquetMetaData::new(about, vec![group.build().expect("a row group")]);
    let mut bytes = b"PAR1".to_vec();
    bytes.extend(pages);
    ParquetMetaDataWriter::new(&mut bytes, &metadata).finish().expect("a footer is written");
    Memory(bytes)
}

/// The size of the pages before compression, with their headers, as far as they can be read.
fn uncompressed(mut pages: &[u8]) -> i64 {
    let mut size = 0;
    while let Ok(header) = PageHeader::read(pages) {
        size += header.len as i64 + i64::from(header.uncompressed_size);
        let end = header.len.saturating_add(usize::try_from(header.compressed_size).unwrap_or(0));
        pages = pages.get(end..).unwrap_or_default();
    }
    size
}

pub fn column(physical: Type, repetition: Repetition) -> SchemaType {
    let column = SchemaType::primitive_type_builder("c", physical).with_repetition(repetition);
    column.build().expect("a column")
}
