//! `parquet_verify` of a file.
//!
//! Whatever is in it, memory is bounded, every finding is one line, and what is wrong without `deep` is
//! wrong with it.
#![no_main]

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::ControlFlow;

use hashlane_files::Source;
use hashlane_fuzz::alloc::within;
use hashlane_fuzz::memory::Memory;
use hashlane_parquet::verify::{CheckOutcome, Finding, VerifyOptions, verify};
use libfuzzer_sys::fuzz_target;

/// Six times `max_page_bytes`, and the metadata.
const MOST: usize = 24 << 20;

fn findings(file: &dyn Source, deep: bool) -> Vec<Finding> {
    let options = VerifyOptions { deep, threads: NonZero::<usize>::MIN, max_page_bytes: 1 << 20 };
    let mut findings = Vec::new();
    within(MOST + 100 * file.size() as usize, || {
        verify(file, &options, &mut |finding| {
            findings.push(finding);
            ControlFlow::Continue(())
        })
    })
    .expect("the file can be read");
    for Finding { outcome, detail, .. } in &findings {
        assert!(!detail.contains(['\n', '\r']), "{detail:?}");
        assert!(*outcome == CheckOutcome::Ok || !detail.is_empty());
    }
    findings
}

fuzz_target!(|data: &[u8]| {
    let file = Memory::new(data);
    let (shallow, deep) = (findings(&file, false), findings(&file, true));
    assert!(!shallow.is_empty(), "a file is looked at");
    let place = |finding: &Finding| {
        let Finding { row_group, column, page, check, .. } = finding.clone();
        (row_group, column, page, check)
    };
    let failed = |finding: &&Finding| finding.outcome == CheckOutcome::Failed;
    let in_deep: HashSet<_> = deep.iter().filter(failed).map(place).collect();
    for finding in shallow.iter().filter(failed) {
        assert!(in_deep.contains(&place(finding)), "{finding:?} is not found with `deep`");
    }
});
