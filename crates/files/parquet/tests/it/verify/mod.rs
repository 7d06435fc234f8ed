//! Verifying files.
//!
//! | module | covers |
//! |---|---|
//! | `published` | the files of apache/parquet-testing |
//! | `healthy` | files of other writers: nothing in them fails |
//! | `flips` | every bit of every page of files with checksums, flipped |
//! | `headers` | bits of page headers, flipped, and what readers make of them |
//! | `footers` | bits of footers, flipped, and what pyarrow makes of them |
//! | `lies` | files with wrong footers |
//! | `hostile` | truncated and mutated files, and files that are not Parquet |
//! | `crafted` | pages that claim more than there is memory for |
//! | `resume` | pages after one whose header can't be read |
//! | `summary` | how much of a file is verified |
//! | `writers` | files that pyarrow writes |

mod crafted;
mod flips;
mod footers;
mod headers;
mod healthy;
pub mod hostile;
mod lies;
mod published;
mod resume;
mod summary;
pub mod writers;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use hashlane_files::Source;
use hashlane_parquet::verify::{Check, CheckOutcome, Finding, VerifyOptions, verify};

/// All findings of a file. Reading it must not fail.
fn findings(source: &dyn Source, deep: bool) -> Vec<Finding> {
    let options = VerifyOptions { deep, threads: NonZeroUsize::MIN, ..VerifyOptions::default() };
    let mut findings = Vec::new();
    verify(source, &options, &mut |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    })
    .unwrap_or_else(|error| panic!("{error}"));
    findings
}

/// The findings that failed.
fn failures(source: &dyn Source, deep: bool) -> Vec<Finding> {
    let mut findings = findings(source, deep);
    findings.retain(|finding| finding.outcome == CheckOutcome::Failed);
    findings
}

/// The findings of one check.
fn of(findings: &[Finding], check: Check) -> Vec<&Finding> {
    findings.iter().filter(|finding| finding.check == check).collect()
}
