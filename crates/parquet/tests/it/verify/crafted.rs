//! Pages written by hand whose headers and bodies claim more memory than a machine has.

use hashlane_parquet::verify::{Check, Finding, Outcome};
use parquet::basic::{Compression, Repetition, Type};

use super::findings;
use crate::alloc::peak;
use crate::written::Memory;
use crate::written::crafted::{ALL, PLAIN, RLE, codecs, column, data, file, numbers, page, varint};

/// The memory that `verify` may use for these files, which have less than a hundred bytes of pages: for the
/// window that chunks are read through, decoders, and findings.
const MOST: usize = 2 << 20;

/// Verifies a file within its memory limit.
fn bounded(file: &Memory) -> Vec<Finding> {
    // Runs once before, for memory that the first call sets up.
    findings(file, true);
    let (findings, peak) = peak(|| findings(file, true));
    assert!(peak < MOST, "{peak} bytes: {findings:?}");
    findings
}

fn not_ok(file: &Memory, check: Check) -> String {
    let findings = bounded(file);
    let found = findings
        .into_iter()
        .find(|f| f.check == check && f.page.is_some() && f.outcome != Outcome::Ok);
    found.expect("a finding").detail
}

#[test]
fn a_size_before_compression() {
    for codec in codecs() {
        // One is larger than any page that is decoded, and one is within the limit.
        for size in [ALL, 30 << 20] {
            let page = page(0, size, &[8, PLAIN, RLE, RLE], b"not compressed");
            let file = file(column(Type::INT64, Repetition::REQUIRED), codec, 8, 8, &page);
            let findings = findings(&file, true);
            let decode = findings.iter().find(|f| f.check == Check::PageDecode).expect("a finding");
            assert_ne!(decode.outcome, Outcome::Ok, "{codec}");
        }
    }
}

#[test]
fn values_in_a_dictionary() {
    for physical in [Type::INT32, Type::INT64, Type::DOUBLE, Type::BYTE_ARRAY] {
        let mut pages = page(2, 8, &[ALL, PLAIN], &[0; 8]);
        pages.extend(data(2, 8, &[1, 4, 0]));
        let file =
            file(column(physical, Repetition::REQUIRED), Compression::UNCOMPRESSED, 2, 2, &pages);
        let detail = not_ok(&file, Check::PageDecode);
        assert_eq!(detail, "2147483647 dictionary values do not fit 8 bytes");
    }
}

#[test]
fn deltas() {
    // 128 deltas in four miniblocks, 2^31 - 1 values, the first of them 0.
    let head = [0x80, 0x01, 4, 0xff, 0xff, 0xff, 0xff, 0x07, 0];
    for (physical, encoding) in [(Type::INT64, 5), (Type::BYTE_ARRAY, 6), (Type::BYTE_ARRAY, 7)] {
        let page = data(3, encoding, &head);
        let column = column(physical, Repetition::REQUIRED);
        let file = file(column, Compression::UNCOMPRESSED, 3, 3, &page);
        let detail = not_ok(&file, Check::PageDecode);
        assert_eq!(detail, "2147483647 deltas are claimed, where the page has 3 values");
    }
}

/// A run of 2^31 - 1 levels is five bytes long, and valid: of NULLs, or of one row.
#[test]
fn levels() {
    let run = |level: u8| {
        let mut levels = Vec::new();
        varint((ALL as u64) << 1, &mut levels);
        levels.push(level);
        let mut page = (levels.len() as u32).to_le_bytes().to_vec();
        page.extend(levels);
        page
    };
    let nulls = file(
        column(Type::INT64, Repetition::OPTIONAL),
        Compression::UNCOMPRESSED,
        ALL,
        ALL,
        &data(ALL, PLAIN, &run(0)),
    );
    let unsound = |findings: Vec<Finding>| {
        findings.into_iter().find(|f| f.outcome == Outcome::Failed).map(|f| f.detail)
    };
    assert_eq!(unsound(bounded(&nulls)), None);
    // All levels are 1, so not even the first row begins.
    let row = file(
        column(Type::INT64, Repetition::REPEATED),
        Compression::UNCOMPRESSED,
        ALL,
        1,
        &data(ALL, PLAIN, &[run(1), run(0)].concat()),
    );
    let detail = unsound(bounded(&row)).expect("a failure");
    assert_eq!(detail, "the column chunk begins in the middle of a row");
}

#[test]
fn sizes_of_pages() {
    for (stored, detail) in
        [(-1, "the page claims -1 bytes"), (ALL, "the page claims 2147483647 bytes where")]
    {
        let mut header = Vec::new();
        numbers(&[Some(0), Some(8), Some(stored)], &mut header);
        header.extend([0x2c, 0x15, 2, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0]);
        let column = column(Type::INT64, Repetition::REQUIRED);
        let file = file(column, Compression::UNCOMPRESSED, 1, 1, &header);
        let found = not_ok(&file, Check::PageHeader);
        assert!(found.starts_with(detail), "{found}");
    }
}
