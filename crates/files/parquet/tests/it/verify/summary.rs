//! The share of a file that is verified.

use hashlane_parquet::verify::VerifySummary;
use parquet::basic::{Compression, Repetition, Type};

use super::findings;
use crate::support::{open, workspace};
use crate::written::Memory;
use crate::written::crafted::{PLAIN, RLE, column, data, file, page};

fn summary(source: &dyn hashlane_files::Source, deep: bool) -> VerifySummary {
    let mut summary = VerifySummary::new(deep);
    findings(source, deep).iter().for_each(|finding| summary.add(finding));
    summary
}

fn of_pages(pages: &[u8]) -> Memory {
    let column = column(Type::INT64, Repetition::REQUIRED);
    file(column, Compression::UNCOMPRESSED, 1, 1, pages)
}

#[test]
fn a_page_without_a_checksum_is_verified_by_decoding_it_alone() {
    let file = of_pages(&data(1, PLAIN, &[0; 8]));
    for (deep, unverified) in [(false, 1), (true, 0)] {
        let summary = summary(&file, deep);
        assert_eq!((summary.failed, summary.verified_pages), (0, 0), "{summary:?}");
        assert_eq!(summary.pages_without_checksum, 1, "{summary:?}");
        assert_eq!(summary.unverified_pages, unverified, "{summary:?}");
        assert_eq!(summary.has_unverified(), unverified > 0, "{summary:?}");
    }
}

#[test]
fn a_page_that_is_not_decoded_is_unverified() {
    // A page that claims more than 32 MiB, and an index page, which has no values.
    for pages in [page(0, 33 << 20, &[1, PLAIN, RLE, RLE], &[0; 8]), page(1, 8, &[], &[0; 8])] {
        let summary = summary(&of_pages(&pages), true);
        assert_eq!(summary.pages_without_checksum, 1, "{summary:?}");
        assert_eq!(summary.unverified_pages, 1, "{summary:?}");
        assert!(summary.has_unverified(), "{summary:?}");
    }
}

#[test]
fn a_dictionary_that_is_not_decoded_is_unverified_with_the_pages_that_need_it() {
    let mut pages = page(2, 33 << 20, &[1, PLAIN], &[0; 8]);
    pages.extend(data(1, 2, &[1, 2, 0]));
    let summary = summary(&of_pages(&pages), true);
    assert_eq!((summary.pages_without_checksum, summary.unverified_pages), (2, 2), "{summary:?}");
}

#[test]
fn a_file_of_another_writer() {
    let file = open(&workspace().join("tests/vectors/rows/integers.parquet"));
    let shallow = summary(file.as_ref(), false);
    assert!(shallow.pages_without_checksum > 0, "{shallow:?}");
    assert_eq!(shallow.unverified_pages, shallow.pages_without_checksum);
    let deep = summary(file.as_ref(), true);
    assert_eq!(deep.pages_without_checksum, shallow.pages_without_checksum);
    assert!(!deep.has_unverified(), "{deep:?}");
}
