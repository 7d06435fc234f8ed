//! Checks a file before it is copied.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use hashlane_files::{FileError, Source};

use crate::verify::{Check, CheckOutcome, Finding, VerifyOptions, verify};

/// Refuses a file whose headers, counts, footer and page index contradict each other. A copy would have checksums that
/// are right, and the same fault.
///
/// # Errors
/// Returns an error with the first fault, or if the file can't be read. Wrong checksums are left to the copy.
pub(super) fn check(source: &dyn Source) -> Result<(), FileError> {
    let mut fault = None;
    let options = VerifyOptions { threads: NonZeroUsize::MIN, ..VerifyOptions::default() };
    verify(source, &options, &mut |finding| {
        if finding.outcome == CheckOutcome::Failed && finding.check != Check::PageCrc {
            fault = Some(finding);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    match fault {
        Some(fault) => Err(FileError::new(source.name(), described(&fault))),
        None => Ok(()),
    }
}

/// The place of a fault, the fault, and what to do.
fn described(fault: &Finding) -> String {
    let places = [
        fault.row_group.map(|row_group| format!("row group {row_group}")),
        fault.column.as_ref().map(|column| format!("column {column}")),
        fault.page.zip(fault.byte_offset).map(|(page, at)| format!("page {page} at byte {at}")),
    ];
    let mut place = places.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if !place.is_empty() {
        place += ": ";
    }
    let (check, detail) = (fault.check.name(), &fault.detail);
    format!("{place}{detail} ({check}); it is not copied: write the file again from its source")
}
