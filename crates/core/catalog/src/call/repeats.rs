//! Values that repeat within a batch are computed once.

use hashlane_kernels::blocks::Repeats;

use super::{Call, Source};
use crate::work::Work;

impl<'a> Call<'a> {
    /// The different values of the batch, if they repeat enough for what the function costs. An adapter then computes the
    /// call [of these](Call::of_different), and gives each row the result at its place.
    ///
    /// Finding them takes 2 to 7 ns a row, so the limit for digests is a fifth of the rows, and codecs have none.
    pub fn repeats(&self) -> Option<Repeats<'a>> {
        let most = match self.function.work {
            Work::Digest => self.len() / 5,
            Work::Compress | Work::Decompress | Work::Find => self.len(),
            Work::Hash | Work::Derive | Work::Unpack | Work::Aggregate(_) | Work::List(_) => {
                return None;
            }
        };
        match &self.source {
            Source::Rows(rows) if self.by_row.columns.is_empty() => rows.repeats(self.valid, most),
            _ => None,
        }
    }

    /// The call of the different values alone. No argument is NULL in any of its rows.
    pub fn of_different<'b>(self, repeats: &'b Repeats<'a>) -> Call<'b>
    where
        'a: 'b,
    {
        Call { source: Source::Rows(repeats.rows()), valid: None, ..self }
    }

    /// The limit for each result that an argument sets, if the function has such an argument.
    pub fn max_bytes(&self) -> Option<usize> {
        self.by_row.is_capped().then_some(self.by_row.settings.max_bytes)
    }
}
