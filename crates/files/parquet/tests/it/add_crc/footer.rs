//! The locations of column chunks, according to the footer. arrow-rs can't read the footer of one published file.

use std::ops::Range;

use hashlane_parquet::thrift::{FieldHead, ThriftKind, ThriftReader};

/// Returns the bytes of each column chunk that has any, in the order of the file. The numbers of the fields are those of
/// parquet.thrift.
pub fn column_chunks(file: &[u8]) -> Vec<Range<u64>> {
    let tail = file.len() - 8;
    let length = u32::from_le_bytes(file[tail..tail + 4].try_into().expect("four bytes")) as usize;
    let mut chunks = Vec::new();
    // FileMetaData.row_groups, RowGroup.columns, ColumnChunk.meta_data
    each_field(&mut ThriftReader::new(&file[tail - length..tail]), &mut |reader, field| {
        field.id == 4
            && each_element(reader, &mut |reader| {
                each_field(reader, &mut |reader, field| {
                    field.id == 1
                        && each_element(reader, &mut |reader| {
                            each_field(reader, &mut |reader, field| {
                                field.id == 3 && metadata(reader, &mut chunks)
                            });
                        })
                });
            })
    });
    chunks.retain(|chunk| !chunk.is_empty());
    chunks.sort_by_key(|chunk| chunk.start);
    chunks
}

/// Reads a `ColumnMetaData`.
fn metadata(reader: &mut ThriftReader<'_>, chunks: &mut Vec<Range<u64>>) -> bool {
    let (mut size, mut starts) = (0, Vec::new());
    each_field(reader, &mut |reader, field| {
        // total_compressed_size; data_page_offset and dictionary_page_offset, which is 0 if there is no dictionary
        match field.id {
            7 => size = number(reader),
            9 | 11 => starts.push(number(reader)),
            _ => return false,
        }
        true
    });
    let start = starts.into_iter().filter(|start| *start > 0).min().unwrap_or(0);
    chunks.push(start..start + size);
    true
}

fn number(reader: &mut ThriftReader<'_>) -> u64 {
    reader.i64().expect("a number").try_into().expect("not negative")
}

/// Calls `one` with each field of a struct. It reads the value, or returns false.
fn each_field(
    reader: &mut ThriftReader<'_>,
    one: &mut dyn FnMut(&mut ThriftReader<'_>, &FieldHead) -> bool,
) {
    let mut last = 0;
    while let Some(field) = reader.field(&mut last).expect("a field") {
        if !one(reader, &field) && field.kind != ThriftKind::Bool {
            reader.skip_element(field.kind).expect("a value");
        }
    }
}

/// Calls `one` with each element of a list.
fn each_element(reader: &mut ThriftReader<'_>, one: &mut dyn FnMut(&mut ThriftReader<'_>)) -> bool {
    let list = reader.list().expect("a list");
    (0..list.len).for_each(|_| one(reader));
    true
}
