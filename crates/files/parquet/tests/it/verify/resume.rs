//! Pages after one whose header can't be read: the offset index says where they are.

use hashlane_parquet::page::{Page, PageWalk};
use hashlane_parquet::thrift::ThriftReader;
use hashlane_parquet::verify::{Check, CheckOutcome, Finding};

use super::flips::metadata;
use super::writers::pyarrow_files;
use super::{failures, findings, of};
use crate::written::{Memory, arrow_rs};

/// The pages of each column chunk, with its row group and column.
fn chunks(file: &Memory) -> Vec<(u64, String, Vec<Page>)> {
    let mut chunks = Vec::new();
    for (row_group, group) in metadata(&file.0).row_groups().iter().enumerate() {
        for chunk in group.columns() {
            let (start, len) = chunk.byte_range();
            let mut window = Vec::new();
            let mut walk = PageWalk::new(file, start..start + len, &mut window);
            let mut pages = Vec::new();
            while let Some(page) = walk.next_page().expect("a sound page") {
                pages.push(page);
            }
            chunks.push((row_group as u64, chunk.column_path().string(), pages));
        }
    }
    chunks
}

/// The pages of a chunk whose checksum has this outcome, with their places.
fn crcs(
    findings: &[Finding],
    row_group: u64,
    column: &str,
    outcome: CheckOutcome,
) -> Vec<(u64, u64)> {
    let ours =
        |f: &&&Finding| f.row_group == Some(row_group) && f.column.as_deref() == Some(column);
    let crcs = of(findings, Check::PageCrc);
    let crcs = crcs.iter().filter(ours).filter(|f| f.outcome == outcome);
    crcs.map(|f| (f.page.expect("a page"), f.byte_offset.expect("a place"))).collect()
}

/// Destroys the header of every page in turn; then also damages the last page of the chunk.
#[test]
fn every_other_page_is_verified() {
    let mut pages_seen = 0;
    for (name, bytes) in pyarrow_files("flips-snappy") {
        let healthy = Memory(bytes);
        for (row_group, column, pages) in chunks(&healthy) {
            let last = pages.last().expect("a page");
            for bad in &pages {
                let what = format!("{name}, row group {row_group}, {column}, page {}", bad.index);
                let mut file = Memory(healthy.0.clone());
                file.0[bad.offset as usize] = 0xff;
                let found = findings(&file, true);
                let failed: Vec<_> =
                    found.iter().filter(|f| f.outcome == CheckOutcome::Failed).collect();
                let [header] = failed[..] else { panic!("{what}: {failed:?}") };
                assert_eq!(
                    (header.check, header.page),
                    (Check::PageHeader, Some(bad.index)),
                    "{what}"
                );
                assert_eq!(header.byte_offset, Some(bad.offset), "{what}");
                let others: Vec<_> = pages.iter().filter(|page| page.index != bad.index).collect();
                let places: Vec<_> = others.iter().map(|page| (page.index, page.offset)).collect();
                assert_eq!(crcs(&found, row_group, &column, CheckOutcome::Ok), places, "{what}");
                // The whole is never reported as "ok", nor are pages without their dictionary.
                let whole = |f: &&Finding| {
                    f.row_group == Some(row_group)
                        && f.column.as_deref() == Some(&column)
                        && f.page.is_none()
                };
                assert!(
                    found.iter().filter(whole).all(|f| f.outcome == CheckOutcome::Unverified),
                    "{what}"
                );
                if last.index != bad.index {
                    file.0[last.body.start as usize] ^= 1;
                    let found = findings(&file, false);
                    let damaged = crcs(&found, row_group, &column, CheckOutcome::Failed);
                    assert_eq!(damaged, [(last.index, last.offset)], "{what}");
                }
                pages_seen += 1;
            }
        }
    }
    // Without pyarrow there are no files; another message says so.
    assert!(pages_seen == 0 || pages_seen > 60, "{pages_seen} pages");
}

/// The place in a page header of the page's stored size in bytes.
fn size_at(file: &Memory, page: &Page) -> usize {
    let start = page.offset as usize;
    let mut reader = ThriftReader::new(&file.0[start..]);
    let mut last = 0;
    while let Some(field) = reader.field(&mut last).expect("a field") {
        if field.id == 3 {
            return start + reader.position();
        }
        reader.skip(field).expect("a value");
    }
    panic!("no size")
}

/// A page that claims one byte more or less than it has: the pages after it are still verified.
#[test]
fn behind_a_page_of_another_size() {
    for (name, bytes) in pyarrow_files("flips-zstd") {
        let healthy = Memory(bytes);
        for (row_group, column, pages) in chunks(&healthy) {
            for bad in &pages {
                let what = format!("{name}, row group {row_group}, {column}, page {}", bad.index);
                let mut file = Memory(healthy.0.clone());
                // The lowest bit after the sign bit.
                file.0[size_at(&healthy, bad)] ^= 2;
                let found = findings(&file, false);
                let others = pages.iter().filter(|page| page.index != bad.index);
                let places: Vec<_> = others.map(|page| (page.index, page.offset)).collect();
                assert_eq!(crcs(&found, row_group, &column, CheckOutcome::Ok), places, "{what}");
                assert!(!failures(&file, false).is_empty(), "{what}");
            }
        }
    }
}

#[test]
fn without_an_offset_index_nothing_is_known() {
    let rows = arrow_rs::rows(300);
    let version = parquet::file::properties::WriterVersion::PARQUET_2_0;
    let codec = parquet::basic::Compression::SNAPPY;
    let mut file = Memory(arrow_rs::file(&rows, codec, version, false, false));
    let pages = chunks(&file).swap_remove(0).2;
    assert_eq!(pages.len(), 3);
    file.0[pages[1].offset as usize] = 0xff;
    let failed = failures(&file, false);
    let [finding] = &failed[..] else { panic!("{failed:?}") };
    assert_eq!((finding.check, finding.page), (Check::PageHeader, Some(1)));
    assert!(finding.detail.ends_with("can't be read from here on"), "{finding:?}");
}
