//! The files of apache/parquet-testing. Their README describes what is wrong with each.

use std::path::PathBuf;

use hashlane_files::{FileSystem, LocalFiles, Source};
use hashlane_parquet::verify::{Check, CheckOutcome, Finding};

use super::{failures, findings, of};
use crate::alloc::peak;

/// The folder of the files, if it exists: in `$HASHLANE_VECTORS`, or in `shared/vectors`
/// beside the workspace.
fn folder() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/vectors");
    let vectors = std::env::var_os("HASHLANE_VECTORS").map_or(beside, PathBuf::from);
    let folder = vectors.join("parquet-testing");
    if !folder.is_dir() {
        println!("not run: there is no folder {}", folder.display());
        return None;
    }
    Some(folder)
}

fn open(path: &std::path::Path) -> Box<dyn Source> {
    LocalFiles.open(path.to_str().expect("a UTF-8 path")).unwrap_or_else(|error| panic!("{error}"))
}

fn parquet_files(folder: &str) -> Vec<PathBuf> {
    let Some(root) = self::folder() else { return Vec::new() };
    let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "parquet"));
    files.sort();
    assert!(!files.is_empty(), "{folder} has no Parquet files");
    files
}

/// Published files in which the reported faults exist.
const KNOWN: [&str; 3] = [
    // Their writer had no statistics, and their column indexes claim that all pages are NULL.
    "datapage_v1-snappy-compressed-checksum.parquet",
    "datapage_v1-uncompressed-checksum.parquet",
    "datapage_v1-corrupt-checksum.parquet",
];

#[test]
fn nothing_fails_in_healthy_files() {
    for path in parquet_files("data") {
        let mut failed = failures(open(&path).as_ref(), true);
        if KNOWN.iter().any(|name| path.ends_with(name)) {
            assert_eq!(
                failures(open(&path).as_ref(), false).len(),
                of(&failed, Check::PageCrc).len()
            );
            failed.retain(|f| {
                !(f.check == Check::PageIndex && f.detail.contains("nothing but NULL"))
            });
            failed.retain(|f| f.check != Check::PageCrc);
        }
        assert!(failed.is_empty(), "{}: {failed:?}", path.display());
    }
}

/// "uncompressed INT32 columns in v1 data pages with a mismatching CRC": of two pages each, parquet's
/// own tests (DataPageV1 checksums) have damaged the first of `a` and the second of `b`.
#[test]
fn the_pages_with_a_wrong_checksum() {
    let Some(folder) = folder() else { return };
    let path = folder.join("data/datapage_v1-corrupt-checksum.parquet");
    let all = findings(open(&path).as_ref(), false);
    let pages = of(&all, Check::PageCrc);
    let outcome = |f: &Finding| (f.column.clone().expect("a column"), f.page, f.outcome);
    let outcomes: Vec<_> = pages.into_iter().map(outcome).collect();
    let expected = [
        ("a", 0, CheckOutcome::Failed),
        ("a", 1, CheckOutcome::Ok),
        ("b", 0, CheckOutcome::Ok),
        ("b", 1, CheckOutcome::Failed),
    ];
    let expected = expected.map(|(column, page, ok)| (column.to_owned(), Some(page), ok));
    assert_eq!(outcomes, expected);
}

#[test]
fn pages_with_a_right_checksum() {
    let Some(folder) = folder() else { return };
    for (name, pages) in [
        ("datapage_v1-uncompressed-checksum.parquet", 4),
        ("datapage_v1-snappy-compressed-checksum.parquet", 4),
        ("plain-dict-uncompressed-checksum.parquet", 4),
    ] {
        let all = findings(open(&folder.join("data").join(name)).as_ref(), false);
        let crcs = of(&all, Check::PageCrc);
        assert_eq!(crcs.len(), pages, "{name}");
        assert!(crcs.iter().all(|finding| finding.outcome == CheckOutcome::Ok), "{name}: {crcs:?}");
    }
}

#[test]
fn every_bad_file_fails() {
    for path in parquet_files("bad_data") {
        assert!(!failures(open(&path).as_ref(), true).is_empty(), "{}", path.display());
    }
}

#[test]
fn memory_is_bounded() {
    for path in parquet_files("bad_data").iter().chain(&parquet_files("data")) {
        let (_, peak) = peak(|| findings(open(path).as_ref(), true));
        assert!(peak < 256 << 20, "{}: {peak} bytes", path.display());
    }
}
