//! The first changes of a comparison, for reports.

use hashlane_diff::{ChangeKind, Comparison, RowChanges};

use crate::diff::excerpt::{Excerpt, beginning, differing, entries};
use crate::failure::Failure;

/// The first changes of each column, and the first rows of each side, that a report shows.
const SAMPLES: usize = 10;

/// The first changes of a comparison.
pub struct ChangeSamples {
    /// The names of the key columns.
    pub keys: Vec<String>,
    /// The first changes of each compared column.
    pub changed: Vec<Vec<ChangedSample>>,
    /// The first removed rows, and the first added ones.
    pub one_sided: [Vec<RowSample>; 2],
    is_multiset: bool,
}

/// A changed value.
pub struct ChangedSample {
    /// The key.
    pub key: Vec<Excerpt>,
    /// Both values.
    pub values: [Excerpt; 2],
}

/// A row of one side.
pub struct RowSample {
    /// The key.
    pub key: Vec<Excerpt>,
    /// The start of its other values.
    pub values: Excerpt,
}

impl ChangeSamples {
    /// Prepares to collect the changes of a comparison.
    pub fn new(comparison: &Comparison) -> Self {
        ChangeSamples {
            keys: comparison.keys().iter().map(|field| field.name().clone()).collect(),
            changed: comparison.summary().columns.iter().map(|_| vec![]).collect(),
            one_sided: [vec![], vec![]],
            is_multiset: comparison.is_multiset(),
        }
    }

    /// Keeps what the report shows of some changes.
    pub fn changes(&mut self, changes: &RowChanges) -> Result<(), Failure> {
        let is_full = |samples: &[_]| samples.len() >= SAMPLES;
        let has_room = self.one_sided.iter().any(|rows| rows.len() < SAMPLES);
        if !has_room && self.changed.iter().all(|samples| is_full(samples)) {
            return Ok(());
        }
        let shown = changes.shown().map_err(|error| Failure::Message(error.to_string()))?;
        for row in 0..changes.len() {
            let kind = changes.kind(row);
            let key = || shown.keys.iter().map(|key| beginning(&key.value(row))).collect();
            if kind == ChangeKind::Changed {
                for (at, samples) in self.changed.iter_mut().enumerate() {
                    if samples.len() < SAMPLES && changes.differs(row, at) {
                        let values =
                            differing(&shown.left[at].value(row), &shown.right[at].value(row));
                        samples.push(ChangedSample { key: key(), values });
                    }
                }
                continue;
            }
            let rows = &mut self.one_sided[usize::from(kind == ChangeKind::Added)];
            if rows.len() < SAMPLES {
                let values =
                    (0..changes.width()).map(|at| (changes.name(at), shown.value(kind, row, at)));
                let values = match self.is_multiset {
                    true => Excerpt {
                        before: format!("{} times", changes.count(row)),
                        ..Excerpt::default()
                    },
                    false => entries(values),
                };
                rows.push(RowSample { key: key(), values });
            }
        }
        Ok(())
    }
}
