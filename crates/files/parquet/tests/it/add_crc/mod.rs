//! Copies with page checksums, which other programs read.
//!
//! | module | covers |
//! |---|---|
//! | `footer` | the locations of column chunks, according to the footer |
//! | `copies` | files of arrow-rs: pages, page index and bloom filters of the copies |
//! | `others` | files of pyarrow and DuckDB and published ones, read by those engines |
//! | `refusals` | files that are not copied, and why |

mod copies;
mod footer;
mod others;
mod refusals;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use hashlane_parquet::add_crc::{AddCrcError, AddCrcResult, WrongCrc, add_crc};
use hashlane_parquet::page::{Page, PageWalk};
use hashlane_parquet::verify::{Check, CheckOutcome, VerifyOptions, verify};
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};

use crate::written::Memory;

/// The copy of a file, and its summary.
fn copy(bytes: &[u8], wrong: WrongCrc) -> Result<(Vec<u8>, AddCrcResult), AddCrcError> {
    let mut out = Vec::new();
    let done = add_crc(&Memory(bytes), &mut out, wrong)?;
    assert_eq!(done.bytes_read, bytes.len() as u64);
    assert_eq!(done.bytes_written, out.len() as u64);
    Ok((out, done))
}

/// CRC-32 bit by bit, as in the specification of gzip. It shares no code with the tested implementation.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    })
}

/// The footer and the page index, read by arrow-rs.
fn metadata(bytes: &[u8]) -> ParquetMetaData {
    let reader = ParquetMetaDataReader::new().with_page_index_policy(PageIndexPolicy::Optional);
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    reader.parse_and_finish(&bytes).expect("arrow-rs reads footer and page index")
}

/// All pages of each column chunk that has any, in the order of the file.
fn chunks(bytes: &[u8]) -> Vec<Vec<Page>> {
    let source = Memory(bytes);
    let mut window = Vec::new();
    footer::column_chunks(bytes)
        .into_iter()
        .map(|chunk| {
            let mut walk = PageWalk::new(&source, chunk, &mut window);
            std::iter::from_fn(|| walk.next_page().expect("a page")).collect()
        })
        .collect()
}

fn body<'a>(bytes: &'a [u8], page: &Page) -> &'a [u8] {
    &bytes[page.body.start as usize..page.body.end as usize]
}

/// Every page of the copy has the right checksum and the same body as the file's page, and its header
/// differs only in the checksum. Returns the number of pages.
fn assert_pages(what: &str, file: &[u8], copy: &[u8]) -> u64 {
    let (old, new) = (chunks(file), chunks(copy));
    assert_eq!(old.len(), new.len(), "{what}");
    let mut pages = 0;
    for (old, new) in old.iter().zip(&new) {
        assert_eq!(old.len(), new.len(), "{what}");
        for (old, new) in old.iter().zip(new) {
            pages += 1;
            assert_eq!(body(file, old), body(copy, new), "{what}");
            assert_eq!(new.header.crc, Some(crc32(body(copy, new)) as i32), "{what}");
            let mut header = new.header.clone();
            (header.crc, header.len) = (old.header.crc, old.header.len);
            assert_eq!(header, old.header, "{what}");
        }
    }
    pages
}

/// The number of findings of each kind that `verify` returns.
fn findings(bytes: &[u8]) -> BTreeMap<(Check, &'static str), u64> {
    let options = VerifyOptions { deep: true, ..VerifyOptions::default() };
    let mut counts = BTreeMap::new();
    verify(&Memory(bytes), &options, &mut |finding| {
        let outcome = match finding.outcome {
            CheckOutcome::Ok => "ok",
            CheckOutcome::Failed => "failed",
            CheckOutcome::Unverified => "unverified",
        };
        *counts.entry((finding.check, outcome)).or_insert(0) += 1;
        ControlFlow::Continue(())
    })
    .expect("a file that can be read");
    counts
}

/// `verify` accepts the checksums of all pages of the copy, and finds nothing else that differs from the file.
fn assert_verified(what: &str, file: &[u8], copy: &[u8]) {
    let (mut old, mut new) = (findings(file), findings(copy));
    let pages: u64 = chunks(copy).iter().map(|pages| pages.len() as u64).sum();
    let verified = new.get(&(Check::PageCrc, "ok")).copied().unwrap_or(0);
    // It reads no pages if it can't read the footer, as in one published file.
    let of_footer = |check: &Check| matches!(check, Check::Footer | Check::Metadata);
    if !old.keys().any(|(check, outcome)| of_footer(check) && *outcome != "ok") {
        assert_eq!(verified, pages, "{what}");
    }
    for findings in [&mut old, &mut new] {
        findings.retain(|(check, _), _| *check != Check::PageCrc);
    }
    assert_eq!(old, new, "{what}");
}

#[test]
fn the_reference_gives_the_check_value() {
    // https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-32-iso-hdlc
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
}
