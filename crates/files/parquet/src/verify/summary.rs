//! How much of a file was verified.

use super::finding::{Check, CheckOutcome, Finding};

/// Counts over the findings of a file. A file is verified if nothing failed and nothing is unverified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifySummary {
    deep: bool,
    /// Pages whose checksum is right.
    pub verified_pages: u64,
    /// Pages without a checksum.
    pub pages_without_checksum: u64,
    /// Pages that nothing vouches for: they have no checksum and are not decoded. If deep, also pages that have a
    /// checksum and can't be decoded to compare their values, because they are too large, for example.
    pub unverified_pages: u64,
    /// Checks of other parts that could not be made: of the statistics of a column chunk some of whose pages are not
    /// decoded, for example.
    pub unverified_checks: u64,
    /// Checks that failed.
    pub failed: u64,
}

impl VerifySummary {
    /// A summary without findings. `deep` says whether pages are decoded.
    pub fn new(deep: bool) -> Self {
        VerifySummary { deep, ..VerifySummary::default() }
    }

    /// Counts a finding.
    pub fn add(&mut self, finding: &Finding) {
        let of_page = finding.page.is_some();
        match (finding.check, finding.outcome) {
            (_, CheckOutcome::Failed) => self.failed += 1,
            (Check::PageCrc, CheckOutcome::Ok) => self.verified_pages += 1,
            (_, CheckOutcome::Ok) => {}
            (Check::PageCrc, CheckOutcome::Unverified) => {
                self.pages_without_checksum += 1;
                // Decoding verifies the page, unless there is a finding of `PageDecode`.
                self.unverified_pages += u64::from(!self.deep);
            }
            (Check::PageDecode, CheckOutcome::Unverified) if of_page => self.unverified_pages += 1,
            // A finding of a column chunk: its pages are counted one by one.
            (Check::PageDecode, CheckOutcome::Unverified) => {}
            (_, CheckOutcome::Unverified) => self.unverified_checks += 1,
        }
    }

    /// Whether something could not be verified.
    pub fn has_unverified(&self) -> bool {
        self.unverified_pages > 0 || self.unverified_checks > 0
    }
}
