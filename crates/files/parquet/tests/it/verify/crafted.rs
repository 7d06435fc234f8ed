//! Pages written by hand whose headers and bodies claim more memory than a machine has.

use hashlane_parquet::verify::{Check, CheckOutcome, Finding};
use parquet::basic::{Compression, Repetition, Type};

use super::{failures, findings};
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
        .find(|f| f.check == check && f.page.is_some() && f.outcome != CheckOutcome::Ok);
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
            assert_ne!(decode.outcome, CheckOutcome::Ok, "{codec}");
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
        assert_eq!(detail, "the page claims 2147483647 deltas but has 3 values");
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
        findings.into_iter().find(|f| f.outcome == CheckOutcome::Failed).map(|f| f.detail)
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

/// The failures of a file with one column of these pages, without those of its counts.
fn failed(physical: Type, repetition: Repetition, pages: &[u8], deep: bool) -> Vec<String> {
    let file = file(column(physical, repetition), Compression::UNCOMPRESSED, 2, 2, pages);
    let failed = failures(&file, deep).into_iter().filter(|f| f.check != Check::Counts);
    failed.map(|finding| finding.detail).collect()
}

/// Headers that contradict the footer, their page or the pages before them. No page has to be decoded to find them.
#[test]
fn headers_that_contradict() {
    let required = Repetition::REQUIRED;
    let v2 = |fields: &[i64; 6]| page(3, 8, fields, &[0; 8]);
    let keys = data(2, 8, &[1, 4, 0]);
    let dictionary =
        |count, encoding| [page(2, 8, &[count, encoding], &[0; 8]), keys.clone()].concat();
    let cases = [
        (data(2, 9, &[0; 8]), "its encoding is BYTE_STREAM_SPLIT; the footer declares PLAIN, RLE,"),
        (data(2, 77, &[0; 8]), "its encoding is 77, which is not defined; the footer declares"),
        (data(3, 0, &[0; 8]), "3 values take at least 12 bytes, but it has 8"),
        (
            page(0, 9, &[2, PLAIN, RLE, RLE], &[0; 8]),
            "it is not compressed, but its sizes are 8 and 9",
        ),
        (
            page(0, 8, &[2, PLAIN, 1, RLE], &[0; 8]),
            "the encoding of its definition levels is 1, which",
        ),
        (keys.clone(), "the page refers to a dictionary, but no dictionary page precedes it"),
        (dictionary(2, 3), "the encoding of a dictionary page is RLE; allowed is PLAIN"),
        (dictionary(1, 0), "1 dictionary values of 4 bytes, but it has 8 bytes"),
        ([dictionary(2, 0), dictionary(2, 0)].concat(), "a dictionary page after other pages"),
        (v2(&[2, 1, 2, PLAIN, 0, 0]), "it has 1 NULLs, but its column is required"),
        (v2(&[2, 0, 1, PLAIN, 0, 0]), "it has 2 values in 1 rows, but its column has no lists"),
        (v2(&[2, 0, 2, PLAIN, 9, 0]), "its levels have 0 and 9 bytes, but the page has 8"),
        (v2(&[2, 0, 2, PLAIN, 1, 0]), "2 values take at least 8 bytes, but it has 7"),
    ];
    for (pages, words) in cases {
        for deep in [false, true] {
            let failed = failed(Type::INT32, required, &pages, deep);
            assert!(failed.iter().any(|detail| detail.contains(words)), "{words}: {failed:?}");
        }
    }
    assert_eq!(failed(Type::INT32, required, &dictionary(2, 0), true), Vec::<String>::new());
}

/// The levels of version 2 are not compressed: one run of two levels in two bytes, and two numbers.
#[test]
fn levels_of_version_2() {
    let page = |fields: &[i64; 6]| page(3, 10, fields, &[4, 1, 9, 0, 0, 0, 0, 0, 0, 0]);
    let plain = |fields| failed(Type::INT32, Repetition::OPTIONAL, &page(fields), false);
    let wrong = |fields, words: &str| {
        let failed = plain(fields);
        assert!(failed.iter().any(|detail| detail.contains(words)), "{words}: {failed:?}");
    };
    assert_eq!(plain(&[2, -1, 2, PLAIN, 2, 0]), Vec::<String>::new());
    wrong(&[2, -1, 2, PLAIN, 3, 0], "definition levels: 1 bytes follow the last of 2 levels");
    wrong(&[2, -1, 2, PLAIN, 1, 0], "definition levels: they end within a run");
    wrong(&[2, -1, 2, PLAIN, 2, 2], "repetition levels: 1 bytes follow the last of 2 levels");
}

/// Version 59 of the `parquet` crate panics on these, which prints a line and is an error here.
#[test]
fn what_the_decoder_gives_up_on() {
    let strings = |dictionary: &[u8], count| {
        let dictionary = page(2, dictionary.len() as i64, &[count, PLAIN], dictionary);
        [dictionary, data(2, 8, &[1, 4, 0])].concat()
    };
    // Two byte arrays of 1 and 200 bytes, whose lengths are two deltas: 128 in a block of 4, two values, and the first of them
    // is 1. The delta is 199, in a block without bits.
    let lengths = [0x80, 1, 4, 2, 2, 0x8e, 3, 0, 0, 0, 0, b'a'];
    let cases = [
        (data(2, PLAIN, &[1, 0, 0, 0, b'a', 1, 0, 0]), "the data end within value 1 of 2"),
        (strings(&[0; 3], 0), "3 bytes follow the 0 values of the dictionary"),
        (strings(&[9, 0, 0, 0], 1), "the data end within value 0 of 1"),
        (data(2, 6, &lengths), "a length of 200, but only 0 bytes are left"),
    ];
    for (pages, words) in cases {
        let failed = failed(Type::BYTE_ARRAY, Repetition::REQUIRED, &pages, true);
        assert!(failed.iter().any(|detail| detail.contains(words)), "{words}: {failed:?}");
        assert!(!failed.iter().any(|detail| detail.contains("gives up")), "{failed:?}");
    }
}

#[test]
fn sizes_of_pages() {
    for (stored, detail) in
        [(-1, "the page claims -1 bytes"), (ALL, "the page claims 2147483647 bytes, but")]
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
