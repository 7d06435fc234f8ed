//! The first data page of a column, and the dictionary before it, which are decoded without `deep`, too.

use hashlane_codecs::Workspace;

use super::ChunkCheck;
use crate::page::{Page, PageKind};
use crate::verify::deep::WIDE_DELTAS;
use crate::verify::finding::{CheckOutcome, CheckVerdict};

/// The largest page that is decoded without `deep`. Writers make pages of 1 MiB by default.
pub(super) const MAX_SAMPLE: usize = 4 << 20;

impl ChunkCheck<'_> {
    /// Decodes a dictionary, or the first data page: a schema or a codec that is wrong in the footer makes all pages unreadable.
    pub(super) fn sample(&mut self, page: &Page, body: &[u8], workspace: &mut Workspace) {
        let Some(mut sample) = self.sample.take().filter(|it| it.takes(&page.header).is_ok())
        else {
            return;
        };
        let result = match &page.header.kind {
            PageKind::Dictionary(dictionary) => {
                let result = sample.dictionary(workspace, &page.header, dictionary, body);
                self.sample = result.is_ok().then_some(sample);
                result
            }
            PageKind::Data(_) | PageKind::DataV2(_) => {
                sample.data(workspace, &page.header, body).map(drop)
            }
            PageKind::Index | PageKind::Unknown(_) => Ok(()),
        };
        // Some readers accept these.
        let failed = |verdict: &CheckVerdict| {
            verdict.outcome == CheckOutcome::Failed && verdict.detail != WIDE_DELTAS
        };
        self.decoded(
            page,
            result.or_else(|verdict| if failed(&verdict) { Err(verdict) } else { Ok(()) }),
        );
    }
}
