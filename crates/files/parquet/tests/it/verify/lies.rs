//! Healthy data with wrong footers. The `parquet` crate writes the footers.

use std::sync::Arc;

use hashlane_parquet::verify::{Check, Finding};
use parquet::basic::{Compression, ConvertedType, Encoding, GzipLevel, PageType, Repetition, Type};
use parquet::data_type::ByteArray;
use parquet::file::metadata::{
    ColumnChunkMetaData, ColumnChunkMetaDataBuilder, PageEncodingStats, ParquetMetaDataBuilder,
    ParquetMetaDataReader, ParquetMetaDataWriter, RowGroupMetaDataBuilder,
};
use parquet::file::properties::WriterVersion;
use parquet::file::statistics::{Statistics, ValueStatistics};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type as SchemaType;

use super::failures;
use super::healthy::with_filters;
use crate::written::Memory;

type Change =
    dyn Fn(ColumnChunkMetaDataBuilder, &ColumnChunkMetaData) -> ColumnChunkMetaDataBuilder;

/// The failures of a file whose footer has one changed claim about a column.
fn failures_with(column: usize, change: &Change) -> Vec<Finding> {
    failures_with_group(column, change, |group| group)
}

fn failures_with_group(
    column: usize,
    change: &Change,
    group: impl Fn(RowGroupMetaDataBuilder) -> RowGroupMetaDataBuilder,
) -> Vec<Finding> {
    failures(&Memory(file_with_group(column, change, group)), true)
}

fn file_with_group(
    column: usize,
    change: &Change,
    group: impl Fn(RowGroupMetaDataBuilder) -> RowGroupMetaDataBuilder,
) -> Vec<u8> {
    let mut file = with_filters(WriterVersion::PARQUET_2_0);
    let tail = file.len() - 8;
    let len = u32::from_le_bytes(file[tail..tail + 4].try_into().expect("four bytes")) as usize;
    let metadata =
        ParquetMetaDataReader::decode_metadata(&file[tail - len..tail]).expect("sound metadata");
    file.truncate(tail - len);
    let mut builder = ParquetMetaDataBuilder::new_from_metadata(metadata);
    let mut groups = builder.take_row_groups();
    let mut changed = groups.remove(0).into_builder();
    let columns = changed.take_columns().into_iter().enumerate().map(|(index, chunk)| {
        let builder = chunk.clone().into_builder();
        let builder = if index == column { change(builder, &chunk) } else { builder };
        builder.build().expect("a column chunk")
    });
    let columns = columns.collect();
    let changed = group(changed.set_column_metadata(columns)).build().expect("a row group");
    let metadata = builder.add_row_group(changed).build();
    ParquetMetaDataWriter::new(&mut file, &metadata).finish().expect("a footer is written");
    file
}

/// Checks that one check fails, in the column, with these words.
fn one(failures: &[Finding], check: Check, column: &str, detail: &str) {
    let [finding] = failures else { panic!("{check:?}: {failures:?}") };
    assert_eq!(finding.check, check, "{finding:?}");
    assert_eq!(finding.column.as_deref(), Some(column), "{finding:?}");
    assert!(finding.detail.contains(detail), "{finding:?}");
}

fn numbers(min: i64, max: i64, nulls: u64) -> Statistics {
    Statistics::int64(Some(min), Some(max), None, Some(nulls), false)
}

fn texts(min: &str, max: &str, exact: bool) -> Statistics {
    let value = |text: &str| Some(ByteArray::from(text));
    let statistics = ValueStatistics::new(value(min), value(max), None, Some(0), false);
    Statistics::ByteArray(statistics.with_min_is_exact(exact).with_max_is_exact(exact))
}

#[test]
fn nothing_but_a_new_footer() {
    assert_eq!(failures_with(0, &|builder, _| builder), []);
}

/// The numbers are the squares from 1 to 499, without every seventh, which is NULL: 72 of 500.
#[test]
fn statistics() {
    let with = |column, statistics: Statistics| {
        failures_with(column, &move |builder, _| builder.set_statistics(statistics.clone()))
    };
    assert_eq!(with(0, numbers(1, 249_001, 72)), []);
    assert_eq!(with(0, numbers(-5, i64::MAX, 72)), []);
    let statistics = Check::Statistics;
    one(&with(0, numbers(2, 249_001, 72)), statistics, "n", "min is 2, but the data has 1");
    one(
        &with(0, numbers(1, 249_000, 72)),
        statistics,
        "n",
        "max is 249000, but the data has 249001",
    );
    one(&with(0, numbers(1, 249_001, 71)), statistics, "n", "null_count is 71");
    let change = |builder: ColumnChunkMetaDataBuilder, _: &ColumnChunkMetaData| {
        builder.set_statistics(numbers(1, 249_001, 71))
    };
    let plain = failures(&Memory(file_with_group(0, &change, |group| group)), false);
    one(&plain, Check::PageHeader, "n", "the footer says 71 NULLs, but its pages have 72");
    assert_eq!(with(1, texts("https", "i", false)), []);
    one(&with(1, texts("https", "i", true)), statistics, "s", "said to be exact");
    one(&with(1, texts("https", "https", false)), statistics, "s", "max is \"https\"");
    one(&with(1, texts("i", "j", false)), statistics, "s", "min is \"i\"");
}

/// Java's -1 NULLs in a footer: unknown, not wrong. The `parquet` crate rejects such a footer.
#[test]
fn an_unknown_number_of_nulls() {
    let change = |builder: ColumnChunkMetaDataBuilder, _: &ColumnChunkMetaData| {
        builder.set_statistics(numbers(1, 249_001, 60))
    };
    let mut file = file_with_group(0, &change, |group| group);
    // The head of the field, whose type is 6, then 60 with a sign, and the head of the second field after it.
    let is_count = |bytes: &[u8]| bytes[0] & 15 == 6 && bytes[1..] == [0x78, 0x28];
    let places: Vec<usize> =
        (0..file.len() - 3).filter(|&at| is_count(&file[at..at + 3])).collect();
    let [at] = places[..] else { panic!("{places:?}") };
    assert_eq!(failures(&Memory(file.clone()), true).len(), 1);
    file[at + 1] = 1;
    let tail = file.len() - 8;
    let len = u32::from_le_bytes(file[tail..tail + 4].try_into().expect("four bytes")) as usize;
    assert!(ParquetMetaDataReader::decode_metadata(&file[tail - len..tail]).is_err());
    assert_eq!(failures(&Memory(file), true), []);
}

#[test]
fn counts() {
    let failed = failures_with(0, &|builder, _| builder.set_num_values(501));
    one(&failed, Check::Counts, "n", "claims 501 values, but its pages have 500");
    let failed = failures_with_group(9, &|builder, _| builder, |group| group.set_num_rows(499));
    let details: Vec<_> = failed.iter().map(|f| (f.check, f.detail.as_str())).collect();
    let rows = (Check::Counts, "the row group claims 499 rows, but the pages have 500");
    assert_eq!(details, [rows; 2]);
}

/// What the footer says of the headers of the pages: their encodings and their size before compression. The numbers are a
/// dictionary and five pages of keys.
#[test]
#[allow(deprecated)] // PLAIN_DICTIONARY
fn encodings_and_sizes() {
    let of_encodings = |encodings: Vec<Encoding>| {
        failures_with(0, &move |builder, _| builder.set_encodings(encodings.clone()))
    };
    let failed = of_encodings(vec![Encoding::PLAIN, Encoding::PLAIN_DICTIONARY]);
    assert_eq!(failed.len(), 5, "{failed:?}");
    let words = "its encoding is RLE_DICTIONARY; the footer declares PLAIN, PLAIN_DICTIONARY";
    assert!(failed.iter().all(|f| f.check == Check::PageHeader && f.detail == words), "{failed:?}");
    // Writers that declare nothing, or leave out the encoding of keys.
    assert_eq!(of_encodings(vec![]), []);
    assert_eq!(of_encodings(vec![Encoding::PLAIN, Encoding::RLE]), []);
    let of_stats = |count| {
        let stats = |page_type, encoding, count| PageEncodingStats { page_type, encoding, count };
        let dictionary = stats(PageType::DICTIONARY_PAGE, Encoding::PLAIN, 1);
        let stats =
            vec![dictionary, stats(PageType::DATA_PAGE_V2, Encoding::RLE_DICTIONARY, count)];
        failures_with(0, &move |builder, _| builder.set_page_encoding_stats(stats.clone()))
    };
    assert_eq!(of_stats(5), []);
    let words = "says 6 data pages in the encoding RLE_DICTIONARY, but there are 5";
    one(&of_stats(6), Check::PageHeader, "n", words);
    let of_size = |size: fn(i64) -> i64| {
        failures_with(0, &move |builder, chunk| {
            builder.set_total_uncompressed_size(size(chunk.uncompressed_size()))
        })
    };
    for wrong in [|size| size + 1, |size| size - 1] {
        one(
            &of_size(wrong),
            Check::PageHeader,
            "n",
            "bytes before compression, but its pages have",
        );
    }
    // Old versions of DuckDB.
    assert_eq!(of_size(|_| 0), []);
}

/// The offset index of the first column says that the second of its pages starts at row 101 instead of 100. A reader that
/// skips to a page of the index returns the values of other rows.
fn with_another_first_row() -> Vec<u8> {
    let mut file = with_filters(WriterVersion::PARQUET_2_0);
    let tail = file.len() - 8;
    let len = u32::from_le_bytes(file[tail..tail + 4].try_into().expect("four bytes")) as usize;
    let metadata =
        ParquetMetaDataReader::decode_metadata(&file[tail - len..tail]).expect("sound metadata");
    let start = metadata.row_group(0).column(0).offset_index_offset().expect("an index") as usize;
    // The third field of a location, as a number with its sign in the lowest bit.
    let row = [0x16, 0xc8, 0x01];
    let at = file[start..].windows(3).position(|bytes| bytes == row).expect("row 100");
    file[start + at + 1] = 0xca;
    file
}

#[test]
fn what_contradicts_itself_is_not_copied() {
    use hashlane_parquet::add_crc::{WrongCrc, add_crc};
    let file = with_another_first_row();
    one(
        &failures(&Memory(&file), false),
        Check::PageIndex,
        "n",
        "that row 101 is its first, not 100",
    );
    let rows = file_with_group(0, &|builder, _| builder, |group| group.set_num_rows(499));
    for (file, words) in [
        (&file, "the offset index says that row 101 is its first, not 100 (page_index)"),
        (&rows, "the row group claims 499 rows, but the pages have 500 (counts)"),
    ] {
        for wrong in [WrongCrc::Refuse, WrongCrc::Keep] {
            let error = add_crc(&Memory(file), &mut Vec::new(), wrong).expect_err("a refusal");
            let error = error.to_string();
            assert!(error.starts_with("folder/memory.parquet: row group 0, column n"), "{error}");
            assert!(error.contains(words) && !error.contains('\n'), "{error}");
        }
    }
}

#[test]
fn places() {
    let beyond = failures_with(1, &|builder, _| builder.set_total_compressed_size(1 << 40));
    one(&beyond, Check::Metadata, "s", "1099511627776 bytes at");
    let negative = failures_with(1, &|builder, _| builder.set_total_compressed_size(-1));
    one(&negative, Check::Metadata, "s", "-1 bytes at");
    let overlap = failures_with(0, &|builder, chunk| {
        builder.set_total_compressed_size(chunk.compressed_size() + 1)
    });
    let overlaps = overlap.iter().find(|f| f.check == Check::Metadata).expect("an overlap");
    assert!(
        overlaps.detail.contains("overlaps the column chunk of n in row group 0"),
        "{overlap:?}"
    );
    let short = failures_with(0, &|builder, chunk| {
        builder.set_total_compressed_size(chunk.compressed_size() - 1)
    });
    assert!(short.iter().any(|f| f.check == Check::PageHeader), "{short:?}");
}

#[test]
fn indexes_and_filters() {
    let offset = failures_with(0, &|builder, _| builder.set_offset_index_offset(Some(1 << 40)));
    one(&offset, Check::PageIndex, "n", "offset index");
    let filter = failures_with(0, &|builder, _| builder.set_bloom_filter_offset(Some(-1)));
    one(&filter, Check::BloomFilter, "n", "offset -1 is not in the file");
}

/// Checks that two checks fail: two parts share bytes, and one part is not what the footer claims.
fn two(failures: &[Finding], check: Check, overlap: &str, detail: &str) {
    assert_eq!(failures.len(), 2, "{failures:?}");
    for contained in [overlap, detail] {
        let found = failures.iter().find(|f| f.detail.contains(contained));
        let found = found.unwrap_or_else(|| panic!("no {contained}: {failures:?}"));
        assert_eq!((found.check, found.column.as_deref()), (check, Some("n")), "{found:?}");
    }
}

#[test]
fn parts_that_share_bytes() {
    let index = failures_with(0, &|builder, chunk| {
        builder.set_column_index_offset(chunk.offset_index_offset())
    });
    let overlap = "index overlaps the offset index of n in row group 0, which ends at";
    let other_way = "index overlaps the column index of n in row group 0, which ends at";
    let found = index.iter().any(|f| f.detail.contains(overlap) || f.detail.contains(other_way));
    assert!(found && index.iter().all(|f| f.check == Check::PageIndex), "{index:?}");
    assert!(index.iter().any(|f| f.detail.contains("column index: not a")), "{index:?}");
    // Pages are not a filter.
    let filter = failures_with(0, &|builder, _| builder.set_bloom_filter_offset(Some(5)));
    let overlap = "the Bloom filter overlaps the column chunk of n in row group 0";
    two(&filter, Check::BloomFilter, overlap, "not the header of a Bloom filter");
    // A filter that extends into the bytes after it.
    let long = failures_with(0, &|builder, chunk| {
        let len = chunk.offset_index_length().map(|len| len + 5000);
        builder.set_offset_index_length(len)
    });
    let footer = long.iter().find(|f| f.detail.contains("overlaps the"));
    assert!(footer.is_some_and(|f| f.check == Check::PageIndex), "{long:?}");
}

/// Column orders that the format didn't have in 2025, such as IEEE 754's total order, which is
/// field 2: least and greatest values are not compared, and nothing fails.
#[test]
fn orders_that_are_not_known() {
    use hashlane_parquet::thrift::ThriftReader;
    use hashlane_parquet::verify::CheckOutcome;
    let mut file = with_filters(WriterVersion::PARQUET_2_0);
    let tail = file.len() - 8;
    let len = u32::from_le_bytes(file[tail..tail + 4].try_into().expect("four bytes")) as usize;
    let start = tail - len;
    let mut orders = Vec::new();
    let (mut reader, mut last) = (ThriftReader::new(&file[start..tail]), 0);
    while let Some(field) = reader.field(&mut last).expect("a field") {
        if field.id != 7 {
            reader.skip(field).expect("a value");
            continue;
        }
        let list = reader.list().expect("orders");
        for _ in 0..list.len {
            orders.push(start + reader.position());
            reader.skip_element(list.kind).expect("an order");
        }
    }
    assert_eq!(orders.len(), 2);
    for at in orders {
        assert_eq!(file[at], 0x1c);
        file[at] = 0x2c;
    }
    let found = super::findings(&Memory(file), true);
    assert!(found.iter().all(|f| f.outcome != CheckOutcome::Failed), "{found:?}");
    let statistics = super::of(&found, Check::Statistics);
    assert_eq!(statistics.len(), 2);
    assert!(statistics.iter().all(|f| f.detail.contains("no order")), "{statistics:?}");
}

/// The last byte of an index is itself an index of no pages. That is wrong for any pages, so it is found even if
/// none of them can be decoded.
#[test]
fn an_index_of_no_pages_beside_pages_that_cannot_be_decoded() {
    let failures = failures_with(0, &|builder, chunk| {
        let index = chunk.offset_index_offset().zip(chunk.offset_index_length());
        let last = index.map(|(offset, len)| offset + i64::from(len) - 1);
        builder
            .set_offset_index_offset(last)
            .set_offset_index_length(Some(1))
            .set_compression(Compression::GZIP(GzipLevel::default()))
    });
    assert!(failures.iter().any(|f| f.check == Check::PageDecode), "{failures:?}");
    let index: Vec<_> = failures.iter().filter(|f| f.check == Check::PageIndex).collect();
    let [finding] = index[..] else { panic!("{failures:?}") };
    assert_eq!(finding.detail, "offset index: 0 pages, but the column chunk has 5");
}

/// Error messages of libraries about a footer contain names from the file.
#[test]
fn a_line_break_in_a_name_breaks_no_line() {
    let name = "a\nb";
    let bson = SchemaType::primitive_type_builder(name, Type::BYTE_ARRAY)
        .with_repetition(Repetition::REQUIRED)
        .with_converted_type(ConvertedType::BSON)
        .build();
    let fields = vec![Arc::new(bson.expect("a column"))];
    let schema = SchemaType::group_type_builder("schema").with_fields(fields).build();
    let mut file = Vec::new();
    let schema = Arc::new(schema.expect("a schema"));
    let writer = SerializedFileWriter::new(&mut file, schema, Arc::default());
    writer.and_then(SerializedFileWriter::close).expect("a file");
    // The type of the column: BYTE_ARRAY, in the field before its repetition and its name.
    let element = [&[0x15, 12, 0x25, 0, 0x18, 3][..], name.as_bytes()].concat();
    let at = file.windows(element.len()).position(|window| window == element);
    file[at.expect("the column in the schema") + 1] = 2; // INT32
    let findings = failures(&Memory(file), false);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert!(finding.detail.contains(r"'a\nb'"), "{finding:?}");
}
