//! Files that arrow-rs writes: every codec, both page versions, with and without dictionaries, page
//! index and bloom filters. It writes no page checksums.

use std::sync::Arc;

use arrow::array::{ArrayRef, BooleanArray, Float64Array, Int64Array, ListArray, StringArray};
use arrow::datatypes::Int32Type;
use arrow::record_batch::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};

use super::Random;

/// A file and its description.
pub struct File {
    pub what: String,
    pub bytes: Vec<u8>,
}

/// Rows with NULLs, repeated and distinct values, and lists.
pub fn rows(count: usize) -> RecordBatch {
    let mut random = Random(6);
    let mut some = |bound| (random.below(10) > 0).then(|| random.below(bound));
    let ints: Int64Array = (0..count).map(|_| some(1 << 40).map(|it| it as i64)).collect();
    let texts: StringArray = (0..count).map(|_| some(30).map(|it| format!("value {it}"))).collect();
    let floats: Float64Array =
        (0..count).map(|_| some(1 << 30).map(|it| it as f64 / 3.0)).collect();
    let bools: BooleanArray = (0..count).map(|_| some(2).map(|it| it == 1)).collect();
    let lists = ListArray::from_iter_primitive::<Int32Type, _, _>(
        (0..count).map(|_| some(4).map(|len| (0..len as i32).map(Some).collect::<Vec<_>>())),
    );
    let columns: [(&str, ArrayRef); 5] = [
        ("i", Arc::new(ints)),
        ("s", Arc::new(texts)),
        ("f", Arc::new(floats)),
        ("b", Arc::new(bools)),
        ("l", Arc::new(lists)),
    ];
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

/// One file of these rows, in row groups of 300 and pages of 100.
pub fn file(
    rows: &RecordBatch,
    codec: Compression,
    version: WriterVersion,
    dictionary: bool,
    indexed: bool,
) -> Vec<u8> {
    let statistics = if indexed { EnabledStatistics::Page } else { EnabledStatistics::None };
    let properties = WriterProperties::builder()
        .set_compression(codec)
        .set_writer_version(version)
        .set_dictionary_enabled(dictionary)
        .set_statistics_enabled(statistics)
        .set_write_page_header_statistics(indexed)
        .set_offset_index_disabled(!indexed)
        .set_bloom_filter_enabled(indexed)
        .set_bloom_filter_max_ndv(50)
        .set_max_row_group_row_count(Some(300))
        .set_data_page_row_count_limit(100)
        .set_write_batch_size(50)
        .set_key_value_metadata(Some(vec![KeyValue::new("é".to_owned(), "ü".to_owned())]))
        .build();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, rows.schema(), Some(properties)).unwrap();
    // The writer recurses once for every row group of its input.
    for at in (0..rows.num_rows()).step_by(3000) {
        writer.write(&rows.slice(at, (rows.num_rows() - at).min(3000))).unwrap();
    }
    writer.close().unwrap();
    bytes
}

/// Files of 700 rows, with all settings.
pub fn files() -> Vec<File> {
    let rows = rows(700);
    let codecs = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
        Compression::LZ4_RAW,
    ];
    let mut files = Vec::new();
    for codec in codecs {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            for (dictionary, indexed) in [(true, true), (true, false), (false, true)] {
                let what = format!("{codec}, {version:?}, {dictionary} {indexed}");
                files.push(File { what, bytes: file(&rows, codec, version, dictionary, indexed) });
            }
        }
    }
    files
}

/// A file of a few hundred bytes with pages, a page index and bloom filters.
pub fn small() -> Vec<u8> {
    let rows = rows(40).project(&[0, 1]).expect("two columns");
    file(&rows, Compression::SNAPPY, WriterVersion::PARQUET_1_0, true, true)
}
