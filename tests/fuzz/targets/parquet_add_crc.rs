//! `add_crc` of a file.
//!
//! All pages of a copy have their checksum and it is right; what is wrong with the copy was wrong with the
//! file; both hold the same; and a copy of the copy equals it.
#![no_main]

use std::collections::BTreeSet;
use std::num::NonZero;
use std::ops::ControlFlow;

use hashlane_fuzz::alloc::within;
use hashlane_fuzz::memory::Memory;
use hashlane_parquet::add_crc::{AddCrcError, AddCrcResult, WrongCrc, add_crc};
use hashlane_parquet::verify::{Check, CheckOutcome, Finding, VerifyOptions, verify};
use hashlane_parquet::{FingerprintOptions, fingerprint};
use libfuzzer_sys::fuzz_target;

fn copy(bytes: &[u8]) -> Result<(AddCrcResult, Vec<u8>), AddCrcError> {
    let mut out = Vec::new();
    let counts = within((24 << 20) + 100 * bytes.len(), || {
        add_crc(&Memory::new(bytes), &mut out, WrongCrc::Refuse)
    })?;
    Ok((counts, out))
}

fn findings(bytes: &[u8]) -> Vec<Finding> {
    let options =
        VerifyOptions { deep: false, threads: NonZero::<usize>::MIN, max_page_bytes: 1 << 20 };
    let mut findings = Vec::new();
    verify(&Memory::new(bytes), &options, &mut |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    })
    .expect("the file can be read");
    findings
}

/// What is wrong with a file, without the byte offsets, which differ.
fn wrong(findings: &[Finding]) -> BTreeSet<(Option<u64>, Option<String>, Option<u64>, Check)> {
    let failed = findings.iter().filter(|finding| finding.outcome == CheckOutcome::Failed);
    failed.map(|f| (f.row_group, f.column.clone(), f.page, f.check)).collect()
}

fuzz_target!(|file: &[u8]| {
    let (counts, copied) = match copy(file) {
        Ok(copied) => copied,
        Err(error) => {
            let line = error.to_string();
            assert!(!line.contains(['\n', '\r']), "{line:?}");
            return;
        }
    };
    assert_eq!(counts.bytes_read, file.len() as u64);
    assert_eq!(counts.bytes_written, copied.len() as u64);
    assert!(counts.already <= counts.pages && counts.wrong == 0);
    let (before, after) = (findings(file), findings(&copied));
    for finding in after.iter().filter(|finding| finding.check == Check::PageCrc) {
        assert_eq!(finding.outcome, CheckOutcome::Ok, "{finding:?}");
    }
    assert_eq!(wrong(&before), wrong(&after));
    let (again, twice) = copy(&copied).expect("a copy can be copied");
    assert_eq!((again.pages, again.already), (counts.pages, counts.pages));
    assert!(twice == copied);

    let options = FingerprintOptions { ordered: false, threads: NonZero::<usize>::MIN };
    let content = |bytes| fingerprint(&Memory::shared(bytes), &options);
    match (content(file), content(&copied)) {
        (Ok(before), Ok(after)) => assert_eq!(before, after),
        (Err(_), Err(_)) => {}
        (before, after) => panic!("{before:?} is not {after:?}"),
    }
});
