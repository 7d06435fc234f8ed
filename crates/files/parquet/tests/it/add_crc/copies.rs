//! Files of arrow-rs: pages, page index and bloom filters of the copies.

use arrow::record_batch::RecordBatch;
use bytes::Bytes;
use hashlane_parquet::add_crc::WrongCrc;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData};

use super::{assert_pages, assert_verified, chunks, copy, metadata};
use crate::written::arrow_rs;

fn builder(bytes: &[u8]) -> ParquetRecordBatchReaderBuilder<Bytes> {
    let options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Optional);
    let bytes = Bytes::copy_from_slice(bytes);
    ParquetRecordBatchReaderBuilder::try_new_with_options(bytes, options).unwrap()
}

fn read(bytes: &[u8]) -> Vec<RecordBatch> {
    builder(bytes).build().unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn pages_have_checksums_and_all_else_is_equal() {
    for file in arrow_rs::files() {
        let (what, file) = (&file.what, &file.bytes);
        let (new, done) = copy(file, WrongCrc::Refuse).unwrap();
        assert_eq!(assert_pages(what, file, &new), done.pages, "{what}");
        assert!(done.pages > 30 && done.already == 0, "{what}: {done:?}");
        assert_eq!(read(file), read(&new), "{what}");
        assert_metadata(what, file, &new);
        assert_verified(what, file, &new);
        // There is nothing left to add.
        let (again, done) = copy(&new, WrongCrc::Refuse).unwrap();
        assert!(done.already == done.pages && again == new, "{what}: {done:?}");
    }
}

/// Sizes include the longer headers, the page index points to pages, and everything else is unchanged.
fn assert_metadata(what: &str, file: &[u8], copy: &[u8]) {
    let (old, new) = (metadata(file), metadata(copy));
    assert_eq!(old.file_metadata().key_value_metadata(), new.file_metadata().key_value_metadata());
    assert_eq!(old.column_index(), new.column_index(), "{what}");
    let old_pages: Vec<_> =
        chunks(file).into_iter().flatten().map(|page| page.header.len).collect();
    let new_pages: Vec<_> =
        chunks(copy).into_iter().flatten().map(|page| page.header.len).collect();
    let grown = new_pages.iter().sum::<usize>() - old_pages.iter().sum::<usize>();
    let size =
        |it: &ParquetMetaData| it.row_groups().iter().map(|it| it.total_byte_size()).sum::<i64>();
    let stored =
        |it: &ParquetMetaData| it.row_groups().iter().map(|it| it.compressed_size()).sum::<i64>();
    assert_eq!(size(&new) - size(&old), grown as i64, "{what}");
    assert_eq!(stored(&new) - stored(&old), grown as i64, "{what}");
    for (old, new) in old.row_groups().iter().zip(new.row_groups()) {
        assert_eq!(new.file_offset().is_some(), old.file_offset().is_some(), "{what}");
        for (old, new) in old.columns().iter().zip(new.columns()) {
            let grown = new.compressed_size() - old.compressed_size();
            assert_eq!(new.uncompressed_size() - old.uncompressed_size(), grown, "{what}");
            assert!(grown > 0, "{what}");
            assert_eq!(old.statistics(), new.statistics(), "{what}");
            assert_eq!(old.page_encoding_stats(), new.page_encoding_stats(), "{what}");
            assert_eq!(old.bloom_filter_length(), new.bloom_filter_length(), "{what}");
        }
    }
    assert_offset_index(what, copy, &new);
}

fn assert_offset_index(what: &str, copy: &[u8], metadata: &ParquetMetaData) {
    let Some(index) = metadata.offset_index() else { return };
    let mut chunks = chunks(copy).into_iter();
    for index in index.iter().flatten() {
        let pages = chunks.next().expect("a chunk for each index");
        let data: Vec<(i64, i64)> = pages
            .iter()
            .filter(|page| page.header.num_values().is_some())
            .map(|page| (page.offset as i64, (page.body.end - page.offset) as i64))
            .collect();
        let named: Vec<(i64, i64)> = index
            .page_locations()
            .iter()
            .map(|it| (it.offset, i64::from(it.compressed_page_size)))
            .collect();
        assert_eq!(named, data, "{what}");
    }
}

#[test]
fn bloom_filters_are_where_the_footer_says() {
    let file = arrow_rs::small();
    let (new, _) = copy(&file, WrongCrc::Refuse).unwrap();
    let (old, new) = (builder(&file), builder(&new));
    let mut filters = 0;
    for column in 0..2 {
        let old = old.get_row_group_column_bloom_filter(0, column).unwrap();
        let new = new.get_row_group_column_bloom_filter(0, column).unwrap();
        let (old, new) = (old.expect("a filter"), new.expect("a filter"));
        for value in 0..100 {
            let text = format!("value {value}");
            assert_eq!(old.check(&text.as_str()), new.check(&text.as_str()));
            filters += usize::from(new.check(&text.as_str()));
        }
    }
    assert!(filters > 0, "the filters know some of the texts");
}
